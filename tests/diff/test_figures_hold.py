"""Intervals of paired differences hold the true one as often as they say, and chance alone is seldom called real."""

from __future__ import annotations

import math
import random
from statistics import stdev

import pytest

from cassino_dsl.analysis.diff.measured_effect import MeasuredEffect
from cassino_dsl.analysis.simulate.differences import PlayedRows, figures
from cassino_dsl.analysis.simulate.paired import Figure, Samples, adjusted, compared, methods_of, paired
from cassino_dsl.engine.layout import Layout

RUNS = [pytest.param(80, id="share"), pytest.param(1_000, id="whole", marks=pytest.mark.ci)]


def mean(a: list[int], b: list[int], step: int = 1) -> Figure:
    return paired("g", "n", Samples(a, [1] * len(a)), Samples(b, [1] * len(b)), step=step)


@pytest.mark.parametrize("runs", RUNS)
@pytest.mark.parametrize("pairs", [30, 100, 300])
@pytest.mark.parametrize(("up", "down"), [(0.2, 0.1), (0.02, 0.02), (0.004, 0.0)])
def test_a_rate_that_few_pairs_change_is_held(runs: int, pairs: int, up: float, down: float) -> None:
    dice, held = random.Random(f"{pairs} {up}"), 0
    for _ in range(runs):
        a, b = [], []
        for _ in range(pairs):
            luck = dice.random()
            a.append(int(luck < down or (luck >= up + down and dice.random() < 0.5)))
            b.append(a[-1] if luck >= up + down else 1 - a[-1] if luck < down else 1)
        found = mean(a, b)
        assert found.method.startswith("Bonett")
        held += found.low <= up - down <= found.high
    assert held / runs >= 0.93 - slack(runs)


@pytest.mark.parametrize("runs", RUNS)
@pytest.mark.parametrize("pairs", [30, 100, 300])
@pytest.mark.parametrize(("share", "step"), [(0.0, 1), (0.01, 1), (0.05, 1), (0.01, 3), (0.5, 2), (1.0, 1)])
def test_a_mean_that_few_or_all_pairs_change_is_held(
    runs: int, pairs: int, share: float, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "cassino_dsl.analysis.simulate.paired._flipped", lambda gains: (1.0, "")
    )  # this is about the interval
    dice, held = random.Random(f"{pairs} {share}"), 0
    for _ in range(runs):
        a = [dice.randrange(9) for _ in range(pairs)]
        b = [x + step * (dice.random() < share) for x in a]
        found = mean(a, b, step)
        held += found.low <= share * step <= found.high
        assert found.low < found.high, "nothing is certain"
    assert held / runs >= 0.93 - slack(runs)


def raced(dice: random.Random, target: int, share: float) -> list[list[int]]:
    """A match on one deal: rounds of 0 to 4 points, to 11 in A, to a target in B, where some rounds bring 3 more.
    Of A and of B the points, the rounds, and the points without those more."""
    rounds = [(dice.randrange(5), 3 * (dice.random() < share)) for _ in range(200)]
    found = []
    for end, more in ((11, 0), (target, 1)):
        points, plain, number = 0, 0, 0
        while points < end:
            points += rounds[number][0] + more * rounds[number][1]
            plain += rounds[number][0]
            number += 1
        found += [[points, number, plain]]
    return found


@pytest.mark.share(8)
@pytest.mark.parametrize("runs", RUNS)
@pytest.mark.parametrize("pairs", [30, 100, 300])
@pytest.mark.parametrize(("target", "share"), [(11, 0.0), (11, 0.01), (11, 0.2), (12, 0.0), (31, 0.0), (5, 0.1)])
def test_a_ratio_is_held_where_matches_are_longer_or_shorter(runs: int, pairs: int, target: int, share: float) -> None:
    """By Wald's identity a round brings 2 points and 3 times the share, however long the matches are."""
    dice, runs = random.Random(f"{pairs} {target} {share}"), runs // 3
    held, real = [0, 0], 0
    for _ in range(runs):
        a, b = zip(*(raced(dice, target, share) for _ in range(pairs)), strict=True)
        for place, (column, truth) in enumerate(((0, 3 * share), (2, 0.0))):
            one, other = (Samples([m[column] for m in played], [m[1] for m in played]) for played in (a, b))
            found = paired("g", "n", one, other)
            assert found.low <= found.difference <= found.high
            held[place] += found.low <= truth <= found.high
        real += found.p <= 0.05
    assert min(held) / runs >= 0.93 - slack(runs)
    assert real / runs <= 0.05 + 2.5 * math.sqrt(0.05 * 0.95 / runs)


