"""Reads a tally by the names of the layout. Totals are as counted; means and intervals as people see them, also where
points are counted in halves."""

from __future__ import annotations

from cassino_dsl.simulate.statistics import FEW, Bins, Interval, clustered, few, mean_interval, ratio_interval, worth_of
from cassino_dsl.units.layout import POINTS_ZERO, Layout
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
        return self._seen(block, ratio_interval(*self._ratio(block, index), self._bins(block, index)))

    def rate_interval(self, block: str, index: int = 0) -> Interval:
        """The interval of a share of rounds."""
        return clustered(*self._ratio(block, index))

    def independent(self, block: str) -> float:
        """Which part of the rounds that a block counts are worth an independent one, where that is least."""
        width = dict(self.layout.blocks)[block] if self.rounds else 0
        return min((worth_of(*self._ratio(block, i)) / self.rounds for i in range(width)), default=1.0)

    def _ratio(self, block: str, index: int) -> tuple[int, int, int, int, int, int]:
        """What the statistics of a ratio per round ask of a column."""
        tally, column, rounds = self.tally, self.layout.column(block, index), self.layout.column("rounds")
        sums = (tally.sums[column], tally.squares[column], tally.cross[column])
        return (tally.units, *sums, tally.sums[rounds], tally.squares[rounds])

    def _bins(self, block: str, index: int) -> Bins:
        """The values of single rounds, as far as they are known."""
        if block == "plays":
            return self.filled("plays")
        if block == "points":
            return self.filled(f"points {index + 1}", POINTS_ZERO)
        if block == "place_points":  # by place they are those of all sides
            every = [self.filled(f"points {s + 1}", POINTS_ZERO) for s in range(self.layout.sides)]
            return [one for bins in every for one in bins] if sum(map(len, every)) == self.layout.sides else ()
        if block == "award_total":
            total, given = self(block, index), max(self.by_award("award_given", index), default=0)
            if given < FEW and self.rounds:
                return [(0, self.rounds - given), *([(round(total / given), given)] if given else [])]
            each, more = divmod(total, self.rounds) if self.rounds else (0, 0)
            of_rounds = self.tally.squares[self.layout.column("rounds")]
            if not more and self.tally.squares[self.layout.column(block, index)] == each**2 * of_rounds:
                return [(each, self.rounds)]
        return ()

    def filled(self, name: str, zero: int = 0) -> list[tuple[int, int]]:
        """The values of a histogram that came, and how often."""
        return [(value - zero, count) for value, count in enumerate(self.histogram(name)) if count]

    def per_unit(self, block: str) -> float:
        worth, units = self.layout.worth(block), self.tally.units
        return worth * self(block) / units if units else 0.0

    def unit_interval(self, block: str) -> Interval | None:
        """The interval of a mean per unit."""
        tally, column = self.tally, self.layout.column(block)
        numbers = (tally.sums[column], tally.squares[column])
        return self._seen(block, mean_interval(tally.units, *numbers, self.filled(block)))

    def nearly_constant(self) -> bool:
        """Whether some mean of a report is, so that its interval reaches beyond what was seen."""
        sides, awards = range(self.layout.sides), range(len(self.layout.awards))
        rounds = [("plays", 0), *((block, s) for block in ("points", "place_points") for s in sides)]
        rounds += [("award_total", a) for a in awards]
        seen = [*(self._bins(*one) for one in rounds), *(self.filled(block) for block in ("rounds", "margin"))]
        return any(map(few, seen))

    def _seen(self, block: str, interval: Interval | None) -> Interval | None:
        worth = self.layout.worth(block)
        return None if interval is None else (worth * interval[0], worth * interval[1])

    def histogram(self, name: str) -> tuple[int, ...]:
        names = [n for n, _ in self.layout.histograms]
        return self.tally.histograms[names.index(name)]
