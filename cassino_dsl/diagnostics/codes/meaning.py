"""Faults of what a file says: cards, deals, reach, constants, costs."""

from __future__ import annotations

from cassino_dsl.diagnostics.diagnostic import Code


class UnknownCard(Code):
    """a card, rank or suit that the pack does not have"""

    number = 12
    slug = "unknown-card"


class DealDoesNotFit(Code):
    """a deal that needs more cards than there are"""

    number = 60
    slug = "deal-does-not-fit"


class CardsNeverDealt(Code):
    """cards of the stock that no deal hands out"""

    number = 61
    slug = "cards-never-dealt"
    severity = "warning"


class UnreachableAction(Code):
    """an action that no turn can reach"""

    number = 62
    slug = "unreachable-action"
    severity = "warning"


class ConstantCondition(Code):
    """a condition that is always true or always false"""

    number = 63
    slug = "constant-condition"
    severity = "warning"


class EndlessMatch(Code):
    """a match without an end"""

    number = 64
    slug = "endless-match"


class DebtNotPayable(Code):
    """an act that owes what its conditions do not guarantee"""

    number = 65
    slug = "debt-not-payable"


class EnumeratedSubsets(Code):
    """a relation that is found only by trying all subsets"""

    number = 66
    slug = "enumerated-subsets"
    severity = "warning"


class UnevenSplit(Code):
    """points that cannot be split evenly"""

    number = 67
    slug = "uneven-split"


class UnknownStep(Code):
    """a step of a turn that no action has"""

    number = 68
    slug = "unknown-step"


class IncompleteAward(Code):
    """an award that does not say what it is given for"""

    number = 69
    slug = "incomplete-award"


class TooCostly(Code):
    """terms that unfold to more than the language allows"""

    number = 70
    slug = "too-costly"


class ActionShape(Code):
    """parts of an action that do not fit together"""

    number = 71
    slug = "no-values"


CODES: tuple[type[Code], ...] = (
    UnknownCard,
    DealDoesNotFit,
    CardsNeverDealt,
    UnreachableAction,
    ConstantCondition,
    EndlessMatch,
    DebtNotPayable,
    EnumeratedSubsets,
    UnevenSplit,
    UnknownStep,
    IncompleteAward,
    TooCostly,
    ActionShape,
)
