"""Measures between players who can play, each worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from cassino_dsl import load
from cassino_dsl.native.engine import NativeEngine
from cassino_dsl.plan.make import make_plan
from cassino_dsl.players.worlds import Tried
from cassino_dsl.simulate import deep
from cassino_dsl.simulate.claims import adjust, claim, claims_of, likely
from cassino_dsl.simulate.course import MatchCourse, course_of, measured
from cassino_dsl.simulate.decisive import behind, decisiveness, drama, mean_of
from cassino_dsl.simulate.deep import Deep, TriedOut, first_place
from cassino_dsl.simulate.engines import make_runner
from cassino_dsl.simulate.observe import decides
from cassino_dsl.simulate.report.deep import _PARTS, deep_findings, deep_tables
from cassino_dsl.simulate.report.rows import deep_rows
from cassino_dsl.simulate.report.text import table_lines
from cassino_dsl.simulate.shares import Deal, Shares, gain, intervals, shares
from cassino_dsl.simulate.spec import Spec
from cassino_dsl.simulate.stakes import Loss, Stakes, StakesOfRound, chances, kingmaking, losses, lost, swing, within
from cassino_dsl.simulate.statistics import exact, unequal_test
from cassino_dsl.units.layout import layout_of
from cassino_dsl.units.runner import Task
from tests.native.compare import needs_compiler

# ---- skill, and the first place


def test_a_rung_by_hand() -> None:
    """The example of docs/simulate.md: 36 of 60 rounds."""
    assert unequal_test(36, 60, 0.5) == pytest.approx(0.155, abs=5e-4)


def places(*wins: int, tied: int = 0) -> dict[str, Any]:
    rounds = sum(wins) + tied
    order = [{"wins": won, "win_rate": won / rounds, "win_interval": list(exact(won, rounds))} for won in wins]
    return {"games": rounds, "order": order, "figures": {"tied_rounds": tied / rounds}}


def test_the_first_place_by_hand() -> None:
    """The example of docs/simulate.md: of 100 rounds 10 are tied, and the leader wins 34."""
    found = first_place("greedy", places(34, 56, tied=10))
    assert (found["fair"], found["win_rate"]) == (0.45, 0.34)
    assert found["p"] == pytest.approx(0.0263, abs=5e-5)


def test_of_three_places_the_leader_alone_is_tested() -> None:
    """The second wins far more than the third; of the leader that says nothing."""
    found = first_place("greedy", places(100, 140, 60))
    assert found["p"] == pytest.approx(1)
    assert first_place("greedy", places(140, 80, 80))["p"] < 1e-4


# ---- how long it takes


@pytest.mark.parametrize(
    ("hands", "busy", "cores"),
    [(2, 0.0, 2), (1, 0.0, 1), (8, 0.0, 2), (2, 1.0, 4 / 3), (1, 1.0, 1), (2, 14.0, 0.25)],
)
def test_what_else_a_machine_does_is_reckoned_with(
    hands: int, busy: float, cores: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two cores, by hand: all of them where nothing else is done, an even share where there is much."""
    monkeypatch.setattr(deep.os, "cpu_count", lambda: 2)
    monkeypatch.setattr(deep.os, "getloadavg", lambda: (busy, 9.0, 9.0), raising=False)
    assert deep.free_cores(hands) == pytest.approx(cores)


