"""Intervals against values from the literature and against direct computation."""

from __future__ import annotations

import math
import random

import pytest

from cassino_dsl.analysis.simulate.statistics import (
    clustered,
    exact,
    fair_test,
    holm,
    mean_interval,
    quantile,
    ratio_interval,
    worth_of,
)

T = {4: 2.7764451052, 49: 2.0095752371, 51: 2.0075837683}  # Student's quantiles of 97.5 %, by degrees of freedom


@pytest.mark.parametrize(
    ("wins", "of", "low", "high"),
    [
        # Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 5
        (81, 263, 0.2527, 0.3676),
        (15, 148, 0.0578, 0.1617),
        (0, 20, 0.0, 0.1684),
        (1, 29, 0.0009, 0.1776),
    ],
)
def test_clopper_and_pearson_as_published(wins: int, of: int, low: float, high: float) -> None:
    assert exact(wins, of) == pytest.approx((low, high), abs=5e-5)
    assert exact(of - wins, of) == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_a_rate_of_nothing_says_nothing() -> None:
    assert exact(0, 0) == (0.0, 1.0)
    assert exact(7, 7)[1] == 1.0


def test_mean_interval_is_that_of_student() -> None:
    numbers = [3, 5, 5, 9, 1]
    mean = sum(numbers) / 5
    error = math.sqrt(sum((x - mean) ** 2 for x in numbers) / 4 / 5)
    found = mean_interval(5, sum(numbers), sum(x * x for x in numbers))
    assert found == pytest.approx((mean - T[4] * error, mean + T[4] * error))
    assert mean_interval(1, 3, 9) is None


def test_what_was_always_the_same_is_not_certain() -> None:
    found = mean_interval(50, 50, 50, [(1, 50)])
    assert found is not None
    numbers = [1] * 50 + [0, 2]
    error = math.sqrt(2 / 51 / 52)
    assert found == pytest.approx((1 - T[51] * error, 1 + T[51] * error))
    assert sum(numbers) / len(numbers) == 1
    many = mean_interval(100, 125, 175, [(1, 75), (2, 25)])  # 20 differ, and a quarter of all: nothing is added
    assert many == mean_interval(100, 125, 175)
    assert mean_interval(400, 499, 697, [(1, 301), (2, 99)]) != mean_interval(400, 499, 697)  # less than a quarter
    assert mean_interval(401, 501, 701, [(1, 301), (2, 100)]) == mean_interval(401, 501, 701)  # as many as 100


def sums(pairs: list[tuple[int, int]]) -> tuple[int, int, int, int, int]:
    xs, rs = [x for x, _ in pairs], [r for _, r in pairs]
    return (sum(xs), sum(x * x for x in xs), sum(x * r for x, r in pairs), sum(rs), sum(r * r for r in rs))


def test_ratio_interval_is_the_linearised_one() -> None:
    chance = random.Random(1)
    pairs = [(chance.randrange(20), chance.randrange(1, 6)) for _ in range(50)]
    ratio, per = sum(x for x, _ in pairs) / sum(r for _, r in pairs), sum(r for _, r in pairs) / 50
    residues = [(x - ratio * r) / per for x, r in pairs]
    half = T[49] * math.sqrt(sum(d * d for d in residues) / 49 / 50)
    assert ratio_interval(50, *sums(pairs)) == pytest.approx((ratio - half, ratio + half))


def test_ratio_interval_keeps_its_digits_in_long_runs() -> None:
    units = 10**9  # points 5 or 6, a round each: the spread is tiny beside the sums
    found = ratio_interval(units, 55 * units // 10, (25 + 36) * units // 2, 55 * units // 10, units, units)
    assert found is not None
    assert found[1] - found[0] == pytest.approx(2 * 1.959964 * 0.5 / math.sqrt(units), rel=1e-5)


def test_rounds_that_go_together_are_worth_fewer() -> None:
    alike = [(4 * (i % 2), 4) for i in range(100)]  # all rounds of a match are won, or none
    assert worth_of(100, *sums(alike)) == pytest.approx(100, rel=0.05)
    low, high = clustered(100, *sums(alike))
    assert (low, high) == pytest.approx(exact(50, 100), abs=0.01)
    chance = random.Random(2)
    single = [(sum(chance.random() < 0.3 for _ in range(4)), 4) for _ in range(2_000)]
    assert worth_of(2_000, *sums(single)) == pytest.approx(8_000, rel=0.1)
    assert clustered(3, 1, 1, 1, 3, 3) == exact(1, 3)  # a round each
    assert clustered(50, 0, 0, 0, 200, 800) == exact(0, 50)


def test_two_sides_are_one_question() -> None:
    assert fair_test([60, 40], 1.0) == pytest.approx(0.0568879336, rel=1e-6)
    assert fair_test([40, 60], 1.0) == fair_test([60, 40], 1.0)
    assert fair_test([60, 40], 0.5) == pytest.approx(0.2026387511, rel=1e-6)
    assert fair_test([50, 50], 1.0) == 1.0
    assert fair_test([0, 0], 1.0) == 1.0
    assert fair_test([40, 20, 20, 20], 1.0) > fair_test([80, 40, 40, 40], 1.0)


def test_holm_as_published() -> None:
    # Holm 1979 as worked in many textbooks: multiply by 4, 3, 2, 1, never less than the one before
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))
    assert holm([]) == ()


def test_quantile() -> None:
    assert quantile((0, 90, 5, 5), 0.95) == 2
    assert quantile((0, 90, 4, 6), 0.95) == 3
    assert quantile((0, 0), 0.95) == 0
