"""The promise of a 95 % interval: over many small simulations it holds the true figure 93–97 % of the time; where a
figure is rare, clustered or nearly constant, at least 93 %."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from cassino_dsl import load
from cassino_dsl.simulate.engines import make_runner
from cassino_dsl.simulate.statistics import Interval, clustered, exact, mean_interval, ratio_interval
from cassino_dsl.units.layout import layout_of
from cassino_dsl.units.runner import Task

UNITS = 50  # in each small simulation
TIMES = 1_000
Estimate = Callable[[list[tuple[int, int]]], Interval | None]  # from (number, rounds) of each unit


def rate(pairs: list[tuple[int, int]]) -> Interval | None:
    return exact(sum(x for x, _ in pairs), len(pairs))


def mean(pairs: list[tuple[int, int]]) -> Interval | None:
    bins = [*Counter(x for x, _ in pairs).items()]
    return mean_interval(len(pairs), sum(x for x, _ in pairs), sum(x * x for x, _ in pairs), bins)


def sums(pairs: list[tuple[int, int]]) -> tuple[int, int, int, int, int]:
    xs = (sum(x for x, _ in pairs), sum(x * x for x, _ in pairs), sum(x * r for x, r in pairs))
    return (*xs, sum(r for _, r in pairs), sum(r * r for _, r in pairs))


def ratio(pairs: list[tuple[int, int]]) -> Interval | None:
    return ratio_interval(len(pairs), *sums(pairs))


def share(pairs: list[tuple[int, int]]) -> Interval | None:
    return clustered(len(pairs), *sums(pairs))


def coverage(samples: list[list[tuple[int, int]]], estimate: Estimate, truth: float) -> float:
    found = [estimate(sample) for sample in samples]
    return sum(1 for i in found if i is not None and i[0] <= truth <= i[1]) / len(samples)


@pytest.mark.parametrize("units", [30, 100, 300])
@pytest.mark.parametrize("p", [0.5, 0.3, 0.08, 0.02, 0.004])
def test_rates(p: float, units: int) -> None:
    """Rates are discrete, so that an interval that never promises too much may hold more often than it says."""
    chance = random.Random(1)
    samples = [[(int(chance.random() < p), 1) for _ in range(units)] for _ in range(TIMES)]
    held = coverage(samples, rate, p)
    assert held >= 0.93
    if units == 300 and p >= 0.3:
        assert held <= 0.975


@pytest.mark.parametrize("units", [30, 100, 300])
@pytest.mark.parametrize("alike", [0.0, 0.5, 1.0])
def test_shares_of_rounds_of_matches(units: int, alike: float) -> None:
    """``alike``: how much the rounds of one match go together."""
    chance = random.Random(3)

    def match() -> tuple[int, int]:
        rounds, good = chance.choice((1, 2, 3, 3, 5)), chance.random() < 0.3
        return sum(good if chance.random() < alike else chance.random() < 0.3 for _ in range(rounds)), rounds

    samples = [[match() for _ in range(units)] for _ in range(TIMES)]
    assert 0.93 <= coverage(samples, share, 0.3) <= 0.98


@pytest.mark.parametrize("units", [30, 100, 300])
@pytest.mark.parametrize("p", [0.0, 0.004, 0.02, 0.1, 0.5])
def test_nearly_constant_means(p: float, units: int) -> None:
    """A match that takes one round, and now and then two."""
    chance = random.Random(4)
    samples = [[(1 + (chance.random() < p), 1) for _ in range(units)] for _ in range(TIMES)]
    assert coverage(samples, mean, 1 + p) >= 0.93


def test_means_per_round_of_matches() -> None:
    chance = random.Random(2)

    def match() -> tuple[int, int]:
        # a good match is short and brings many points a round: rounds are no independent samples
        rounds = chance.choice((2, 3, 3, 4, 6))
        return sum(chance.choice((0, 1, 3)) + 6 // rounds for _ in range(rounds)), rounds

    many = [match() for _ in range(400_000)]
    truth = sum(x for x, _ in many) / sum(r for _, r in many)
    samples = [[match() for _ in range(UNITS)] for _ in range(TIMES)]
    assert 0.93 <= coverage(samples, ratio, truth) <= 0.97
    # taking rounds for independent samples would promise too much or too little
    naive = coverage(samples, lambda pairs: mean([(x, 1) for x, _ in pairs]), truth)
    assert not 0.93 <= naive <= 0.97


@pytest.mark.long
def test_real_games() -> None:
    """Each figure of a thousand simulations of fifty short matches against that of all of them together."""
    ruleset = load("scopa", target=5).ruleset
    task = Task(ruleset, 2, "match", ("random", "random"), 77)
    runner = make_runner(task, "auto")[0]
    layout = layout_of(load("scopa", target=5).engine(2).plan)
    rows = [row for i in range(TIMES) for row in runner.block(i * UNITS, UNITS, rows=True).rows or ()]
    assert len(rows) == TIMES * UNITS
    rounds = layout.column("rounds")
    figures: dict[str, tuple[int, Estimate, bool]] = {
        "wins": (layout.column("wins", 0), rate, False),
        "margin": (layout.column("margin"), mean, False),
        "rounds": (rounds, mean, False),
        "points": (layout.column("points", 1), ratio, True),
        "coins": (layout.award_column("award_points", layout.awards.index("coins"), 0), ratio, True),
        "place": (layout.column("place_points", 0), ratio, True),
        "place wins": (layout.column("place_wins", 0), share, True),
    }
    for name, (column, estimate, per_round) in figures.items():
        pairs = [(row[column], row[rounds]) for row in rows]
        truth = sum(x for x, _ in pairs) / (sum(r for _, r in pairs) if per_round else len(pairs))
        samples = [pairs[i : i + UNITS] for i in range(0, len(pairs), UNITS)]
        held = coverage(samples, estimate, truth)
        assert 0.93 <= held <= 0.97, f"{name}: {held:.3f}"
