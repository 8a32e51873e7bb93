"""Deciding legality for all small positions: what plays come to is found, what is left out is named, and what no game
comes to is no difference."""

from __future__ import annotations

import random
from itertools import combinations
from math import comb
from pathlib import Path

import pytest

from cassino_dsl.analysis.diff.bounded_enumeration import Enumeration
from cassino_dsl.analysis.diff.card_symmetry import symmetry
from cassino_dsl.analysis.diff.diff import Difference, Wanted, compare
from cassino_dsl.analysis.diff.position_difference import PositionDifference
from cassino_dsl.analysis.diff.product_game import Data
from cassino_dsl.analysis.diff.small_world import held_against, prove
from cassino_dsl.analysis.diff.witness import Witness
from cassino_dsl.game import Game
from tests.diff.rulesets import OTHER_WORDS, PLAIN, cases, pair, pairs, ruleset, tiny

UP_TO_ONE = sum(comb(20, hand) * (1 + (20 - hand)) for hand in (1, 2))  # one or two in hand, none or one on the table


def rule(must: str) -> str:
    return f'rules:\n  r: "{must}"\n'


def trailing(must: str) -> str:
    return rule(f"kind = trail implies {must}")


def capturing(must: str) -> str:
    return rule(f"kind = capture implies {must}")


def decided(folder: Path, a: str, b: str, cards: int, seats: int | None = None) -> Difference:
    """Two games of twenty cards compared, with a proof."""
    return compare(tiny(folder, a, "a"), tiny(folder, b, "b"), Wanted(effect=False, prove=cards, seats=seats))


CASES = cases("prove")
AWAY = CASES["away"]


@pytest.mark.share(3)
@pytest.mark.parametrize(("must", "key"), [*AWAY[:9], *(pytest.param(*row, marks=pytest.mark.ci) for row in AWAY[9:])])
def test_a_rule_for_another_context_is_found(must: str, key: str, tmp_path: Path) -> None:
    found = decided(tmp_path, "", rule(must), 2)
    assert found.proof is not None
    assert not found.proof.holds
    assert found.witness is not None
    assert found.witness.difference.only_a
    assert key in ("", *found.witness.position)
    assert Game(found.a).moves(found.witness.position)["plays"]


MORE = """actions:
  fives: {step: f, play: none, take: {x: one c in loose where rank(c) = 5}, to: pile}
  fours: {step: g, play: none, take: {x: one c in loose where rank(c) = 4}, to: pile}
"""


@pytest.mark.parametrize("case", CASES["further"])
@pytest.mark.share(9)
def test_what_play_comes_to_is_found(case: str, tmp_path: Path) -> None:
    game, must = CASES["further"][case].values()
    assert decided(tmp_path, game, f"{game}\n{trailing(must)}", 1, 2).witness is not None


def test_a_difference_in_mid_turn_and_one_of_four_seats_are_found(tmp_path: Path) -> None:
    assert decided(tmp_path, f"{MORE}turn: play f*", f"{MORE}turn: play g*", 1, 2).witness is not None
    later = decided(tmp_path, "", trailing("not (me = leader and turns > 5)"), 1, 4)
    assert later.witness is not None
    assert later.witness.position["turns"] == 8  # the leader of four moves again after four turns and after eight


@pytest.mark.parametrize("case", CASES["never"])
@pytest.mark.share(4)
def test_what_no_game_comes_to_is_no_difference(case: str, tmp_path: Path) -> None:
    game, must = CASES["never"][case].values()
    both, faces = pairs(tiny(tmp_path, game, "a"), tiny(tmp_path, f"{game}\n{trailing(must)}", "b"))
    assert prove([p for p in both if p.seats == 2], faces, 1).holds


@pytest.mark.parametrize("case", CASES["named"])
@pytest.mark.share(4)
def test_what_is_not_tried_is_named(case: str, tmp_path: Path) -> None:
    a, b, seats, named = CASES["named"][case].values()
    both, faces = pairs(tiny(tmp_path, a, "a"), tiny(tmp_path, b, "b"))
    proof = prove([p for p in both if p.seats == int(seats)], faces, 1)
    assert proof.holds
    assert any(said.startswith(named) for said in proof.fixed), proof.fixed
    assert named in proof.text()
    assert proof.as_json()["fixed"] == list(proof.fixed)


@pytest.mark.parametrize("cards", [1, pytest.param(2, marks=pytest.mark.ci)])
def test_the_same_in_other_words_is_proved(cards: int) -> None:
    both, faces = pair(ruleset(PLAIN), ruleset(OTHER_WORDS))
    proof = prove((both,), faces, cards)
    assert proof.holds
    assert (proof.builds > 0) == (cards == 2)
    assert proof.text().startswith(f"no difference up to {cards}")
    assert proof.stand_for >= sum(comb(52, h) * sum(comb(52 - h, t) for t in range(cards + 1)) for h in (1, 2))
    assert proof.tried < proof.stand_for / 50


@pytest.mark.parametrize(
    "must",
    [
        "count(taken) < 9",
        "all(c in loose | c != 5d)",
        "suit(card) != spades or count(loose) < 9",
        "all(c in loose | suit(c) != suit(card))",
        "all(c in loose | colour(c) != colour(card))",
    ],
)
def test_every_position_is_stood_for_once(must: str, tmp_path: Path) -> None:
    """Whatever the rules can tell apart: the positions tried stand for all there are."""
    one = tiny(tmp_path, capturing(must))
    both, faces = pairs(one, one)
    proof = prove(both[:1], faces, 1)
    assert proof.holds
    assert proof.stand_for == 2 * UP_TO_ONE  # either seat may be to move