@pytest.mark.parametrize("points", [2, 3])
def test_a_step_is_what_the_award_moves_by(points: int) -> None:
    """Of 30 rounds one brings the award to nobody in B: a pair that much beyond either extreme is added."""
    layout = Layout(2, 2, ("cards",), (), (), steps=(3,))
    rows = [[0] * layout.width for _ in range(31)]
    for row, total in zip(rows, [points] * 30 + [0], strict=True):
        row[layout.column("rounds")], row[layout.column("award_total")] = 1, total
    found = {f.name: f for f in figures(PlayedRows(layout, rows[:30]), PlayedRows(layout, rows[1:]), unit="round")}
    cards, gains = found["points for cards"], [0] * 29 + [-points, -points - 3, 3]
    assert cards.low == pytest.approx(sum(gains) / 32 - 2.0395134464 * stdev(gains) / math.sqrt(32))  # Student's t
    assert found["plays a round"].high < 0.1  # which moves by 1


@pytest.mark.parametrize("runs", RUNS)
def test_chance_is_called_real_in_few_reports(runs: int) -> None:
    """Reports on two rulesets that are equally good, with twelve figures each."""
    dice, false = random.Random(7), 0
    for _ in range(runs // 2):
        twelve = []
        for number in range(12):
            if number % 2:
                both = [[dice.randrange(2) for _ in range(120)] for _ in range(2)]
            else:
                both = [[dice.randrange(20) for _ in range(120)] for _ in range(2)]
            twelve.append(mean(*both))
        false += any(f.real for f in adjusted(twelve))
    assert false <= runs // 2 * 0.05 + 2.5 * math.sqrt(runs // 2 * 0.05 * 0.95)


def test_few_pairs_that_differ_both_ways_are_never_real() -> None:
    a = [0] * 200
    for gains in ((1, -1), (1, 1, 1), (3, -1, -1, -1), (1, 1, 1, 1, 1)):
        found = adjusted([mean(a, [*gains, *a[len(gains) :]])])[0]
        assert not found.real
        assert found.verdict == "noise"
        assert found.differ == len(gains)
    assert adjusted([mean(a, [1] * 8 + a[8:])])[0].real  # 2 in 256 by chance


def test_figures_that_say_the_same_are_one_test() -> None:
    dice = random.Random(5)
    a, b = ([dice.randrange(2) for _ in range(80)] for _ in range(2))
    other = mean([1 - x for x in a], [1 - x for x in b])
    points = mean([dice.randrange(9) for _ in range(80)], [dice.randrange(9) for _ in range(80)])
    found = adjusted([mean(a, b), other, points, mean(a, a)])
    assert compared(found) == 2
    assert found[0].p_adjusted == found[1].p_adjusted <= 2 * found[0].p
    assert found[3].verdict == "none"
    assert found[3].low < 0 < found[3].high


def test_what_two_sides_win_is_one_of_those_compared() -> None:
    ours, noise = [1] * 9 + [0] * 191, [i % 2 for i in range(200)]
    first, other = mean([0] * 200, ours), mean([1] * 200, [1 - x for x in ours])
    dice = random.Random(3)
    more = [mean(noise, [dice.randrange(2) for _ in noise]) for _ in range(40)]
    effect = MeasuredEffect(200, 1, 2, ("random",) * 2, "native", adjusted([first, other, *more]))
    assert effect.figures[0].key == effect.figures[1].key
    assert compared(effect.figures) == 41


def test_two_sides_with_ties_between_them_are_two_tests() -> None:
    """A change that leaves fewer ties may let both sides win more: neither says what the other does."""
    tied = 40
    first = mean([0] * 200, [1] * tied + [0] * (200 - tied))
    second = mean([0] * 200, [0] * (200 - tied) + [1] * tied)
    found = adjusted([first, second])
    assert compared(found) == 2
    assert all(f.real and f.difference > 0 for f in found)


@pytest.mark.parametrize(
    ("differing", "method"),
    [
        (0, "no test, since no pair differs"),
        (1, "paired t interval with a pair beyond either extreme, exact sign-flip test"),
        (13, "paired t interval with a pair beyond either extreme, exact sign-flip test"),
        (14, "paired t interval with a pair beyond either extreme, sign-flip test of 9,999 random flips"),
        (74, "paired t interval with a pair beyond either extreme, sign-flip test of 9,999 random flips"),
        (75, "paired t interval, sign-flip test of 9,999 random flips"),
        (100, "paired t interval, sign-flip test of 9,999 random flips"),
        (101, "paired t interval, t test"),
    ],
)
def test_a_figure_names_the_test_that_was_done(differing: int, method: str) -> None:
    gains = [(-1) ** i * (2 + i) for i in range(differing)]
    found = mean([0] * 300, [*gains, *[0] * (300 - differing)])
    assert found.method.endswith(method)
    assert f"{method if differing else 'fewer than 3 of N, where no pair of N differs'} (1)" in methods_of([found])


def test_what_only_its_own_interval_shows_is_no_finding() -> None:
    a = [0] * 200
    alone = mean([1, *a[1:]], [0, *[1] * 8, *a[9:]])
    many = [mean(a, [(-1) ** i * (i % (n + 3) == 0) for i in range(200)]) for n in range(12)]
    assert alone.low > 0
    assert adjusted([alone])[0].verdict == "real"
    assert adjusted([alone, *many])[0].verdict == "noise"


def slack(runs: int) -> float:
    """How far a share of so many runs may lie below what it is."""
    return 2.5 * math.sqrt(0.93 * 0.07 / runs)
