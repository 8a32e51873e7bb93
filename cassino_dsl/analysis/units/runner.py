"""What an engine does for a simulation: play a run of units, and say what came of it in whole numbers.

Both engines stand behind ``Runner``; for one task they give equal blocks. An engine whose ``rows`` cost too
much may add up itself: the tally is all that a plain simulation asks for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from cassino_dsl.engine.layout import Layout, Tally
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.match.record import Recorder
from cassino_dsl.players.learned.weights import Weights

Unit = Literal["match", "round"]
UNITS: dict[Unit, str] = {"match": "matches", "round": "rounds"}  # several of them


@dataclass(frozen=True, slots=True)
class Task:
    """What is played: unit number ``u`` (from 0) is the match with the key ``match_key(seed, u)``; where the
    unit is a round, only its first round. ``players``: the names of the players, one for each seat: as they sit in unit
    0. With ``rotates`` they move on by a seat from unit to unit, so that none has a place for himself. ``weights``:
    what was learned of the ruleset. ``again``: the same deals once more, with other lots for the players."""

    ruleset: Ruleset
    seats: int
    unit: Unit
    players: tuple[str, ...]
    seed: int
    rotates: bool = True
    weights: Weights | None = None
    again: int = 0

    @property
    def different(self) -> tuple[str, ...]:
        """Each player once, in the order of ``players``."""
        return tuple(dict.fromkeys(self.players))

    def seated(self, unit: int) -> tuple[str, ...]:
        """The player of each seat in a unit."""
        first = unit % self.seats if self.rotates else 0
        return (*self.players[first:], *self.players[:first])

    def recorder(self, unit: int) -> Recorder:
        """Who writes a unit down."""
        return Recorder(self.ruleset, self.seats, self.unit, self.seated(unit), self.seed, unit)


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of the ruleset that play has shown, in the unit with this number."""

    unit: int
    code: str
    message: str
    help: str | None


@dataclass(frozen=True, slots=True)
class UnitBlock:
    """What came of units ``first`` to ``first + count - 1``. ``rows`` (one for each unit, by ``Layout``) and
    ``records`` (by ``record.py``) only where they were asked for. With a ``fault``, only records count: the last is of
    the unit that could not go on, with what had been played of its last round. ``code``: whose played them (`quick`,
    `optimised`, `reference`); where somebody searches, whose played out."""

    first: int
    count: int
    tally: Tally
    code: str
    rows: Sequence[Sequence[int]] | None = None
    records: Sequence[dict[str, Any]] | None = None
    fault: Fault | None = None


class Runner(Protocol):
    """One engine, ready to play one task. ``most`` is how many units it should be given at a time, so that
    progress shows and little is lost when a run is broken off: a second of work, or less. ``task``: what it plays.
    ``code``: whose plays now. ``threads``: whether it plays several blocks at a time, where threads ask for them."""

    task: Task
    most: int
    threads: bool
    layout: Layout

    @property
    def code(self) -> str: ...

    def expects(self, units: int) -> None:
        """Told how many units it will be given, if it is known: whether faster code pays."""
        ...

    def block(self, first: int, count: int, rows: bool = False, records: bool = False) -> UnitBlock:
        """Play ``count`` units from number ``first`` on."""
        ...
