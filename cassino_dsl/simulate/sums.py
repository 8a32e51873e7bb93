"""Reads a tally by the names of the layout. Totals are as counted; means and intervals as people see them, also where
points are counted in halves."""

from __future__ import annotations

from cassino_dsl.simulate.statistics import Interval, mean_interval, ratio_interval
from cassino_dsl.units.layout import Layout
from cassino_dsl.units.tally import Tally


class Sums:
    """``sums("points", 0)`` is a total; the other methods are means and intervals."""

    def __init__(self, tally: Tally, layout: Layout) -> None:
        self.tally, self.layout = tally, layout
        self.rounds = self("rounds")

    def __call__(self, block: str, index: int = 0) -> int:
        return self.tally.sums[self.layout.column(block, index)]

    def row(self, block: str) -> tuple[int, ...]:
        """All columns of a block."""
        start = self.layout.offsets[block]
        return self.tally.sums[start : start + dict(self.layout.blocks)[block]]

    def by_award(self, block: str, award: int) -> tuple[int, ...]:
        """The columns of one award, by side or place."""
        start = self.layout.award_column(block, award, 0)
        return self.tally.sums[start : start + self.layout.sides]

    def per_round(self, block: str, index: int = 0) -> float:
        return self.layout.worth(block) * self(block, index) / self.rounds if self.rounds else 0.0

    def interval(self, block: str, index: int = 0) -> Interval | None:
        """The interval of a mean per round."""
        tally, column, rounds = self.tally, self.layout.column(block, index), self.layout.column("rounds")
        interval = ratio_interval(
            tally.units,
            tally.sums[column],
            tally.squares[column],
            tally.cross[column],
            tally.sums[rounds],
            tally.squares[rounds],
        )
        return self._seen(block, interval)

    def per_unit(self, block: str) -> float:
        worth, units = self.layout.worth(block), self.tally.units
        return worth * self(block) / units if units else 0.0

    def unit_interval(self, block: str) -> Interval | None:
        """The interval of a mean per unit."""
        tally, column = self.tally, self.layout.column(block)
        return self._seen(block, mean_interval(tally.units, tally.sums[column], tally.squares[column]))

    def _seen(self, block: str, interval: Interval | None) -> Interval | None:
        worth = self.layout.worth(block)
        return None if interval is None else (worth * interval[0], worth * interval[1])

    def histogram(self, name: str) -> tuple[int, ...]:
        names = [n for n, _ in self.layout.histograms]
        return self.tally.histograms[names.index(name)]
