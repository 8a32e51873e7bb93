"""What one round leaves to the next: memory, scores, targets. What has to come is worked out from the records alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cassino_dsl import load
from cassino_dsl.analysis.simulate.reference_runner import ReferenceRunner
from cassino_dsl.analysis.simulate.replay import Replayer
from cassino_dsl.analysis.simulate.sums import Sums
from cassino_dsl.analysis.units.runner import Task
from cassino_dsl.engine.layout import layout_of
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.match.record import fingerprint
from tests.native.compare import native_block, needs_compiler

MECHANISMS = Path(__file__).parents[1] / "conformance" / "mechanisms"
SMALL = (
    "dsl: 1\npack: french\nseats: 2\ndeal: {hand: 4, table: 4}\nvalues: {any: none}\n"
    "actions: {trail: {play: card, to: table}}\n"
)
GIFT = "events: {gift: {on: layout dealt, do: award 5 to side(leader) as gift}}\n"

pytestmark = pytest.mark.parametrize("engine", ["reference", pytest.param("native", marks=needs_compiler)])


def records(engine: str, file: Path, text: str, count: int = 1, seed: int = 5) -> list[dict[str, Any]]:
    """Matches of a ruleset at random, recorded; they replay, and scores add up from round to round."""
    file.write_text(text, encoding="utf-8")
    ruleset = load(file).ruleset
    task = Task(ruleset, 2, "match", ("random", "random"), seed)
    block = native_block(task, 0, count) if engine == "native" else ReferenceRunner(task).block(0, count, records=True)
    assert block.fault is None
    found = [{**r, "variant": str(file), "with": [], "set": []} for r in block.records or ()]
    assert len(found) == count
    for record in found:
        assert record["ruleset"] == fingerprint(ruleset, record["seats"])
        Replayer(lambda *_: ruleset).replay(record)
    return found


def scores_before(record: dict[str, Any]) -> list[list[int]]:
    """The scores at the beginning of each round, and at last those of the end: nothing but what the rounds say."""
    scores = [[0, 0]]
    for played in record["rounds"]:
        won = [sum(row[side] for row in played["awards"].values()) for side in range(2)]
        scores.append([old + new for old, new in zip(scores[-1], won, strict=True)])
    return scores


def test_rounds_won_are_counted_through_a_match(engine: str, tmp_path: Path) -> None:
    """Mechanism 33: three rounds won end the match, four rounds in any case. The last card laid decides a round."""
    text = (MECHANISMS / "33-match-state.yaml").read_text()
    last = (
        "if colour(top(loose)) = red then move table to pile(side(leader)) else move table to pile(side(next(leader)))"
    )
    text = text.replace("events:\n", f"events:\n  the table: {{on: round over, do: {last}}}\n").split("examples:")[0]
    lengths = set()
    for record in records(engine, tmp_path / "example.yaml", text, 12):
        winners = [played["awards"]["cards"].index(52) for played in record["rounds"]]
        three = max(map(winners.count, winners)) == 3
        assert len(winners) == (3 if three and len(set(winners)) == 1 else 4)
        assert record["reason"].startswith("the match is over" if len(winners) == 3 else "4 rounds played")
        lengths.add(len(winners))
    assert lengths == {3, 4}


def test_points_of_tied_rounds_are_carried_through_a_match(engine: str, tmp_path: Path) -> None:
    """Mechanism 45: what a tie leaves over, the next side to have most cards is paid. With this seed one comes soon."""
    text = (MECHANISMS / "45-cancelled-sweeps.yaml").read_text().replace("target: 100", "target: 21")
    (record,) = records(engine, tmp_path / "example.yaml", text, seed=20)
    pot, carried = 0, []
    for played in record["rounds"]:
        cards, paid = played["awards"]["cards"], played["awards"].get("carried", [0, 0])
        assert paid == [pot if points else 0 for points in cards]
        pot = 0 if any(cards) else pot + 3
        carried.append(max(paid))
    assert max(carried) == 3
    assert [played["scores"] for played in record["rounds"]] == scores_before(record)[1:]


def test_scores_of_a_round_leave_out_the_next_deal(engine: str, tmp_path: Path) -> None:
    text = f"{SMALL}{GIFT}awards: {{cards: {{points: count(pile)}}}}\nmatch: {{rounds: 3, tie: draw}}\n"
    (record,) = records(engine, tmp_path / "example.yaml", text)
    assert [played["scores"] for played in record["rounds"]] == [[5, 0], [5, 5], [10, 5]]


@pytest.mark.parametrize("counting", ["totals", "race"])
def test_awards_see_the_score_of_their_counting(engine: str, counting: str, tmp_path: Path) -> None:
    awards = "awards: {base: {points: 4}, behind: {if: score(us) < 14, points: 3}, all: {points: score(us)}}\n"
    text = f"{SMALL}{GIFT}{awards}match: {{target: 400, counting: {counting}, tie: draw}}\n"
    (record,) = records(engine, tmp_path / "example.yaml", text)
    seen = set()
    for before, played in zip(scores_before(record), record["rounds"], strict=False):
        gift = played["awards"]["gift"]
        for side in range(2):
            score = before[side] if counting == "totals" else before[side] + gift[side] + 4
            behind = 3 if score < 14 else 0
            assert played["awards"]["behind"][side] == behind
            assert played["awards"]["all"][side] == score + (behind if counting == "race" else 0)
            seen.add(behind)
    assert seen == {0, 3}


def test_a_playoff_goes_on_to_its_target(engine: str, tmp_path: Path) -> None:
    """The leader's side gets five: after two rounds a tie, and the first to ten then is the leader of the fifth."""
    match = "match: {rounds: 2, tie: playoff, playoff: 10}\n"
    (record,) = records(engine, tmp_path / "example.yaml", f"{SMALL}{GIFT}awards: {{cards: {{points: 0}}}}\n{match}")
    assert [played["scores"] for played in record["rounds"]] == [[5, 0], [0, 0], [5, 0], [5, 5], [10, 5]]
    assert (record["winner"], record["reason"]) == (1, "10 points or more")


