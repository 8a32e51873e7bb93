"""Finds the searchable form of a group's relation, and how large a group can be."""

from __future__ import annotations

from collections.abc import Iterable

from cassino_dsl.language.ruleset.expr import Call, Expr, Name, Quantified, Type, conjuncts, total_of, walk
from cassino_dsl.language.ruleset.operators import SET, UNION
from cassino_dsl.language.ruleset.simplify import Facts, constant
from cassino_dsl.language.ruleset.words import RUN

MOST_ITEMS = 62  # of which groups are tried one by one: subsets are bits of a word in both engines


def largest_group(tests: Iterable[Expr], variable: str) -> int | None:
    """The most members of a group that can pass the tests, as far as its number of members alone decides that; None:
    any number. It is asked of each number what is left of a test, so it does not matter in which words it stands."""
    parts = [part for test in tests for part in conjuncts(test)]
    asked = [part for part in parts if not any(isinstance(e, Quantified) for e in walk(part))]

    def may_fit(number: int) -> bool:
        facts = Facts(sizes={variable: number})
        return all(constant(part, facts) is not False for part in asked)

    most = max((number for number in range(1, MOST_ITEMS + 1) if may_fit(number)), default=1)
    return most if most < MOST_ITEMS else None


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
