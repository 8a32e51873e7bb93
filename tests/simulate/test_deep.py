"""Measures between players who can play, each worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cassino_dsl import load
from cassino_dsl.players.worlds import Tried
from cassino_dsl.simulate.course import MatchCourse, course_of, measured
from cassino_dsl.simulate.engines import make_runner
from cassino_dsl.simulate.shares import intervals, shares
from cassino_dsl.simulate.stakes import Loss, kingmaking, losses, lost, swing
from cassino_dsl.units.runner import Task
from tests.native.compare import needs_compiler

# ---- luck and skill


def test_shares_by_hand() -> None:
    """The example of docs/simulate.md."""
    part = shares([((6, 4), (2, 0)), ((0, -2), (-4, -6))])
    assert (part.luck, part.skill, part.play) == pytest.approx((17.6 / 23, 3.8 / 23, 1.6 / 23))


def test_shares_of_what_is_known() -> None:
    """Where only the deal decides, only who plays, or nothing."""
    luck = shares([((n, n), (n, n)) for n in range(40)])
    assert (luck.luck, luck.skill, luck.play) == (1, 0, 0)
    skill = shares([((3, 3), (-3, -3))] * 40)
    assert (skill.luck, skill.skill, skill.play) == (0, 1, 0)
    assert shares([((0, 0), (0, 0))] * 40).luck == 0
    assert intervals([((n, n), (n, n)) for n in range(40)])[0] == pytest.approx((1, 1))


def test_play_is_what_is_left() -> None:
    part = shares([((1, -1), (-1, 1)), ((-1, 1), (1, -1))] * 20)
    assert (part.luck, part.skill, part.play) == (0, 0, 1)


# ---- the course of matches


def record(winner: int | None, *scores: list[int]) -> dict[str, Any]:
    return {"winner": winner, "rounds": [{"scores": row} for row in scores]}


def test_a_course_by_hand() -> None:
    """The example of docs/simulate.md: behind by 4 and by 1 of 25 points."""
    course = course_of(record(1, [2, 6], [9, 10], [15, 11], [25, 18]), lowest_wins=False)
    assert course.leads == ((-4, 4), (-1, 1), (4, -4))
    assert course.behind == [4, 1]
    assert course.drama == pytest.approx((0.4 + 0.2) / 2)


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


# ---- what a choice is worth


def test_a_loss_by_hand() -> None:
    """The best in some worlds came to 3 points in others, the second to 2, the third to 1."""
    assert lost([300, 100, 200], 0, 2) == Loss(100, 100)
    found = losses([[Loss(100, 100), Loss(0, 50)], [Loss(50, 0)]], half_points=False)
    assert (found["second"], found["any"], found["decisions"]) == (0.5, 0.5, 3)
    assert losses([[Loss(100, 100)]] * 2, half_points=True)["second"] == 0.5


# ---- kingmaking


def tried(won: list[list[int]]) -> Tried:
    """What plays came to in 30 worlds, by who was ahead of all."""
    return Tried([0] * len(won), [0] * len(won), [30] * len(won), won, 0)


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
