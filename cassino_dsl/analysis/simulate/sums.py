"""Reads a tally by the names of the layout. Totals are as counted; means and intervals as people see them, also where
points are counted in halves."""

from __future__ import annotations

from cassino_dsl.analysis.simulate import statistics
from cassino_dsl.analysis.simulate.statistics import Bins, Interval
from cassino_dsl.engine.layout import POINTS_ZERO, Layout, Tally

WITH_ZERO = ("points", "place_points", "player_points", "award_total")  # histograms that begin below zero
MANY = 100  # rounds in which a number that was always the same is said to be so
LEAST = {"rounds": 1, "margin": 0}  # that a unit can have: no interval reaches below


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
        bins, step = self._bins(block, index), self.layout.step(block, index)
        return self._seen(block, statistics.ratio_interval(*self._ratio(block, index), bins, step))

    def rate_interval(self, block: str, index: int = 0) -> Interval:
        """The interval of a share of rounds."""
        return statistics.clustered(*self._ratio(block, index))

    def independent(self, block: str) -> float:
        """Which part of the rounds that a block counts are worth an independent one, where that is least."""
        width = dict(self.layout.blocks)[block] if self.rounds else 0
        return min((statistics.worth_of(*self._ratio(block, i)) / self.rounds for i in range(width)), default=1.0)

    def _ratio(self, block: str, index: int) -> tuple[int, int, int, int, int, int]:
        """What the statistics of a ratio per round ask of a column."""
        tally, column, rounds = self.tally, self.layout.column(block, index), self.layout.column("rounds")
        sums = (tally.sums[column], tally.squares[column], tally.cross[column])
        return (tally.units, *sums, tally.sums[rounds], tally.squares[rounds])

    def _bins(self, block: str, index: int = 0) -> Bins:
        """The values of single rounds (of ``rounds`` and ``margin``: units), and how often each came. What lies beyond
        a histogram counts as the mean of all that does."""
        name, zero = (f"{block} {index + 1}", POINTS_ZERO) if block in WITH_ZERO else (block, 0)
        bins = self.histogram(name)
        last = len(bins) - 1
        found = {value - zero: count for value, count in enumerate(bins) if count}
        edge = last if bins[last] else 0
        if bins[edge] and (edge == last or zero):
            beyond = found.pop(edge - zero)
            mean = (self(block, index) - sum(value * count for value, count in found.items())) // beyond
            found[max(mean, edge - zero) if edge == last else min(mean, -zero)] = beyond
        return [*found.items()]

    def per_unit(self, block: str) -> float:
        worth, units = self.layout.worth(block), self.tally.units
        return worth * self(block) / units if units else 0.0

    def unit_interval(self, block: str) -> Interval | None:
        """The interval of a mean per unit."""
        tally, column = self.tally, self.layout.column(block)
        numbers = (tally.sums[column], tally.squares[column])
        found = statistics.mean_interval(tally.units, *numbers, self._bins(block), self.layout.step(block))
        return self._seen(block, found and (max(found[0], LEAST[block]), found[1]))

    def always(self, block: str, index: int = 0) -> bool:
        """Whether it was the same in each of very many rounds (of ``rounds``: matches)."""
        bins = self._bins(block, index)
        return len(bins) == 1 and bins[0][1] >= MANY

    def nearly_constant(self) -> bool:
        """Whether some mean of a report is, so that its interval reaches beyond what was seen."""
        width = dict(self.layout.blocks)
        blocks = ("plays", "points", "place_points", "award_total", "rounds", "margin")
        return any(statistics.few(self._bins(block, i)) for block in blocks for i in range(width[block]))

    def _seen(self, block: str, interval: Interval | None) -> Interval | None:
        worth = self.layout.worth(block)
        return None if interval is None else (worth * interval[0], worth * interval[1])

    def histogram(self, name: str) -> tuple[int, ...]:
        names = [n for n, _ in self.layout.histograms]
        return self.tally.histograms[names.index(name)]
