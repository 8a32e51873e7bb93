"""Moves cards. What a play does with its cards, what effects do with theirs, and the position that ``after(…)``
sees are made here and nowhere else.

Zones are replaced and never changed in place, so that a state may share those that nothing moves with another.
"""

from __future__ import annotations

from typing import Any

from cassino_dsl.engine.arrange import build_groups
from cassino_dsl.engine.evaluate import Evaluator
from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.numbers import remembered
from cassino_dsl.engine.state import Build, Item, State, cards_of
from cassino_dsl.plan.plan import PlannedAction

# the fields of a state that hold what every game has: zones of which there is one, and those of seats or sides
_ONE = {"table": "loose", "stock": "stock"}
_MANY = {"hand": "hands", "pile": "piles"}


def move_play(evaluate: Evaluator, action: PlannedAction, f: Frame, new: State, groups: bool = True) -> Build | None:
    """Move the cards of the play in the frame, in ``new``, which holds what the state of the frame does; the build
    that comes of it. ``groups``: whether it has to be known how that build is grouped.

    Everything is worked out in the state before the play.
    """
    cards = [*cards_of(f.taken), *f.cards]
    if action.to == "build":
        grouped = build_groups(evaluate, action, f) if groups else (tuple(sorted(cards)),)
        built = Build(f.value, grouped, build_memory(evaluate, f))
        take_away(new, [*f.taken, *f.cards])
        new.builds = [*new.builds, built]
        return built
    if action.to == "pile":
        cards = _in_pile_order(evaluate, f, cards)
    if cards:
        owner = evaluate(action.to_arg)(f) if action.to_arg is not None else None
        take_away(new, [*f.taken, *f.cards])
        put(new, action.to, owner, cards)
    return None


def build_memory(evaluate: Evaluator, f: Frame) -> dict[str, Any]:
    """What the variant remembers of a build that the play in the frame makes."""
    memory = {}
    for name in evaluate.plan.build_memory:
        planned = evaluate.plan.memory[name]
        becomes = planned.becomes if planned.becomes is not None else planned.starts
        memory[name] = remembered(planned.memory.type, evaluate(becomes)(f), evaluate.tables.copies)
    return memory


def _in_pile_order(evaluate: Evaluator, f: Frame, cards: list[int]) -> list[int]:
    """Captured cards as they come to lie: what was taken in pack order, the played card on top, unless the variant
    orders them."""
    order = evaluate.plan.pile_order
    if order is None:
        return cards
    key, names = evaluate(order), f.names
    keys = {}
    for card in cards:
        f.names = {**names, "c": card}
        keys[card] = key(f)
    f.names = names
    return sorted(cards, key=keys.__getitem__)


def take_away(state: State, items: list[Item]) -> list[int]:
    """Take items from wherever they lie; their cards in the order given."""
    cards: list[int] = []
    for item in items:
        if not isinstance(item, Build):
            if _lift(state, item):
                cards.append(item)
        elif item in state.builds:
            gone = state.known(item)
            state.builds = [b for b in state.builds if b != item]
            state.absent = [*state.absent, gone]
            cards.extend(gone.cards)
    return cards


def _lift(state: State, card: int) -> bool:
    """Take a card that is in no build from its place; whether it lay anywhere."""
    for zone in _ONE.values():
        cards = getattr(state, zone)
        if card in cards:
            setattr(state, zone, [c for c in cards if c != card])
            return True
    for zone in _MANY.values():
        rows = getattr(state, zone)
        if any(card in row for row in rows):
            setattr(state, zone, _without(rows, card))
            return True
    for name, rows in state.zones.items():
        if any(card in row for row in rows):
            state.zones = {**state.zones, name: _without(rows, card)}
            return True
    return False


def _without(rows: list[list[int]], card: int) -> list[list[int]]:
    return [[c for c in row if c != card] if card in row else row for row in rows]


def lying(state: State, zone: str, owner: int | None) -> list[int]:
    """The cards of a zone, from the bottom up; ``owner``: of a hand, a pile or a zone of sides or seats."""
    if zone in _ONE:
        cards: list[int] = getattr(state, _ONE[zone])
        return cards
    return _rows(state, zone)[owner or 0]


def relaid(state: State, zone: str, owner: int | None, cards: list[int]) -> None:
    """Let these cards lie in a zone, in place of what lay there."""
    if zone in _ONE:
        setattr(state, _ONE[zone], cards)
        return
    whose = owner if zone in _MANY else owner or 0
    rows = [cards if at == whose else row for at, row in enumerate(_rows(state, zone))]
    if zone in _MANY:
        setattr(state, _MANY[zone], rows)
    else:
        state.zones = {**state.zones, zone: rows}


def put(state: State, zone: str, owner: int | None, cards: list[int]) -> None:
    """Lay cards into a zone, the last on top; a hand is in pack order."""
    if zone == "bottom":
        relaid(state, "stock", None, [*cards, *state.stock])
        return
    whole = [*lying(state, zone, owner), *cards]
    relaid(state, zone, owner, sorted(whole) if zone == "hand" else whole)


def _rows(state: State, zone: str) -> list[list[int]]:
    """What lies in a zone of seats or sides, by owner; in one that is nobody's, as its only row."""
    rows: list[list[int]] = getattr(state, _MANY[zone]) if zone in _MANY else state.zones[zone]
    return rows
