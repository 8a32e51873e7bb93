"""What is done piece by piece, here, in processes of this machine or on a cluster, always with the same outcome."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.simulate.engines import make_runner
from cassino_dsl.simulate.wanted import EngineName
from cassino_dsl.units.runner import Task, UnitBlock

Piece = tuple[int, int]  # first unit, how many
Block = TypeVar("Block", covariant=True)
Doing = Callable[[int, int], Block]


class Work(Protocol[Block]):
    """Says what is done with each piece; it can be sent to where nothing is known of it."""

    @property
    def ruleset(self) -> Ruleset: ...

    @property
    def seats(self) -> int: ...

    def ready(self) -> Doing[Block]:
        """What does it: made once, for all pieces that come."""
        ...


@dataclass(frozen=True, slots=True)
class Units:
    """Units of a task are played, and their records and rows kept if they are wanted."""

    task: Task
    engine: EngineName
    records: bool = False
    rows: bool = False

    @property
    def ruleset(self) -> Ruleset:
        return self.task.ruleset

    @property
    def seats(self) -> int:
        return self.task.seats

    def ready(self) -> Doing[UnitBlock]:
        runner = make_runner(self.task, self.engine)[0]
        return lambda first, count: runner.block(first, count, self.rows, self.records)
