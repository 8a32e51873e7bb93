"""Faults of the skeleton: keys, and what stands under them."""

from __future__ import annotations

from cassino_dsl.diagnostics.diagnostic import Code


class UnknownKey(Code):
    """a key that the language does not have"""

    number = 40
    slug = "unknown-key"


class MissingKey(Code):
    """a key that must be there"""

    number = 41
    slug = "missing-key"


class WrongNode(Code):
    """a text where keys are expected, or the other way round"""

    number = 42
    slug = "wrong-node"


class WrongWord(Code):
    """a word that is not one of the allowed ones"""

    number = 43
    slug = "wrong-word"


class BadNumber(Code):
    """a whole number out of its range"""

    number = 44
    slug = "bad-number"


class DslVersion(Code):
    """a file for another version of the language"""

    number = 45
    slug = "dsl-version"


class BadName(Code):
    """a name that is no identifier"""

    number = 46
    slug = "bad-name"


CODES: tuple[type[Code], ...] = (
    UnknownKey,
    MissingKey,
    WrongNode,
    WrongWord,
    BadNumber,
    DslVersion,
    BadName,
)
