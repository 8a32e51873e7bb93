"""The greedy player: looks one play ahead, at the points that the round would bring as it then stands."""

from __future__ import annotations

from collections.abc import Sequence

from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.scoring import round_points
from cassino_dsl.engine.state import State
from cassino_dsl.players.lots import lowest_lot


def greedy(engine: Engine, state: State, seat: int, plays: list[Play], decision: int) -> Play:
    """The play after which its side is furthest ahead of its best rival; ties as the random player. What chance would
    decide is not seen."""
    if len(plays) == 1:
        return plays[0]
    state = state.unaware()
    plays = engine.lister.sensible(state, seat, plays)
    return best_of(engine, plays, leads_after(engine, state, seat, plays), decision)


def leads_after(engine: Engine, state: State, seat: int, plays: list[Play]) -> list[int]:
    """How far the side of a seat is ahead after each play, were the round counted then; ``state``: of one who looks
    ahead."""
    side, lowest = engine.plan.side_of[seat], engine.plan.ruleset.match.winner == "lowest"
    return [lead(round_points(engine.scorer, engine.step(state, play)), side, lowest) for play in plays]


def best_of(engine: Engine, plays: list[Play], worth: Sequence[int], decision: int) -> Play:
    """The play that is worth most; ties as the random player."""
    best = max(worth)
    return lowest_lot(engine.evaluate.tables, [p for p, n in zip(plays, worth, strict=True) if n == best], decision)


def lead(points: Sequence[int], side: int, lowest_wins: bool) -> int:
    """How far a side is ahead of its best rival: above it, or where the lowest wins, below."""
    rivals = [p for s, p in enumerate(points) if s != side]
    if lowest_wins:
        return min(rivals, default=0) - points[side]
    return points[side] - max(rivals, default=0)
