"""The incomplete beta function and its inverse, and what they give of Student's t.

scipy has them too, but loading `scipy.special` takes longer than a thousand games, and it is four times as large as all
else that the program needs. `tests/simulate/test_student_t.py` holds each against it. The continued fraction and the
symmetry are 8.17.22 and 8.17.4 of the NIST Digital Library of Mathematical Functions.
"""

from __future__ import annotations

import math
from functools import lru_cache

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
