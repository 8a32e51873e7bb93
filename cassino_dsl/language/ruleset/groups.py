"""Finds the searchable form of a group's relation."""

from __future__ import annotations

from cassino_dsl.language.ruleset.expr import Call, Expr, Name, Type, conjuncts, total_of, walk
from cassino_dsl.language.ruleset.operators import SET, UNION
from cassino_dsl.language.ruleset.words import RUN


def split_relation(where: Expr | None, variable: str) -> tuple[Expr | None, tuple[Expr, ...]]:
    """The number that the total of a group must be (from ``E in total(g)``, ``E`` free of ``g``), or None;
    and the conditions that remain to be tested on each group."""
    target: Expr | None = None
    rest: list[Expr] = []
    for test in conjuncts(where) if where else ():
        number = total_of(test, variable) if target is None else None
        if number is None:
            rest.append(test)
        else:
            target = number
    return target, tuple(rest)


def split_run(tests: tuple[Expr, ...], variable: str) -> tuple[Expr | None, tuple[Expr, ...]]:
    """The cards with which a group must make a run (from ``run(g)``, ``run(g + E)``, ``E`` free of ``g``), or None;
    and the conditions that remain."""
    for test in tests:
        others = _run_with(test, variable)
        if others is not None:
            return others, tuple(t for t in tests if t is not test)
    return None, tests


def _run_with(test: Expr, variable: str) -> Expr | None:
    if not (isinstance(test, Call) and test.row is RUN):
        return None
    (whole,) = test.args
    parts = whole.args if isinstance(whole, Call) and whole.row is UNION else (whole,)
    groups = [p for p in parts if isinstance(p, Name) and p.name == variable]
    others = [p for p in parts if p not in groups]
    if len(groups) != 1 or any(isinstance(e, Name) and e.name == variable for p in others for e in walk(p)):
        return None
    return others[0] if others else Call(Type.CARDS, SET, (), test.span)
