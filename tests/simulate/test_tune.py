"""Goals, and the race for them: what is true is known here, so that what is said can be held against it."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.simulate.contest import FILE, Contest, enter, tune
from cassino_dsl.simulate.goals import check_goals, figures_of, read_goal
from cassino_dsl.simulate.grid import read_vary
from cassino_dsl.simulate.tune import GROUPS, Groups, Tuned, heats, pieces, race
from cassino_dsl.units.layout import Layout
from cassino_dsl.units.tally import Tally, empty
from tests.simulate.helpers import played, spec

LAYOUT = Layout(2, 2, (), (), ())
NOTHING = replace(empty(LAYOUT), histograms=())


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
    ],
)
def test_what_reaches_a_goal(text: str, low: float, high: float, reached: bool, reachable: bool) -> None:
    goal = read_goal(text)
    assert (goal.reached(low, high), goal.reachable(low, high)) == (reached, reachable)


def test_how_far_a_figure_is() -> None:
    assert read_goal("win=50%").miss(0.47) == pytest.approx(0.03)
    assert read_goal("2*win=50%").miss(0.47) == pytest.approx(0.06)
    assert read_goal("rounds=6").miss(9.0) == pytest.approx(0.5)
    assert read_goal("ties<2%").miss(0.01) == 0
    assert read_goal("balance=0").miss(-0.25) == 0.25


def test_the_figures_are_those_of_the_report() -> None:
    outcome = played(spec(games=2))
    found = figures_of(enter(outcome.spec, outcome.ruleset).answer(outcome.tally))
    assert {
        ("order", "1", "win_rate"),
        ("rounds_per_match",),
        ("ties",),
        ("awards", "cards", "share"),
        ("sides", "2", "awards", "cards"),
        ("legal_per_turn", "mean"),
        ("drama", "lead_changes"),
    } <= found.keys()
    names = {".".join(path) for path in found}
    assert not [n for n in names if "interval" in n or n.endswith(("seed", "games", "wins", "side"))]


@pytest.mark.parametrize(
    ("goals", "said"),
    [
        (["order.1.winrate=50%"], "did you mean `order.1.win_rate`?"),
        (["ties<3"], "give a share, such as 2%"),
        (["ties<3%", "ties<4%"], "two goals ask the same"),
        (["nonsense"], "FIGURE=NUMBER"),
        (["0*ties<3%"], "asks for nothing"),
        (["ties<3%±1%"], "goes with `=`"),
    ],
)
def test_wrong_goals(goals: list[str], said: str) -> None:
    known = {("order", "1", "win_rate"): 0.5, ("ties",): 0.0}
    with pytest.raises(ValueError, match=said.replace("?", r"\?")):
        check_goals(tuple(read_goal(text) for text in goals), known)


def test_ranges() -> None:
    assert read_vary(("target=11..31:10,99",)) == (("target", ("11", "21", "31", "99")),)
    assert read_vary(("a=-1..1", "with=none,sweeps"))[0] == ("a", ("-1", "0", "1"))
    for text in ("a=5..3", "a=1..9:0", "a=1..999999999", "a=1..100"):
        with pytest.raises(ValueError, match=r"a range"):
            read_vary((text, "b=1..11"))


# ---- the race


@pytest.mark.parametrize(("candidates", "games"), [(1, 20), (2, 80), (3, 500), (51, 51_000)])
def test_heats_share_the_games(candidates: int, games: int) -> None:
    found = heats(candidates, games)
    assert found[0][0] == candidates
    assert found[-1][0] == 1
    assert all(units and not units % GROUPS for _, units in found)
    assert games * 0.5 <= sum(size * units for size, units in found) <= games
    for (more, _), (fewer, _) in pairwise(found):
        assert fewer == (more + 1) // 2


def test_too_few_games() -> None:
    with pytest.raises(ValueError, match="at least 180 games"):
        heats(3, 179)


def test_pieces_are_all_units_in_their_groups() -> None:
    found = list(pieces(100, 400, 7))
    assert [u for _, start, n in found for u in range(start, start + n)] == list(range(100, 500))
    assert {group: sum(n for g, _, n in found if g == group) for group in range(GROUPS)} == dict.fromkeys(
        range(GROUPS), 20
    )
    assert all(n <= 7 for _, _, n in found)


def raced(rates: list[float], goal: str, games: int, seed: int) -> Tuned:
    """A race of coins that fall with these rates, on the same deals: one draw for each unit."""
    luck = random.Random(seed)
    fallen = [luck.random() for _ in range(games)]
    column = LAYOUT.column("wins")

    def play(number: int, first: int, units: int) -> Groups:
        each = units // GROUPS
        return tuple(group(number, first + g * each, each) for g in range(GROUPS))

    def group(number: int, first: int, units: int) -> Tally:
        won = sum(fallen[u] < rates[number] for u in range(first, first + units))
        sums = [0] * LAYOUT.width
        sums[column] = won
        return replace(NOTHING, units=units, sums=tuple(sums))

    def read(number: int, tally: Tally) -> tuple[float, ...]:
        return (tally.sums[column] / tally.units,)

    return race((read_goal(goal),), heats(len(rates), games), play, read)


RATES = [0.30 + 0.04 * i for i in range(8)]  # the sixth is nearest to a half


def test_the_best_is_found_and_its_interval_holds() -> None:
    found = [raced(RATES, "win=50%", 8_000, seed) for seed in range(40)]
    best = [tuned.ranking[0].number for tuned in found]
    assert set(best) <= {4, 5, 6}
    assert sum(number == 5 for number in best) >= 30
    held = [low <= RATES[t.ranking[0].number] <= high for t in found for low, high in [t.proof.interval(0)]]
    assert sum(held) >= 35
    assert not [t for t in found if t.reached is False]
    # who is not told from the best is near it; who is told from it is not nearer
    assert all(t.ranking[-1].number in (0, 1, 7) for t in found)


def test_what_cannot_be_reached_is_said_and_only_that() -> None:
    assert [raced(RATES, "win=70%", 8_000, seed).reached for seed in range(5)] == [False] * 5
    assert [raced(RATES, "win=50%±8%", 8_000, seed).reached for seed in range(5)] == [True] * 5
    assert raced(RATES, "win=50%", 640, 1).reached is None


def test_what_never_happened_is_not_certain() -> None:
    tuned = raced([0.0, 0.3], "win<1%", 400, 3)
    assert tuned.ranking[0].number == 0
    assert tuned.proof.interval(0)[1] == pytest.approx(3 / tuned.proof.tally.units)
    assert tuned.reached is None  # 200 games do not show that it is less than 1 in 100


# ---- runs


def contest(games: int = 80) -> Contest:
    vary = read_vary(("target=11,21",))
    fields = {"games": games, "unit": "round", "seed": 5}
    specs = tuple(spec("scopa", settings=(f"target={t}",), **fields) for t in vary[0][1])
    return Contest(specs, vary, (read_goal("order.1.win_rate=50%"),))


def loaded(one: object) -> object:
    return load("scopa").ruleset


def test_a_race_is_gone_on_with(tmp_path: Path) -> None:
    """A file that breaks off in the middle of a line gives the same in the end, and is then whole again."""

    def told(folder: Path | None) -> tuple[object, ...]:
        tuned, _ = tune(contest(), loaded, folder, "reference", 1)  # type: ignore[arg-type]
        return tuned.ranking, tuned.proof, tuned.reached

    whole = told(tmp_path / "a")
    lines = (tmp_path / "a" / FILE).read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 2 + 1
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / FILE).write_bytes(b"".join(lines[:2]) + lines[2][:50])
    assert told(tmp_path / "b") == whole
    assert (tmp_path / "b" / FILE).read_bytes().splitlines(keepends=True) == lines


def test_an_empty_tally_has_all_figures() -> None:
    one = enter(contest().specs[0], loaded(None))  # type: ignore[arg-type]
    assert ("order", "1", "win_rate") in figures_of(one.answer(empty(one.layout)))
