"""Differences of figures on the same deals, with intervals, and which of them are real.

A figure is a ratio of two sums over units (matches): points per round, legal plays per decision; or a mean per
unit, where the divisor is 1. Both rulesets play the same units, so what counts are the differences, pair by pair. What
a pair adds to a difference of ratios is said in two ways, whose mean is the difference itself:

- *linearised*: by the residual of each ratio (Cochran, *Sampling Techniques*, chapter 6). It spreads as the difference
  does, also where matches of one ruleset are longer; but then pairs in which nothing differs add something, too.
- *even*: from the ratio of both together. Where nothing differs it is 0, and with A and B changed its sign changes.

- Of a rate per match the interval is that of Bonett and Price (2012) and the test McNemar's exact one.
- Of all others the interval is the t interval of the mean difference, linearised. Where fewer than 20 pairs part from
  the commonest difference, or fewer than 100 and less than a quarter, it is that of the even ones, with one pair a step
  beyond either extreme, so that what few pairs show, or none, is not taken for certain. A step is no less than pairs
  part by on average, and than what the figure can move by (3 of an award of 3 points, a legal play more in one turn of
  36). Where fewer than six pairs part, they have hardly shown by how much: then it is no less than that for every turn
  or round of a pair, and than two units lie apart.
  The test flips signs (all ways where these are few, else at random with a fixed seed). Where more than 100 pairs
  differ, which says the same then, and where matches of one ruleset are longer, so that nothing says that signs could
  be flipped, it is the t test that belongs to the interval. Each figure names what was done.
- Over all figures of a report the tests are adjusted after Holm (1979). Figures that say the same of each pair
  (the wins of one of two sides and of the other) are one test, and where no pair differs there is none. Where ties
  come between them, two sides are two tests: a change may let both win more rounds, or fewer.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from statistics import NormalDist, fmean, stdev
from typing import Any

from cassino_dsl.analysis.simulate import statistics
from cassino_dsl.analysis.simulate.statistics import (
    REAL,
    TAIL,
    holm,
    student_quantile,
    student_test,
    too_few,
    unequal_test,
)

DIGITS = 6
FLIPS, MOST_FLIPPED = 9_999, 100
SHOWN = 6  # pairs that part by chance all the same way in fewer than 1 of 20 cases


@dataclass(frozen=True, slots=True)
class Samples:
    """A figure as measured: one number for each unit, and what it is divided by."""

    parts: Sequence[float]
    wholes: Sequence[float]

    @property
    def figure(self) -> float:
        whole = sum(self.wholes)
        return sum(self.parts) / whole if whole else 0.0

    @property
    def yes_or_no(self) -> bool:
        """Whether each unit counts as one, and has it or has it not."""
        return all(x in (0, 1) for x in self.parts) and all(n == 1 for n in self.wholes)

    @property
    def size(self) -> float:
        """What a unit is divided by, in the mean."""
        return sum(self.wholes) / len(self.wholes)

    @property
    def apart(self) -> float:
        """How far two units lie from each other (the root of the mean square): so may a pair, once it differs."""
        lie = self.residuals(self.figure) if self.size else []
        return math.sqrt(2 * sum(x * x for x in lie) / len(lie)) / self.size if lie else 0.0

    def residuals(self, ratio: float) -> list[float]:
        """By how much each unit has more than the ratio says."""
        return [x - ratio * n for x, n in zip(self.parts, self.wholes, strict=True)]


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the effect: the figure of both, and the 95 % interval of ``b`` less ``a``, of this figure alone.
    ``differ``: of how many ``pairs`` the two numbers differ. ``p``: of the test of this figure alone; ``p_adjusted``:
    of all figures of a report."""

    group: str
    name: str
    share: bool
    a: float
    b: float
    low: float
    high: float
    pairs: int
    differ: int
    p: float
    method: str
    key: tuple[float, ...] = ()  # the differences up to sign: equal ones are one test
    p_adjusted: float = 1.0

    @property
    def difference(self) -> float:
        return self.b - self.a

    @property
    def real(self) -> bool:
        return self.p_adjusted <= REAL

    @property
    def verdict(self) -> str:
        """`real`; `none` where no pair differs; else `noise`: what was played does not show a difference, also where
        the interval of this figure alone leaves 0 out, as one in twenty does by chance."""
        if self.real:
            return "real"
        return "noise" if self.differ else "none"

    def as_json(self) -> dict[str, Any]:
        return {
            "group": self.group,
            "name": self.name,
            **{name: round(getattr(self, name), DIGITS) for name in ("a", "b", "difference")},
            "interval": [round(self.low, DIGITS), round(self.high, DIGITS)],
            "real": self.real,
            **{name: float(f"{getattr(self, name):.3g}") for name in ("p", "p_adjusted")},
            "pairs_differ": self.differ,
            "method": self.method,
            "verdict": self.verdict,
        }


