"""Where every card is, what is remembered, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any


class Build:
    """Cards on the table that belong together: an announced value, groups of card numbers, and memory."""

    __slots__ = ("cards", "groups", "memory", "value")

    def __init__(self, value: int, groups: tuple[tuple[int, ...], ...], memory: dict[str, Any]) -> None:
        self.value = value
        self.groups = groups
        self.memory = memory
        self.cards: tuple[int, ...] = tuple(sorted(c for g in groups for c in g))


Item = int | Build


def cards_of(items: Iterable[Item | None]) -> list[int]:
    """The cards of items, in pack order."""
    found: list[int] = []
    for item in items:
        if isinstance(item, int):
            found.append(item)
        elif item is not None:
            found.extend(item.cards)
    return sorted(found)


@dataclass(slots=True)
class Ask:
    """A decision that waits for a seat: an automaton by its pattern, and where in it we are."""

    seat: int
    pattern: object
    at: int = 0


@dataclass(slots=True)
class State:
    """A position. Cards are numbers (copy ``n % copies`` of face ``n // copies``); seats and sides count from 0.

    ``stock``: the next card is the last of the list. ``loose``: in the order in which they came to lie.
    ``piles``: bottom to top. ``memory``: a value, or a list by side or seat. ``points``: what the round has
    brought so far, by award, to each side.
    """

    stock: list[int]
    hands: list[list[int]]
    loose: list[int]
    builds: list[Build]
    piles: list[list[int]]
    aside: list[int]
    memory: dict[str, Any]
    scores: list[int]
    points: dict[str, list[int]]
    leader: int = 0
    seat: int = 0
    at: int = 0
    round: int = 1
    deals: int = 0
    redeals: int = 0
    turns: int = 0
    passes: int = 0
    decisions: int = 0
    owed: tuple[Build, ...] = ()
    owed_action: str = ""
    asks: list[Ask] = field(default_factory=list)
    next_seat: int | None = None
    redeal: bool = False
    round_over: bool = False
    match_over: bool = False
    ending: bool = False
    winner: int | None = None
    reason: str = ""
    target: int | None = None
    plays: list[Any] | None = None  # the legal plays, once they have been listed; never copied

    def copy(self) -> State:
        """A state that may be changed without changing this one. Builds never change and are shared."""
        return State(
            self.stock.copy(),
            [h.copy() for h in self.hands],
            self.loose.copy(),
            self.builds.copy(),
            [p.copy() for p in self.piles],
            self.aside.copy(),
            {k: v.copy() if type(v) is list else v for k, v in self.memory.items()},
            self.scores.copy(),
            {k: v.copy() for k, v in self.points.items()},
            self.leader,
            self.seat,
            self.at,
            self.round,
            self.deals,
            self.redeals,
            self.turns,
            self.passes,
            self.decisions,
            self.owed,
            self.owed_action,
            [Ask(a.seat, a.pattern, a.at) for a in self.asks],
            self.next_seat,
            self.redeal,
            self.round_over,
            self.match_over,
            self.ending,
            self.winner,
            self.reason,
            self.target,
        )
