"""Deciding legality for all small positions: nothing is left out, and nothing that differs is passed over."""

from __future__ import annotations

import random
from itertools import combinations
from math import comb
from pathlib import Path

import pytest

from cassino_dsl.diff.alike import alike
from cassino_dsl.diff.asked import Asked
from cassino_dsl.diff.axes import Axes
from cassino_dsl.diff.bite import Bite
from cassino_dsl.diff.build_memory import BuildMemory
from cassino_dsl.diff.contexts import Context
from cassino_dsl.diff.pair import Data, Pair
from cassino_dsl.diff.prove import BUDGET, held_against, prove
from cassino_dsl.diff.reads import AT_HAND, NAMES
from cassino_dsl.diff.renaming import Renaming
from cassino_dsl.diff.small import Small
from cassino_dsl.diff.witness import Witness
from cassino_dsl.diff.world import world
from cassino_dsl.game import Game
from cassino_dsl.ruleset.words import ROWS
from tests.diff.rulesets import OTHER_WORDS, PLAIN, pair, pairs, patched, ruleset, tiny

UP_TO_ONE = sum(comb(20, hand) * (1 + (20 - hand)) for hand in (1, 2))  # one or two in hand, none or one on the table


@pytest.mark.parametrize("cards", [1, pytest.param(2, marks=pytest.mark.ci)])
def test_the_same_in_other_words_is_proved(cards: int) -> None:
    both, faces = pair(ruleset(PLAIN), ruleset(OTHER_WORDS))
    proof = prove((both,), faces, cards)
    assert proof.holds
    assert (proof.builds > 0) == (cards == 2)
    assert proof.text().startswith(f"no difference up to {cards}")
    assert proof.stand_for >= sum(comb(52, h) * sum(comb(52 - h, t) for t in range(cards + 1)) for h in (1, 2))
    assert proof.tried < proof.stand_for / 50


def test_what_a_proof_says_of_the_hand_is_said_where_all_else_is_left() -> None:
    both, faces = pair(ruleset(PLAIN), ruleset(OTHER_WORDS))
    proof = prove((both,), faces, 1)
    assert "two in the hand" in proof.text()
    assert "more than two cards in the hand" in proof.fixed


@pytest.mark.long
def test_the_same_in_other_words_is_proved_for_three_cards() -> None:
    both, faces = pair(ruleset(PLAIN), ruleset(OTHER_WORDS))
    proof = prove((both,), faces, 3)
    assert proof.holds
    assert proof.tried > 100_000


@pytest.mark.parametrize(
    ("rule", "swaps"),
    [
        ("kind = capture implies count(taken) < 9", 1),
        ("kind = capture implies all(c in loose | c != 5d)", 1),
        ("kind = trail implies suit(card) != spades or count(loose) < 9", 1),
        ("kind = capture implies all(c in loose | suit(c) != suit(card))", 24),
        ("kind = capture implies all(c in loose | suit(c) != suit(card) or suit(c) = spades)", 6),
        ("kind = capture implies all(c in loose | colour(c) != colour(card))", 1),
    ],
)
def test_every_position_is_stood_for_once(rule: str, swaps: int, tmp_path: Path) -> None:
    """Whatever the rules can tell apart: the positions tried stand for all there are."""
    one = tiny(tmp_path, f"rules:\n  r: {rule}")
    both, faces = pair(one, one)
    same = alike(one, one, faces)
    assert len(same.swaps) == swaps
    proof = prove((both,), faces, 1)
    assert proof.holds
    assert proof.stand_for == 2 * UP_TO_ONE  # either seat may be to move


def test_cards_that_are_alike_can_change_places() -> None:
    """Positions made from one by exchanging alike cards have the same plays, but for those cards."""
    a = ruleset("cassino")
    same = alike(a, a, tuple(f.text for f in a.pack.faces))
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
            plays.append([(p["kind"], p["play"], p["take"], p["value"]) for p in found])
        moved = [(k, [to[c] for c in p], [to[c] for c in t], v) for k, p, t, v in plays[0]]
        assert sorted((k, p, sorted(t), v or 0) for k, p, t, v in moved) == sorted(
            (k, p, sorted(t), v or 0) for k, p, t, v in plays[1]
        )


def test_a_difference_in_one_suit_is_not_passed_over(tmp_path: Path) -> None:
    for name, rule in {
        "face": "kind = capture implies all(c in taken | c != 4h)",
        "suit": "kind = capture implies all(c in loose | suit(c) != suit(card) or rank(card) != 4)",
        "colour": "kind = capture implies not any(c in loose | colour(c) = red and rank(c) = 4)",
    }.items():
        both, faces = pair(tiny(tmp_path, name="plain"), tiny(tmp_path, f"rules:\n  r: {rule}", name))
        proof = prove((both,), faces, 1 if name != "suit" else 2)
        assert not proof.holds, name
        assert proof.witness is not None
        assert proof.witness.bite.only_b == ()


