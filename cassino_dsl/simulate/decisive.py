"""Decisiveness and drama of one game, from how good each side's standing was at each look at it (after Browne).

The looks are at matches after each round, and at rounds at each decision whose plays are tried out. Formulas, sources
and examples by hand: docs/simulate.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt

from cassino_dsl.simulate.statistics import Interval, mean_interval

FINE = 10**6  # figures of single games are added up in whole parts


def decisiveness(standings: Sequence[Sequence[float]], winner: int, looks: int) -> float:
    """Which part of a game was over when its winner stood better, for the first time, than any other side ever did: 1
    where that was at its end. ``standings``: of all sides, look by look; ``looks``: in all, with that at
    which it was over."""
    others = (value for sides in standings for side, value in enumerate(sides) if side != winner)
    threshold = max(others, default=0.0)
    passed = (n for n, sides in enumerate(standings, start=1) if sides[winner] > threshold)
    return next(passed, looks) / looks


def behind(standings: Sequence[Sequence[float]], winner: int) -> list[float]:
    """How far the winner was behind the best of the others, at each look at which he was."""
    by = [max(v for side, v in enumerate(sides) if side != winner) - sides[winner] for sides in standings]
    return [far for far in by if far > 0]


def drama(far: Sequence[float], highest: float = 1.0) -> float:
    """The mean root of how far the winner was behind, as a part of the highest; 0 where he never was."""
    scale = max(highest, *far) if far else highest
    return sum(sqrt(by / scale) for by in far) / len(far) if far else 0.0


def mean_of(values: Sequence[float], step: float, most: float | None = None) -> tuple[float, list[float] | None]:
    """The mean of figures of single games and its interval; ``step``: by how much one can move at least, ``most``: the
    highest that one can be (the lowest is 0)."""
    whole = [round(value * FINE) for value in values]
    bins = list(Counter(whole).items())
    interval = mean_interval(len(whole), sum(whole), sum(n * n for n in whole), bins, max(1, round(step * FINE)))
    mean = sum(whole) / FINE / len(whole) if whole else 0.0
    return mean, None if interval is None else _within(interval, most)


def _within(interval: Interval, most: float | None) -> list[float]:
    low, high = max(0.0, interval[0] / FINE), interval[1] / FINE
    return [low, high if most is None else min(most, high)]
