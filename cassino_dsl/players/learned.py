"""The player that has learned: it makes the play that is worth most, as far as its seat can see."""

from __future__ import annotations

from collections.abc import Set

from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.state import State
from cassino_dsl.learned.policy import Policy
from cassino_dsl.players.greedy import best_of, leads_after


def learned(policy: Policy, engine: Engine, state: State, plays: list[Play], decision: int, shown: Set[int]) -> Play:
    """The play whose slots weigh most. ``shown``: the cards that all have seen in the round."""
    if len(plays) == 1:
        return plays[0]
    state, seat = state.unaware(), engine.decider(state)
    plays = engine.lister.sensible(state, seat, plays)
    leads = leads_after(engine, state, seat, plays)
    return best_of(engine, plays, policy.worth(state, seat, plays, shown, leads), decision)
