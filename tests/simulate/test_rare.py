"""What is rare, or was seen a few times only: intervals, tests and words that promise no more than that."""

from __future__ import annotations

import math
from typing import Any

import pytest

from cassino_dsl import load
from cassino_dsl.analysis.diff.measured_effect import measure
from cassino_dsl.analysis.diff.report import effect_table
from cassino_dsl.analysis.diff.sides import Sides
from cassino_dsl.analysis.simulate.figures import simulation
from cassino_dsl.analysis.simulate.paired import Samples, adjusted, paired
from cassino_dsl.analysis.simulate.report.table import mean_with, rate_with, signed_with
from cassino_dsl.analysis.simulate.report.verdict import apart, side_by_side, verdict
from cassino_dsl.analysis.simulate.statistics import mean_interval
from cassino_dsl.engine.layout import layout_of
from tests.diff.rulesets import ruleset
from tests.simulate.helpers import played, spec, with_wins


def binomial(of: int, number: int, p: float) -> float:
    logs = math.lgamma(of + 1) - math.lgamma(number + 1) - math.lgamma(of - number + 1)
    return math.exp(logs + number * math.log(p) + (of - number) * math.log(1 - p))


@pytest.mark.parametrize("units", [100, 300, 1_000, 3_000])
def test_what_comes_twenty_to_eighty_times(units: int) -> None:
    """The exact coverage: Student's t by itself holds in 93.5 of 100 where something comes 36 times in 3,000."""
    most = min(units // 2, 160)
    found = [mean_interval(units, k, k, [(0, units - k), (1, k)]) for k in range(most + 1)]
    for expected in range(20, min(units // 4, 80)):
        p = expected / units
        held = sum(binomial(units, k, p) for k, i in enumerate(found) if i is not None and i[0] <= p <= i[1])
        assert held >= 0.94, expected


@pytest.mark.parametrize(
    ("variant", "award", "step"),
    [
        ("basra", "cards", 30),  # 30 + carried: nothing, where nobody has most
        ("basra", "sweeps", 10),  # 10 * sweeps(us)
        ("xeri", "sweeps", 10),  # 10 * (sweeps(us) + jack_sweeps(us))
        ("pasur", "sweeps", 5),  # an option
        ("cuarenta", "cards", 2),  # 6, and twos for more cards
        ("mulle", "intake", 1),  # a number of cards
        ("scopa", "sweeps", 1),
        ("scopa", "re_bello", 0),  # switched off by an option
    ],
)
def test_the_step_of_points_that_are_worked_out(variant: str, award: str, step: int) -> None:
    layout = layout_of(load(variant).engine(2).plan)
    assert layout.steps[layout.awards.index(award)] == step


def test_thirty_points_that_were_always_given() -> None:
    """In one of 21 rounds of Basra nobody has most cards; that 30 rounds did not show it makes it not impossible."""
    answer = simulation(played(spec("basra", games=30, seed=4, unit="round")))
    cards = answer["figures"]["awards"]["cards"]
    assert cards["void"] == 0
    assert cards["points_interval"][0] < 28.55 < cards["points_interval"][1]


def test_few_pairs_of_matches_of_other_lengths_show_nothing() -> None:
    """Five differences of one sign out of five come by chance in one of 16 cases."""
    a = Samples([2, 4, 6, 2, 4], [1, 2, 3, 1, 2])
    b = Samples([6, 3, 6, 9, 6], [2, 1, 2, 3, 2])
    assert (a.figure, b.figure) == (2, 3)
    found = paired("g", "n", a, b)
    assert found.differ == 5
    assert found.p == 1 / 16
    assert not adjusted([found])[0].real
    nothing = paired("g", "n", a, a)
    assert nothing.p == 1


def test_what_too_few_units_show_is_not_real() -> None:
    """However many rounds five matches have: the text says that they are too few, and so does the JSON."""
    answer = simulation(played(spec("scopa", games=5)))
    assert {one["real"] for one in answer["figures"]["fairness"].values()} == {False}
    assert {one["p"] for one in answer["figures"]["fairness"].values()} == {1.0}


def test_what_is_not_certain_does_not_look_so() -> None:
    assert mean_with(36, (35.9999993, 36.0000007)) == "36.000000 (35.999999–36.000001)"
    assert mean_with(36, (35.99997, 36.00003)) == "36.00000 (35.99997–36.00003)"
    assert mean_with(36, (35.997, 36.003)) == "36.000 (35.997–36.003)"
    assert mean_with(36, (36, 36)) == "36.00 (36.00–36.00)"
    assert rate_with(0, (0, 0.0000037)) == "0.0000 % (0.0000–0.0004)"
    assert rate_with(0.5, (0.499, 0.501)) == "50.00 % (49.90–50.10)"
    assert signed_with(0, (-0.00004, 0.00004)) == "+0.00000 (-0.00004 to +0.00004)"


def test_the_least_and_the_most_of_many_lie_apart_by_chance() -> None:
    answer = simulation(played(spec("scopa", games=6)))

    def with_leader(rate: float) -> dict[str, Any]:
        return with_wins(answer, "order", (rate, rate - 0.05, rate + 0.05), (0.5, 0.45, 0.55), p=0.9)

    two = [with_leader(0.40), with_leader(0.52)]
    assert "wins from" in " ".join(side_by_side("ab", two))
    many = [*two, *(with_leader(0.41 + i / 200) for i in range(18))]
    assert "wins from" not in " ".join(side_by_side([*map(str, range(20))], many))
    assert apart(0.40, (0.35, 0.45), 0.56, (0.51, 0.61), 20)


def test_a_comparison_of_few_matches_is_too_few_to_say() -> None:
    sides = Sides(ruleset("scopa"), ruleset("scopa", "target=21"))
    few, more = (measure(sides, ("random",) * 2, 1, games) for games in (2, 6))
    assert few.rarer == "but 2 are too few to say how many do"
    assert more.rarer == "so fewer than 50 % do"
    assert few.rarer in " ".join(effect_table(few).notes)


def test_of_three_the_worst_alone_may_be_shown_to_differ() -> None:
    answer = simulation(played(spec("scopa", games=6)))
    won = ((0.36, 0.30, 0.42), (0.37, 0.31, 0.43), (0.27, 0.22, 0.32))
    assert verdict(with_wins(answer, "order", *won))[0] == (
        "The dealer is behind: it wins 27.0 % (22.0–32.0) of rounds, "
        "the second to play 37.0 % (31.0–43.0), where 33.3 % is fair."
    )
    assert verdict(with_wins(answer, "players", *won))[0].startswith("`c` plays worse: it wins 27.0 % (22.0–32.0)")
    best = ((0.30, 0.25, 0.34), (0.40, 0.35, 0.45), (0.30, 0.25, 0.34))
    assert verdict(with_wins(answer, "order", *best))[0].startswith("The second to play is ahead: ")
    assert verdict(with_wins(answer, "players", *best))[0].startswith("`b` plays better: ")
    # the leader has the most wins here, but that it is ahead is not shown
    several = [with_wins(answer, "order", (0.37, 0.31, 0.43), (0.36, 0.30, 0.42), (0.27, 0.22, 0.32))] * 2
    said = " ".join(side_by_side("ab", several))
    assert "leader is" not in said
    assert "Other places than the leader's are better or worse in all of them." in said


def test_most_points_come_from_what_is_shown_to_bring_most() -> None:
    answer = simulation(played(spec("scopa", games=6)))
    first = answer["figures"]["awards"]["settebello"]

    def told(*awards: tuple[str, float, float, float]) -> str:
        found = {
            name: {**first, "points_per_round": mean, "points_interval": [low, high], "share": mean / 4}
            for name, mean, low, high in awards
        }
        return verdict({**answer, "figures": {**answer["figures"], "awards": found}})[-1]

    cards, coins = ("cards", 1.0, 0.9, 1.1), ("coins", 0.8, 0.7, 0.85)
    said, _, lacking = told(cards, coins).partition("; ")
    assert said == "More points come from cards than from any other award: 25.0 % of them"
    assert lacking.startswith("without these another side would have been level or ahead in ")
    near = ("sweeps", 0.92, 0.8, 1.0)
    assert (
        told(cards, coins, near)
        == "More points come from cards or sweeps than from any other award: 25.0 % and 23.0 % of them."
    )
    many = [(f"award {i}", 0.95, 0.8, 1.1) for i in range(3)]
    assert told(cards, coins, *many) == "No award is shown to bring more points than all others."


def test_what_is_real_is_no_less_so_by_its_interval() -> None:
    """In 12 of 30 pairs of rounds there was one legal play fewer in some of 36 turns: that moves the mean of a turn by
    so much, and not by 1."""
    a = Samples([72.0] * 30, [36.0] * 30)
    b = Samples([72.0 - (i < 12) - (i < 4) for i in range(30)], [36.0] * 30)
    found = adjusted([paired("g", "n", a, b)])[0]
    assert found.real
    assert -0.05 < found.low < found.high < 0
    few = paired("g", "n", a, Samples([72.0 - (i < 2) for i in range(30)], [36.0] * 30))
    assert few.low < -0.05 < 0.05 < few.high  # so few have hardly shown by how much they may differ


def test_a_pair_that_differs_may_differ_by_more_than_a_step() -> None:
    """No pair of 100 rounds differs; one in 200 would, by 11 points, and points count by ones."""
    points = [20.0 + 12 * (i % 3 - 1) for i in range(100)]
    found = paired("g", "n", Samples(points, [1.0] * 100), Samples(points, [1.0] * 100))
    assert found.differ == 0
    assert found.low < -0.055 < 0.055 < found.high


def test_points_that_no_round_can_bring_have_no_interval_around_nothing() -> None:
    answer = simulation(played(spec("scopa", games=30, seed=4, unit="round")))
    awards = answer["figures"]["awards"]
    assert awards["re_bello"]["points_interval"] == [0, 0]
    assert awards["settebello"]["points_interval"][0] < 1 < awards["settebello"]["points_interval"][1]
