"""What builds are tried with of what they may remember, beside what plays make them remember.

Whose a build is is tried for every seat. All else goes into a budget of positions: from the number of cards on the
table on where it would go beyond, memory is given up, the last first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import Any

from cassino_dsl.diff.shapes import Shape


@dataclass
class BuildMemory:
    """``seated``: the seats for memory that holds one. ``values``: the values of all other memory, and what they are
    called in words (``said``). ``budget``: positions that may yet be tried with them. ``given_up``: with how many cards
    on the table each memory was no longer varied."""

    seated: Mapping[str, Sequence[int]] = field(default_factory=dict)
    values: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)
    budget: int = 0
    given_up: dict[str, int] = field(default_factory=dict)
    fewest: int = 0  # cards on the first tables that memory would have multiplied

    def of_seats(self, shape: Shape) -> Iterator[Shape]:
        """The build, and the same of every seat."""
        return _varied(shape, self.seated)

    def varied(self, shape: Shape, size: int) -> Iterator[Shape]:
        """The build, and the same with other memory, on a table of so many cards."""
        return _varied(shape, self._kept(size))

    def ways(self, size: int) -> int:
        """In how many ways, at most, one build is varied."""
        return prod(len(values) + 1 for values in self._kept(size).values())

    def spend(self, positions: int, size: int) -> bool:
        """Take so many positions of the budget. Where it has not so many, the last memory is given up from this number
        of cards on the table on."""
        kept = list(self._kept(size))
        if positions and not self.fewest:
            self.fewest = size
        if kept and positions > self.budget:
            self.given_up[kept[-1]] = size
            return False
        self.budget -= positions
        return True

    def _kept(self, size: int) -> dict[str, Sequence[Any]]:
        return {n: values for n, values in self.values.items() if size < self.given_up.get(n, size + 1)}

    def covered(self) -> Iterator[str]:
        """What was varied, in words."""
        for name, words in self.said.items():
            most = self.given_up.get(name, 0) - 1
            if name not in self.given_up:
                yield f"memory `{name}` of builds: {words}"
            elif most >= self.fewest:
                yield f"memory `{name}` of builds: {words} (with at most {most} cards on the table)"

    def left(self) -> Iterator[str]:
        """What was not."""
        for name, size in self.given_up.items():
            with_ = f" with {size} cards on the table or more" if size > self.fewest else ""
            yield f"memory `{name}` of builds{with_}, but for what one play makes of it"


def _varied(shape: Shape, values: Mapping[str, Sequence[Any]]) -> Iterator[Shape]:
    if not values:
        yield shape
        return
    rows = (dict.fromkeys((value, *values.get(name, ()))) for name, value in shape.memory)
    for row in product(*rows):
        yield replace(shape, memory=tuple((name, value) for (name, _), value in zip(shape.memory, row, strict=True)))
