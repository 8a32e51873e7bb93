"""Intervals: how far a measured figure may be from the true one. All are 95 % intervals.

- A rate per unit (wins out of matches): the exact interval of Clopper and Pearson (1934).
- A rate per round where the unit is a match: rounds of one match are no independent samples, so the match is a cluster:
  the interval of Korn and Graubard (1998), which is the exact one for as many rounds as the rounds are worth.
- A mean per unit: Student's t interval.
- A mean per round where the unit is a match: a ratio of two sums over matches, with the linearised variance of a ratio
  (Cochran, *Sampling Techniques*, chapter 6) and t.
- Where fewer than 20 values differ from the commonest, or fewer than 100 and less than a quarter of all, one step
  beyond either extreme is added before a mean is taken: what was (almost) always the same in few games is not certain,
  and the interval says so. What is rare may also have been seen less often than it comes, and is moved towards the
  middle, as by Agresti and Coull (1998) for rates. A *step* is what the number can move by: 3 of an award of 3 points.

With one unit there is no interval of a mean.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from cassino_dsl.analysis.simulate.student_t import beta_quantile, beta_share, student_quantile

FEW = 20  # values that differ from the commonest; below it, extremes are put beyond what was seen
RARE = 100  # and below it, where they are less than a quarter of all
TAIL = 0.025
REAL = 0.05  # a test below it, adjusted for all others of its report, is shown

Interval = tuple[float, float]
Bins = Sequence[tuple[int, int]]  # values and how often each came


def exact(successes: float, trials: float) -> Interval:
    """The interval of a rate; of an effective number of trials, which may be broken."""
    if not trials:
        return (0.0, 1.0)
    failures = trials - successes
    low = beta_quantile(successes, failures + 1, TAIL) if successes > 0 else 0.0
    high = beta_quantile(successes + 1, failures, 1 - TAIL) if failures > 0 else 1.0
    return (low, high)


def clustered(units: int, total: int, squares: int, cross: int, rounds: int, round_squares: int) -> Interval:
    """The interval of the rate ``total / rounds``, from sums over units: of x, x², x · rounds, rounds, rounds²."""
    worth = worth_of(units, total, squares, cross, rounds, round_squares)
    return exact(worth * total / rounds, worth) if rounds else (0.0, 1.0)


def worth_of(units: int, total: int, squares: int, cross: int, rounds: int, round_squares: int) -> float:
    """How many independent rounds the rounds are worth, at most all of them (Korn and Graubard)."""
    if units < 2 or rounds < 2:
        return float(min(units, rounds))
    if units == rounds == round_squares:
        return float(rounds)
    if total in (0, rounds):
        return float(units)
    variance = _ratio_variance(units, total, squares, cross, rounds, round_squares)
    if not variance:
        return float(units)
    rate = total / rounds
    freedom = (student_quantile(rounds - 1, 1 - TAIL) / student_quantile(units - 1, 1 - TAIL)) ** 2
    return min(float(rounds), rate * (1 - rate) / variance * freedom)


def mean_interval(units: int, total: int, squares: int, bins: Bins = (), step: int = 1) -> Interval | None:
    """The interval of a mean per unit, from the sums of a number and of its squares; ``bins``: its values, if known."""
    return ratio_interval(units, total, squares, total, units, units, bins, step)


def ratio_interval(
    units: int, total: int, squares: int, cross: int, rounds: int, round_squares: int, bins: Bins = (), step: int = 1
) -> Interval | None:
    """The interval of ``total / rounds``, from sums over units: of x, x², x · rounds, rounds, rounds². ``bins``: the
    values of single rounds, if known; ``step``: by how much they can differ at least."""
    if units < 2 or not rounds:
        return None
    if few(bins):
        values = [value for value, _ in bins]
        step = max(step, math.gcd(*(value - values[0] for value in values)))
        beyond = (min(values) - step, max(values) + step)
        more, more_squares = sum(beyond), sum(x * x for x in beyond)
        units, total, squares, cross = units + 2, total + more, squares + more_squares, cross + more
        rounds, round_squares = rounds + 2, round_squares + 2
    variance = _ratio_variance(units, total, squares, cross, rounds, round_squares)
    half = student_quantile(units - 1, 1 - TAIL) * math.sqrt(variance)
    return (total / rounds - half, total / rounds + half)


def few(bins: Bins) -> bool:
    """Whether so few values differ from the commonest that extremes are put beyond what was seen."""
    every = sum(n for _, n in bins)
    return bool(bins) and too_few(every - max(n for _, n in bins), every)


def too_few(differ: int, every: int) -> bool:
    """Whether so many of all values, which differ from the commonest, are few."""
    return differ < FEW or (differ < RARE and 4 * differ < every)


def _ratio_variance(units: int, total: int, squares: int, cross: int, rounds: int, round_squares: int) -> float:
    # in whole numbers to the end: the difference of large sums would lose digits
    spread = squares * rounds * rounds - 2 * total * cross * rounds + total * total * round_squares
    return max(0.0, spread * units / (units - 1) / rounds**4)


def fair_test(wins: Sequence[int], share: float) -> float:
    """How likely wins so far from equal are if no side is better than another: exact, of each side, adjusted after
    Bonferroni; two sides are one test. ``share``: which part of the wins are worth an independent one."""
    decided, sides = sum(wins) * share, len(wins)
    if not decided or sides < 2:
        return 1.0
    lowest = min(unequal_test(won * share, decided, 1 / sides) for won in wins)
    return min(1.0, lowest * (1 if sides == 2 else sides))


def unequal_test(wins: float, units: float, share: float) -> float:
    """How likely wins so far from their share of all units are by chance alone: exact, on both sides. The numbers may
    be effective ones, which may be broken."""
    if not 0 < share < 1:
        return 1.0
    fewer = 1 - beta_share(wins + 1, units - wins, share) if wins < units else 1.0
    more = beta_share(wins, units - wins + 1, share) if wins else 1.0
    return min(1.0, 2 * min(fewer, more))


def holm(tests: Sequence[float]) -> tuple[float, ...]:
    """The tests of one report, adjusted after Holm (1979), in their order."""
    order = sorted(range(len(tests)), key=tests.__getitem__)
    found, highest = [1.0] * len(tests), 0.0
    for rank, at in enumerate(order):
        highest = max(highest, min(1.0, (len(tests) - rank) * tests[at]))
        found[at] = highest
    return tuple(found)


def quantile(bins: tuple[int, ...], share: float) -> int:
    """The smallest value that at least this share of a histogram does not exceed."""
    total, seen = sum(bins), 0
    for value, count in enumerate(bins):
        seen += count
        if count and seen >= share * total:
            return value
    return 0
