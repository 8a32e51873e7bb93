"""Legal plays as `cassino moves` prints them, and the order in which it does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cassino_dsl.engine.reference.arrange import build_groups, capture_groups
from cassino_dsl.engine.reference.cards import CardTables
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.moving import frame_of
from cassino_dsl.engine.reference.play import DONE, Play
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.text import text_of_written, written


def play_json(engine: Engine, state: State, play: Play) -> dict[str, Any]:
    """One play as ``moves`` prints it."""
    tables = engine.evaluate.tables
    groups: tuple[tuple[int, ...], ...] = ()
    if play.items:
        arrange = build_groups if play.kind == "build" else capture_groups
        groups = arrange(engine.evaluate, play.action, frame_of(engine.evaluate, state, play))
    form = written(tables, play)
    return {
        "action": play.name,
        "kind": play.kind,
        "play": list(form.play),
        "take": list(form.take),
        "groups": [[tables.text[c] for c in g] for g in groups],
        "value": form.value,
        "text": text_of_written(form),
    }


def in_order(tables: CardTables, plays: Iterable[Play]) -> list[Play]:
    """Plays by action, cards played, cards taken, value. Twins count by their face: which of them lies where, nobody
    sees."""
    copies = tables.copies

    def order(play: Play) -> tuple[Any, ...]:
        if play is DONE:
            return (1_000, (), (), 0, 0)
        played, taken = (tuple(sorted(c // copies for c in cards)) for cards in (play.cards, play.taken()))
        return (play.action.index, played, taken, play.value, play.decision)

    return sorted(plays, key=order)