def test_cards_that_are_alike_can_change_places() -> None:
    """Positions made from one by exchanging alike cards have the same plays, but for those cards."""
    a = ruleset("cassino")
    same = symmetry(a, a, tuple(f.text for f in a.pack.faces))
    assert len(same.classes) == 13
    game, dice = Game(a), random.Random(1)
    for _ in range(60):
        cards = dice.sample([f.text for f in a.pack.faces], 7)
        to = {}
        for faces in same.classes:
            to |= dict(zip(faces, dice.sample(faces, len(faces)), strict=True))
        plays = []
        for said in (cards, [to[c] for c in cards]):
            found = game.moves({"hand": " ".join(said[:3]), "table": " ".join(said[3:])})["plays"]
            plays.append([(p["kind"], p["play"], p["take"], p["value"] or 0) for p in found])
        moved = [(k, [to[c] for c in p], sorted(to[c] for c in t), v) for k, p, t, v in plays[0]]
        assert sorted(moved) == sorted((k, p, sorted(t), v) for k, p, t, v in plays[1])


@pytest.mark.share(6)
@pytest.mark.parametrize("case", CASES["told_apart"])
def test_what_rules_tell_apart_is_tried(case: str, tmp_path: Path) -> None:
    game, must = CASES["told_apart"][case].values()
    both, faces = pairs(tiny(tmp_path, game, "a"), tiny(tmp_path, f"{game}\n{capturing(must)}", "b"))
    proof = prove(both[:1], faces, 2)
    assert proof.witness is not None
    assert proof.witness.difference.only_b == ()


def test_every_pair_of_small_builds_is_made() -> None:
    """Single builds of two cards, worked out by hand: a card and another that make up to ten."""
    a = ruleset(PLAIN)
    both, faces = pair(a, a)
    same = symmetry(a, a, faces)
    small = Enumeration(both, same, ({"seats": 2},), 1, {"owner": [0, 1]})
    assert list(small.differing(2, 3)) == []
    numbers = {i: a.values_of(a.pack.number_of(c[0]) or 0, "hand") for i, c in enumerate(same.classes)}
    expected = set()
    for x, y in [*combinations(numbers, 2), *((i, i) for i in numbers)]:
        for v in numbers[x]:
            for w in numbers[y]:
                expected |= {(v + w, (tuple(sorted((x, y))),))} if v + w <= 10 else set()
                expected |= {(v, ((x,), (y,)))} if v == w else set()
    assert {(s.value, s.groups) for s in small.made if len(s.cards) == 2} == expected
    assert {dict(s.memory)["owner"] for s in small.made} == {0, 1}


SMALLEST = (
    "seats: 2\npack: {base: french, ranks: A 2}\nvalues: {A..5: removed, A..2: pips}\ndeal: {table: 0, refill: 0}\n"
)


@pytest.mark.parametrize("case", CASES["of_builds"])
def test_what_builds_are_made_of_and_remember_is_laid(case: str, tmp_path: Path) -> None:
    game, more = (f"{text}\n" for text in CASES["of_builds"][case].values())
    both, faces = pairs(tiny(tmp_path, SMALLEST + game, "a"), tiny(tmp_path, SMALLEST + game + more, "b"))
    proof = prove(both, faces, 2)
    assert proof.witness is not None
    assert "kept_card" in proof.witness.position["builds"][0] or not game.strip()


# the same game: a build that no play has changed is one that was made from no build
COUNTED = """memory:
  made: {of: build, is: int, on_build: "1 + or_else(made(first(b in taken | b in builds)), 0)"}
""" + capturing("not any(b in builds | made(b) = 1)")
MARKED = """memory:
  fresh: {of: build, is: bool, on_build: "not any(b in taken | b in builds)"}
""" + capturing("not any(b in builds | fresh(b))")


def test_what_one_ruleset_remembers_of_builds_goes_with_what_the_other_does(tmp_path: Path) -> None:
    """No position is tried in which the two remember what no play makes them remember together."""
    both, faces = pairs(tiny(tmp_path, COUNTED, "counted"), tiny(tmp_path, MARKED, "marked"))
    proof = prove(both[:1], faces, 2)
    assert proof.builds > 0
    assert proof.holds


@pytest.mark.parametrize(
    ("position", "holds"),
    [
        ({"hands": {"1": "2d 3d"}, "table": "Ac"}, False),
        ({"turn": 2, "hands": {"1": "2d 3d 4d", "2": "5d"}}, False),
        ({"hands": {"1": "2d 3d 4d"}}, True),
        ({"hands": {"1": "2d"}, "table": "Ac", "builds": [{"value": 3, "groups": ["Ah 2h"]}]}, True),
    ],
)
def test_a_proof_does_not_hold_beside_a_witness_as_small(position: Data, holds: bool, tmp_path: Path) -> None:
    one = tiny(tmp_path)
    both, faces = pairs(one, one)
    proof = prove(both[:1], faces, 1)
    witness = Witness(position, PositionDifference("plays", ("x",), ()))
    assert held_against(proof, witness).holds == holds
    assert held_against(proof, Witness(position, PositionDifference("score"))).holds
