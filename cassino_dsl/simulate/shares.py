"""Luck and skill: which part of the variance of a result comes from the deal, and which from who plays.

Each deal is played by one player against others who are all alike, once from each side, and each time twice, with other
lots. A result is how many points each side has more than the mean of all. Its variance is that of all sides added up
(squared distances: Anderson, 2001), so two sides are the case that is known: their lead, an analysis of variance.

What then differs between deals is luck; what the one has more than the mean, from whichever side, is skill; what
differs within a deal is play. What a side has at all deals is none of these: places differ.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cassino_dsl.simulate.statistics import TAIL, Interval

GROUPS = 20  # of deals, left out one after the other
TIMES = 2  # that a deal is played with the same seats
Deal = Sequence[Sequence[Sequence[float]]]  # points: by side of the one, by time, by side


@dataclass(frozen=True, slots=True)
class Shares:
    """Variances of the variance; together 1, or all 0 where nothing varies."""

    luck: float
    skill: float
    play: float


@dataclass(frozen=True)
class Variances:
    """Estimates without bias, which may come out below 0. ``gain``: what the one has more than the mean, in the measure
    whose square is skill; ``error``: by how much that square is too large."""

    luck: float
    play: float
    gain: float
    error: float

    @property
    def skill(self) -> float:
        return self.gain**2 - self.error

    @cached_property
    def shared(self) -> Shares:
        return _shared(self.luck, self.skill, self.play)


def shares(deals: Sequence[Deal]) -> Shares:
    """The parts, none of them below 0."""
    found = _parts(_results(deals))
    return _shared(*(max(0.0, part) for part in (found.luck, found.skill, found.play)))


def gain(deals: Sequence[Deal]) -> float:
    """By how many points of a round the one is above the mean of all, from whichever side; below 0: beneath it."""
    sides = len(deals[0])
    return _parts(_results(deals)).gain / float((sides / (sides - 1)) ** 0.5)


def _shared(luck: float, skill: float, play: float) -> Shares:
    whole = luck + skill + play
    return Shares(luck / whole, skill / whole, play / whole) if whole > 0 else Shares(0.0, 0.0, 0.0)


Results = np.ndarray[tuple[int, int, int, int], np.dtype[np.float64]]  # of each deal, as a deal has its points


def _results(deals: Sequence[Deal]) -> Results:
    points: Results = np.asarray(deals, dtype=float)
    mean: Results = points.mean(axis=3, keepdims=True)
    return points - mean


def _parts(results: Results) -> Variances:
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
    results = _results(deals)
    whole, found = shares(deals), _parts(results)
    groups = [_parts(np.delete(results, np.s_[g::GROUPS], axis=0)) for g in range(GROUPS)]
    effect, rest = abs(_effect(found)), found.luck + found.play
    by_play = _quantile() * math.sqrt(found.error / rest) if rest > 0 else 0.0
    half = max(by_play, _half_width([_effect(group) for group in groups]))
    least, most = (_share(max(0.0, end)) for end in (effect - half, effect + half))
    luck, play = (_around(getattr(whole, name), [getattr(g.shared, name) for g in groups]) for name in ("luck", "play"))
    return luck, (least, most), play


def _effect(parts: Variances) -> float:
    """The gain, in standard deviations of all else."""
    rest = parts.luck + parts.play
    return float(parts.gain / rest**0.5) if rest > 0 else float(np.copysign(np.inf, parts.gain)) if parts.gain else 0.0


def _share(effect: float) -> float:
    """Which part of the variance such a gain is."""
    return effect**2 / (1 + effect**2) if effect < np.inf else 1.0


def _around(middle: float, each: Sequence[float]) -> Interval:
    half = _half_width(each)
    return (max(0.0, middle - half), min(1.0, middle + half))


def _half_width(each: Sequence[float]) -> float:
    if not np.isfinite(each).all():
        return 0.0
    mean = sum(each) / GROUPS
    variance = sum((x - mean) ** 2 for x in each) * (GROUPS - 1) / GROUPS
    return _quantile() * math.sqrt(variance)


def _quantile() -> float:
    from scipy.special import stdtrit

    return float(stdtrit(GROUPS - 1, 1 - TAIL))