def test_it_is_told_how_far_it_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five rounds in pieces of two, of rounds that are tried out without being played."""
    monkeypatch.setattr(TriedOut, "ready", lambda _: lambda first, count: [StakesOfRound((), None)] * count)
    told: list[tuple[str, int, int]] = []
    spec = Spec("scopa", (), (), 2, "match", ("random", "random"), 1, 10)
    one = Deep(spec, load("scopa").ruleset, jobs=1, searched=25, step=lambda *step: told.append(step))
    assert one.tried_out()["choice"]["rounds"] == 5
    assert told == [("choices tried out", n, 5) for n in (2, 4, 5)]


# ---- yes or no


def told(p: float, **more: Any) -> dict[str, Any]:
    return {**more, **claim(p, "a test")}


def test_claims_are_adjusted_for_each_other() -> None:
    """By hand, after Holm: the least of three times 3, the next times 2, and none less than the one before."""
    claims = [told(0.04), told(0.012), told(0.03)]
    adjust(claims)
    assert [one["p_adjusted"] for one in claims] == [0.06, 0.036, 0.06]
    assert [one["real"] for one in claims] == [False, True, False]
    assert [likely(one) for one in claims] == [True, False, True]


def test_a_rung_is_better_where_it_wins_more_and_that_is_real() -> None:
    rungs = [told(p, win_rate=rate, fair=0.5, better=False) for p, rate in ((0.001, 0.6), (0.001, 0.4), (0.4, 0.6))]
    adjust(rungs)
    assert [rung["better"] for rung in rungs] == [True, False, False]


def report_with(monkeypatch: pytest.MonkeyPatch, p: float) -> dict[str, Any]:
    """A report of one question, with a rung and three places beside it."""
    measures = {"ladder": [told(0.5, win_rate=0.6, fair=0.5, better=False)], "first": [told(p), told(0.6), told(0.7)]}
    monkeypatch.setattr(Deep, "measures", lambda _: measures)
    spec = Spec("scopa", (), (), 2, "match", ("random", "random"), 1, 10)
    answer = {"figures": {"command": "cassino simulate scopa", "fairness": {"order": told(0.012)}}}
    Deep(spec, load("scopa").ruleset, searched=20).beside(answer)
    return answer


def test_all_questions_of_a_report_are_adjusted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is real alone need not be so among five, and one that `--deep` asks counts for those of the rest."""
    answer = report_with(monkeypatch, 0.013)
    found = claims_of(answer)
    assert [one["p_adjusted"] for one in found] == [0.06, 1, 0.06, 1, 1]
    assert not any(one["real"] for one in found)
    assert answer["figures"]["command"].endswith(" --deep --searched 20")
    assert all(one["real"] for one in claims_of(report_with(monkeypatch, 0.001)) if one["p"] < 0.02)


RUNGS = [
    {"player": a, "against": b, "rounds": 10_000, "win_rate": rate, "win_interval": [0.3901, 0.4102], "fair": 0.441,
     "better": False, "points_per_round": [12.79, 11.7], **claim(p, "a test")}
    for a, b, rate, p in (("greedy", "random", 0.4, 1e-6), ("learned", "greedy", 0.5, 0.03),
                          ("search:100", "learned", 0.5, 1e-6))
]  # fmt: skip
PLACES = [{**places(40, 60), "player": name, "rounds": 9_999, "fair": 0.5, "win_rate": 0.4, "win_interval": [0.3, 0.5],
           **claim(p, "a test")} for name, p in (("learned", 0.2), ("search:100", 0.02))]  # fmt: skip
COURSE = measured([MatchCourse(((n, -n), (-n, n)), n % 2, 25) for n in range(1, 9)] * 30)
MEASURES = {
    "ladder": RUNGS,
    "first": PLACES,
    "luck": [],
    "choice": {**losses([[Loss(100, 100)]] * 30, False), "played_out": "most"},
    "awards": {"cards": {"learned": 0.1234, "search:100": 0.1321}},
    "awards_intervals": {"cards": {"learned": [0.1101, 0.1402], "search:100": [0.1001, 0.1702]}},
    "course": {"player": "learned", **COURSE},
    "course_searched": {"player": "search:100", **COURSE},
    "within": within([StakesOfRound((Loss(0, 0, None, (n / 40, 1 - n / 40)),) * 3, n % 2) for n in range(40)]),
}


def test_the_tables_say_what_is_shown_and_what_was_only_likely() -> None:
    adjust([*RUNGS, *PLACES])
    tables = {table.title: table for table in deep_tables(MEASURES, 9)}
    assert [row[-1] for row in tables["How much skill there is"].rows] == ["worse", "likely", "yes"]
    assert "tested together; likely: only if nothing else were asked" in tables["How much skill there is"].notes[1]
    assert [row[-1] for row in tables["What leading is worth, by who plays"].rows] == ["not shown", "likely"]
    course = {row[0]: row[1:] for row in tables["Comebacks, drama and decisiveness"].rows}
    assert course["won by somebody"] == ("240", "240", "40")
    assert all("–" in told for told in (*course["decisiveness (0 to 1)"], *course["drama (0 to 1)"]))
    assert course["… by at most (points)"][2] == ""  # nobody has points before a round is over
    assert {row[0] for row in tables["Does the leader run away?"].rows} >= {"round 1, by 1", "round 2, by 4 to under 8"}
    assert max(len(line) for table in tables.values() for line in table_lines(table)) <= 80


