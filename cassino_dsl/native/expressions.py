"""Every expression of a plan, for questions about all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from cassino_dsl.plan.plan import Plan
from cassino_dsl.ruleset.expr import Call, Expr, Name, Quantified, walk
from cassino_dsl.ruleset.model import Effect


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


def uses(plan: Plan, function: str) -> bool:
    """Whether any expression of the plan calls a function."""
    return any(isinstance(e, Call) and e.function == function for x in expressions(plan) for e in walk(x))


def reads_groups(plan: Plan) -> bool:
    return uses(plan, "groups")


def expressions(plan: Plan) -> list[Expr]:
    """Every expression of a plan."""
    found: list[Expr | None] = []
    for a in plan.actions:
        found += [a.played_where, a.to_arg, a.sensible, *(s for _, s in a.let), *(t.expr for t in a.tests)]
        for part in a.parts:
            found += [part.source, part.target, *part.tests]
        for test, price in a.priced:
            found += [test.expr, *_of_effects(price)]
        found += _of_effects(a.effects)
    for pref in plan.preferences:
        found += [pref.prefer, pref.over, pref.number, pref.among]
    for events in plan.events.values():
        for event in events:
            found += [event.when, *_of_effects(event.effects)]
    for m in plan.memory.values():
        found += [m.starts, m.becomes]
    for award in plan.awards:
        found += [award.points, award.most, award.condition, award.tie_points]
    found += [check for _, check in plan.checks]
    found += [plan.deal_hand, plan.deal_table, plan.deal_later, plan.deal_batch, plan.pile_order, plan.over, plan.leads]
    return [e for e in found if e is not None]


def _of_effects(all_effects: tuple[Effect, ...]) -> list[Expr | None]:
    found: list[Expr | None] = []
    for e in all_effects:
        found += [*e.exprs, *_of_effects(e.body), *_of_effects(e.other)]
    return found
