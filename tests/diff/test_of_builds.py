"""What proofs try of builds: those of all suits, and what they remember, within the budget that is stated."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.diff.prove import Proof, prove
from cassino_dsl.diff.world import world
from tests.diff.rulesets import pairs, tiny

SMALLEST = (
    "seats: 2\npack: {base: french, ranks: A 2}\nvalues: {A..5: removed, A..2: pips}\ndeal: {table: 0, later: 0}\n"
)


def proof(folder: Path, game: str, rule: str) -> Proof:
    """Of a game of eight cards against the same with a rule more."""
    both, faces = pairs(
        tiny(folder, SMALLEST + game, "plain"), tiny(folder, f'{SMALLEST}{game}rules: {{r: "{rule}"}}\n')
    )
    return prove(both, faces, 2)


SUITS_OF_THE_HAND = "any(c in hand | any(d in hand | suit(c) != suit(d)))"
SUITS_OF_A_BUILD = "any(c in cards(b) | any(d in cards(b) | suit(c) != suit(d)))"
NONE_OF_THE_HAND = "all(c in cards(b) | all(d in hand | suit(c) != suit(d)))"


def test_a_build_of_suits_that_no_tried_play_makes_is_laid(tmp_path: Path) -> None:
    """Two suits in the hand and the other two in a build: where that is made, its suits stand for others."""
    asked = f"{SUITS_OF_THE_HAND} and any(b in builds | {NONE_OF_THE_HAND} and {SUITS_OF_A_BUILD})"
    found = proof(tmp_path, "", f"kind = trail implies not ({asked})")
    assert found.witness is not None
    assert len({card[-1] for card in str(found.witness.position).replace("'", " ").split() if card[0] in "A2"}) >= 2


@pytest.mark.parametrize(
    ("memory", "asked"),
    [
        ("is: card, becomes: card", "kept_card(b) = Ah"),
        ("is: cards, becomes: hand", "2h in kept_card(b)"),
        ("is: suit, becomes: suit(card)", "any(c in hand | suit(c) = kept_card(b)) and count(hand) = 1"),
    ],
)
def test_what_a_build_remembers_of_cards_is_laid(memory: str, asked: str, tmp_path: Path) -> None:
    found = proof(
        tmp_path,
        f"memory: {{kept_card: {{of: build, {memory}}}}}\n",
        f"kind = capture implies not any(b in builds | {asked})",
    )
    assert found.witness is not None
    assert "kept_card" in found.witness.position["builds"][0]


MANY = (
    "memory: {age: removed, one: {of: build, is: rank, becomes: rank(card)}, two: {of: build, is: int, becomes: 2}}\n"
)


def test_what_builds_remember_goes_into_the_budget(tmp_path: Path) -> None:
    rule = "kind = capture implies not any(b in builds | one(b) = 2 and two(b) = 7 and two(b) = 9)"
    game = tiny(tmp_path, f'{SMALLEST}{MANY}rules: {{r: "{rule}"}}\n')
    both, faces = pairs(game, game)
    tried, said = [], []
    for budget in (0, 30, 10**6):
        small = world(both, faces, 2, budget).small[0]
        assert next(small.differing(2, 4), None) is None
        tried.append(small.tried)
        said.append((list(small.remembered.covered()), list(small.remembered.left())))
    plain, some, every = tried
    assert plain < some <= plain + 30 < every
    assert [c.split(":")[0] for c in said[1][0]] == ["memory `owner` of builds", "memory `one` of builds"]
    assert said[1][1] == ["memory `two` of builds, but for what one play makes of it"]
    assert [len(left) for _, left in said] == [2, 1, 0]