def test_the_findings_are_those_of_who_plays_best() -> None:
    rungs, places = ([dict(one) for one in rows] for rows in (RUNGS, PLACES))
    adjust([*rungs, *places])
    measures = {**MEASURES, "ladder": rungs, "first": places}
    place, skill = deep_findings(measures, "the leader")
    assert place == (
        "Between players who search (`search:100`) the leader is likely behind, but that is one of several questions: "
        "it wins 40.0 % (30.0–50.0) of rounds, where 50.0 % is fair."
    )
    assert skill == "Skill is 1 of 3 steps deep: `search:100` is better than `learned`."
    places[-1]["real"] = True
    assert "(`search:100`) the leader is behind: it wins" in deep_findings(measures, "the leader")[0]
    places[-1].update(real=False, p=0.5)
    assert "is not shown to be ahead or behind: it wins" in deep_findings(measures, "the leader")[0]


def test_every_measure_has_lines_of_csv() -> None:
    lines = {row[:3]: row[3:] for row in deep_rows(MEASURES)}
    assert lines["ladder", "greedy over random", "win_rate"] == (0.4, 0.3901, 0.4102)
    assert lines["first", "all search:100", "p"] == (0.02, "", "")
    assert lines["award decides", "cards", "all learned"] == (0.1234, 0.1101, 0.1402)
    assert lines["course", "all learned", "decisiveness"] == (COURSE["decisiveness"], *COURSE["decisiveness_interval"])
    assert lines["course_searched", "round 2, by 4 to under 8", "matches"] == (120, "", "")
    assert {group for group, _, _ in lines} >= {"choice", "within"}


# ---- luck and skill


def between_two(*deals: tuple[Sequence[float], Sequence[float]]) -> list[Deal]:
    """Deals of two sides, by leads of the first: as named and with seats changed."""
    return [[[(lead, 0) for lead in way] for way in deal] for deal in deals]


def test_shares_by_hand() -> None:
    """The example of docs/simulate.md."""
    part = shares(between_two(((6, 4), (2, 0)), ((0, -2), (-4, -6))))
    assert (part.luck, part.skill, part.play) == pytest.approx((17.6 / 23, 3.8 / 23, 1.6 / 23))


THREE: list[Deal] = [
    [[points, points] for points in ((5, 0, 1), (2, 3, 1), (2, 0, 4))],
    [[points, points] for points in ((3, 2, 1), (0, 5, 1), (0, 2, 4))],
]


def test_shares_of_three_sides_by_hand() -> None:
    """The example of docs/simulate.md: between deals 4, the one gains 2, which counts 2² · 3/2; nothing is left."""
    part = shares(THREE)
    assert (part.luck, part.skill, part.play) == pytest.approx((0.4, 0.6, 0))
    assert gain(THREE) == pytest.approx(2)
    assert gain(between_two(((6, 4), (2, 0)), ((0, -2), (-4, -6)))) == pytest.approx(1)  # half of a lead of 2


def test_who_has_less_points_is_told() -> None:
    row = dict.fromkeys(("luck", "skill", "play", "gain"), 0.1) | {f"{k}_interval": [0.0, 0.2] for k in _PARTS}
    row |= {"player": "search:100", "against": "learned", "times": 4, "deals": 125}
    tables = [deep_tables({**MEASURES, "luck": [{**row, "gain": gain}]}, 9) for gain in (0.1, -0.1)]
    notes = [" ".join(t.notes) for found in tables for t in found if t.title == "Luck and skill"]
    assert ["learned had more points" in note for note in notes] == [False, True]


