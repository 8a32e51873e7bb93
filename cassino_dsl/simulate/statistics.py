"""Intervals: how far a measured figure may be from the true one. All are 95 % intervals.

- A rate (wins out of units): Wilson's score interval (Wilson 1927), which keeps its promise for small
  numbers and for rates near 0 and 1.
- A mean per unit: the normal interval, mean ± z · standard error.
- A mean per round where the unit is a match: rounds of one match are no independent samples and the number
  of rounds is itself random, so it is a ratio of two sums over matches; the interval is the normal one with
  the linearised variance of a ratio (Cochran, *Sampling Techniques*, chapter 6). Where every unit is one
  round it is the same as the mean per unit.
- A difference on the same deals (paired): the normal interval of the mean of the differences. A difference
  of two independent rates: Newcombe's hybrid of two Wilson intervals (1998, method 10).

Normal intervals want some thirty units; with one unit there is no interval.
"""

from __future__ import annotations

import math

Z = 1.959963984540054  # 97.5 % of the standard normal distribution lie below
METHODS = {"rates": "Wilson 95 %", "means": "normal 95 %, per round as a ratio over units"}

Interval = tuple[float, float]


def wilson(successes: int, trials: int, z: float = Z) -> Interval:
    """The interval of a rate."""
    if not trials:
        return (0.0, 1.0)
    rate, zz = successes / trials, z * z / trials
    middle = (rate + zz / 2) / (1 + zz)
    half = z / (1 + zz) * math.sqrt(rate * (1 - rate) / trials + zz / trials / 4)
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    high = 1.0 if successes == trials else min(1.0, middle + half)
    return (low, high)


def mean_interval(units: int, total: int, squares: int, z: float = Z) -> Interval | None:
    """The interval of a mean per unit, from the sums of a number and of its squares; also of paired differences."""
    return ratio_interval(units, total, squares, total, units, units, z)


def ratio_interval(
    units: int, total: int, squares: int, cross: int, rounds: int, round_squares: int, z: float = Z
) -> Interval | None:
    """The interval of ``total / rounds``, from sums over units: of x, x², x · rounds, rounds, rounds²."""
    if units < 2 or not rounds:
        return None
    # in whole numbers to the end: the difference of large sums would lose digits
    spread = squares * rounds * rounds - 2 * total * cross * rounds + total * total * round_squares
    variance = spread * units / (units - 1) / rounds**4
    half = z * math.sqrt(max(0.0, variance))
    return (total / rounds - half, total / rounds + half)


def quantile(bins: tuple[int, ...], share: float) -> int:
    """The smallest value that at least this share of a histogram does not exceed."""
    total, seen = sum(bins), 0
    for value, count in enumerate(bins):
        seen += count
        if count and seen >= share * total:
            return value
    return 0
