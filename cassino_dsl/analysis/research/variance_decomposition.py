"""Luck and skill: which part of the variance of a result comes from the deal, and which from who plays.

Each deal is played by one player against others who are all alike, once from each side, and each time twice, with other
lots. A result is how many points each side has more than the mean of all. Its variance is that of all sides added up
(squared distances: Anderson, 2001), so two sides are the case that is known: their lead, an analysis of variance.

What then differs between deals is luck; what the one has more than the mean, from whichever side, is skill; what
differs within a deal is play. What a side has at all deals is none of these: places differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from cassino_dsl.analysis.simulate.statistics import TAIL, Interval
from cassino_dsl.analysis.simulate.student_t import student_quantile

GROUPS = 20  # of deals, left out one after the other
TIMES = 2  # that a deal is played with the same seats
Deal = Sequence[Sequence[Sequence[float]]]  # points: by side of the one, by time, by side
Results = np.ndarray[tuple[int, int, int, int], np.dtype[np.float64]]  # of each deal, as a deal has its points


class Shares(NamedTuple):
    """Parts of the variance; together 1, or all 0 where nothing varies."""

    luck: float
    skill: float
    play: float


class Variances(NamedTuple):
    """Estimates without bias, which may come out below 0. ``gain``: what the one has more than the mean, in the measure
    whose square is skill; ``error``: by how much that square is too large."""

    luck: float
    play: float
    gain: float
    error: float

    def shares(self, least: float = -np.inf) -> Shares:
        """The parts, none of which counts as less than ``least``."""
        parts = [max(least, part) for part in (self.luck, self.gain**2 - self.error, self.play)]
        whole = sum(parts)
        return Shares(*(part / whole for part in parts)) if whole > 0 else Shares(0.0, 0.0, 0.0)

    @property
    def effect(self) -> float:
        """The gain, in standard deviations of all else."""
        rest = self.luck + self.play
        if rest > 0:
            return float(self.gain / rest**0.5)
        return float(np.copysign(np.inf, self.gain)) if self.gain else 0.0


def shares(deals: Sequence[Deal]) -> Shares:
    """The parts, none of them below 0."""
    return _variances(_results(deals)).shares(0.0)


def gain(deals: Sequence[Deal]) -> float:
    """By how many points of a round the one is above the mean of all, from whichever side; below 0: beneath it."""
    sides = len(deals[0])
    return _variances(_results(deals)).gain / float((sides / (sides - 1)) ** 0.5)


def _results(deals: Sequence[Deal]) -> Results:
    points: Results = np.asarray(deals, dtype=float)
    mean: Results = points.mean(axis=3, keepdims=True)
    return points - mean


def _variances(results: Results) -> Variances:
    """The variance of luck and of play, by an analysis of variance (deals at random, seats fixed), and the gain of the
    one over the others."""
    number, sides, times, _ = results.shape
    ways = results.mean(axis=(0, 2))  # by side of the one
    left = results - ways[None, :, None, :]
    of_deal = left.mean(axis=(1, 2))
    within = float(((left - of_deal[:, None, None, :]) ** 2).sum())
    play = within / (number * (sides * times - 1) - (sides - 1))
    luck = float((of_deal**2).sum()) / (number - 1) - play / (sides * times)
    gain = float(ways.diagonal().mean()) * (sides / (sides - 1)) ** 0.5
    return Variances(luck, play, gain, play / ((sides - 1) * sides * times * number))


def intervals(deals: Sequence[Deal]) -> tuple[Interval, Interval, Interval]:
    """Of luck, skill and play: the jackknife over groups of deals, with Student's t. The groups' parts may be below 0:
    were they cut off there, what is hardly more than nothing would look certain. For skill it is the interval of the
    gain, squared: a square near 0 is far from normal, and what it is the square of is not. It is at least as wide as
    play alone makes it, should every deal by chance show the same gain."""
    quantile = student_quantile(GROUPS - 1, 1 - TAIL)
    results = _results(deals)
    found = _variances(results)
    groups = [_variances(np.delete(results, np.s_[g::GROUPS], axis=0)) for g in range(GROUPS)]

    def half_width(each: Sequence[float]) -> float:
        return quantile * float(np.var(each) * (GROUPS - 1)) ** 0.5 if np.isfinite(each).all() else 0.0

    def around(name: str) -> Interval:
        half = half_width([getattr(group.shares(), name) for group in groups])
        middle = getattr(found.shares(0.0), name)
        return max(0.0, middle - half), min(1.0, middle + half)

    rest = found.luck + found.play
    half = half_width([group.effect for group in groups])
    if rest > 0:
        half = max(half, quantile * (found.error / rest) ** 0.5)
    ends = (max(0.0, abs(found.effect) + by) for by in (-half, half))
    least, most = (end**2 / (1 + end**2) if end < np.inf else 1.0 for end in ends)
    return around("luck"), (least, most), around("play")