def test_places_that_differ_are_no_skill() -> None:
    """What a side has at all deals, whoever plays there, changes nothing."""
    better = [[[(a + 7, b - 1, c) for a, b, c in way] for way in deal] for deal in THREE]
    assert _alike(shares(better), shares(THREE))
    best = between_two(((9, 9), (5, 5)), ((5, 5), (1, 1)))
    assert _alike(shares(best), shares(between_two(((4, 4), (0, 0)), ((0, 0), (-4, -4)))))


def _alike(one: Shares, other: Shares) -> bool:
    return astuple(one) == pytest.approx(astuple(other))


def test_shares_of_what_is_known() -> None:
    """Where only the deal decides, only who plays, or nothing."""
    luck = shares(between_two(*[((n, n), (n, n)) for n in range(40)]))
    assert (luck.luck, luck.skill, luck.play) == (1, 0, 0)
    skill = shares(between_two(*[((3, 3), (-3, -3))] * 40))
    assert (skill.luck, skill.skill, skill.play) == (0, 1, 0)
    assert shares(between_two(*[((0, 0), (0, 0))] * 40)).luck == 0
    assert intervals(between_two(*[((n, n), (n, n)) for n in range(40)]))[0] == pytest.approx((1, 1))
    three = shares([[[(2, 0, 0)] * 2, [(0, 2, 0)] * 2, [(0, 0, 2)] * 2]] * 40)
    assert astuple(three) == pytest.approx((0, 1, 0))


def test_no_skill_that_was_seen_is_not_none_for_certain() -> None:
    """Deals in which both ways to sit come to the same mean: there is no skill in them, but there may be some."""
    deals = between_two(*[((n % 7, n % 5), (n % 5, n % 7)) for n in range(35)])
    assert shares(deals).skill == 0
    low, high = intervals(deals)[1]
    assert (low, high > 0.001) == (0, True)


def test_play_is_what_is_left() -> None:
    part = shares(between_two(*[((1, -1), (-1, 1)), ((-1, 1), (1, -1))] * 20))
    assert (part.luck, part.skill, part.play) == (0, 0, 1)


@needs_compiler
@pytest.mark.parametrize("seats", [2, 3])
def test_deals_are_played_from_each_side(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deep, "DEALS", 3)
    ruleset = load("cassino").ruleset
    asked = Deep(Spec("cassino", (), (), seats, "round", ("random",) * seats, 5, 1), ruleset, jobs=1)
    found = asked._dealt("greedy", "random")
    assert [[[len(points) for points in way] for way in deal] for deal in found] == [[[seats] * 2] * seats] * 3
    who = tuple("greedy" if seat == seats - 1 else "random" for seat in range(seats))
    task = Task(ruleset, seats, "round", who, 5, rotates=False, again=1)
    block = make_runner(task, "native")[0].block(2, 1, rows=True)
    layout = layout_of(make_plan(ruleset, seats))
    assert list(found[2][seats - 1][1]) == [block.rows[0][layout.column("points", side)] for side in range(seats)]


SHARED = [
    ("scopa", 2, "greedy", "random"),
    ("scopa", 2, "learned", "greedy"),
    ("pasur", 2, "learned", "greedy"),
    ("cassino", 3, "learned", "greedy"),
    ("cassino", 4, "greedy", "random"),
    ("cassino", 3, "greedy", "greedy"),
]


