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
    for zone in ("loose", "stock"):
        lying = getattr(state, zone)
        if card in lying:
            setattr(state, zone, [c for c in lying if c != card])
            return True
    for zone in ("hands", "piles"):
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
    """The cards of a zone that has an order, from the bottom up."""
    if zone in state.zones:
        return state.zones[zone][owner or 0]
    return state.piles[owner or 0] if zone == "pile" else state.loose if zone == "table" else state.stock


def relaid(state: State, zone: str, owner: int | None, cards: list[int]) -> None:
    """The same cards of such a zone in another order."""
    if zone == "pile":
        state.piles = [cards if side == owner else p for side, p in enumerate(state.piles)]
    elif zone in state.zones:
        rows = [cards if whose == (owner or 0) else row for whose, row in enumerate(state.zones[zone])]
        state.zones = {**state.zones, zone: rows}
    else:
        setattr(state, {"table": "loose"}.get(zone, zone), cards)


def put(state: State, zone: str, owner: int | None, cards: list[int]) -> None:
    """Lay cards into a zone, the last on top; ``owner``: of a hand, a pile or a zone of sides or seats."""
    if zone == "table":
        state.loose = [*state.loose, *cards]
    elif zone == "stock":
        state.stock = [*state.stock, *cards]
    elif zone == "bottom":
        state.stock = [*cards, *state.stock]
    elif zone == "hand":
        state.hands = [sorted([*h, *cards]) if seat == owner else h for seat, h in enumerate(state.hands)]
    elif zone == "pile":
        state.piles = _laid(state.piles, owner, cards)
    else:
        state.zones = {**state.zones, zone: _laid(state.zones[zone], owner or 0, cards)}


def _laid(rows: list[list[int]], owner: int | None, cards: list[int]) -> list[list[int]]:
    return [[*row, *cards] if whose == owner else row for whose, row in enumerate(rows)]
