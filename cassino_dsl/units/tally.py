"""Sums over many units, in whole numbers only: adding up in any order, in any pieces, gives the same.

That is what makes shards, jobs, resumed runs and single runs agree to the last digit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cassino_dsl.units.form import Form, Misfit, check_form
from cassino_dsl.units.layout import Layout

MOST = 10**40  # no sum of what was ever played is larger: points go up to 10**9, matches to 2,000 rounds


TALLY: Form = {
    "units": int,
    "sums": [int],
    "squares": [int],
    "cross": [int],
    "histograms": [[[int]]],
    "first_stuck": (int, type(None)),
}


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

    def as_json(self) -> dict[str, Any]:
        """Histograms are mostly empty: only their filled bins are written, as [bin, count]."""
        return {
            "units": self.units,
            "sums": list(self.sums),
            "squares": list(self.squares),
            "cross": list(self.cross),
            "first_stuck": self.first_stuck,
            "histograms": [[[i, n] for i, n in enumerate(bins) if n] for bins in self.histograms],
        }


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


def tally_from_json(data: dict[str, Any], layout: Layout) -> Tally:
    """Read what ``as_json`` wrote; raises ``ValueError`` where it does not fit the layout."""
    check_form(data, TALLY, "tally")
    if any(len(entry) != 2 for filled in data["histograms"] for entry in filled):
        raise Misfit("`tally.histograms` holds pairs of numbers")
    units = whole(data["units"], 0)
    lists = [tuple(whole(x) for x in data[key]) for key in ("sums", "squares", "cross")]
    if any(len(numbers) != layout.width for numbers in lists):
        raise Misfit("the columns are not those of this ruleset")
    _could_be(units, lists, layout.column("rounds"))
    histograms = []
    if len(data["histograms"]) != len(layout.histograms):
        raise Misfit("the histograms are not those of this ruleset")
    for (_, bins), filled in zip(layout.histograms, data["histograms"], strict=True):
        counts = [0] * bins
        for index, count in filled:
            counts[whole(index, 0, bins - 1)] = whole(count, 0)
        histograms.append(tuple(counts))
    first_stuck = None if data["first_stuck"] is None else whole(data["first_stuck"], 0)
    return Tally(units, lists[0], lists[1], lists[2], tuple(histograms), first_stuck)


def whole(number: object, least: int = -MOST, most: int = MOST) -> int:
    """A whole number that was read from a file; raises ``ValueError`` where it is none, or none that could be."""
    if type(number) is not int or not least <= number <= most:
        raise Misfit(f"not a number from {least} to {most}: {str(number)[:40]}")
    return number


def _could_be(units: int, columns: Sequence[Sequence[int]], rounds_at: int) -> None:
    """Raises ``ValueError`` where no rows have these sums: by the inequality of Cauchy and Schwarz, without which
    figures made of them would be none."""
    rounds = columns[1][rounds_at]
    for total, square, product in zip(*columns, strict=True):
        if total * total > units * square or product * product > square * rounds:
            raise Misfit("no games have these sums")


def _plus(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(x + y for x, y in zip(a, b, strict=True))