def test_every_pair_of_small_builds_is_made() -> None:
    """Single builds of two cards, worked out by hand: a card and another that make up to ten."""
    a = ruleset(PLAIN)
    both, faces = pair(a, a)
    small = Small(both, alike(a, a, faces), (Context({"seats": 2}, 2),), BuildMemory({"owner": [0, 1]}))
    assert list(small.differing(2, 3)) == []
    numbers = {i: a.values_of(a.pack.number_of(c[0]) or 0, "hand") for i, c in enumerate(small.alike.classes)}
    made = {(s.value, s.groups) for s in small.shapes if s.size == 2}
    expected = set()
    for x, y in [*combinations(numbers, 2), *((i, i) for i in numbers)]:
        for v in numbers[x]:
            for w in numbers[y]:
                if v + w <= 10:
                    expected.add((v + w, (tuple(sorted((x, y))),)))
                if v == w:
                    expected.add((v, ((x,), (y,))))
    assert made == expected
    owners = {dict(s.memory)["owner"] for s in small.shapes}
    assert owners == {0, 1}


# rules that bite only away from the beginning of a round, and what of the position shows it
AWAY = [
    ("kind = capture and known(first(c in loose | true)) implies rank(first(c in loose | true)) != 2", ""),
    ("kind = trail implies not any(b in builds | age(b) >= 3)", "builds"),
    ("kind = capture implies count(seats) != 4", "seats"),
    ("kind = capture implies leader != next(first(s in seats | true))", "dealer"),
    ("kind = capture implies dealer != first(s in seats | true)", "dealer"),
    ("kind = capture implies colour(card) != red or count(hand) > 1", ""),
    ("kind = capture implies not (lost(me) = 3 and any(s in seats | s != me and lost(s) = 4))", "memory"),
    ("kind = capture implies round <= 3", "round"),
    ("kind = capture implies not any(c in tops | rank(c) = rank(card))", "piles"),
    ("kind = trail implies count(tops) < 2", "piles"),
    ("kind = trail implies not (count(pile) = 1 and count(pile(side(next(me)))) = 1)", "piles"),
]
MORE_AWAY = [
    ("kind = capture and known(top(loose)) implies rank(top(loose)) != 2", ""),
    ("kind = capture implies me != first(s in seats | s != first(t in seats | true))", "turn"),
    ("kind = capture implies me != next(leader)", "dealer"),
    ("kind = capture implies count(s in seats | any(b in builds | owner(b) = s)) < 1 or count(seats) < 3", "builds"),
    ("kind = capture implies score(us) < 15", "scores"),
    ("kind = capture implies round < 3", "round"),
    ("kind = capture implies not (score(us) = 15 and round = 4)", "scores"),
    ("kind = capture implies count(stock) > 0", "stock"),
    ("kind = capture implies deals != 2", "deals"),
    ("kind = capture implies turns != 5", "turns"),
    ("kind = capture implies not flag", "memory"),
    ("kind = capture implies lost(me) < 7", "memory"),
    ("kind = capture implies not any(s in seats | s != me and lost(s) = 4)", "memory"),
    ("kind = capture implies count(pile) < 4", "piles"),
    ("kind = capture implies not any(c in hand(next(me)) | rank(c) = 5)", "hands"),
]


@pytest.mark.parametrize(("rule", "key"), [*AWAY, *(pytest.param(*row, marks=pytest.mark.ci) for row in MORE_AWAY)])
def test_a_rule_for_another_context_is_found(rule: str, key: str, tmp_path: Path) -> None:
    both, faces = pairs(tiny(tmp_path, name="plain"), tiny(tmp_path, f'rules:\n  r: "{rule}"'))
    proof = prove(both, faces, 2)
    assert not proof.holds
    assert proof.witness is not None
    assert proof.witness.bite.only_a
    assert key in ("", *proof.witness.position)
    assert Game(both[0].a.game.ruleset).moves(proof.witness.position)["plays"]


