"""Changes every expression, or every row of effects, of a plan alike, each where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from cassino_dsl.plan.plan import Plan, PlannedAction
from cassino_dsl.ruleset.expr import Expr
from cassino_dsl.ruleset.model import Effect
from cassino_dsl.ruleset.within import exprs_in, mapped

Change = Callable[[Expr], Expr]


def with_exprs(plan: Plan, change: Callable[[PlannedAction | None], Change]) -> Plan:
    """The plan with every expression changed; ``change``: what is done to those of an action (None: of none)."""
    rest = mapped(replace(plan, actions=()), change(None))
    return replace(rest, actions=tuple(mapped(a, change(a)) for a in plan.actions))


def with_effects(plan: Plan, change: Callable[[tuple[Effect, ...]], tuple[Effect, ...]]) -> Plan:
    """The plan with every row of effects changed as a whole."""
    return replace(
        plan,
        actions=tuple(
            replace(a, effects=change(a.effects), priced=tuple((t, change(e)) for t, e in a.priced))
            for a in plan.actions
        ),
        events={on: tuple(replace(e, effects=change(e.effects)) for e in es) for on, es in plan.events.items()},
    )


def expressions(plan: Plan) -> Iterator[Expr]:
    """Every expression of a plan."""
    return exprs_in(plan)
