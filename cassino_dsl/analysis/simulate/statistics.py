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
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

# ---- what statistical methods are called: one table for the JSON, the CSV and the last line of every report
# ---- intervals and tests of one simulation, by what they are of
METHODS = {
    "rates": "Clopper–Pearson 95 %",
    "rates per round": "Korn–Graubard 95 %, matches as clusters",
    "means": "t 95 %, per round as a ratio over units",
    "nearly constant means": "t 95 % with a step beyond either extreme",
}
LUCK = "jackknife 95 % over 20 groups of deals (skill: of the gain, squared)"
BINOMIAL = "exact binomial test"
WORTH = "exact binomial test of as many rounds as they are worth"
BONFERRONI = "Bonferroni over {}"
HOLM = "Holm over the figures of the report"

# ---- differences, pair by pair
BONETT_PRICE, MCNEMAR = "Bonett–Price interval", "exact McNemar test"
PAIRED, BEYOND = "paired t interval", "paired t interval with a pair beyond either extreme"
ALL_FLIPS, SOME_FLIPS, PAIRED_T = "exact sign-flip test", "sign-flip test of {:,} random flips", "t test"
NO_TEST = "no test, since no pair differs"
RARER = "fewer than 3 of N, where no pair of N differs"

POOLED = "t test over units, in which all rows play the same deals"  # of what the leaders of a grid win

RACED = (
    "sequential halving on the same deals; the best once more on fresh ones; the intervals of a report; ruled out and "
    "level: Bonferroni over goals and heats"
)


def told(methods: Mapping[str, str]) -> str:
    """Methods by what they are of, as a report names them."""
    return "; ".join(f"{of}: {method}" for of, method in methods.items())


def counted(methods: Iterable[str]) -> str:
    """The methods of many differences, with how many have each."""
    return "; ".join(f"{method} ({number})" for method, number in Counter(methods).items())


# ---- the incomplete beta function and its inverse, and what they give of Student's t
TINY = 1e-300  # stands for a denominator of nought
STEPS = 200_000  # of a continued fraction: some √n are needed, n up to 10⁹
CLOSE = 1e-15  # … which has come to an end
NEAR = 1e-10  # one of Newton's steps after which there is none to come


def beta_share(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function Iₓ(a, b), for positive ``a`` and ``b`` and 0 ≤ ``x`` ≤ 1."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _below(b, a, 1 - x)
    return _below(a, b, x)


def beta_quantile(a: float, b: float, share: float) -> float:
    """Where the incomplete beta function comes to ``share``, between 0 and 1: Newton's steps, kept within bounds that
    come closer with each, and each of which is out by about the square of what the one before was."""
    if 1 in (a, b):
        return -math.expm1(math.log1p(-share) / b) if a == 1 else share ** (1 / a)
    spread = math.sqrt(a * b / (a + b + 1)) / (a + b)
    low, high, x = 0.0, 1.0, a / (a + b) + (4 * share - 2) * spread  # where it would be in a curve like a bell
    x = x if 0 < x < 1 else a / (a + b)
    for _ in range(200):
        error = beta_share(a, b, x) - share
        low, high = (low, x) if error > 0 else (x, high)
        slope = math.exp((a - 1) * math.log(x) + (b - 1) * math.log1p(-x) - _log_beta(a, b))
        near = x - error / slope if slope > TINY else 0.0
        near = near if low < near < high else (low + high) / 2
        if abs(near - x) <= NEAR * x:
            return near
        x = near
    return x


@lru_cache(64)  # asked for the same number of games by every figure of a report
def student_quantile(freedom: float, share: float) -> float:
    """Where Student's t of so many degrees of freedom comes to ``share``, at least a half."""
    y = beta_quantile(0.5, freedom / 2, 2 * share - 1) if share > 0.5 else 0.0
    return math.sqrt(freedom * y / (1 - y))


def student_test(freedom: float, t: float) -> float:
    """How likely Student's t of so many degrees of freedom is so far from 0, on either side."""
    square = t * t
    if square < 1:  # where the other side of the fraction would be 1 but for its last digits
        return 1 - beta_share(0.5, freedom / 2, square / (freedom + square))
    return beta_share(freedom / 2, 0.5, freedom / (freedom + square))


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


def _below(a: float, b: float, x: float) -> float:
    """Iₓ(a, b) left of the middle, where its continued fraction is quick: Lentz' way of working it out."""
    factor = math.exp(a * math.log(x) + b * math.log1p(-x) - _log_beta(a, b)) / a
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1) or TINY)
    found = d
    for m in range(1, STEPS):
        for part in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d, c = 1 / (1 + part * d or TINY), 1 + part / c or TINY
            found *= c * d
        if abs(c * d - 1) < CLOSE:
            break
    return factor * found


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
