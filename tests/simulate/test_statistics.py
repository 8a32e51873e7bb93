"""Intervals against values from the literature and against direct computation."""

from __future__ import annotations

import math
import random

import pytest

from cassino_dsl.simulate.statistics import Z, mean_interval, quantile, ratio_interval, wilson


@pytest.mark.parametrize(
    ("wins", "of", "low", "high"),
    [
        # Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_published(wins: int, of: int, low: float, high: float) -> None:
    assert wilson(wins, of) == pytest.approx((low, high), abs=5e-5)


def test_wilson_of_nothing_says_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(7, 7)[1] == 1.0


def test_mean_interval_is_the_normal_one() -> None:
    numbers = [3, 5, 5, 9, 1]
    mean = sum(numbers) / 5
    error = math.sqrt(sum((x - mean) ** 2 for x in numbers) / 4 / 5)
    found = mean_interval(5, sum(numbers), sum(x * x for x in numbers))
    assert found == pytest.approx((mean - Z * error, mean + Z * error))
    assert mean_interval(1, 3, 9) is None


def test_ratio_interval_is_the_linearised_one() -> None:
    chance = random.Random(1)
    pairs = [(chance.randrange(20), chance.randrange(1, 6)) for _ in range(50)]
    xs, rs = [x for x, _ in pairs], [r for _, r in pairs]
    ratio, per = sum(xs) / sum(rs), sum(rs) / len(rs)
    residues = [(x - ratio * r) / per for x, r in pairs]
    error = math.sqrt(sum(d * d for d in residues) / 49 / 50)
    sums = (sum(xs), sum(x * x for x in xs), sum(x * r for x, r in pairs), sum(rs), sum(r * r for r in rs))
    assert ratio_interval(50, *sums) == pytest.approx((ratio - Z * error, ratio + Z * error))


def test_ratio_interval_keeps_its_digits_in_long_runs() -> None:
    units = 10**9  # points 5 or 6, a round each: the spread is tiny beside the sums
    found = ratio_interval(units, 55 * units // 10, (25 + 36) * units // 2, 55 * units // 10, units, units)
    assert found is not None
    assert found[1] - found[0] == pytest.approx(2 * Z * 0.5 / math.sqrt(units), rel=1e-6)


def test_quantile() -> None:
    assert quantile((0, 90, 5, 5), 0.95) == 2
    assert quantile((0, 90, 4, 6), 0.95) == 3
    assert quantile((0, 0), 0.95) == 0
