"""Finds the searchable form of a group's relation."""

from __future__ import annotations

from cassino_dsl.ruleset.expr import Call, Expr, Name, conjuncts, walk
from cassino_dsl.ruleset.operators import IN
from cassino_dsl.ruleset.words import TOTAL


def split_relation(where: Expr | None, variable: str) -> tuple[Expr | None, tuple[Expr, ...]]:
    """The number that the total of a group must be (from ``E in total(g)``, ``E`` free of ``g``), or None;
    and the conditions that remain to be tested on each group."""
    target: Expr | None = None
    rest: list[Expr] = []
    for test in conjuncts(where) if where else ():
        if target is None and isinstance(test, Call) and test.row is IN and _is_total(test.args[1], variable):
            number = test.args[0]
            if not any(isinstance(e, Name) and e.name == variable for e in walk(number)):
                target = number
                continue
        rest.append(test)
    return target, tuple(rest)


def _is_total(expr: Expr, variable: str) -> bool:
    return (
        isinstance(expr, Call)
        and expr.row is TOTAL
        and isinstance(expr.args[0], Name)
        and expr.args[0].name == variable
    )
