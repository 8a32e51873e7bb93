"""Measures between players who can play, each worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cassino_dsl import load
from cassino_dsl.analysis.research import deep
from cassino_dsl.analysis.research.deep import Deal, Deep, Shares, first_place, gain, intervals, shares
from cassino_dsl.analysis.research.deep_report import PARTS, cells_of_deep, claims_of, findings, tables
from cassino_dsl.analysis.simulate.engines import make_runner
from cassino_dsl.analysis.simulate.figures import adjust, claim
from cassino_dsl.analysis.simulate.report.text import csv_lines, table_lines
from cassino_dsl.analysis.simulate.spec import Spec
from cassino_dsl.analysis.simulate.statistics import exact, unequal_test
from cassino_dsl.analysis.units.runner import Task
from cassino_dsl.engine.layout import layout_of
from cassino_dsl.language.plan.make import make_plan
from tests.native.compare import needs_compiler

# ---- skill, and the first place


def test_a_rung_by_hand() -> None:
    """The example of docs/simulate.md: 36 of 60 rounds."""
    assert unequal_test(36, 60, 0.5) == pytest.approx(0.155, abs=5e-4)


def measuring(variant: str = "scopa", seats: int = 2, **more: Any) -> Deep:
    """What `--deep` measures of a variant, in this process."""
    spec = Spec(variant, (), (), seats, "round", ("random",) * seats, 5, 10)
    return Deep(spec, load(variant).ruleset, jobs=1, **more)


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


# ---- yes or no


def told(p: float, **more: Any) -> dict[str, Any]:
    return {**more, **claim(p, "a test")}


def test_claims_are_adjusted_for_each_other() -> None:
    """By hand, after Holm: the least of three times 3, the next times 2, and none less than the one before."""
    claims = [told(0.04), told(0.012), told(0.03)]
    adjust(claims)
    assert [one["p_adjusted"] for one in claims] == [0.06, 0.036, 0.06]
    assert [one["real"] for one in claims] == [False, True, False]


def test_a_rung_is_better_where_it_wins_more_and_that_is_real() -> None:
    rungs = [told(p, win_rate=rate, fair=0.5, better=False) for p, rate in ((0.001, 0.6), (0.001, 0.4), (0.4, 0.6))]
    adjust(rungs)
    assert [rung["better"] for rung in rungs] == [True, False, False]


def report_with(monkeypatch: pytest.MonkeyPatch, p: float) -> dict[str, Any]:
    """A report of one question, with a rung and three places beside it."""
    measures = {"ladder": [told(0.5, win_rate=0.6, fair=0.5, better=False)], "first": [told(p), told(0.6), told(0.7)]}
    monkeypatch.setattr(Deep, "measures", lambda _: measures)
    answer = {"figures": {"command": "cassino simulate scopa", "fairness": {"order": told(0.012)}}}
    measuring(searched=20).beside(answer)
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
MEASURES = {
    "ladder": RUNGS,
    "first": PLACES,
    "luck": [],
}


def test_the_tables_say_what_is_shown_by_all_questions_together() -> None:
    adjust([*RUNGS, *PLACES])
    shown = {table.title: table for table in tables(MEASURES, 9)}
    assert [row[-1] for row in shown["How much skill there is"].rows] == ["worse", "not shown", "yes"]
    assert shown["How much skill there is"].notes[1].endswith("tested together")
    assert [row[-1] for row in shown["What leading is worth, by who plays"].rows] == ["not shown", "not shown"]
    assert max(len(line) for table in shown.values() for line in table_lines(table)) <= 80


def test_the_findings_are_those_of_who_plays_best() -> None:
    rungs, places = ([dict(one) for one in rows] for rows in (RUNGS, PLACES))
    adjust([*rungs, *places])
    measures = {**MEASURES, "ladder": rungs, "first": places}
    place, skill = findings(measures, "the leader")
    assert place == (
        "Between players who search (`search:100`) the leader is not shown to be ahead or behind: "
        "it wins 40.0 % (30.0–50.0) of rounds, where 50.0 % is fair."
    )
    assert skill == "Skill is 1 of 3 steps deep: `search:100` is better than `learned`."
    places[-1]["real"] = True
    assert "(`search:100`) the leader is behind: it wins" in findings(measures, "the leader")[0]
    places[-1].update(real=False, p=0.5)
    assert "is not shown to be ahead or behind: it wins" in findings(measures, "the leader")[0]


def test_every_measure_has_lines_of_csv() -> None:
    lines = {tuple(row[:3]): tuple(row[3:]) for row in csv_lines(cells_of_deep(MEASURES))}
    assert lines["ladder", "greedy over random", "win_rate"] == (0.4, 0.3901, 0.4102)
    assert lines["first", "all search:100", "p"] == (0.02, "", "")


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
    row = dict.fromkeys(("luck", "skill", "play", "gain"), 0.1) | {f"{k}_interval": [0.0, 0.2] for k in PARTS}
    row |= {"player": "search:100", "against": "learned", "times": 4, "deals": 125}
    each = [tables({**MEASURES, "luck": [{**row, "gain": gain}]}, 9) for gain in (0.1, -0.1)]
    notes = [" ".join(t.notes) for found in each for t in found if t.title == "Luck and skill"]
    assert ["learned had more points" in note for note in notes] == [False, True]


def test_places_that_differ_are_no_skill() -> None:
    """What a side has at all deals, whoever plays there, changes nothing."""
    better = [[[(a + 7, b - 1, c) for a, b, c in way] for way in deal] for deal in THREE]
    assert _alike(shares(better), shares(THREE))
    best = between_two(((9, 9), (5, 5)), ((5, 5), (1, 1)))
    assert _alike(shares(best), shares(between_two(((4, 4), (0, 0)), ((0, 0), (-4, -4)))))


def _alike(one: Shares, other: Shares) -> bool:
    return one == pytest.approx(other)


def test_shares_of_what_is_known() -> None:
    """Where only the deal decides, only who plays, or nothing."""
    luck = shares(between_two(*[((n, n), (n, n)) for n in range(40)]))
    assert (luck.luck, luck.skill, luck.play) == (1, 0, 0)
    skill = shares(between_two(*[((3, 3), (-3, -3))] * 40))
    assert (skill.luck, skill.skill, skill.play) == (0, 1, 0)
    assert shares(between_two(*[((0, 0), (0, 0))] * 40)).luck == 0
    assert intervals(between_two(*[((n, n), (n, n)) for n in range(40)]))[0] == pytest.approx((1, 1))
    three = shares([[[(2, 0, 0)] * 2, [(0, 2, 0)] * 2, [(0, 0, 2)] * 2]] * 40)
    assert three == pytest.approx((0, 1, 0))


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
    found = measuring("cassino", seats)._dealt("greedy", "random")
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
    pool = np.array(measuring(variant, seats)._dealt(upper, lower))
    true, lots = shares(pool), np.random.default_rng(1)
    for deals in (40, 125, 1_000):
        found = [intervals(pool[lots.integers(0, len(pool), deals)]) for _ in range(500)]
        for name, part, each in zip(("luck", "skill", "play"), true, zip(*found, strict=True), strict=True):
            held = sum(low <= part <= high for low, high in each)
            assert held >= 458, (name, deals, held)  # 95 % but for chance


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
