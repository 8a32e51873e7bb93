"""A position as a value, read from and written to the position format of the project."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .cards import read_cards

Cards = tuple[str, ...]
Position = Mapping[str, Any]


@dataclass(frozen=True)
class Build:
    """Cards lying together on the table, in groups that each make the value. Owner 0: not said."""

    value: int
    groups: tuple[Cards, ...]
    owner: int = 0

    @property
    def cards(self) -> Cards:
        return tuple(card for group in self.groups for card in group)

    @property
    def is_single(self) -> bool:
        return len(self.groups) == 1


Item = str | Build
"""What lies on the table: a loose card or a build."""


@dataclass(frozen=True)
class State:
    """Seats count from 1; `hands` and `piles` hold seat 1 first, the stock its next card first."""

    turn: int
    dealer: int
    hands: tuple[Cards, ...]
    loose: Cards = ()
    builds: tuple[Build, ...] = ()
    piles: tuple[Cards, ...] = ()
    stock: Cards = ()
    complete: bool = True
    """False when a hand or the stock was not named: good for listing plays, not for playing on."""

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def hand(self) -> Cards:
        """The hand of the seat to move."""
        return self.hands[self.turn - 1]

    @property
    def items(self) -> tuple[Item, ...]:
        return self.loose + self.builds

    def after(self, seat: int) -> int:
        """The next seat in playing order."""
        return seat % self.seats + 1

    def others_in_hand(self, card: str) -> Cards:
        """The mover's hand once this card has left it."""
        return tuple(other for other in self.hand if other != card)


def cards_of(items: Iterable[Item]) -> Cards:
    """All cards of these loose cards and builds."""
    return tuple(c for item in items for c in ((item,) if isinstance(item, str) else item.cards))


# What a play does to the cards. None of these passes the turn.


def trail(state: State, card: str) -> State:
    return replace(_card_gone(state, card), loose=(*state.loose, card))


def capture(state: State, card: str, items: Sequence[Item]) -> State:
    left = _items_gone(_card_gone(state, card), items)
    pile = (*state.piles[state.turn - 1], *cards_of(items), card)
    return replace(left, piles=_with(state.piles, state.turn, pile))


def lay_build(state: State, card: str, items: Sequence[Item], build: Build) -> State:
    left = _items_gone(_card_gone(state, card), items)
    return replace(left, builds=(*left.builds, build))


def _card_gone(state: State, card: str) -> State:
    return replace(state, hands=_with(state.hands, state.turn, state.others_in_hand(card)))


def _items_gone(state: State, items: Sequence[Item]) -> State:
    return replace(
        state,
        loose=tuple(card for card in state.loose if card not in items),
        builds=tuple(build for build in state.builds if build not in items),
    )


def _with(zones: tuple[Cards, ...], seat: int, cards: Cards) -> tuple[Cards, ...]:
    return tuple(cards if i == seat else zone for i, zone in enumerate(zones, start=1))


# Reading and writing.


def from_position(position: Position) -> State:
    """Read a position. Scores and memory are not needed by any game here and are left out."""
    seats = int(position.get("seats", 2))
    hands = {int(seat): read_cards(cards) for seat, cards in position.get("hands", {}).items()}
    piles = {int(side): read_cards(cards) for side, cards in position.get("piles", {}).items()}
    stock = position.get("stock")
    stock_named = stock == 0 or isinstance(stock, str | list | tuple)
    return State(
        turn=int(position.get("turn", 1)),
        dealer=int(position.get("dealer", seats)),
        hands=tuple(hands.get(seat, ()) for seat in range(1, seats + 1)),
        loose=read_cards(position.get("table", ())),
        builds=tuple(_read_build(build) for build in position.get("builds", ())),
        piles=tuple(piles.get(seat, ()) for seat in range(1, seats + 1)),
        stock=read_cards(stock) if isinstance(stock, str | list | tuple) else (),
        complete=stock_named and len(hands) == seats,
    )


def to_position(state: State) -> dict[str, Any]:
    """The position format again, JSON-ready."""
    return {
        "seats": state.seats,
        "turn": state.turn,
        "dealer": state.dealer,
        "hands": {str(i): " ".join(hand) for i, hand in enumerate(state.hands, start=1)},
        "table": " ".join(state.loose),
        "builds": [
            {"value": b.value, "groups": [" ".join(g) for g in b.groups], "owner": b.owner} for b in state.builds
        ],
        "piles": {str(i): " ".join(pile) for i, pile in enumerate(state.piles, start=1)},
        "stock": " ".join(state.stock),
    }


def _read_build(build: Mapping[str, Any]) -> Build:
    return Build(
        value=int(build["value"]),
        groups=tuple(read_cards(group) for group in build["groups"]),
        owner=int(build.get("owner") or 0),
    )
