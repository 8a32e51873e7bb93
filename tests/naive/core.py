"""Plays, turns, deals and counting, the same for every game."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

from .cards import read_cards
from .state import Cards, State


class Play(NamedTuple):
    """Two ways to group the same cards are one play. `value` is None except for builds."""

    kind: str
    played: Cards
    taken: Cards
    value: int | None


Outcomes = dict[Play, State]
"""Each legal play of the seat to move, and the state after it, the turn not yet passed."""


class Game(Protocol):
    """The rules of one game."""

    @property
    def name(self) -> str: ...

    @property
    def hand_size(self) -> int: ...

    @property
    def batch(self) -> int:
        """How many cards a seat is given at a time."""

    def outcomes(self, state: State) -> Outcomes: ...


def make_play(kind: str, card: str, taken: Iterable[str] = (), value: int | None = None) -> Play:
    return Play(kind, (card,), tuple(sorted(taken)), value)


def play_of(record: Mapping[str, Any]) -> Play:
    """A play as `cassino moves` prints it (kind, play, take, value) in the form used here."""
    return Play(
        str(record["kind"]),
        tuple(sorted(read_cards(record["play"]))),
        tuple(sorted(read_cards(record["take"]))),
        record.get("value"),
    )


def plays(game: Game, state: State) -> set[Play]:
    """The legal plays of the seat to move; empty when it must pass."""
    return set(game.outcomes(state))


def apply(game: Game, state: State, play: Play) -> State:
    """The state in which the next play is made: cards moved, hands dealt, silent passes gone by.

    With hands or stock unknown nobody is passed over and nothing is dealt.
    """
    outcomes = game.outcomes(state)
    if play not in outcomes:
        raise ValueError(f"not legal in {game.name}: {play}")
    after = _turn_passed(outcomes[play])
    return _next_to_play(game, after)[0] if state.complete else after


def perft(game: Game, state: State, depth: int) -> list[int]:
    """[1, n1, n2 …]: how many sequences of 0, 1, 2 … plays there are, up to the depth."""
    if not state.complete:
        raise ValueError("counting needs every hand and the stock named")
    return _count(game, state, depth)


def _count(game: Game, state: State, depth: int) -> list[int]:
    counts = [1] + [0] * depth
    if depth == 0:
        return counts
    _, outcomes = _next_to_play(game, state)
    if depth == 1:
        return [1, len(outcomes)]
    for after in outcomes.values():
        below = _count(game, _turn_passed(after), depth - 1)
        for ply, nodes in enumerate(below, start=1):
            counts[ply] += nodes
    return counts


def _turn_passed(state: State) -> State:
    return replace(state, turn=state.after(state.turn))


def _next_to_play(game: Game, state: State) -> tuple[State, Outcomes]:
    """Deal if all hands are empty, then pass over seats without a play. No outcomes: round over."""
    state = deal(game, state)
    asked = state
    for _ in range(state.seats):
        outcomes = game.outcomes(asked)
        if outcomes:
            return asked, outcomes
        asked = _turn_passed(asked)
    return state, {}


def deal(game: Game, state: State) -> State:
    """New hands from the stock once all hands are empty; the leader, next to the dealer, leads.

    A stock too small for full hands gives every seat equally many cards.
    """
    if any(state.hands) or not state.stock:
        return state
    size = min(game.hand_size, len(state.stock) // state.seats)
    leader = state.after(state.dealer)
    order = [(leader - 1 + i) % state.seats for i in range(state.seats)]
    hands: list[Cards] = [()] * state.seats
    stock = state.stock
    while any(len(hand) < size for hand in hands):
        for seat in order:
            count = min(game.batch, size - len(hands[seat]))
            hands[seat] += stock[:count]
            stock = stock[count:]
    return replace(state, turn=leader, hands=tuple(hands), stock=stock)
