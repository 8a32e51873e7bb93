"""A report before it has a format: a verdict, tables, and how figures are written everywhere.

Rates are percentages, means have their own unit; an interval stands in the unit of its figure, from low to high.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

NARROW = 0.004, 0.04  # intervals of rates and of means that are narrower get a digit more
MOST_DIGITS = 4, 6  # of percentages and of means: as many as figures have
Ends = Sequence[float] | None  # of an interval, where there is one
Key = tuple[str, str, str]  # group, of whom, figure


class Cell(str):
    """What people read of a figure; programs get its ``value`` and ``interval``. A cell without a value is words."""

    value: Any
    interval: Ends

    def __new__(cls, text: str, value: Any = None, interval: Ends = None) -> Self:
        cell = super().__new__(cls, text)
        cell.value, cell.interval = value, interval
        return cell


class Cells(dict[Key, Cell]):
    """All figures of a report, once, by their keys: its tables show some of them, CSV has all that have a value."""

    def put(self, group: str, who: str, figures: Mapping[str, Cell]) -> None:
        self.update({(group, who, name): cell for name, cell in figures.items()})

    def pick(
        self, group: str, whom: Iterable[str], *figures: str, called: Iterable[str] = ()
    ) -> tuple[tuple[str, ...], ...]:
        """A row for each of whom: some figures of the group. ``called``: what they are called, if not by their key."""
        names = [*whom]
        rows = zip([*called] or names, names, strict=True)
        return tuple((name, *(self[group, who, figure] for figure in figures)) for name, who in rows)

    def each(self, group: str, figure: str) -> list[str]:
        """Of whom there is such a figure."""
        return [who for one, who, name in self if (one, name) == (group, figure)]


@dataclass(frozen=True, slots=True)
class Table:
    """``head`` are the column titles; the first column is words, all others are numbers. ``key`` names what the table
    is about, so that a page can draw it. ``first``: what is asked first, and stands on the first screen."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    key: str = ""
    first: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a report in words: ``quoted`` lines that commands read, a paragraph, and ``items``, each perhaps with
    the place that it is about. ``pictures``: for a page, each with its caption."""

    title: str
    quoted: tuple[str, ...] = ()
    said: str = ""
    items: tuple[tuple[str, str], ...] = ()
    pictures: tuple[tuple[str, str], ...] = ()
    first: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureReport:
    """``verdict`` is what was found, in sentences, the most important first; ``facts`` are what was played, in pairs of
    words; ``tables`` are its parts, some of them in words; ``command`` plays it again; ``stuck`` are the commands that
    record the first stuck rounds; ``methods`` names what its intervals and tests are made by."""

    title: str
    verdict: tuple[str, ...]
    tables: tuple[Table | Passage, ...]
    facts: tuple[tuple[str, str], ...] = ()
    command: str = ""
    remarks: tuple[str, ...] = ()
    stuck: tuple[str, ...] = ()
    methods: str = ""


# ---- cells


def count(value: int) -> Cell:
    return Cell(f"{value:,}", value)


def plain(value: float, digits: int = 2) -> Cell:
    return Cell(number(value, digits), value)


def rate(value: float, interval: Ends = None) -> Cell:
    return Cell(rate_with(value, interval), value, interval)


def mean(value: float, interval: Ends, always: bool = False) -> Cell:
    return Cell(mean_with(value, interval, always), value, interval)


# ---- figures in words


def number(value: float, digits: int = 2) -> str:
    return f"{value:,.{digits}f}"


def percent(value: float, digits: int = 1) -> str:
    return f"{100 * value:.{digits}f} %"


def rate_digits(interval: Ends) -> int:
    """How many digits of a percentage say something, for a rate with this interval."""
    width = interval[1] - interval[0] if interval else 0.0
    return _digits(100 * width, 2 if 0 < width < NARROW[0] else 1, MOST_DIGITS[0])


def mean_digits(interval: Ends) -> int:
    """How many digits say something, for a mean with this interval."""
    width = interval[1] - interval[0] if interval else 0.0
    return _digits(width, 3 if 0 < width < NARROW[1] else 2, MOST_DIGITS[1])


def _digits(width: float, fewest: int, most: int) -> int:
    """So many that an interval is not rounded to hardly any width, or none: what is not certain does not look so."""
    return next((digits for digits in range(fewest, most) if not 0 < width < 2 / 10**digits), most)


def rate_with(value: float, interval: Ends) -> str:
    """A rate with its interval: `48.3 % (42.7–54.0)`."""
    digits = rate_digits(interval)
    shown = percent(value, digits)
    return f"{shown} ({_between([100 * x for x in interval], digits)})" if interval else shown


def mean_with(value: float, interval: Ends, always: bool = False) -> str:
    """A mean with its interval: `5.29 (5.10–5.48)`; one unit has none, and says so; nor has what was ``always``
    the same."""
    if always:
        return f"always {value:,g}"
    digits = mean_digits(interval)
    return f"{number(value, digits)} ({_between(interval, digits) if interval else 'too few to say'})"


def _between(interval: Sequence[float], digits: int) -> str:
    low, high = (number(x, digits) for x in interval)
    return f"{low}–{high}" if interval[0] >= 0 else f"{low} to {high}"


def signed(value: float, interval: Ends, rate: bool = False) -> str:
    """A difference with its sign; of rates in percentage points: `+1.4 pp`, `-0.070`."""
    if rate:
        return f"{100 * value:+.{rate_digits(interval)}f} pp"
    return f"{value:+,.{mean_digits(interval)}f}"


def signed_with(value: float, interval: Sequence[float], rate: bool = False) -> str:
    """A difference with its interval: `+1.4 pp (-1.4 to +4.2)`."""
    low, high = (signed(x, interval, rate).removesuffix(" pp") for x in interval)
    return f"{signed(value, interval, rate)} ({low} to {high})"
