"""Sums over many units, in whole numbers only: adding up in any order, in any pieces, gives the same.

That is what makes shards, jobs, resumed runs and single runs agree to the last digit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import add
from typing import Any

from cassino_dsl.engine.layout import Layout


@dataclass(frozen=True, slots=True)
class Tally:
    """``sums``: each column added up over ``units`` rows. ``squares``: the squares of each column.
    ``cross``: each column times the rounds of its row (for means per round with an honest interval).
    ``histograms``: one list of bins for each histogram of the layout.
    ``first_stuck``: the number of the first unit that has a stuck round, if one has."""

    units: int
    sums: tuple[int, ...]
    squares: tuple[int, ...]
    cross: tuple[int, ...]
    histograms: tuple[tuple[int, ...], ...]
    first_stuck: int | None = None

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.units + other.units,
            _plus(self.sums, other.sums),
            _plus(self.squares, other.squares),
            _plus(self.cross, other.cross),
            tuple(map(_plus, self.histograms, other.histograms)),
            min((u for u in (self.first_stuck, other.first_stuck) if u is not None), default=None),
        )


def empty(layout: Layout) -> Tally:
    """The tally of no units."""
    zeros = (0,) * layout.width
    return Tally(0, zeros, zeros, zeros, tuple((0,) * bins for _, bins in layout.histograms))


def tally_of(
    rows: Iterable[Sequence[int]], histograms: Iterable[Sequence[int]], layout: Layout, first: int = 0
) -> Tally:
    """Add up the rows of units from number ``first`` on; the histograms are already added up."""
    sums, squares, cross = [0] * layout.width, [0] * layout.width, [0] * layout.width
    units, rounds, stuck = 0, layout.column("rounds"), layout.column("stuck")
    first_stuck = None
    for row in rows:
        if row[stuck] and first_stuck is None:
            first_stuck = first + units
        units += 1
        per = row[rounds]
        for i, x in enumerate(row):
            if x:
                sums[i] += x
                squares[i] += x * x
                cross[i] += x * per
    bins = tuple(tuple(h) for h in histograms)
    return Tally(units, tuple(sums), tuple(squares), tuple(cross), bins, first_stuck)


def tally_from_json(data: dict[str, Any]) -> Tally:
    """Read what ``asdict`` gives, from JSON."""
    lists = {key: tuple(data[key]) for key in ("sums", "squares", "cross")}
    return Tally(**{**data, **lists, "histograms": tuple(map(tuple, data["histograms"]))})


def _plus(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(add, a, b))
