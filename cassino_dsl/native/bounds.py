"""How far from 0 a number can be: where operands are small, their sum needs no bound in the C.

What is not known here may be as large as any number: that costs a comparison, never a wrong result.
"""

from __future__ import annotations

from cassino_dsl.plan.plan import Plan
from cassino_dsl.ruleset import operators as op
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified
from cassino_dsl.ruleset.numbers import LARGEST, LARGEST_IN_SET, LARGEST_KEPT
from cassino_dsl.ruleset.words import AFTER, BEFORE, OR_ELSE, ROW

_MEMBERS = 256  # no set has more: items are cards and builds, numbers end at LARGEST_IN_SET, words fill 64 bits
_LEFT = (op.NEGATIVE, op.DIV, ROW["abs(number)"], AFTER, BEFORE)  # no further than the first operand
_EITHER = (op.IF, OR_ELSE, ROW["min(number, number)"], ROW["max(number, number)"])  # one of the last two


def largest(e: Expr, plan: Plan) -> int:
    """A bound of a number, never more than LARGEST."""
    return min(LARGEST, _bound(e, plan))


def may_exceed(e: Expr, plan: Plan) -> bool:
    """Whether what an operation makes of its operands may lie beyond LARGEST, so that it has to be bounded."""
    return _bound(e, plan) > LARGEST


def _bound(e: Expr, plan: Plan) -> int:
    if isinstance(e, Literal):
        return abs(int(e.value or 0))
    if isinstance(e, Name):  # of an action, a quantifier or a `for`: a member of a set
        return LARGEST_IN_SET
    if e.row.most is not None:
        return e.row.most
    if isinstance(e, Call):
        return _of_call(e, plan)
    return _of_quantified(e, plan)


def _of_quantified(e: Quantified, plan: Plan) -> int:
    if e.row is op.FIRST:
        return LARGEST_IN_SET
    return largest(e.body, plan) * (_MEMBERS if e.row is op.SUM else 1)


def _of_call(e: Call, plan: Plan) -> int:
    if e.row in op.MEMORIES:
        return LARGEST_KEPT
    of = [largest(a, plan) for a in e.args if a.type is e.type]
    if e.row in _LEFT:
        return of[0]
    if e.row in _EITHER:
        return max(of)
    if e.row in (op.PLUS, op.MINUS):
        return of[0] + of[1]
    if e.row is op.TIMES:
        return of[0] * of[1]
    return of[1] if e.row is op.MOD else LARGEST
