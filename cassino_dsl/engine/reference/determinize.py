"""Cards dealt anew: those that a seat cannot place, laid into the places that they leave."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from itertools import islice
from typing import Any

from cassino_dsl.engine.reference.cards import CardTables
from cassino_dsl.engine.reference.rng import card_key
from cassino_dsl.engine.reference.state import FIELDS, Kind, State

Place = tuple[str, int]  # the key of a zone, and whose it is
Lot = Callable[[int], Any]  # of a card: the lowest lies first


def rows(state: State) -> Iterator[tuple[Place, list[int]]]:
    """Every row of cards that may lie hidden: hands, table, piles, declared zones, stock."""
    for field in FIELDS:
        value = getattr(state, field.name)
        if field.kind is Kind.ZONES:
            for name, owners in value.items():
                yield from (((name, owner), row) for owner, row in enumerate(owners))
        elif field.kind in (Kind.CARDS, Kind.HELD):
            yield from (((field.key, o), row) for o, row in enumerate([value] if field.of == "match" else value))


def deal_anew(state: State, unknown: Set[int], unplaced: Set[int], lot: Lot) -> dict[int, int]:
    """Deal the unknown cards over the places that they have together, and lay the unplaced ones anew within their own
    row, by their lots. Every row keeps its size. Changes ``state``; gives the card that lies in place of each."""
    left = iter(sorted(unknown, key=lot))
    instead: dict[int, int] = {}
    for _, row in rows(state):
        there = [card for card in row if card in unknown or card in unplaced]
        own = [card for card in there if card in unplaced]
        instead |= zip(there, sorted([*own, *islice(left, len(there) - len(own))], key=lot), strict=True)
    exchange(state, instead)
    return instead


def exchange(state: State, instead: Mapping[int, int]) -> None:
    """Lay cards in place of others. Changes ``state``."""
    for _, row in rows(state):
        row[:] = [instead.get(card, card) for card in row]
    for hand in state.hands:
        hand.sort()


def lots(tables: CardTables, key: int) -> Lot:
    """The lots of cards for one deal, from its key."""
    copies = tables.copies
    return lambda card: (card_key(key, tables.face_code[card], card % copies), card)
