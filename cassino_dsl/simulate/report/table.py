"""A report before it has a format: tables of texts, each with a title and remarks."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Table:
    """``head`` are the column titles; the first column is words, all others are numbers."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FigureReport:
    """``facts`` are what was played, in pairs of words; ``command`` plays it again; ``stuck`` are the commands that
    record the first stuck rounds."""

    title: str
    facts: tuple[tuple[str, str], ...]
    tables: tuple[Table, ...]
    command: str
    remarks: tuple[str, ...] = field(default=())
    stuck: tuple[str, ...] = field(default=())


def number(value: float, digits: int = 2) -> str:
    return f"{value:,.{digits}f}"


def percent(value: float, digits: int = 1) -> str:
    return f"{100 * value:.{digits}f} %"


def percents(interval: list[float] | None) -> str:
    """An interval of a rate; of a narrow one more digits."""
    if not interval:
        return ""
    digits = 1 if interval[1] - interval[0] >= 0.004 else 2
    return f"{100 * interval[0]:.{digits}f}–{100 * interval[1]:.{digits}f} %"


def with_interval(value: float, interval: list[float] | None) -> str:
    return f"{number(value)} {plus_minus(interval)}".strip()


def plus_minus(interval: list[float] | None) -> str:
    """Half the width of a symmetric interval; of a narrow one more digits."""
    if not interval:
        return ""
    half = (interval[1] - interval[0]) / 2
    return f"± {half:.{2 if half >= 0.02 or not half else 3}f}"
