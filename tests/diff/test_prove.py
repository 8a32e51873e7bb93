"""Deciding legality for all small positions: nothing is left out, and nothing that differs is passed over."""

from __future__ import annotations

import random
from itertools import combinations
from math import comb
from pathlib import Path

import pytest

from cassino_dsl.diff.alike import alike
from cassino_dsl.diff.prove import prove
from cassino_dsl.diff.small import Small
from cassino_dsl.game import Game
from tests.diff.rulesets import OTHER_WORDS, PLAIN, pair, patched, ruleset

UP_TO_ONE = sum(comb(52, hand) * (1 + (52 - hand)) for hand in (1, 2))  # one or two in hand, none or one on the table


def test_the_same_in_other_words_is_proved() -> None:
    both, faces = pair(ruleset(PLAIN), ruleset(OTHER_WORDS))
    proof = prove(both, faces, 2)
    assert proof.holds
    assert proof.builds > 0
    assert proof.text().startswith("no difference up to 2")
    assert proof.stand_for > sum(comb(52, h) * sum(comb(52 - h, t) for t in range(3)) for h in (1, 2))
    assert proof.tried < proof.stand_for / 50


@pytest.mark.long
def test_the_same_in_other_words_is_proved_for_three_cards() -> None:
    both, faces = pair(ruleset(PLAIN), ruleset(OTHER_WORDS))
    proof = prove(both, faces, 3)
    assert proof.holds
    assert proof.tried > 100_000


@pytest.mark.parametrize(
    ("rule", "swaps"),
    [
        ("kind = capture implies count(taken) < 9", 1),
        ("kind = capture implies all(c in loose | c != 10d)", 1),
        ("kind = trail implies suit(card) != spades or count(loose) < 9", 1),
        ("kind = capture implies all(c in loose | suit(c) != suit(card))", 24),
        ("kind = capture implies all(c in loose | suit(c) != suit(card) or suit(c) = spades)", 6),
        ("kind = capture implies all(c in loose | colour(c) != colour(card))", 1),
    ],
)
def test_every_position_is_stood_for_once(rule: str, swaps: int, tmp_path: Path) -> None:
    """Whatever the rules can tell apart: the positions tried stand for all there are."""
    one = patched(tmp_path, "one", f"rules:\n  r: {rule}")
    both, faces = pair(one, one)
    same = alike(one, one, faces)
    assert len(same.swaps) == swaps
    proof = prove(both, faces, 1)
    assert proof.holds
    assert proof.stand_for == UP_TO_ONE


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
        "face": "kind = capture implies all(c in taken | c != 7h)",
        "suit": "kind = capture implies all(c in loose | suit(c) != suit(card) or rank(card) != 7)",
        "colour": "kind = capture implies not any(c in loose | colour(c) = red and rank(c) = 7)",
    }.items():
        both, faces = pair(ruleset(PLAIN), patched(tmp_path, name, f"rules:\n  r: {rule}"))
        proof = prove(both, faces, 1 if name != "suit" else 2)
        assert not proof.holds, name
        assert proof.witness is not None
        assert proof.witness.bite.only_b == ()


def test_every_pair_of_small_builds_is_made() -> None:
    """Single builds of two cards, worked out by hand: a card and another that make up to ten."""
    a = ruleset(PLAIN)
    both, faces = pair(a, a)
    small = Small(both, alike(a, a, faces))
    assert list(small.differing(2, 4)) == []
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


def test_what_else_may_matter_is_said(tmp_path: Path) -> None:
    late = patched(tmp_path, "late", "rules:\n  late: kind = build implies deals > 1 or count(stock) > 3")
    both, faces = pair(late, late)
    assert "the number of deals, the stock" in prove(both, faces, 1).text()
