"""The promise of a 95 % interval: over many small simulations it holds the true figure 93–97 % of the time."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from cassino_dsl import load
from cassino_dsl.simulate.engines import make_runner
from cassino_dsl.simulate.statistics import Interval, mean_interval, ratio_interval, wilson
from cassino_dsl.units.layout import layout_of
from cassino_dsl.units.runner import Task

UNITS = 50  # in each small simulation
TIMES = 1_000
Estimate = Callable[[list[tuple[int, int]]], Interval | None]  # from (number, rounds) of each unit


def rate(pairs: list[tuple[int, int]]) -> Interval | None:
    return wilson(sum(x for x, _ in pairs), len(pairs))


def mean(pairs: list[tuple[int, int]]) -> Interval | None:
    return mean_interval(len(pairs), sum(x for x, _ in pairs), sum(x * x for x, _ in pairs))


def ratio(pairs: list[tuple[int, int]]) -> Interval | None:
    sums = (sum(x for x, _ in pairs), sum(x * x for x, _ in pairs), sum(x * r for x, r in pairs))
    return ratio_interval(len(pairs), *sums, sum(r for _, r in pairs), sum(r * r for _, r in pairs))


def coverage(samples: list[list[tuple[int, int]]], estimate: Estimate, truth: float) -> float:
    found = [estimate(sample) for sample in samples]
    return sum(1 for i in found if i is not None and i[0] <= truth <= i[1]) / len(samples)


@pytest.mark.parametrize("p", [0.5, 0.3, 0.08])
def test_rates(p: float) -> None:
    chance = random.Random(1)
    samples = [[(int(chance.random() < p), 1) for _ in range(200)] for _ in range(TIMES)]
    assert 0.93 <= coverage(samples, rate, p) <= 0.97


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
    }
    for name, (column, estimate, per_round) in figures.items():
        pairs = [(row[column], row[rounds]) for row in rows]
        truth = sum(x for x, _ in pairs) / (sum(r for _, r in pairs) if per_round else len(pairs))
        samples = [pairs[i : i + UNITS] for i in range(0, len(pairs), UNITS)]
        held = coverage(samples, estimate, truth)
        assert 0.93 <= held <= 0.97, f"{name}: {held:.3f}"