@pytest.mark.ci
def test_points_that_are_given_in_play_are_a_context(tmp_path: Path) -> None:
    """Of an award that is counted after the round nobody has points while it is played."""
    given = "events: {given: {on: trailed, do: award 1 to us as cards}}\n"
    rule = 'rules:\n  r: "kind = capture implies earned(cards, us) != 3"'
    for patch, holds in ((given, False), ("", True)):
        both, faces = pairs(tiny(tmp_path, patch, name="plain"), tiny(tmp_path, patch + rule))
        proof = prove(both, faces, 2)
        assert proof.holds is holds
        if proof.witness is not None:
            assert proof.witness.bite.only_a
            assert "points" in proof.witness.position


TWINS = "pack: {base: french, ranks: A 2 3 4 5, copies: 2}\n"


def test_twins_are_told_from_cards_of_one_rank(tmp_path: Path) -> None:
    rule = "kind = capture implies not any(c in loose | any(d in loose | c != d and rank(c) = rank(d)))"
    both, faces = pairs(tiny(tmp_path, TWINS, "plain"), tiny(tmp_path, f'{TWINS}rules:\n  r: "{rule}"'))
    proof = prove(both[:1], faces, 2)
    assert proof.witness is not None
    cards = proof.witness.position["table"].split()
    assert len(set(cards)) == 2
    assert len({c[:-1] for c in cards}) == 1


@pytest.mark.parametrize(
    ("rule", "fixed"),
    [
        ("kind = capture implies (round mod 90) div 4 != 9", "other values of the number of the round"),
        (
            "kind = capture implies not any(c in stock | rank(c) = 5) or count(loose) < 9",
            "which cards lie in the stock",
        ),
        ("kind = capture implies count(c in aside | true) < 9", "other cards out of play"),
        ("kind = capture implies score(us) < 21", "a tie at the target"),
        ("kind = capture implies score(us) + score(us) < 38", "other scores"),
    ],
)
def test_what_is_not_covered_is_named(rule: str, fixed: str, tmp_path: Path) -> None:
    both, faces = pairs(tiny(tmp_path, name="plain"), tiny(tmp_path, f'rules:\n  r: "{rule}"'))
    proof = prove(both[:1], faces, 1)
    assert proof.holds
    assert any(fixed in said for said in proof.fixed)
    assert fixed in proof.text()


ABSORB = """events:
  a five goes into a build: {on: trailed, when: rank(card) = 5, do: "add {card} to build first(b in builds | true)"}
"""


def test_builds_that_effects_change_are_named(tmp_path: Path) -> None:
    """The rule asks for a build that no play makes by itself."""
    rule = 'rules:\n  r: "kind = trail implies not any(b in builds | count(cards(b)) > 4)"'
    both, faces = pairs(tiny(tmp_path, ABSORB, "plain"), tiny(tmp_path, ABSORB + rule))
    proof = prove(both[:1], faces, 1)
    assert proof.holds
    assert "builds to which an effect has added cards" in proof.fixed


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
    witness = Witness(position, Bite("plays", ("x",), ()))
    assert held_against(proof, witness).holds == holds
    assert held_against(proof, Witness(position, Bite("score"))).holds


def test_nothing_is_said_of_builds_where_there_are_none(tmp_path: Path) -> None:
    no_builds = "actions: {build: removed}\nmemory: {age: removed}"
    one = tiny(tmp_path, no_builds)
    both, faces = pairs(one, one)
    proof = prove(both[:1], faces, 1)
    assert not [said for said in proof.varied if "of builds" in said]


def test_a_memory_that_one_ruleset_lacks_is_named(tmp_path: Path) -> None:
    patch = "memory: {extra: {is: int}}\nrules:\n  r: kind = capture implies extra < 3"
    both, faces = pairs(tiny(tmp_path, name="plain"), tiny(tmp_path, patch))
    proof = prove(both[:1], faces, 1)
    assert proof.holds
    assert "memory `extra`, which only one of the two has" in proof.fixed


def test_no_position_is_tried_that_cannot_be(tmp_path: Path) -> None:
    """No score at the target, no seat that does not exist, no points before the first round, no round too many."""
    rules = """rules:
  a: kind = capture implies score(us) < 22 and score(us) < 15
  b: kind = capture implies round < 3
  c: kind = capture implies not any(b in builds | owner(b) = me)
"""
    one = tiny(tmp_path, f"match: {{rounds: 3, tie: draw}}\n{rules}")
    both, faces = pairs(one, one)
    whole = world(both[:2], faces, 1, 10**6)
    for small in whole.small:
        facts = [c.facts for c in small.contexts]
        assert len(facts) > 10
        assert all(n <= 20 for f in facts for n in f.get("scores", {}).values())
        assert all(f.get("round", 1) > 1 for f in facts if f.get("scores"))
        assert {f.get("round", 1) for f in facts} == {1, 2, 3}
        assert all(0 <= owner < small.pair.seats for owner in small.remembered.seated["owner"])


