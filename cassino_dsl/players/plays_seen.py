"""Legal plays as the seat that decides sees them: `?` stands for each card that it does not, and their order tells
nothing of these."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import replace
from functools import lru_cache
from typing import Any

from cassino_dsl.engine.position.play import in_order, order_of, play_json
from cassino_dsl.engine.position.position import HIDDEN
from cassino_dsl.engine.reference.cards import CardTables
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.observation_history import seen_of
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.rng import choice, decision_key
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.text import WrittenPlay, written
from cassino_dsl.engine.reference.visibility import Knowledge, Telling
from cassino_dsl.players.tie_break import code

OPEN = {"hands", "table"}  # where a variant says nothing else, the seat sees its hand and the table


def seen_by_decider(engine: Engine, state: State, plays: Iterable[Play]) -> set[int]:
    """The cards that the seat that decides sees now; where all of these plays are of its hand and of the table, as
    mostly, these alone."""
    seat = engine.decider(state)
    if not OPEN & engine.plan.visible.keys():
        sees = {*state.hands[seat], *state.loose, *(card for build in state.builds for card in build.cards)}
        if all(_is_seen(play, sees) for play in plays):
            return sees
    return seen_of(state, knowledge_of(engine).of(state, seat))


@lru_cache(maxsize=64)
def knowledge_of(engine: Engine) -> Knowledge:
    """Says for the plan of an engine what seats know."""
    return Knowledge(engine.evaluate)


def written_seen(tables: CardTables, play: Play, sees: Set[int], told: Telling = Telling.ALL) -> WrittenPlay:
    """A play as who sees these cards writes it, and is ``told`` so much of what it decides; hidden ones come last."""
    form = written(tables, play)
    if told is not Telling.ALL:
        name = form.name if told is Telling.NAME else HIDDEN
        form = replace(form, value=None, name=name, chosen=HIDDEN if play.action.tells and name != HIDDEN else "")
    if _is_seen(play, sees):
        return form
    return replace(form, play=_shown(tables, sorted(play.cards), sees), take=_shown(tables, play.taken(), sees))


def _is_seen(play: Play, sees: Set[int]) -> bool:
    return sees >= {*play.cards, *play.taken()}


def _shown(tables: CardTables, cards: Iterable[int], sees: Set[int]) -> tuple[str, ...]:
    return tuple(sorted((tables.text[c] if c in sees else HIDDEN for c in cards), key=HIDDEN.__eq__))


def in_seen_order(tables: CardTables, state: State, plays: Sequence[Play], sees: Set[int]) -> list[Play]:
    """Plays in the order of ``in_order``, in which hidden cards count for nothing. Those that are alike in all that is
    seen come by their lots (docs/random.md) for the decision of the round."""
    if all(_is_seen(play, sees) for play in plays):
        return in_order(tables, plays)
    decision = decision_key(state.key or 0, state.decisions)

    def order(play: Play) -> tuple[Any, ...]:
        return (*order_of(tables, play, sees), choice(decision, code(tables, play)))

    return sorted(plays, key=order)


def seen_json(engine: Engine, state: State, play: Play, sees: Set[int]) -> dict[str, Any]:
    """A play with the keys of ``moves``, without what is hidden."""
    tables = engine.evaluate.tables
    return play_json(engine, state, play, written_seen(tables, play, sees), lambda cards: _shown(tables, cards, sees))


def meant(engine: Engine, state: State, plays: Sequence[Play], wanted: WrittenPlay) -> Play | None:
    """The play that is written so, with all its cards or as who decides sees it: of several, the first."""
    tables, sees = engine.evaluate.tables, None
    if HIDDEN in wanted.play or HIDDEN in wanted.take:
        sees = seen_by_decider(engine, state, plays)
        plays = in_seen_order(tables, state, plays, sees)
    forms = (written(tables, play) if sees is None else written_seen(tables, play, sees) for play in plays)
    return next((play for play, form in zip(plays, forms, strict=True) if form == wanted), None)
