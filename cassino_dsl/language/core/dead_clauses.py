"""Leaves out what never does anything: tests that always hold, events and prices without effects, preferences that
keep every play. Actions that list no play and awards that give no point stay, since reports name them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cassino_dsl.language.plan import plan as planned
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, conjuncts, is_just
from cassino_dsl.language.ruleset.model import ASIDE, Award, Effect, Event, Preference, every
from cassino_dsl.language.ruleset.operators import ZONE
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.within import calls_in, exprs_in
from cassino_dsl.language.ruleset.words import ROW


def without_idle(plan: planned.Plan) -> planned.Plan:
    def event(e: Event) -> Event:
        return replace(e, when=None) if is_just(e.when, True) else e

    events = {on: tuple(event(e) for e in events if happens(e)) for on, events in plan.events.items()}
    return replace(
        plan,
        actions=tuple(_action(a) for a in plan.actions),
        events=events,
        preferences=tuple(plain_preference(p) for p in plan.preferences if not p.keeps_all),
        awards=tuple(plain_award(a) for a in plan.awards),
        over=None if is_just(plan.over, False) else plan.over,
        leads=None if _is_next_leader(plan.leads) else plan.leads,
    )


def _is_next_leader(expr: Expr | None) -> bool:
    """Who leads the next round where nothing else is said."""
    if not (isinstance(expr, Call) and expr.row is ROW["next(seat)"]):
        return False
    (whose,) = expr.args
    return isinstance(whose, Call) and whose.row is ROW["leader"]


def _action(action: planned.PlannedAction) -> planned.PlannedAction:
    """Its tests one by one, each once; a price that nobody pays is none. Of one that yields no play what its parts
    take is not looked for: that may meet a limit, which an engine that asks in another order is spared."""
    tests: dict[Expr, planned.Test] = {}
    for test in action.tests:
        for part in conjuncts(test.expr):
            if not is_just(part, True):
                tests.setdefault(part, replace(test, expr=part))
    if lists_nothing(action):
        never = Literal(Type.BOOL, False, action.action.span)
        tests = {never: planned.Test("", never, never)}
    return replace(
        action,
        played_where=None if is_just(action.played_where, True) else action.played_where,
        tests=tuple(tests.values()),
        priced=tuple((t, effects) for t, effects in action.priced if effects and not is_just(t.expr, True)),
        sensible=None if is_just(action.sensible, True) else action.sensible,
    )


def happens(event: Event) -> bool:
    """Whether an event can ever do anything."""
    return bool(event.effects) and not is_just(event.when, False)


def zones_used(plan: planned.Plan) -> frozenset[str]:
    """The zones of the file that any clause names: no card ever lies in another."""
    named = {e.name for whole in exprs_in(plan) for e in calls_in(whole) if e.row is ZONE}
    named |= {name for name, _ in plan.deal_zones} | {a.to for a in plan.actions} | {e.zone for e in _effects(plan)}
    return frozenset(named & plan.zones.keys() - {ASIDE.name})


def _effects(plan: planned.Plan) -> Iterator[Effect]:
    """All that actions, prices and events do."""
    for action in plan.actions:
        yield from every((*action.effects, *(e for _, price in action.priced for e in price)))
    for events in plan.events.values():
        yield from every(e for event in events for e in event.effects)


def lists_nothing(action: planned.PlannedAction) -> bool:
    """Whether an action never yields a play."""
    conditions = [part for test in action.tests for part in conjuncts(test.expr)]
    return (
        is_just(action.played_where, False)
        or any(is_just(condition, False) for condition in conditions)
        or any(
            is_just(part, False)
            for p in action.parts
            if p.row.needs_one(True)
            for t in p.tests
            for part in conjuncts(t)
        )
    )


def plain_preference(preference: Preference) -> Preference:
    """A preference without conditions that always hold."""
    over = None if is_just(preference.over, True) else preference.over
    return replace(preference, over=over, among=None if is_just(preference.among, True) else preference.among)


def gives_nothing(award: Award) -> bool:
    """Whether an award never gives a point."""
    nothing = is_just(award.points, 0)
    if award.most is not None:
        return nothing and award.tie != "each"
    return nothing or award.each == frozenset()


def never_given(plan: planned.Plan) -> tuple[str, ...]:
    """The awards of the table that bring no point, at the end of a round or under their names in play."""
    given = {e.name for e in _effects(plan) if e.op == "award"}
    return tuple(a.name for a in plan.awards if gives_nothing(a) and a.name not in given)


def idle_awards(plan: planned.Plan) -> frozenset[str]:
    """The awards without which every match goes on as it does. One that gives no point is still a moment at which a
    race is looked at: the first of a table may find a side that has come to the target by points given in play; and
    it takes away what effects give under its name."""
    idle = never_given(plan)
    match = plan.ruleset.match
    in_play = match.at_once or any(e.op == "award" for e in _effects(plan))
    looked_at = match.counting == "race" and in_play and gives_nothing(plan.awards[0]) if plan.awards else False
    return frozenset(idle[1:] if looked_at else idle)


def plain_award(award: Award) -> Award:
    """An award without a condition that always holds; in a tie, points of nothing are nobody's."""
    award = replace(award, condition=None) if is_just(award.condition, True) else award
    if award.most is None or award.tie != "each" or not is_just(award.tie_points, 0):
        return award
    return replace(award, tie="nobody", tie_points=None)
