"""Actions that nobody ever plays because others above them yield the same plays, and so name them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from itertools import product

from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.rng import decision_key, match_key
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.players.policies import random

ROUNDS = 20  # of each number of seats


def shadowing(
    ruleset: Ruleset, names: Collection[str], seed: int, before_decision: Callable[[], None]
) -> dict[str, str]:
    """What names the plays of actions that never name one themselves, by those of them that have plays in some random
    rounds. ``before_decision`` may stop looking, by any exception."""
    found: dict[str, set[str]] = {name: set() for name in names}
    engines = [Engine(make_plan(ruleset, seats)) for seats in ruleset.seats] if found else []
    for match, engine in product(range(ROUNDS), engines):
        if all(found.values()):
            break
        with suppress(RunFault):  # that is told of elsewhere
            _look_on(engine, match_key(seed, match), found, before_decision)
    order = [action.name for action in ruleset.actions]
    named = {name: sorted(by, key=order.index) for name, by in found.items() if by and name not in by}
    return {name: " and ".join(f"`{other}`" for other in by) for name, by in named.items()}


def _look_on(engine: Engine, key: int, found: dict[str, set[str]], before_decision: Callable[[], None]) -> None:
    """A random round, in which is noted who names the plays that each action would have."""
    state, decisions = engine.new_match(key), 0
    first = state.round
    while not state.match_over and state.round == first:
        before_decision()
        seat, machine, at = engine.decision(state)
        plays = engine.legal(state)
        for name, by in found.items():
            by |= engine.lister.named_by(state, seat, machine.steps(at), name)
        state = engine.play(state, random(engine, state, seat, plays, decision_key(key, decisions)))
        decisions += 1