@pytest.mark.ci
@needs_compiler
@pytest.mark.parametrize("case", SHARED, ids=["-".join(map(str, case)) for case in SHARED])
def test_intervals_of_luck_and_skill_hold(case: tuple[str, int, str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Samples of real deals, drawn again and again from many: the table of docs/simulate.md."""
    variant, seats, upper, lower = case
    monkeypatch.setattr(deep, "DEALS", 20_000)
    ruleset = load(variant).ruleset
    asked = Deep(Spec(variant, (), (), seats, "round", ("random",) * seats, 5, 1), ruleset, jobs=1)
    pool = np.array(asked._dealt(upper, lower))
    true, lots = astuple(shares(pool)), np.random.default_rng(1)
    for deals in (40, 125, 1_000):
        found = [intervals(pool[lots.integers(0, len(pool), deals)]) for _ in range(500)]
        for name, part, each in zip(("luck", "skill", "play"), true, zip(*found, strict=True), strict=True):
            held = sum(low <= part <= high for low, high in each)
            assert held >= 458, (name, deals, held)  # 95 % but for chance


# ---- the course of matches


def record(winner: int | None, *scores: list[int]) -> dict[str, Any]:
    return {"winner": winner, "rounds": [{"scores": row} for row in scores]}


def test_a_course_by_hand() -> None:
    """The example of docs/simulate.md: behind by 4 and by 1 of 25 points."""
    course = course_of(record(1, [2, 6], [9, 10], [15, 11], [25, 18]), lowest_wins=False)
    assert course.leads == ((-4, 4), (-1, 1), (4, -4))
    assert course.behind == [4, 1]
    assert course.drama == pytest.approx((0.4 + 0.2) / 2)
    assert measured([course])["deepest"] == 4  # of both times, the further one


def test_a_match_is_decided_by_hand() -> None:
    """The example of docs/simulate.md: the loser once led by 2; the winner led by 4 after the second of four rounds."""
    assert course_of(record(1, [3, 5], [9, 5], [12, 8], [21, 10]), lowest_wins=False).decisiveness == 2 / 4
    assert course_of(record(1, [2, 6], [9, 10], [15, 11], [25, 18]), lowest_wins=False).decisiveness == 1
    assert course_of(record(2, [5, 3], [5, 9], [8, 12], [10, 21]), lowest_wins=True).decisiveness == 1
    assert course_of(record(1, [5, 3], [8, 6], [9, 10], [21, 11]), lowest_wins=False).decisiveness == 1 / 4


def test_who_never_leads_sets_no_threshold() -> None:
    """Of three, the best of the others is what counts; behind from the beginning to the end is no lead."""
    leads = [(1, -1, -3), (2, -2, -4)]
    assert decisiveness(leads, 0, 3) == 1 / 3
    assert decisiveness([(-1, 1, -3), (1, -1, -5), (2, -2, -6)], 0, 4) == 3 / 4
    assert decisiveness([(-1, -2, 1), (1, -1, -2)], 0, 3) == 1


def test_means_of_games_have_intervals() -> None:
    """Student's t by hand, of 0 and 1 twenty times each: 0.5 ± 2.0227 · √(10/39)/√40."""
    mean, interval = mean_of([0.0, 1.0] * 20, 0.25, 1)
    assert mean == 0.5
    assert interval == pytest.approx((0.5 - 0.16194, 0.5 + 0.16194), abs=1e-4)
    assert mean_of([1.0], 0.25, 1) == (1, None)
    low, high = mean_of([1.0] * 40, 0.25, 1)[1] or (0, 0)
    assert (low < 0.99, high) == (True, 1)  # what was always the same is not certain


def test_the_deepest_has_an_interval_that_grows_where_they_differ() -> None:
    alike = measured([MatchCourse(((-4, 4),), 0, 10)] * 40)
    apart = measured([MatchCourse(((-n, n),), 0, 10) for n in (1, 7)] * 20)
    widths = [high - low for low, high in (found["deepest_interval"] for found in (alike, apart))]
    assert alike["deepest"] == apart["deepest"] == 4
    assert 0 < widths[0] < widths[1]


def test_a_runaway_leader_by_hand() -> None:
    """The example of docs/simulate.md: 30 of 40."""
    (row,) = measured([MatchCourse(((5, -5),), int(n >= 30), 9) for n in range(40)])["runaway"]
    assert (row["after"], row["lead"], row["matches"], row["win_rate"]) == (1, [4, 8], 40, 0.75)
    assert row["win_interval"] == pytest.approx((0.588, 0.873), abs=5e-4)


def test_where_the_lowest_wins_the_lead_is_below() -> None:
    course = course_of(record(2, [2, 6], [20, 10]), lowest_wins=True)
    assert course.leads == ((4, -4),)
    assert course.behind == [4]


def test_leads_are_counted_by_size() -> None:
    courses = [MatchCourse(((n, -n),), n % 2, 10) for n in (1, 2, 3, 4)] + [MatchCourse((), 0, 10)]
    found = measured(courses)
    assert (found["matches"], found["won"]) == (4, 4)
    rows = [(row["after"], row["lead"], row["matches"], row["win_rate"]) for row in found["runaway"]]
    assert rows == [(1, [1, 2], 1, 0.0), (1, [2, 4], 2, 0.5), (1, [4, 8], 1, 1.0)]
    assert (found["comebacks"], found["deepest"]) == (0.5, 2.0)


def test_matches_of_one_round_show_nothing() -> None:
    found = measured([MatchCourse((), 0, 3)])
    assert (found["matches"], found["runaway"], found["comebacks"]) == (0, [], 0.0)


@pytest.mark.ci
@needs_compiler
def test_intervals_of_the_course_hold_what_is_true() -> None:
    """Samples of real matches, drawn again and again from many: at most 7 of 100 intervals miss the truth."""
    runner = make_runner(Task(load("scopa").ruleset, 2, "match", ("greedy", "greedy"), 7), "native")[0]
    courses = [course_of(record, False) for record in runner.block(0, 6_000, records=True).records or ()]
    true, lots = measured(courses), Random(1)
    for size in (30, 100):
        found = [measured(lots.choices(courses, k=size)) for _ in range(400)]
        for figure in ("comebacks", "deepest", "drama", "decisiveness"):
            held = sum(one[f"{figure}_interval"][0] <= true[figure] <= one[f"{figure}_interval"][1] for one in found)
            assert held >= 372, (figure, size)


# ---- what decides


def test_an_award_decides_by_hand() -> None:
    """The example of docs/simulate.md: 3 : 2 by cards (1), sweeps (2) against coins (1), primiera (1)."""
    awards = {"cards": (1, 0), "sweeps": (2, 0), "coins": (0, 1), "primiera": (0, 1)}
    assert [name for name, points in awards.items() if decides(points, (3, 2), 0, False)] == ["cards", "sweeps"]
    assert decides((2, 0), (3, 2), 1, True)  # where the lowest wins, points taken decide
    assert not decides((0, 1), (3, 2), 1, True)


def test_a_round_is_decided_by_hand() -> None:
    """The example of docs/simulate.md: the loser's best chance was 60 %, and the winner's 70 % at the third of five."""
    looks = [(0.5, 0.5), (0.4, 0.6), (0.7, 0.3), (0.55, 0.45), (0.9, 0.1)]
    assert decisiveness(looks, 0, 5) == 3 / 5
    assert behind(looks, 0) == [pytest.approx(0.2)]
    assert drama(behind(looks, 0)) == pytest.approx(0.2**0.5)
    found = within([StakesOfRound(tuple(Loss(0, 0, None, c) for c in looks), 0), StakesOfRound((), 1)])
    assert (found["won"], found["looks"], found["decisiveness"]) == (1, 5, 0.6)
    assert within([StakesOfRound((Loss(0, 0, None, (0.5, 0.5)),), None)])["won"] == 0  # nobody won it


def test_chances_are_of_all_worlds() -> None:
    first, other = tried([[10, 12], [9, 9]], [30, 20]), tried([[20, 3], [1, 1]])
    assert chances(first, other, 0) == (0.5, 0.25)
    assert chances(first, other, 1) == (0.2, 0.2)


LEADER_WINS = """dsl: 1
pack: french
seats: 2
deal: {hand: 4, table: 4}
values: {any: none}
actions: {trail: {play: card, to: table}}
events: {gift: {on: layout dealt, do: award 5 to side(leader) as gift}}
awards: {cards: {points: 0}}
match: {rounds: 1, tie: draw}
"""


@pytest.mark.ci
@needs_compiler
def test_a_round_that_is_decided_before_it_is_played(tmp_path: Path) -> None:
    """The leader has five points from the beginning, whatever is played: each look shows it, so the first decides."""
    (tmp_path / "gift.yaml").write_text(LEADER_WINS, encoding="utf-8")
    (played,) = TriedOut(load(tmp_path / "gift.yaml").ruleset, 2, 5).ready()(0, 1)
    assert played.winner == 0
    looks = [loss.chances for loss in played.choices if loss.chances]
    assert looks == [(1, 0)] * len(looks)
    assert len(looks) > 10
    found = within([played])
    assert (found["decisiveness"], found["drama"]) == (pytest.approx(1 / len(looks), abs=1e-5), 0)


# ---- what a choice is worth


def test_a_loss_by_hand() -> None:
    """The best in some worlds came to 3 points in others, the second to 2, the third to 1."""
    assert lost([300, 100, 200], 0, 2) == Loss(100, 100)
    found = losses([[Loss(100, 100), Loss(0, 50)], [Loss(50, 0)]], half_points=False)
    assert (found["second"], found["any"], found["decisions"]) == (0.5, 0.5, 3)
    assert losses([[Loss(100, 100)]] * 2, half_points=True)["second"] == 0.5


@needs_compiler
@pytest.mark.parametrize(("variant", "as_learned"), [("italian-cassino", True), ("scopa", False)])
def test_choices_are_played_out_as_who_searches_does_it(variant: str, as_learned: bool) -> None:
    """Where a turn takes several steps: as learned. Elsewhere what was learned changes nothing."""
    ruleset = load(variant).ruleset
    asked = Deep(Spec(variant, (), (), 2, "round", ("random",) * 2, 5, 1), ruleset, jobs=1)
    seen = []
    for weights in (None, asked._choices().weights):
        playing = Stakes(ruleset, 2, NativeEngine(ruleset, 2), weights).round(5, 0)
        seen.append([next(playing) for _ in range(6)])
    assert (seen[0] != seen[1]) == as_learned


# ---- kingmaking


def tried(won: list[list[int]], times: Sequence[int] = (30, 30)) -> Tried:
    """What plays came to in so many worlds, by who was ahead of all."""
    return Tried([0] * len(won), [0] * len(won), list(times)[: len(won)], won, 0)


def test_a_swing_by_hand() -> None:
    """The example of docs/simulate.md, and choices of sides that may win or have but one rival."""
    first = tried([[0, 20, 8], [0, 5, 20]])
    other = tried([[0, 18, 9], [1, 9, 20]])
    assert swing(first, other, 0) == 300_000
    assert swing(other, first, 0) is None
    assert swing(tried([[0, 30]]), other, 0) is None
    made = kingmaking([[Loss(0, 0, 300_000), Loss(0, 0)], [Loss(0, 0, 100_000), Loss(0, 0)]])
    assert (made["decisions"], made["share"], made["swing"]) == (2, 0.5, 0.2)
    assert kingmaking([[Loss(0, 0)]])["swing_interval"] is None


def test_what_few_rounds_show_of_kingmaking_is_not_certain() -> None:
    """Nobody without hope in ten rounds; one round alone in which somebody was; all of whom moved alike."""
    hope, none = Loss(0, 0), Loss(0, 0, 300_000)
    never = kingmaking([[hope] * 5] * 10)
    assert never["share_interval"][0] == 0
    assert 0.05 < never["share_interval"][1] < 0.35
    once = kingmaking([[none] * 5, *[[hope] * 5] * 9])
    assert once["swing_interval"] is None
    low, high = once["share_interval"]
    assert 0 <= low < 0.1 < high
    low, high = kingmaking([[none, hope]] * 3)["swing_interval"]
    assert low < 0.3 < high


def test_what_luck_alone_shows_is_no_swing() -> None:
    """What differed most in some worlds is measured in others, where it may be the other way round."""
    lucky, fair = (
        tried([[0, 20, 10], [0, 10, 20]]),
        tried([[0, 12, 18], [0, 18, 12]]),
    )
    assert swing(lucky, fair, 0) == -200_000


# ---- the same deals again


@needs_compiler
def test_the_same_deals_are_played_again_with_other_lots() -> None:
    task = Task(load("casual-cassino").ruleset, 2, "round", ("random", "random"), 5)
    blocks = {}
    for engine in ("reference", "native"):
        for again in (0, 1):
            runner = make_runner(replace(task, again=again), engine)[0]  # type: ignore[arg-type]
            blocks[engine, again] = runner.block(0, 1, records=True).records
    assert blocks["reference", 0] == blocks["native", 0]
    assert blocks["reference", 1] == blocks["native", 1]
    assert blocks["native", 0] != blocks["native", 1]
    hands = [sorted(play.split()[0] for play in (b or [])[0]["rounds"][0]["plays"][:8:2]) for b in blocks.values()]
    assert all(hand == hands[0] for hand in hands)  # the first hand of the leader, whatever was done with it
