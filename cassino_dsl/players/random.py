"""The random player: every sensible play is as likely as every other, and the same seed picks the same."""

from __future__ import annotations

from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.state import State
from cassino_dsl.players.lots import lowest_lot


def random(engine: Engine, state: State, seat: int, plays: list[Play], decision: int) -> Play:
    """The sensible play with the lowest lot."""
    if len(plays) == 1:
        return plays[0]
    return lowest_lot(engine.evaluate.tables, engine.lister.sensible(state, seat, plays), decision)
