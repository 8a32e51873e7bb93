"""What happens between two decisions, step by step, as the engine does it: the material of the log.

Nothing here is made for a seat: what a seat may be told of it, ``table/followed.py`` says.
"""

from __future__ import annotations

from dataclasses import dataclass

from cassino_dsl.engine.apply import Clause
from cassino_dsl.engine.scoring import Standing
from cassino_dsl.engine.state import State


@dataclass(frozen=True, slots=True, eq=False)
class RoundEnd:
    """A round that is over: its number and leader, the state in which it was scored, and what it brought."""

    number: int
    leader: int
    state: State
    standing: Standing
    stuck: bool


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """A round is about to be dealt."""

    number: int
    leader: int


@dataclass(frozen=True, slots=True)
class PlayOver:
    """Nothing more is played in the round; what its end brings follows."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """Hands were dealt once more, and so many cards are left in the stock."""

    left: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed because it could do nothing, or had no card."""

    seat: int
    bare: bool


@dataclass(frozen=True, slots=True)
class NextSeat:
    """A turn went to another seat than the one whose turn it was by order, because a clause says so (None: one that was
    told of before); ``again``: to the one that had it."""

    clause: Clause | None
    seat: int
    again: bool


# What a clause of the file has brought: an event, the price of a rule, what an action does. None: none of them.


@dataclass(frozen=True, slots=True)
class PointsGiven:
    """Points, under a name; ``late``: once the round was over."""

    clause: Clause | None
    name: str
    side: int
    points: int
    late: bool


@dataclass(frozen=True, slots=True, eq=False)
class Moved:
    """Cards, by one effect."""

    clause: Clause | None
    before: State
    after: State


@dataclass(frozen=True, slots=True)
class Noted:
    """Something was remembered anew, by its name."""

    clause: Clause | None
    name: str


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The cards of a zone."""

    clause: Clause | None
    zone: str


@dataclass(frozen=True, slots=True)
class EndedEarly:
    """The round was ended before its time; ``match``: and the match with it."""

    clause: Clause | None
    match: bool


@dataclass(frozen=True, slots=True)
class Redealt:
    """All that was dealt is thrown in."""

    clause: Clause | None


OfClause = PointsGiven | Moved | Noted | Shuffled | EndedEarly | Redealt
Step = OfClause | RoundEnd | PlayOver | RoundBegun | Dealt | Passed | NextSeat
