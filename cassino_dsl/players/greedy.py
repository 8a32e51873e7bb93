"""The players that look one play ahead: the greedy one, at how the match would stand if the round were counted then,
and the one that has learned."""

from __future__ import annotations

from collections.abc import Sequence, Set

from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.scoring import counted, round_points
from cassino_dsl.engine.state import State
from cassino_dsl.learned.policy import Policy
from cassino_dsl.players.lots import lowest_lot
from cassino_dsl.players.reward import lead, reward


def greedy(engine: Engine, state: State, seat: int, plays: list[Play], decision: int) -> Play:
    """The play after which its side stands best in the match; ties as the random player. What chance would decide is
    not seen."""
    if len(plays) == 1:
        return plays[0]
    state = state.unaware()
    plays = engine.lister.sensible(state, seat, plays)
    return best_of(engine, plays, [_stands(engine, engine.step(state, play), seat) for play in plays], decision)


def _stands(engine: Engine, state: State, seat: int) -> int:
    """What the standing would be worth to the side of a seat, were the round counted now."""
    scorer, plan = engine.scorer, engine.plan
    state = counted(scorer, state)
    lowest = plan.ruleset.match.winner == "lowest"
    won = state.winner is not None  # in play: to know more the match would have to be over
    return reward(scorer.compared(state), plan.side_of[seat], lowest, won, state.winner, scorer.target(state))


def learned(policy: Policy, engine: Engine, state: State, plays: list[Play], decision: int, shown: Set[int]) -> Play:
    """The play that is worth most by what was learned, as far as its seat can see. ``shown``: the cards that all have
    seen in the round."""
    if len(plays) == 1:
        return plays[0]
    state, seat = state.unaware(), engine.decider(state)
    plays = engine.lister.sensible(state, seat, plays)
    leads = leads_after(engine, state, seat, plays)
    return best_of(engine, plays, policy.worth(state, seat, plays, shown, leads), decision)


def leads_after(engine: Engine, state: State, seat: int, plays: list[Play]) -> list[int]:
    """How far the side of a seat is ahead after each play, were the round counted then; ``state``: of one who looks
    ahead."""
    side, lowest = engine.plan.side_of[seat], engine.plan.ruleset.match.winner == "lowest"
    return [lead(round_points(engine.scorer, engine.step(state, play)), side, lowest) for play in plays]


def best_of(engine: Engine, plays: list[Play], worth: Sequence[int], decision: int) -> Play:
    """The play that is worth most; ties as the random player."""
    best = max(worth)
    return lowest_lot(engine.evaluate.tables, [p for p, n in zip(plays, worth, strict=True) if n == best], decision)