def paired(group: str, name: str, a: Samples, b: Samples, share: bool = False, step: float = 1) -> Figure:
    """The figure of both and the interval of their difference; ``share``: it is a part of a whole; ``step``: what a
    unit can move it by."""
    pairs = [*zip(a.parts, a.wholes, b.parts, b.wholes, strict=True)]
    if a.yes_or_no and b.yes_or_no:
        gains = [y - x for x, _, y, _ in pairs]
        low, high, p = _changed_share(gains.count(1), gains.count(-1), len(pairs))
        interval, test = statistics.BONETT_PRICE, statistics.MCNEMAR
    else:
        gains = _even(a, b)
        most, least = max(step, a.apart, b.apart), step / max(1.0, a.size, b.size)
        rows = _with_a_pair_beyond(gains, most, least)
        if rows is None:
            linear = _linearised(a, b)
            rows = _with_a_pair_beyond(linear, most, least) or linear
        alike = all(n == m for _, n, _, m in pairs)
        differ = sum(map(bool, gains))
        low, high, p = _t(rows, differ)
        test = statistics.PAIRED_T
        if alike and differ <= MOST_FLIPPED:
            p, test = _flipped(gains)
        interval = statistics.BEYOND if len(rows) > len(pairs) else statistics.PAIRED
    differ = sum(g != 0 for g in gains)
    method = f"{interval}, {test if differ else statistics.NO_TEST}"
    key = max(tuple(gains), tuple(-g for g in gains))
    return Figure(group, name, share, a.figure, b.figure, low, high, len(pairs), differ, p, method, key)


def adjusted(figures: Sequence[Figure]) -> tuple[Figure, ...]:
    """The figures of one report, their tests adjusted after Holm."""
    tests = {f.key: f.p for f in figures if f.differ}
    known = dict(zip(tests, holm(list(tests.values())), strict=True))
    return tuple(replace(f, p_adjusted=known[f.key]) if f.differ else f for f in figures)


def compared(figures: Sequence[Figure]) -> int:
    """How many tests these figures are."""
    return len({f.key for f in figures if f.differ})


def methods_of(figures: Sequence[Figure]) -> str:
    """The methods of the figures of a report, and how their tests are adjusted."""
    shown = [f.method if f.differ else statistics.RARER for f in figures]
    return f"{statistics.counted(shown)}; {statistics.HOLM}"


def _linearised(a: Samples, b: Samples) -> list[float]:
    """What each pair adds to the difference, by the residuals of both ratios."""
    middle, x, y = b.figure - a.figure, a.size or 1.0, b.size or 1.0
    both = zip(a.residuals(a.figure), b.residuals(b.figure), strict=True)
    return [round(middle + more / y - less / x, 9) for less, more in both]


def _even(a: Samples, b: Samples) -> list[float]:
    """What each pair adds to the difference, by the ratio of both together."""
    if not a.size or not b.size:
        return _linearised(a, b)
    ratio = (sum(a.parts) + sum(b.parts)) / (sum(a.wholes) + sum(b.wholes))
    size = 2 / (1 / a.size + 1 / b.size)  # so that their mean is the difference
    both = zip(a.residuals(ratio), b.residuals(ratio), strict=True)
    return [round((more - less) / size, 9) for less, more in both]


def _changed_share(gained: int, lost: int, pairs: int) -> tuple[float, float, float]:
    """Interval and test of a rate that some pairs gained and some lost (Bonett and Price; McNemar)."""
    up, down = (gained + 1) / (pairs + 2), (lost + 1) / (pairs + 2)
    half = NormalDist().inv_cdf(1 - TAIL) * math.sqrt((up + down - (up - down) ** 2) / (pairs + 2))
    p = unequal_test(gained, gained + lost, 1 / 2) if gained + lost else 1.0
    return max(-1.0, up - down - half), min(1.0, up - down + half), p


def _with_a_pair_beyond(gains: Sequence[float], most: float, least: float) -> list[float] | None:
    """Where few pairs part from the commonest difference: the same with one more pair beyond either extreme, by as much
    as the pairs part by on average. None where many do. As long as hardly any pair has shown how far it can part, it is
    ``most`` at least, and then ``least``."""
    usual = Counter(gains).most_common(1)[0][0]
    parted = [abs(g - usual) for g in gains if g != usual]
    if not too_few(len(parted), len(gains)):
        return None
    beyond = max(most if len(parted) < SHOWN else least, sum(parted) / len(parted) if parted else 0.0)
    return [*gains, min(gains) - beyond, max(gains) + beyond]


def _t(rows: Sequence[float], differ: int) -> tuple[float, float, float]:
    """The t interval of their mean, and how likely a mean so far from 0 is, if it is 0 in truth: no less likely than
    that so many pairs that differ all go the same way, on either side."""
    if len(set(rows)) < 2:  # nothing shows how they spread
        middle, apart = rows[0], math.inf if len(rows) < 2 else 0.0
        p = float(not middle)
    else:
        middle, error, freedom = fmean(rows), stdev(rows) / math.sqrt(len(rows)), len(rows) - 1
        apart = student_quantile(freedom, 1 - TAIL) * error
        p = student_test(freedom, middle / error)
    return middle - apart, middle + apart, max(p, 2.0 ** (1 - differ)) if differ else 1.0


def _flipped(gains: Sequence[float]) -> tuple[float, str]:
    """How likely differences so far from 0 are, if each could as well have had the other sign; and the test that says
    so."""
    import numpy as np

    moved = np.array([g for g in gains if g])
    every = 2 ** len(moved) <= FLIPS
    if every:
        signs = np.array([*product((1, -1), repeat=len(moved))])
    else:
        signs = np.random.default_rng(1).choice((1, -1), (FLIPS, len(moved)))
    as_far = int((abs(signs @ moved) >= abs(moved.sum()) - 1e-9).sum())
    if every:
        return as_far / len(signs), statistics.ALL_FLIPS
    return (as_far + 1) / (FLIPS + 1), statistics.SOME_FLIPS.format(FLIPS)  # the signs that were seen are a way, too
