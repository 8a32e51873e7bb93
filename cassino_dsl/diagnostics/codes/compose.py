"""Faults of putting files together: extends, house rules, options."""

from __future__ import annotations

from cassino_dsl.diagnostics.diagnostic import Code


class UnknownBase(Code):
    """a variant or house rule that is not in the named folders"""

    number = 50
    slug = "unknown-base"


class CircularExtends(Code):
    """files that extend each other in a circle"""

    number = 51
    slug = "circular-extends"


class OutsideFolder(Code):
    """a base that is named by a path"""

    number = 52
    slug = "outside-folder"


class NothingToRemove(Code):
    """a removal of something that is not there"""

    number = 53
    slug = "nothing-to-remove"


class HouseRulesConflict(Code):
    """two house rules that set the same thing"""

    number = 54
    slug = "house-rules-conflict"


class DoesNotFit(Code):
    """a house rule laid over a variant that lacks what it needs"""

    number = 55
    slug = "house-rule-does-not-fit"


class UnknownOption(Code):
    """an option that the variant does not have"""

    number = 56
    slug = "unknown-option"


class OptionValue(Code):
    """a value that an option does not allow"""

    number = 57
    slug = "option-value"


class NotAHouseRule(Code):
    """a variant where a house rule is expected, or the other way round"""

    number = 58
    slug = "not-a-house-rule"


CODES: tuple[type[Code], ...] = (
    UnknownBase,
    CircularExtends,
    OutsideFolder,
    NothingToRemove,
    HouseRulesConflict,
    DoesNotFit,
    UnknownOption,
    OptionValue,
    NotAHouseRule,
)
