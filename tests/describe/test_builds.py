"""What a build is made of, whose it is and what it binds, as people say it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.describe.said import said
from tests.describe.unworded import load


def rules_of(variant: str, *rules: str, **options: object) -> str:
    return "\n".join(said(load(variant, list(rules), **options).ruleset))


@pytest.mark.parametrize(
    ("variant", "sentence"),
    [
        # what is played and announced, and what goes with it
        ("royal-cassino", "Play a card and announce a value that a card left in your hand has. Put with the card:"),
        ("royal-cassino", "add up to that value with the card played (none if the card played has that value itself)"),
        ("royal-cassino", "* if you like, further sets of loose cards, each adding up to that value"),
        ("african-cassino", "Announce a value that a card in your hand has and that no build has yet. Put together:"),
        ("zwicker", "put with it one loose card or build that adds up to a value from 2 to 14 with the card played."),
        (
            "mulle",
            "when the card played, as it counts in a build, is added to it or taken away from it (not needed if",
        ),
        (
            "mulle",
            "* sets of two loose cards, each adding up to that value, until no such set is left (they have to join;",
        ),
        # what may be taken, all of it or as much as one likes
        ("royal-cassino", "Play a card and take as many of these as you like, at least one:\n\n* sets of loose cards"),
        ("italian-cassino", "or one loose card of that value (only if there is no build of that value)"),
        ("italian-cassino", "* one set of loose cards and at most one top card of another side's pile adding up to"),
        # one kind of build or another
        (
            "royal-cassino",
            "In a **single** build all cards together make its value once; a **multiple** build is made",
        ),
        ("casual-cassino", "* multiple builds of the card's value"),
        ("royal-cassino", "It is taken or left as a whole, and is never part of a sum that is captured."),
        ("casual-cassino", "A single build counts in a sum as one card of its value, a multiple build never does."),
        ("zwicker", "It is taken or left as a whole, and counts in a sum as one card of that value."),
        # whose it is
        ("casual-cassino", "whoever made it, or last gave it another value. Adding cards without"),
        ("african-cassino", "A build that is made of another keeps its creator."),
        ("african-cassino", "a single build whose creator you are not, which adds up to"),
        (
            "italian-cassino",
            "but if four play and there is no card of the value announced left in your hand, your partner becomes its",
        ),
        (
            "cassino-wikipedia",
            "without changing the value does not change the owner; if it has none, it gets one like a new build.",
        ),
        # what it binds
        ("casual-cassino", "You may not trail while there is a build of yours."),
        (
            "casual-cassino",
            "A play is allowed only if after it each build of yours has a card of its value in your hand, a different",
        ),
        (
            "cassino-wikipedia",
            "You may change the value of a build of yours only if there are two cards left in your hand, one",
        ),
        (
            "mulle",
            "If you capture and take a loose card the same in rank and suit as the card played, you may take nothing",
        ),
        ("italian-cassino", "you may trail only if this is still so of the cards left there."),
    ],
)
def test_builds_are_told_as_they_are_made(variant: str, sentence: str) -> None:
    assert sentence in rules_of(variant)


def test_what_was_so_must_stay_so() -> None:
    assert (
        "If each build of yours has a card of its value in your hand, a different one for each, only plays that "
        "leave it so are allowed."
    ) in rules_of("royal-cassino", "duty-1")


def test_a_word_stands_with_what_it_means() -> None:
    """The table of what cards are worth follows the word that asks for it."""
    lines = rules_of("mulle", duty=True).splitlines()
    assert [line[:18] for line in lines if "ten of diamonds are each worth 2" in line] == ["* The **haul** of "]


def test_a_card_may_be_laid_down_where_nothing_forbids_it() -> None:
    free = "It stays on the table; you may do this even if it could take something."
    assert free in rules_of("traditional-cassino")
    assert all(free not in rules_of(variant) for variant in ("scopa", "mulle", "zwicker", "krypkasino"))
    assert free not in rules_of("royal-cassino", "duty-3")


def test_that_nobody_owns_builds_is_said() -> None:
    said = "A build belongs to nobody, whoever made it."
    assert all(said in rules_of(name) for name in ("mulle", "zwicker"))
    assert said not in rules_of("mulle", duty=True) + rules_of("casual-cassino")


def test_that_multiple_builds_keep_their_value_is_said_where_it_is_so(tmp_path: Path) -> None:
    said = "A multiple build keeps its value as long as it lies there."
    assert all(said in rules_of(name) for name in ("traditional-cassino", "royal-cassino", "italian-cassino", "mulle"))
    file = tmp_path / "loose.yaml"
    file.write_text("dsl: 1\nextends: royal-cassino\nterms: {raisable: builds}\n", encoding="utf-8")
    assert "multiple" not in rules_of(str(file))  # then it is all one of how many groups a build is
    file.write_text(
        "dsl: 1\nextends: mulle\nterms: {open: builds}\nactions: {build: {when: any(b in builds | groups(b) > 1)}}\n"
    )
    text = rules_of(str(file))
    assert "**multiple** build" in text
    assert said not in text


def test_builds_are_no_part_of_what_is_said_where_nothing_is_built() -> None:
    assert "build" not in rules_of("tablic")


def test_that_builds_of_one_value_are_one_is_said_where_it_is_so(tmp_path: Path) -> None:
    said = "There are never two builds of one value."
    assert all(said in rules_of(name) for name in ("traditional-cassino", "cassino-wikipedia", "mulle"))
    assert said not in rules_of("zwicker")
    text = rules_of("traditional-cassino")
    assert "of several such builds" not in text
    file = tmp_path / "apart.yaml"
    file.write_text("dsl: 1\nextends: traditional-cassino\nactions: {build: {take: {join: removed}}}\n")
    assert said not in rules_of(str(file))


def test_a_build_of_one_card_is_spoken_of_only_where_there_is_one(tmp_path: Path) -> None:
    assert "of two or more cards" not in rules_of("royal-cassino")
    file = tmp_path / "one.yaml"
    alone = "{play: none, let: {v: '{2..9}'}, take: {one: one c in loose where v in value(c)}, to: build v}"
    file.write_text(f"dsl: 1\nextends: royal-cassino\nactions: {{alone: {alone}}}\n", encoding="utf-8")
    assert "of two or more cards" in rules_of(str(file))


def test_what_the_card_of_a_build_may_be_used_for_is_said() -> None:
    free = "later you may use that card otherwise"
    assert f"{free}." in rules_of("african-cassino") + rules_of("mulle")
    assert f"{free} (but see what is said of trailing)." in rules_of("italian-cassino")
    assert all(free not in rules_of(name) for name in ("traditional-cassino", "zwicker"))
    assert free not in rules_of("royal-cassino", "duty-1")


def test_cards_that_lie_there_are_named(tmp_path: Path) -> None:
    deal = rules_of("italian-cassino")
    assert "the two of coins or the seven of swords lies loose on the table" in deal
    assert "at least three loose knaves, knights or kings" in deal  # of all these together


def test_the_only_card_for_a_build_is_not_trailed() -> None:
    trail = rules_of("italian-cassino")
    assert "You may not trail the only card in your hand that has the value of a build of yours." in trail
    assert "If each build of yours for which you hold a card has a card of its value in your hand" in trail
    assert "“takeable”" not in trail
