"""The effect: both rulesets on the same deals, and intervals that keep their promise."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

from cassino_dsl.analysis.diff.diff import Wanted, compare
from cassino_dsl.analysis.diff.measured_effect import MeasuredEffect, measure
from cassino_dsl.analysis.diff.sides import Sides
from cassino_dsl.analysis.simulate.paired import Figure, Samples, paired
from cassino_dsl.language.ruleset.model import Ruleset
from tests.diff.rulesets import OTHER_WORDS, PLAIN, patched, ruleset


def effect(a: Ruleset, b: Ruleset, games: int = 40, **more: object) -> MeasuredEffect:
    sides = Sides(a, b)
    return measure(sides, ("random",) * sides.seats[0], 1, games, **more)  # type: ignore[arg-type]


def test_the_same_rules_in_other_words_play_the_same_matches() -> None:
    found = effect(ruleset(PLAIN), ruleset(OTHER_WORDS), 10)
    assert {f.verdict for f in found.figures} == {"none"}
    assert {"points for cards", "sweeps a round at the end", "legal plays a turn"} <= {f.name for f in found.figures}
    assert found.summary().startswith("no difference is shown to be real")


def test_points_that_only_one_gives_are_told_after_what_both_have() -> None:
    played = (
        ("awards", "points for sweeps", 0.4, 0.0),
        ("awards", "points for cards", 2.0, 1.0),
        ("length", "n", 1, 2),
    )
    found = tuple(Figure(group, name, False, a, b, 0, 0, 9, 9, 0, "", (), 0) for group, name, a, b in played)
    told = MeasuredEffect(9, 1, 2, ("random",), "native", found).told("real")
    assert [text.partition(" (")[0] for text in told] == ["points for cards", "n", "points for sweeps"]


@pytest.mark.ci
def test_an_award_shows_in_its_own_points_and_nowhere_in_the_plays() -> None:
    found = {f.name: f for f in effect(ruleset("scopa"), ruleset("scopa", "target=21"), 30).figures}
    assert found["rounds a match"].verdict == "real"
    assert found["rounds a match"].difference > 1
    assert found["plays a round"].verdict == "none"


@pytest.mark.ci
def test_points_that_one_ruleset_gives_more_are_found_exactly(tmp_path: Path) -> None:
    three = "match: {target: removed, rounds: 3, tie: draw}\nchecks: {points of a round: removed}\n"
    more = patched(tmp_path, "more", three + "awards:\n  spades: {points: 2}")
    less = patched(tmp_path, "less", three)
    found = {f.name: f for f in effect(less, more).figures}
    assert found["points for spades"].b == 2 * found["points for spades"].a
    assert found["points for spades"].verdict == "real"
    assert found["points for cards"].verdict == "none"
    assert found["legal plays a turn"].verdict == "none"


def test_packs_that_differ_are_shuffled_alike(tmp_path: Path) -> None:
    """Without two cards, the others still come in the same order."""
    from cassino_dsl.engine.reference.rng import match_key
    from cassino_dsl.game import Game

    patch = "seats: 2\ndeal: {hand: 2, table: %d}\n"
    a = patched(tmp_path, "a", patch % 4)
    b = patched(tmp_path, "b", patch % 2 + "pack: {base: french, remove: 2c 2d}\n")
    orders = []
    for one in (a, b):
        engine = Game(one).engine(2)
        state = engine.new_match(match_key(7, 0))
        engine.shuffle(state)
        orders.append([engine.evaluate.tables.text[c] for c in state.stock])
    assert [t for t in orders[0] if t not in ("2c", "2d")] == orders[1]
    assert effect(a, b, 4).games == 4


def test_a_mean_is_compared_as_paired_differences() -> None:
    dice = random.Random(2)
    a = [dice.randrange(6) for _ in range(60)]
    b = [x + dice.choice((-1, 0, 2)) for x in a]
    found = paired("g", "n", Samples(a, [1] * 60), Samples(b, [1] * 60))
    differences = [y - x for x, y in zip(a, b, strict=True)]
    mean = sum(differences) / 60
    error = math.sqrt(sum((d - mean) ** 2 for d in differences) / 59 / 60)
    assert found.difference == pytest.approx(mean)
    assert found.high - found.low == pytest.approx(2 * 2.000995 * error, rel=1e-5)  # t with 59 degrees of freedom
    assert found.differ == sum(d != 0 for d in differences)
    assert found.method == "paired t interval, sign-flip test of 9,999 random flips"


def test_the_interval_of_a_ratio_holds_the_true_difference() -> None:
    """Matches of random length, points that depend on it: 95 % of intervals hold what there is to find."""
    dice, held, runs = random.Random(3), 0, 400
    for _ in range(runs):
        parts: tuple[list[int], list[int]] = ([], [])
        wholes: tuple[list[int], list[int]] = ([], [])
        for _ in range(150):
            luck, rounds = dice.random(), dice.randint(1, 4)
            for side, chance in ((0, 0.5), (1, 0.6)):
                length = rounds + dice.randint(0, side)
                wholes[side].append(length)
                parts[side].append(sum((luck + dice.random()) / 2 < chance for _ in range(length)))
        found = paired("g", "n", Samples(parts[0], wholes[0]), Samples(parts[1], wholes[1]))
        held += found.low <= 0.18 <= found.high  # P((x + y) / 2 < 0.6) - P((x + y) / 2 < 0.5)
    assert 0.92 <= held / runs <= 0.98


def test_a_fault_of_one_ruleset_is_told_beside_what_is_known(tmp_path: Path) -> None:
    faulty = patched(tmp_path, "faulty", "awards: {more: {points: 2}}")
    found = compare(ruleset(PLAIN), faulty, Wanted(witness=False, games=3))
    assert found.effect is None
    assert [c.path for c in found.changes if c.kind == "scoring"] == ["awards.more"]
    (said,) = (remark for remark in found.remarks if "check" in remark)
    assert f"`cassino simulate {tmp_path / 'faulty.yaml'} --games 1 --seed 1 " in said
