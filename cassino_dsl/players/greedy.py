"""The greedy player: looks one play ahead, at the points that the round would bring as it then stands."""

from __future__ import annotations

from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.scoring import round_points
from cassino_dsl.engine.state import State
from cassino_dsl.players.lots import lowest_lot


def greedy(engine: Engine, state: State, seat: int, plays: list[Play], decision: int) -> Play:
    """The play after which its side leads its best rival by most; ties as the random player. What chance would decide
    is not seen."""
    if len(plays) == 1:
        return plays[0]
    state = state.unaware()
    plays = engine.lister.sensible(state, seat, plays)
    side = engine.plan.side_of[seat]
    leads = [lead(round_points(engine.scorer, engine.step(state, play)), side) for play in plays]
    best = max(leads)
    return lowest_lot(
        engine.evaluate.tables, [p for p, ahead in zip(plays, leads, strict=True) if ahead == best], decision
    )


def lead(points: list[int], side: int) -> int:
    """How far a side is ahead of its best rival."""
    rivals = [p for s, p in enumerate(points) if s != side]
    return points[side] - max(rivals, default=0)
