"""How far from 0 a number can be, from the rows of what it is made of.

Laws of whole numbers hold, and sums need no bound in the C, where no step can meet the largest number there is.
"""

from __future__ import annotations

from cassino_dsl.language.ruleset.expr import Expr, Literal, Name, Type, children
from cassino_dsl.language.ruleset.numbers import LARGEST, LARGEST_IN_SET


def bound(e: Expr) -> int:
    """The furthest from 0 that the value of an expression can be."""
    return min(LARGEST, _unbounded(e))


def may_exceed(e: Expr) -> bool:
    """Whether what an operation makes of its operands may lie beyond LARGEST, so that it has to be bounded."""
    return _unbounded(e) > LARGEST


def _unbounded(e: Expr) -> int:
    if isinstance(e, Literal):
        return abs(int(e.value or 0))
    if isinstance(e, Name):  # of an action, a quantifier or a `for`: a member of a set
        return LARGEST_IN_SET
    if e.row.most is not None:
        return e.row.most
    return e.row.bound(*(bound(part) for part in children(e) if part.type is Type.INT))
