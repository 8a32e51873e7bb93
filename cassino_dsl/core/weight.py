"""What a condition waits for, and what it costs: conjuncts stand in this order in the normal form."""

from __future__ import annotations

from cassino_dsl.plan.levels import level
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified

MANY = 10  # members of a set, about


def weight(expr: Expr) -> tuple[int, int]:
    """(what it waits for, what it costs)."""
    return level(expr, {}), _cost(expr)


def _cost(expr: Expr) -> int:
    if isinstance(expr, Literal | Name):
        return 0
    if isinstance(expr, Quantified):
        return _cost(expr.source) + MANY * (1 + _cost(expr.body))
    goes_through = expr.row.each and not _is_written_out(expr)
    return 1 + sum(_cost(a) for a in expr.args) + (MANY if goes_through else 0)


def _is_written_out(expr: Call) -> bool:
    """Whether the set that an expression goes through is one of literals."""
    whole = expr.args[-1]
    return isinstance(whole, Call) and all(isinstance(a, Literal) for a in whole.args) and bool(whole.args)
