"""The players that pick one of the legal plays at a glance: at random, or the play after which they stand best, counted
then (`greedy`) or as far as they have learned."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.observation_history import forget
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.scoring import counted, round_points
from cassino_dsl.engine.reference.state import State
from cassino_dsl.language.ruleset.visible import hidden_memory
from cassino_dsl.players.learned.policy import Policy
from cassino_dsl.players.plays_seen import knowledge_of
from cassino_dsl.players.tie_break import lowest_lot


def lead(points: Sequence[int], side: int, lowest_wins: bool) -> int:
    """How far a side is ahead of its best rival: above it, or where the lowest wins, below."""
    rivals = [p for s, p in enumerate(points) if s != side]
    if lowest_wins:
        return min(rivals, default=0) - points[side]
    return points[side] - max(rivals, default=0)


def reward(
    numbers: Sequence[int], side: int, lowest_wins: bool, over: bool, winner: int | None, target: int | None
) -> int:
    """What it is worth to a side that a match stands so. ``numbers``: what the match compares, of each side.

    While the match goes on, that is the lead. A match that is over is worth the target to its winner, or the highest
    of the numbers where that is more, and as much is lost by all others: so far from its target a side plays for
    points, and near to it for the match. A drawn match is worth nothing.
    """
    if not over:
        return lead(numbers, side, lowest_wins)
    stake = max(target or 0, *map(abs, numbers))
    return 0 if winner is None else stake if winner == side else -stake


def greedy(engine: Engine, state: State, seat: int, plays: list[Play], decision: int) -> Play:
    """The play after which its side stands best in the match; ties as the random player. What chance would decide is
    not seen, nor memory that is hidden from the seat."""
    if len(plays) == 1:
        return plays[0]
    state = looked_at(engine, state, seat)
    plays = engine.lister.sensible(state, seat, plays)
    return best_of(engine, plays, [_stands(engine, engine.step(state, play), seat) for play in plays], decision)


def _stands(engine: Engine, state: State, seat: int) -> int:
    """What the standing would be worth to the side of a seat, were the round counted now."""
    scorer, plan = engine.scorer, engine.plan
    state = counted(scorer, state)
    lowest = plan.ruleset.match.winner == "lowest"
    won = state.winner is not None  # in play: to know more the match would have to be over
    return reward(scorer.compared(state), plan.side_of[seat], lowest, won, state.winner, scorer.target(state))


def looked_at(engine: Engine, state: State, seat: int) -> State:
    """A position for a seat that looks ahead: what chance would decide is unknown, hidden memory as it starts."""
    if not hidden_memory(engine.plan.memory.values()):
        return state.unaware()
    state = state.copy()
    forget(engine, state, knowledge_of(engine).of(state, seat))
    return state


def learned(policy: Policy, engine: Engine, state: State, plays: list[Play], decision: int, shown: Set[int]) -> Play:
    """The play that is worth most by what was learned, as far as its seat can see. ``shown``: the cards that all have
    seen in the round."""
    if len(plays) == 1:
        return plays[0]
    seat = engine.decider(state)
    state = looked_at(engine, state, seat)
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


def random(engine: Engine, state: State, seat: int, plays: list[Play], decision: int) -> Play:
    """The sensible play with the lowest lot."""
    if len(plays) == 1:
        return plays[0]
    return lowest_lot(engine.evaluate.tables, engine.lister.sensible(state, seat, plays), decision)


# engine, state, the seat that decides, its legal plays, and the key of the decision (``rng.decision_key``)
Player = Callable[[Engine, State, int, list[Play], int], Play]

SIMPLE: dict[str, Player] = {"random": random, "greedy": greedy}
