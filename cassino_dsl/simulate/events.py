"""By how much one event more moves a figure, found by moving each sum that the figure is made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cassino_dsl.units.layout import Layout
from cassino_dsl.units.tally import Tally

Read = Callable[[Tally], tuple[float, ...]]
SHARED = ("plays", "rounds")  # figures are a share of these, and count them only where nothing else moves them


class Events:
    """Of one layout; which columns move which figures is found out once."""

    def __init__(self, layout: Layout) -> None:
        by_block = {name: range(start, start + dict(layout.blocks)[name]) for name, start in layout.offsets.items()}
        self._events = {c: _event(layout, name, c - columns[0]) for name, columns in by_block.items() for c in columns}
        shared = [column for name in SHARED for column in by_block[name]]
        self._ranks = [[c for c in self._events if c not in shared], *([column] for column in shared)]
        self._moving: list[list[int]] = []  # the columns of each figure

    def steps(self, tally: Tally, figures: Read) -> tuple[float, ...]:
        seen = figures(tally)
        if not self._moving or not all(self._moving):
            moved = {c: figures(self._with(tally, c)) for c in self._events}
            by_rank = [[[c for c in rank if moved[c][i] != seen[i]] for rank in self._ranks] for i in range(len(seen))]
            self._moving = [next(filter(None, found), []) for found in by_rank]
        else:
            moved = {c: figures(self._with(tally, c)) for c in {c for columns in self._moving for c in columns}}
        return tuple(max((abs(moved[c][i] - seen[i]) for c in self._moving[i]), default=0.0) for i in range(len(seen)))

    def _with(self, tally: Tally, column: int) -> Tally:
        sums = list(tally.sums)
        sums[column] += self._events[column]
        return replace(tally, sums=tuple(sums))


def _event(layout: Layout, block: str, index: int) -> int:
    """By how much an event moves a column: three points of an award of three points."""
    if block in ("award_points", "award_place_points"):
        block, index = "award_total", index // layout.sides
    return layout.step(block, index)
