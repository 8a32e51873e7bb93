"""A run that goes on as far as it can: with the card played goes whatever follows upward, up to the first gap."""

from __future__ import annotations

from collections.abc import Sequence

from cassino_dsl.describe.english import Noun
from cassino_dsl.describe.pattern import Found, Pattern, like
from cassino_dsl.ruleset.expr import Expr, conjuncts

_CARD: Pattern = ("order", ("rank", ("card",)))
_RUN: Pattern = ("run", ("+", "?g", ("set", ("card",))))
_ABOVE: Pattern = ("all", "?c", "?g", (">", ("order", ("rank", "?c")), _CARD))
_NEXT: Pattern = ("=", ("order", ("rank", "?d")), ("+", ("+", _CARD, ("count", "?g")), 1))
_NONE_NEXT: Pattern = ("not", ("any", "?d", "?there", _NEXT))


def is_whole(test: Expr) -> bool:
    """Whether a test says of some cards that they lie above the card played, and that none follows them."""
    return _found(list(conjuncts(test)), (_ABOVE, _NONE_NEXT), {}) is not None


def whole_run(tests: Sequence[Expr], group: Expr, source: Expr, noun: Noun) -> str:
    """What a group takes whose tests make it the whole run upward; "" where they say something else."""
    found = _found(tests, (_RUN, _ABOVE, _NONE_NEXT), {"?g": group}) if len(tests) == 3 else None
    if found is None or found["?there"] != source:
        return ""
    return (
        f"whatever follows upward: one {noun.singular} of the rank next above the card played, one of the rank next "
        "above that, and so on, until a rank is missing (none of it may be left)"
    )


def _found(tests: Sequence[Expr], patterns: Sequence[Pattern], known: Found) -> Found | None:
    """What stands in the gaps where each pattern fits a test of its own."""
    for pattern in patterns:
        fitting = next((f for t in tests if (f := like(t, pattern, known)) is not None), None)
        if fitting is None:
            return None
        known = fitting
    return known
