"""Legal plays as `cassino moves` prints them, and the order in which it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from typing import Any

from cassino_dsl.engine.reference.cards import CardTables
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.moving import build_groups, capture_groups, frame_of
from cassino_dsl.engine.reference.play import DONE, Play
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.text import WrittenPlay, text_of_written, written


def play_json(
    engine: Engine,
    state: State,
    play: Play,
    form: WrittenPlay | None = None,
    shown: Callable[[tuple[int, ...]], Iterable[str]] | None = None,
) -> dict[str, Any]:
    """One play as ``moves`` prints it. For who does not see all its cards: ``form``, as that one writes it, and
    ``shown``: cards of a group as that one sees them."""
    tables = engine.evaluate.tables
    groups: tuple[tuple[int, ...], ...] = ()
    if play.items:
        arrange = build_groups if play.kind == "build" else capture_groups
        groups = arrange(engine.evaluate, play.action, frame_of(engine.evaluate, state, play))
    form = form or written(tables, play)
    rows = [[tables.text[c] for c in g] for g in groups] if shown is None else sorted([*shown(g)] for g in groups)
    return {
        "action": play.name,
        "kind": play.kind,
        "play": list(form.play),
        "take": list(form.take),
        "groups": rows,
        "value": form.value,
        **({"chosen": form.chosen} if form.chosen else {}),
        "text": text_of_written(form),
    }


def in_order(tables: CardTables, plays: Iterable[Play]) -> list[Play]:
    """Plays by action, cards played, cards taken, value. Twins count by their face: which of them lies where, nobody
    sees."""
    return sorted(plays, key=lambda play: order_of(tables, play))


def order_of(tables: CardTables, play: Play, sees: Set[int] | None = None) -> tuple[Any, ...]:
    """What a play comes by in that order; of its cards, those count that are among ``sees`` (None: all)."""
    if play is DONE:
        return (1_000, (), (), 0, 0)
    played, taken = (
        tuple(sorted(c // tables.copies for c in cards if sees is None or c in sees))
        for cards in (play.cards, play.taken())
    )
    return (play.action.index, played, taken, play.value, play.decision)
