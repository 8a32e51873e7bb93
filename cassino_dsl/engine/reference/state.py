"""Where every card is, what is remembered, and whose turn it is.

The fields of ``State`` are the one table of what a position consists of: copying (here), the position in JSON
(``position/``) and the layout in C (``native/states.py``) follow from its rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from enum import Enum
from itertools import chain
from operator import attrgetter
from typing import Any

from cassino_dsl.language.plan.plan import Plan


class Build:
    """Cards on the table that belong together: an announced value, groups of card numbers, and memory.

    States share builds, so none is ever changed: effects put a changed one in its place. That is the same build,
    which is what `==` says (``born``); what it is at a moment says the state (``State.known``).
    """

    __slots__ = ("born", "cards", "groups", "memory", "value")

    def __init__(
        self, value: int, groups: tuple[tuple[int, ...], ...], memory: dict[str, Any], born: object = None
    ) -> None:
        self.value = value
        self.groups = groups
        self.memory = memory
        self.cards: tuple[int, ...] = tuple(sorted(c for g in groups for c in g))
        self.born = born if born is not None else object()

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is Build and other.born is self.born)

    def __hash__(self) -> int:
        return hash(self.born)


Item = int | Build


def cards_of(items: Iterable[Item | None]) -> list[int]:
    """The cards of items, in pack order; one that is named beside the build it lies in is one card."""
    found: set[int] = set()
    for item in items:
        if isinstance(item, int):
            found.add(item)
        elif item is not None:
            found.update(item.cards)
    return sorted(found)


@dataclass(frozen=True, slots=True)
class Ask:
    """A decision that waits for a seat: an automaton by its pattern, and where in it we are."""

    seat: int
    pattern: object
    at: int = 0


class Kind(Enum):
    """What a field of a state holds: how it is copied, written into positions, and laid out in C follows from this."""

    CARDS = "cards in the order in which they lie"
    HELD = "cards as a set"
    BUILDS = "builds, in the order in which they were made"
    ZONES = "the zones that the variant declares, by name: for each owner its cards, in the order in which they lie"
    MEMORY = "what the variant remembers, by name"
    POINTS = "points by award and side"
    COUNT = "a number from 0 on"
    POINT = "a number of points"
    TARGET = "a number of points, or nothing"
    FLAG = "yes or no"
    SEAT = "a seat, or nothing"
    SIDE = "a side, or nothing"
    LEADER = "a seat, written as the one before it: the dealer"
    TURN = "the seat whose turn it is; written as the seat that decides, who may be another"
    PLACE = "a place in the pattern of a turn"
    ASKS = "decisions that wait"
    DEBTS = "some of the builds"
    ACTION = "the name of an action, or none"
    TEXT = "words for people"


@dataclass(frozen=True, slots=True)
class Field:
    """A row of the table of what a state is made of. ``key``: of a position in JSON; ``of``: one for the match, for
    each ``seat`` or each ``side``; ``always``: written even where it is what a position means that does not say it."""

    name: str
    kind: Kind
    key: str
    of: str
    always: bool
    default: Any


def _row(kind: Kind, key: str, default: Any = None, of: str = "match", always: bool = False) -> Any:
    """A field of the state, as a row of the table."""
    row = {"kind": kind, "key": key, "of": of, "always": always}
    return field(default_factory=default, metadata=row) if callable(default) else field(default=default, metadata=row)


@dataclass(slots=True)
class State:
    """A position. Cards are numbers (copy ``n % copies`` of face ``n // copies``); seats and sides count from 0.

    ``stock``: the next card is the last of the list. ``loose``: in the order in which they came to lie.
    ``piles`` and ``zones``: bottom to top. ``memory``: a value, or a list by side or seat. ``points``: what the round
    has brought so far, by award, to each side. The rows stand in the order in which positions are read: what is left
    of the pack is the stock.
    """

    leader: int = _row(Kind.LEADER, "dealer", 0, always=True)
    seat: int = _row(Kind.TURN, "turn", 0, always=True)
    hands: list[list[int]] = _row(Kind.HELD, "hands", list, "seat", always=True)
    loose: list[int] = _row(Kind.CARDS, "table", list, always=True)
    piles: list[list[int]] = _row(Kind.CARDS, "piles", list, "side", always=True)
    zones: dict[str, list[list[int]]] = _row(Kind.ZONES, "zones", dict)
    scores: list[int] = _row(Kind.POINT, "scores", list, "side", always=True)
    memory: dict[str, Any] = _row(Kind.MEMORY, "memory", dict, always=True)
    builds: list[Build] = _row(Kind.BUILDS, "builds", list)
    owed: tuple[Build, ...] = _row(Kind.DEBTS, "owed", ())
    stock: list[int] = _row(Kind.CARDS, "stock", list, always=True)
    points: dict[str, list[int]] = _row(Kind.POINTS, "points", dict)
    round: int = _row(Kind.COUNT, "round", 1, always=True)
    deals: int = _row(Kind.COUNT, "deals", 1, always=True)
    redeals: int = _row(Kind.COUNT, "redeals", 0)
    turns: int = _row(Kind.COUNT, "turns", 0)
    passes: int = _row(Kind.COUNT, "passes", 0)
    decisions: int = _row(Kind.COUNT, "decisions", 0)
    chances: int = _row(Kind.COUNT, "chances", 0)
    asks: list[Ask] = _row(Kind.ASKS, "asks", list)
    at: int = _row(Kind.PLACE, "steps", 0)
    owed_action: str = _row(Kind.ACTION, "owes", "")
    next_seat: int | None = _row(Kind.SEAT, "next_seat")
    redeal: bool = _row(Kind.FLAG, "redeal", False)
    round_over: bool = _row(Kind.FLAG, "round_over", False)
    match_over: bool = _row(Kind.FLAG, "match_over", False)
    ending: bool = _row(Kind.FLAG, "ending", False)
    winner: int | None = _row(Kind.SIDE, "winner")
    reason: str = _row(Kind.TEXT, "reason", "")
    target: int | None = _row(Kind.TARGET, "target")
    # no part of a position: the key of the match, from which all chance comes (None: what chance decides is not known,
    # and does not happen), the plays found for it already, and builds that are not on its table, but that what is
    # made of a play may still speak of: taken, moved away, or yet to be made
    key: int | None = field(default=None, init=False, compare=False)
    plays: list[Any] | None = field(default=None, init=False, compare=False)
    absent: list[Build] = field(default_factory=list, init=False, compare=False)

    @staticmethod
    def empty(plan: Plan) -> State:
        """A position without cards, memory and points."""
        state = State(scores=[0] * plan.sides)
        state.sweep_up(plan)
        return state

    def lying(self, others: Iterable[int]) -> list[Item]:
        """Everything in the order in which it lies: loose cards and builds, each pile, zone and the stock from the
        bottom up, then the rest of some cards (those in hands), as in the pack."""
        zones = [pile for owned in self.zones.values() for pile in owned]
        there: list[Item] = [*self.loose, *self.builds, *chain(*self.piles, *zones), *self.stock]
        return list(dict.fromkeys([*there, *sorted(others)]))

    def sweep_up(self, plan: Plan) -> None:
        """Take all cards away, from everywhere but the stock."""
        self.hands = [[] for _ in range(plan.seats)]
        self.loose, self.builds = [], []
        self.piles = [[] for _ in range(plan.sides)]
        self.zones = {name: [[] for _ in range(owners)] for name, owners in plan.zones.items()}

    def set_apart(self) -> list[int]:
        """The cards that lie in zones which the variant declares."""
        return [c for rows in self.zones.values() for row in rows for c in row]

    def known(self, item: Any) -> Any:
        """An item (or nothing) as it is in this state: a build that was found in another may have changed."""
        if type(item) is Build:
            for build in (*self.builds, *self.absent):
                if build.born is item.born:
                    return build
        return item

    def replace(self, new: Build) -> None:
        """Put a changed build in its place, also where it is owed."""
        self.builds = [new if b == new else b for b in self.builds]
        self.absent = [new if b == new else b for b in self.absent]
        self.owed = tuple(new if b == new else b for b in self.owed)

    def copy(self) -> State:
        """A state that may be changed without changing this one. Builds never change and are shared."""
        new = self.shared()
        for name, copied in _COPIED:
            setattr(new, name, copied(getattr(self, name)))
        return new

    def shared(self) -> State:
        """A state whose fields may be given other values, but whose lists are those of this one."""
        new = State(*_VALUES(self))
        new.key = self.key
        return new

    def settle_beside(self, other: State) -> None:
        """Have what this state has in common with another one in memory only once: from now on neither may be changed.
        A play changes a few rows of a position, which has thirty."""
        for name in _ALIKE:
            setattr(self, name, _alike(getattr(self, name), getattr(other, name)))

    def unaware(self) -> State:
        """The same position for one who looks ahead, and must not see what chance would decide."""
        new = self.shared()
        new.key = None
        return new


_EMPTY = State()
FIELDS: tuple[Field, ...] = tuple(
    Field(f.name, default=getattr(_EMPTY, f.name), **f.metadata) for f in fields(State) if f.metadata
)
_VALUES = attrgetter(*(f.name for f in FIELDS))


def _rows(rows: list[list[int]]) -> list[list[int]]:
    return [row.copy() for row in rows]


def _by_name(rows: dict[str, Any]) -> dict[str, Any]:
    return {name: row.copy() if type(row) is list else row for name, row in rows.items()}


_COPIES: dict[Kind, Callable[[Any], Any]] = {
    **dict.fromkeys((Kind.CARDS, Kind.HELD, Kind.BUILDS, Kind.POINT, Kind.ASKS), list.copy),
    **dict.fromkeys((Kind.MEMORY, Kind.POINTS), _by_name),
    Kind.ZONES: lambda zones: {name: _rows(rows) for name, rows in zones.items()},
}
_ROWS = (Kind.CARDS, Kind.HELD)  # of which each seat or side has several
_COPIED = tuple(
    (f.name, _rows if f.of != "match" and f.kind in _ROWS else _COPIES[f.kind]) for f in FIELDS if f.kind in _COPIES
)
# not builds: one that has changed is still the same
_ALIKE = tuple(f.name for f in FIELDS if f.kind in _COPIES and f.kind not in (Kind.BUILDS, Kind.ASKS))


def _alike(new: Any, old: Any) -> Any:
    """The same as ``new``, made of as much of ``old`` as there is in it."""
    if new == old:
        return old
    if type(new) is dict and type(old) is dict:
        return {name: _alike(value, old.get(name)) for name, value in new.items()}
    if type(new) is list and type(old) is list and len(new) == len(old):
        return [*map(_alike, new, old)]
    return new
