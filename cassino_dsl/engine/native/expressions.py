"""Questions about all expressions of a plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.expr import Call, Expr, Name, Quantified, walk
from cassino_dsl.language.ruleset.model import Effect, every
from cassino_dsl.language.ruleset.operators import PART
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.within import exprs_in
from cassino_dsl.language.ruleset.words import ROW

GROUPS = ROW["groups(item)"]


def normal(e: Expr, names: Mapping[str, str] | None = None) -> Expr:
    """The expression with the variables of its quantifiers named by depth, so that equal ones compare equal."""
    names = names or {}
    if isinstance(e, Name):
        return replace(e, name=names.get(e.name, e.name))
    if isinstance(e, Quantified):
        inner = f"{len(names)}."
        return replace(e, name=inner, source=normal(e.source, names), body=normal(e.body, {**names, e.name: inner}))
    if isinstance(e, Call):
        return replace(e, args=tuple(normal(a, names) for a in e.args))
    return e


def uses(plan: Plan, row: Row) -> bool:
    """Whether any expression of the plan calls a row."""
    return any(isinstance(e, Call) and e.row is row for x in exprs_in(plan) for e in walk(x))


def reads_parts(exprs: Iterable[Expr]) -> bool:
    """Whether any of the expressions asks what a part of an action takes."""
    return any(isinstance(e, Call) and e.row is PART for x in exprs for e in walk(x))


def of_effects(effects: Iterable[Effect]) -> Iterator[Expr]:
    """Every expression of effects."""
    return (x for e in every(effects) for x in e.exprs)


def reads_groups(plan: Plan) -> bool:
    """Whether anything asks of what groups builds consist."""
    return uses(plan, GROUPS)
