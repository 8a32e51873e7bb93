"""Goals, and the race for them: what is true is known here, so that what is said can be held against it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from cassino_dsl import load
from cassino_dsl.analysis.research.goals import Measured, check_goals, figures_of, read_goal
from cassino_dsl.analysis.research.race import Tuned, race, schedule_for, tune
from cassino_dsl.analysis.simulate.checkpoint import BadResult
from cassino_dsl.analysis.simulate.figures import simulation
from cassino_dsl.analysis.simulate.grid import read_vary
from cassino_dsl.analysis.simulate.session import Session, read_session
from cassino_dsl.analysis.simulate.statistics import exact
from cassino_dsl.engine.layout import Tally
from cassino_dsl.language.ruleset.model import Ruleset
from tests.simulate.helpers import cli, played, spec

# ---- goals


@pytest.mark.parametrize(
    ("text", "low", "high", "reached", "reachable"),
    [
        ("order.1.win_rate=50%", 0.495, 0.505, True, True),
        ("order.1.win_rate=50%", 0.485, 0.505, False, True),
        ("order.1.win_rate=50%", 0.52, 0.53, False, False),
        ("order.1.win_rate=50%±5%", 0.46, 0.54, True, True),
        ("rounds_per_match=6", 5.9, 6.1, True, True),
        ("rounds_per_match=6+-0.05", 5.9, 6.1, False, True),
        ("ties<2%", 0.0, 0.019, True, True),
        ("ties<2%", 0.019, 0.021, False, True),
        ("ties<2%", 0.021, 0.03, False, False),
        ("margin>3", 3.1, 5.0, True, True),
        ("margin>3", 1.0, 2.9, False, False),
        ("ties<=2%", 0.019, 0.021, False, True),
        ("margin≥3", 3.1, 5.0, True, True),
    ],
)
def test_what_reaches_a_goal(text: str, low: float, high: float, reached: bool, reachable: bool) -> None:
    goal = read_goal(text)
    assert (goal.reached(low, high), goal.reachable(low, high)) == (reached, reachable)


def test_how_far_a_figure_is() -> None:
    assert read_goal("win_rate=50%").miss(0.47) == pytest.approx(0.03)
    assert read_goal("2*win_rate=50%").miss(0.47) == pytest.approx(0.06)
    assert read_goal("margin=6").miss(9.0) == pytest.approx(0.5)
    assert read_goal("ties<2%").miss(0.01) == 0
    assert read_goal("points_per_round=0").miss(-0.25) == 0.25


def test_the_figures_are_those_of_the_report() -> None:
    answer = simulation(played(spec(games=20, players=("greedy", "random"))))
    found = figures_of(answer)
    assert found["order.1.win_rate"][:3] == (answer["order"][0]["win_rate"], *answer["order"][0]["win_interval"])
    assert found["order.1.win_rate"].fair == (1 - answer["figures"]["tied_rounds"]) / 2
    assert found["by_player.greedy.win_rate"].fair == answer["by_player"][0]["fair"]
    answer["figures"]["always"] = ["plays_per_round", "cards"]
    always = {name for name, one in figures_of(answer).items() if one.always}
    assert always == {"plays_per_round", "awards.cards.points_per_round"}
    assert found["by_player.greedy.win_rate"][0] == answer["by_player"][0]["win_rate"]
    assert found["awards.cards.points_per_round"][1:3] == tuple(answer["figures"]["awards"]["cards"]["points_interval"])
    assert found["ties"][0] == answer["figures"]["tie_rate"]
    assert {"rounds_per_match", "plays_per_round", "margin", "sides.2.points_per_round", "awards.cards.decided"} < {
        *found
    }


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("order.1.winrate=50%", "did you mean `order.1.win_rate`?"),
        ("nonsense", "FIGURE=NUMBER"),
        ("ties<3%±1%", "FIGURE<NUMBER"),
        ("win_rate=50%", "did you mean `order.1.win_rate` or `order.2.win_rate`?"),
        ("order=50", "did you mean `order.1.win_rate`, `order.2.win_rate` or `order.1.points_per_round`?"),
        ("zzz=1", "goals are who wins, points, ties, length and margin"),
        ("margin", "in quotes, since the shell takes < and > for itself"),
        # what no game can give
        ("order.1.win_rate=500%", "is 100 % at most: no game reaches that"),
        ("order.1.win_rate=50", "a share is written 50%"),
        ("order.1.win_rate=-5%", "never below 0"),
        ("ties<0%", "never below 0"),
        ("ties>100%", "100 % at most: no game"),
        ("rounds_per_match=-2", "never below 1: no game reaches that"),
        ("rounds_per_match<1", "never below 1"),
        ("margin<-3", "never below 0"),
        ("rounds_per_match=50%", "is a number and no share: leave out the %"),
    ],
)
def test_nothing_is_played_for_wrong_goals(goal: str, said: str) -> None:
    with pytest.raises(ValueError, match="goal") as fault:
        check_goals((read_goal(goal),), [KNOWN])
    assert said in str(fault.value)


@pytest.mark.parametrize(
    "goals",
    [
        ["order.1.win_rate=100%", "order.2.win_rate=0%"],
        ["ties<100%", "ties=0%", "ties>0%"],
        ["order.1.win_rate=50%±50%"],
        ["rounds_per_match=1"],
        ["order.1.points_per_round=-3"],
    ],
)
def test_what_can_be_is_played_for(goals: list[str]) -> None:
    check_goals(tuple(map(read_goal, goals)), [KNOWN])


def test_what_not_all_have_is_no_goal() -> None:
    some = {name: seen for name, seen in KNOWN.items() if "coins" not in name}
    with pytest.raises(ValueError, match="some of these combinations have no figure"):
        check_goals((read_goal("awards.coins.decided=5%"),), [KNOWN, some])


def test_a_share_is_one_however_it_is_written() -> None:
    ways = [read_goal(f"order.1.win_rate={wanted}") for wanted in ("5%", "0.05", "0.05±1%", "5%±1%", "5%±1")]
    assert {(goal.wanted, goal.slack, goal.share) for goal in ways} == {(0.05, 0.01, True)}


NAMES = "order.1.win_rate order.2.win_rate ties rounds_per_match margin awards.coins.decided order.1.points_per_round"
KNOWN = dict.fromkeys(NAMES.split(), Measured(0.0, 0.0, 0.0))


def test_ranges() -> None:
    assert read_vary(("target=11..31:10,99",)) == (("target", ("11", "21", "31", "99")),)
    assert read_vary(("a=-1..1", "with=none,sweeps"))[0] == ("a", ("-1", "0", "1"))
    assert read_vary(("with=../mine.yaml,sweeps",)) == (("with", ("../mine.yaml", "sweeps")),)
    for text in (
        "a=5..3",
        "a=1..9:0",
        "a=1..999999999",
        "a=1..100",
        "a=11..",
        "a=x..y",
        "a=11...61",
        "a=11-61",
        "a=1–9",
    ):
        with pytest.raises(ValueError, match=r"a range"):
            read_vary((text, "b=1..11"))


# ---- the race


@pytest.mark.parametrize(("candidates", "games"), [(1, 20), (2, 160), (3, 500), (51, 51_000)])
def test_heats_share_the_games(candidates: int, games: int) -> None:
    schedule = schedule_for(candidates, games)
    assert [size for size, _ in schedule.heats[:1]] == [candidates] * (candidates > 1)
    assert games * 0.5 <= schedule.units <= games
    for (more, _), (fewer, _) in pairwise(schedule.heats):
        assert fewer == (more + 1) // 2


def test_too_few_games() -> None:
    with pytest.raises(ValueError, match="at least 180 games"):
        schedule_for(3, 179)
    with pytest.raises(ValueError, match="at least 20 games"):
        schedule_for(1, 19)


def raced(rates: list[float], goal: str, games: int, seed: int, alone: bool = False) -> Tuned:
    """A race of coins that fall with these rates, on the same deals: one draw a unit. ``alone``: each on its own."""

    def play(heat: int, numbers: Sequence[int], first: int, units: int) -> list[Tally]:
        found = []
        for number in numbers:
            luck = np.random.default_rng([seed, first, *([number] if alone else [])])
            found.append(Tally(units, (int((luck.random(units) < rates[number]).sum()),), (0,), (0,), ()))
        return found

    def read(number: int, tally: Tally) -> tuple[Measured, ...]:
        return (Measured(tally.sums[0] / tally.units, *exact(tally.sums[0], tally.units)),)

    return race((read_goal(goal),), schedule_for(len(rates), games), len(rates), play, read)


RATES = [0.30 + 0.04 * i for i in range(8)]  # the sixth is nearest to a half


def test_the_best_is_found_and_its_interval_holds() -> None:
    found = [raced(RATES, "win_rate=50%", 8_000, seed) for seed in range(40)]
    best = [tuned.ranking[0].number for tuned in found]
    assert set(best) <= {4, 5, 6}
    assert sum(number == 5 for number in best) >= 30
    held = [t.proof[0].low <= RATES[t.ranking[0].number] <= t.proof[0].high for t in found]
    assert sum(held) >= 35
    assert not [t for t in found if t.reached is False]
    # who is nearest is the best or not told from it; who is far is told
    assert all(5 in [judged.number for judged in (t.ranking[0], *t.level)] for t in found)
    assert sum(0 in [judged.number for judged in t.level] for t in found) <= 26


def test_what_cannot_be_reached_is_said_and_only_that() -> None:
    assert [raced(RATES, "win_rate=70%", 8_000, seed).reached for seed in range(5)] == [False] * 5
    assert [raced(RATES, "win_rate=50%±8%", 8_000, seed).reached for seed in range(5)] == [True] * 5
    assert raced(RATES, "win_rate=50%", 1280, 1).reached is None


def test_of_whom_it_is_told_is_said() -> None:
    """Half of the doubtful are ruled out: that none reaches the goal is not shown, and it is known of whom."""
    few = raced([0.40] * 51, "win_rate=50%", 51 * 300, 1)
    assert few.reached is None
    assert 0 < len(few.open) < 50
    assert sum(judged.out for judged in few.ranking) + len(few.open) + (not few.ranking[0].out) == 51


def test_what_never_happened_is_not_certain() -> None:
    tuned = raced([0.0, 0.3], "win_rate<1%", 400, 3)
    assert tuned.ranking[0].number == 0
    assert 3 / tuned.games < tuned.proof[0].high < 5 / tuned.games
    assert tuned.reached is None  # 200 games do not show that it is less than 1 in 100


def test_no_looking_often_rules_out_who_reaches_the_goal() -> None:
    """All are at the edge of the goal: in at most 5 of 100 races any of them is ruled out."""
    found = [raced([0.02] * 8, "win_rate<2%", 1_600, seed) for seed in range(60)]
    assert sum(any(judged.out for judged in tuned.ranking) for tuned in found) <= 7


Case = tuple[str, list[float], str, int, int]
CASES: list[Case] = [
    ("51 values, 49 % each, for 50 % ± 1 %", [0.49] * 51, "win_rate=50%", 400, 100),
    ("8 values, 49 % each, for 50 % ± 1 %", [0.49] * 8, "win_rate=50%", 1_000, 500),
    ("8 values, one 49 %, the others 40 %, for 50 % ± 1 %", [0.49] + [0.4] * 7, "win_rate=50%", 1_000, 1_000),
    ("2 values, 49 % each, for 50 % ± 1 %", [0.49, 0.49], "win_rate=50%", 1_000, 1_000),
    ("8 values, 2 % each, for fewer than 2 %", [0.02] * 8, "win_rate<2%", 500, 500),
    ("8 values, 0.4 % each, for more than 0.4 %", [0.004] * 8, "win_rate>0.4%", 500, 500),
    ("8 values, 30 to 58 % by fours, for 50 % ± 1 %", RATES, "win_rate=50%", 1_000, 500),
]


@pytest.mark.ci
@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_errors_of_the_verdict(case: Case) -> None:
    """Races in which some reach the goal, by nothing to spare: how often any of these is ruled out, all are, and who is
    nearest is told from the best. The page says what came of them."""
    name, rates, goal, games, runs = case
    wished = read_goal(goal)
    nearest = min(map(wished.miss, rates))
    wrong = never = lost = 0
    for seed in range(runs):
        tuned = raced(rates, goal, games * len(rates), seed, alone=seed % 2 == 0)
        wrong += any(
            judged.out and wished.miss(rates[judged.number]) <= wished.slack + 1e-9 for judged in tuned.ranking
        )
        never += tuned.reached is False
        near = [tuned.ranking[0], *tuned.level]
        lost += not any(wished.miss(rates[judged.number]) == nearest for judged in near)
    row = f"| {name} | {runs:,} | {wrong} | {never} | {lost} |"
    page = (Path(__file__).parents[2] / "docs/simulate.md").read_text(encoding="utf-8")
    assert max(wrong, lost) <= 0.05 * runs, row
    assert row in page.splitlines(), f"it should say: {row}"


# ---- runs


def contest(folder: Path | None = None, games: int = 160) -> Session:
    vary = read_vary(("target=11,21",))
    fields = {"games": games, "unit": "round", "seed": 5}
    specs = tuple(spec("scopa", settings=(f"target={t}",), **fields) for t in vary[0][1])
    return Session(specs, folder, None, vary, ("order.1.win_rate=50%",))


def loaded(one: object) -> Ruleset:
    return load("scopa").ruleset


def test_a_race_is_gone_on_with(tmp_path: Path) -> None:
    """A heat that was lost is played again, and all is the same in the end; the folder is of this race alone."""

    def told(goes: Session) -> Tuned:
        return tune(goes, loaded, "auto", 1)[0]

    whole = told(contest(tmp_path))
    assert read_session(tmp_path) == contest(tmp_path)
    (tmp_path / "heat-2" / "1.json").unlink()
    assert told(contest(tmp_path)) == whole
    with pytest.raises(BadResult, match="holds the results of other runs"):
        told(contest(tmp_path, 200))
    for command in ("simulate", "grid"):
        assert "a race; `cassino tune --resume` goes on with it" in cli(command, "--resume", tmp_path).stderr