def test_a_budget_gives_up_in_a_fixed_order(tmp_path: Path) -> None:
    rule = "rules:\n  r: kind = capture implies score(us) < 15 and round < 3 and lost(me) < 7"
    one = tiny(tmp_path, rule)
    both, faces = pairs(one, one)
    kinds = []
    for budget in (10**6, 20_000, 1_000, 0):
        whole = world(both[:1], faces, 2, budget)
        kinds.append((len(whole.small[0].contexts), len(whole.varied), len(whole.fixed)))
        assert whole.small[0].contexts[0].cards == 2  # the start of a round is never given up
    assert kinds == sorted(kinds, key=lambda k: (-k[0], -k[1]))
    assert kinds[-1][0] == 1
    assert any(said.startswith("scores: 0, 14, 15, 16") for said in whole.fixed)


def test_every_part_that_words_read_is_varied_or_named(tmp_path: Path) -> None:
    """A part that a word of the language reads is at hand, has an axis of its own, or is named as not covered."""
    again = "{on: layout dealt, when: count(table) > 9, do: (award 1 to side(leader); redeal)}"
    one = tiny(tmp_path, f"events: {{again: {again}}}")
    both, _ = pairs(one, one)
    parts = {part for row in ROWS for part in row.reads} - {"memory", "zones"} - AT_HAND
    assert parts | {"seats", "memory", "zones"} == set(NAMES)
    for part in sorted({*parts, "zones aside", "weather"} - {"leader", "seats"}):
        axes = Axes(both[0], Asked(parts={part}, constants={part: {3}}), 1, ["2c"]).all()
        assert axes, part
        assert part != "weather" or axes[0].rest == "weather"


def test_what_else_may_matter_is_said(tmp_path: Path) -> None:
    late = patched(tmp_path, "late", "rules:\n  late: kind = build implies deals > 1 or count(stock) > 3")
    both, faces = pair(late, late)
    whole = world((both,), faces, 1, BUDGET)
    assert whole.same.context == ("the number of deals", "the stock")
    assert any(said.startswith("deals and the stock: after each deal") for said in whole.varied)


def test_positions_that_one_ruleset_lacks_are_named(tmp_path: Path) -> None:
    """Partners here, each for himself there: sides 3 and 4 have a score in one ruleset alone."""
    rule = "rules:\n  r: kind = capture implies any(s in sides | score(s) < 15)"
    both, faces = pairs(
        tiny(tmp_path, f"{rule}\nseats: 4\nsides: 2", "two"), tiny(tmp_path, f"{rule}\nseats: 4", "each")
    )
    whole = world((both[-1],), faces, 1, 10**6)
    assert all(both[-1].read(c.facts) is not None for c in whole.small[0].contexts)
    whole = world((Pair(both[-1].b.game.ruleset, both[-1].a.game.ruleset, 4, Renaming()),), faces, 1, 10**6)
    assert "contexts that only one of the two has" in whole.fixed


# the same game: a build that no play has changed is one that was made from no build
COUNTED = """memory:
  made: {of: build, is: int, becomes: "1 + or_else(made(first(b in taken | b in builds)), 0)"}
rules:
  r: kind = capture implies not any(b in builds | made(b) = 1)"""
MARKED = """memory:
  fresh: {of: build, is: bool, becomes: "not any(b in taken | b in builds)"}
rules:
  r: kind = capture implies not any(b in builds | fresh(b))"""


def test_what_one_ruleset_remembers_of_builds_goes_with_what_the_other_does(tmp_path: Path) -> None:
    """No position is tried in which the two remember what no play makes them remember together."""
    both, faces = pairs(tiny(tmp_path, COUNTED, "counted"), tiny(tmp_path, MARKED, "marked"))
    proof = prove(both[:1], faces, 2)
    assert proof.builds > 0
    assert proof.holds
    for said in ("memory `made` of builds", "memory `fresh` of builds"):
        assert f"{said}, which only one of the two has, but for what one play makes of it" in proof.fixed


def test_whose_builds_are_is_tried_for_every_seat_where_only_one_ruleset_says_it(tmp_path: Path) -> None:
    patch = """memory: {maker: {of: build, is: seat, becomes: me}}
rules:
  r: kind = capture implies not any(b in builds | maker(b) != me)"""
    both, faces = pairs(tiny(tmp_path, name="plain"), tiny(tmp_path, patch))
    proof = prove(both[:1], faces, 2)
    assert proof.witness is not None
    assert "memory `maker` of builds, which only one of the two has, but for what one play of any seat makes of it" in (
        proof.fixed
    )