def test_what_is_won_when_a_round_is_scored_ends_the_match(engine: str, tmp_path: Path) -> None:
    """The check sees a whole round; a memory of the match counts rounds, and the third is won by it."""
    text = (
        f"{SMALL}memory: {{played: {{is: int, resets: match}}}}\nawards: {{cards: {{points: 1}}}}\n"
        "events:\n  one more: {on: round scored, do: played += 1}\n"
        "  three: {on: round scored, when: played = 3, do: win side(leader)}\n"
        "match: {rounds: 9, tie: draw}\nchecks: {it counts: played = round}\n"
    )
    (record,) = records(engine, tmp_path / "example.yaml", text)
    assert [played["scores"] for played in record["rounds"]] == [[1, 1], [2, 2], [3, 3]]
    assert (record["winner"], record["reason"]) == (1, "won in play")


def test_a_turn_that_ends_its_round_leaves_nothing_to_the_next(engine: str, tmp_path: Path) -> None:
    text = (
        f"{SMALL}memory: {{acts: {{is: int, resets: turn}}}}\nawards: {{cards: {{points: 0}}}}\n"
        "events:\n  one more: {on: trailed, do: (acts += 1; if acts > 1 then award 1 to us as left_over)}\n"
        "  enough: {on: trailed, when: turns = 5, do: end round}\nmatch: {rounds: 3, tie: draw}\n"
    )
    (record,) = records(engine, tmp_path / "example.yaml", text)
    assert [len(played["plays"]) for played in record["rounds"]] == [6, 6, 6]
    assert [played["scores"] for played in record["rounds"]] == [[0, 0]] * 3


def test_a_win_in_a_race_has_a_reason(engine: str, tmp_path: Path) -> None:
    text = (
        f"{SMALL}events: {{enough: {{on: turn over, when: turns = 6, do: win us}}}}\n"
        "awards: {cards: {points: 1}}\nmatch: {target: 100, counting: race, tie: another round}\n"
    )
    (record,) = records(engine, tmp_path / "example.yaml", text)
    assert (record["winner"], record["reason"]) == (1, "won in play")


def test_a_round_is_dealt_anew_in_its_middle(engine: str, tmp_path: Path) -> None:
    """Whoever may throw in has played some cards; the round that follows is a whole one, from another shuffle."""
    text = (
        f"{SMALL.strip()[:-1]}, throw_in: {{play: none, when: redeals < 2 and turns > 2, do: redeal}}}}\n"
        "events:\n  dealt: {on: hands dealt, when: deals = 1, do: award 1 to side(leader) as dealt}\n"
        "  turns begin anew: {on: trailed, when: turns = 0, do: award 1 to us as began}\n"
        "awards: {cards: {points: 0}}\nmatch: {rounds: 4, tie: draw}\n"
    )
    (record,) = records(engine, tmp_path / "example.yaml", text)
    thrown = []
    for played in record["rounds"]:
        last = max((i for i, play in enumerate(played["plays"]) if play == "throw_in"), default=-1)
        whole = played["plays"][last + 1 :]
        assert len(set(whole)) == len(whole) == 48
        times = played["plays"].count("throw_in")
        leader = (played["leader"] - 1) % 2
        assert played["awards"]["dealt"][leader] == played["awards"]["began"][leader] == times + 1
        thrown.append(times)
    assert thrown[0] == 2


@pytest.mark.parametrize(("behind", "winner", "margin"), [("next(leader)", "me", 0), ("leader", "me", 3)])
def test_the_margin_of_the_winner_is_his_own(
    behind: str, winner: str, margin: int, engine: str, tmp_path: Path
) -> None:
    """The round that `win` breaks off is scored, and the others may make more in it."""
    file = tmp_path / "example.yaml"
    file.write_text(
        f"{SMALL}events: {{enough: {{on: played, do: win side({winner})}}}}\n"
        f"awards: {{late: {{points: 3 if side({behind}) = us else 0}}}}\nmatch: {{rounds: 1, tie: draw}}\n"
    )
    task = Task(load(file).ruleset, 2, "match", ("random",) * 2, 5)
    tally = (native_block(task, 0, 1) if engine == "native" else ReferenceRunner(task).block(0, 1)).tally
    assert Sums(tally, layout_of(make_plan(task.ruleset, 2)))("margin") == margin
