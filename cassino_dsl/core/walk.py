"""Changes every expression of a plan alike, each where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from cassino_dsl.plan.plan import Plan, PlannedAction, PlannedAward, PlannedPart, PlannedPreference, Test
from cassino_dsl.ruleset.expr import Expr
from cassino_dsl.ruleset.model import Effect

Change = Callable[[Expr], Expr]
OfAction = Callable[[PlannedAction | None], Change]  # what is done to expressions of an action (None: of none)


def mapped(plan: Plan, change: OfAction) -> Plan:
    """The plan with every expression changed."""
    one = change(None)

    return replace(
        changed_rest(plan, one),
        actions=tuple(changed_action(a, change(a)) for a in plan.actions),
        preferences=tuple(changed_preference(p, one) for p in plan.preferences),
        events={
            on: tuple(replace(e, when=_maybe(one, e.when), effects=changed_effects(e.effects, one)) for e in events)
            for on, events in plan.events.items()
        },
        awards=tuple(changed_award(a, one) for a in plan.awards),
    )


def changed_rest(plan: Plan, one: Change) -> Plan:
    """The plan with every expression changed that stands in none of its actions, preferences, events and awards."""

    def maybe(expr: Expr | None) -> Expr | None:
        return _maybe(one, expr)

    return replace(
        plan,
        memory={
            n: replace(m, starts=one(m.starts), becomes=maybe(m.becomes), seen=maybe(m.seen))
            for n, m in plan.memory.items()
        },
        checks=tuple((name, one(must)) for name, must in plan.checks),
        deal_hand=one(plan.deal_hand),
        deal_table=one(plan.deal_table),
        deal_zones=tuple((name, one(number)) for name, number in plan.deal_zones),
        deal_later=one(plan.deal_later),
        deal_batch=one(plan.deal_batch),
        pile_order=maybe(plan.pile_order),
        visible={zone: one(condition) for zone, condition in plan.visible.items()},
        over=maybe(plan.over),
        compare=maybe(plan.compare),
        leads=maybe(plan.leads),
    )


def _maybe(change: Change, expr: Expr | None) -> Expr | None:
    return None if expr is None else change(expr)


def changed_preference(p: PlannedPreference, change: Change) -> PlannedPreference:
    """The preference with every expression changed."""
    prefer, over, number, among = (_maybe(change, e) for e in (p.prefer, p.over, p.number, p.among))
    return replace(p, prefer=prefer, over=over, number=number, among=among)


def changed_award(a: PlannedAward, change: Change) -> PlannedAward:
    """The award with every expression changed."""
    most, condition, tie_points = (_maybe(change, e) for e in (a.most, a.condition, a.tie_points))
    return replace(a, points=change(a.points), most=most, condition=condition, tie_points=tie_points)


def changed_action(action: PlannedAction, change: Change) -> PlannedAction:
    """The action with every expression changed."""

    def maybe(expr: Expr | None) -> Expr | None:
        return _maybe(change, expr)

    def test(one: Test) -> Test:
        return replace(one, expr=change(one.expr))

    return replace(
        action,
        played_where=maybe(action.played_where),
        let=tuple((name, change(source)) for name, source in action.let),
        parts=tuple(_part(p, change) for p in action.parts),
        to_arg=maybe(action.to_arg),
        tests=tuple(test(t) for t in action.tests),
        priced=tuple((test(t), changed_effects(effects, change)) for t, effects in action.priced),
        effects=changed_effects(action.effects, change),
        sensible=maybe(action.sensible),
    )


def _part(part: PlannedPart, change: Change) -> PlannedPart:
    target = change(part.target) if part.target is not None else None
    return replace(part, source=change(part.source), target=target, tests=tuple(change(t) for t in part.tests))


def changed_effects(effects: tuple[Effect, ...], change: Change) -> tuple[Effect, ...]:
    """The effects with every expression changed, also inside of them."""
    return tuple(
        replace(
            e,
            exprs=tuple(change(x) for x in e.exprs),
            body=changed_effects(e.body, change),
            other=changed_effects(e.other, change),
        )
        for e in effects
    )


def expressions(plan: Plan) -> Iterator[Expr]:
    """Every expression of a plan."""
    found: list[Expr] = []

    def note(expr: Expr) -> Expr:
        found.append(expr)
        return expr

    mapped(plan, lambda action: note)
    return iter(found)
