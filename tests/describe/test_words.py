"""Long terms and named effects are words of the game; what a card has to be is said by the cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.describe.rulebook import rulebook
from tests.describe.said import said
from tests.describe.unworded import load

CIRULLA = Path(__file__).parents[2] / "examples" / "cirulla.yaml"


def rules_of(variant: str | Path, **options: object) -> str:
    return "\n".join(said(load(str(variant), **options).ruleset))


def laid_over(base: str, clauses: str, folder: Path) -> str:
    file = folder / "game.yaml"
    file.write_text(f"dsl: 1\nextends: {base}\n{clauses}", encoding="utf-8")
    return rules_of(file)


def test_terms_of_cards_and_players_are_introduced_and_used() -> None:
    text = rules_of(CIRULLA)
    assert (
        text.count("* The **strength** of a card: what it counts (the matta number if it is the seven of hearts") == 1
    )
    assert "Play a card whose “strength” is 1 and take all cards on the table." in text
    assert "adding up to the “strength” of the card played, each card counting its “strength”." in text
    assert "that make 15 with the card played, each counting its “strength”." in text
    assert "rank number" not in text  # every card counts the number of its rank


def test_one_card_that_counts_otherwise() -> None:
    text = rules_of(CIRULLA)
    assert (
        "cards are **low** with a number if they add up to at most 9, the seven of hearts counting that number" in text
    )
    assert "the cards on the table add up to 15, the seven of hearts counting any number from 1 to 10" in text
    assert "if that player's hand is “low” or “alike” with a number from 1 to 10" in text
    assert "that player chooses **Knock** or **Silent** next." in text
    assert (
        "If the seven of hearts is in your hand, name a number from 1 to 10; otherwise the number named is 0." in text
    )


def test_the_card_just_laid_is_a_word() -> None:
    text = rules_of("cuarenta")
    assert "When you capture and the fresh card is taken with a card of its rank, your side scores 2 points." in text
    assert "A card is *fresh* if it was trailed last, and nothing has been captured since." in text


def test_a_named_effect_is_told_once(tmp_path: Path) -> None:
    feast = "effects: {feast(n): [award n to us as feast, award 1 to us as crumbs, award n to us as rest]}\n"
    events = "events: {x: {on: captured, do: feast(1)}, y: {on: trailed, do: feast(2)}}\n"
    text = laid_over("cassino", feast + events, tmp_path)
    assert text.count("you score 1 point (crumbs)") + text.count("You score 1 point (crumbs)") == 1
    assert "* **Feast**, with a number, means this:\n  * " in text
    assert "When you capture: “feast” follows, with 1." in text


def test_what_is_short_is_written_out() -> None:
    assert "“court”" not in rules_of("cassino")


@pytest.mark.parametrize(
    ("test", "said"),
    [
        ("rank(card) = J or card = 7d", "Play a card that is a jack or the seven of diamonds and"),
        ("rank(card) != J and card != 7d", "Play a card other than a jack or the seven of diamonds and"),
        ("not card in {7d, 7h}", "Play a card other than the seven of diamonds or hearts and"),
        (
            "colour(card) = red and pips(card) in {2..3}",
            "a card that is the two of diamonds or hearts or the three",
        ),
        ("count(value(card, hand)) = 0", "Play a card that is a jack, a queen or a king and"),
    ],
)
def test_cards_that_pass_a_test_are_named(test: str, said: str, tmp_path: Path) -> None:
    clauses = f'actions: {{capture: {{play: "card where {test}"}}}}\n'
    assert said in laid_over("cassino", clauses, tmp_path)


@pytest.mark.parametrize(
    ("test", "said"),
    [
        (
            "count(loose) > 2 and (count(hand) = 0 or count(stock) = 0)",
            "three loose cards and either there is no card in your hand or there is no card in the stock",
        ),
        (
            "(count(hand) = 0 or count(stock) = 0) and count(loose) > 2",
            "three loose cards and either there is no card in your hand or there is no card in the stock",
        ),
        (
            "count(loose) > 2 or (count(hand) = 0 and count(stock) = 0)",
            "three loose cards or both there is no card in your hand and there is no card in the stock",
        ),
        (
            "count(loose) > 2 and (count(hand) = 0 or count(stock) = 0 or count(builds) = 0)",
            "(there is no card in your hand or there is no card in the stock or there is no build)",
        ),
        (
            "count(loose) > 2 and (rank(card) = J or count(stock) = 0 or action = pair)",
            "(the card played is a jack or there is no card in the stock or the play is “Pair”)",
        ),
        (
            "count(taken) > 2 and rank(card) = 7",
            "the number of cards and builds taken is more than 2 and the card played is a seven",
        ),
    ],
)
def test_and_beside_or_cannot_be_misread(test: str, said: str, tmp_path: Path) -> None:
    clauses = f'events: {{x: {{on: captured, when: "{test}", do: award 1 to us as extra}}}}\n'
    assert said in laid_over("cassino", clauses, tmp_path)


def test_points_stand_with_their_condition() -> None:
    assert "| 3 | the most cards; only if" in rules_of("dominican-cassino")


def test_who_captured_last_is_a_word() -> None:
    text = rules_of("cassino")
    assert "Last capture" not in text
    assert "the pile of the player who captured last" in text


def test_steps_of_a_turn_are_numbered() -> None:
    assert "\n2. Play one card, in one of these ways: **Capture**, **Create**, **Steal**, **Augment** or" in rules_of(
        "italian-cassino"
    )


def test_what_is_done_in_steps_is_a_list() -> None:
    text = rules_of("basra")
    assert (
        "five times over, if there is a card on the table that is a jack or the seven of diamonds:\n  * The first"
        in text
    )


def test_an_option_that_a_house_rule_has_settled_is_not_offered() -> None:
    offered = "Sweeps: a point for each capture that clears the table"
    assert offered in rulebook(load("cassino").ruleset)
    assert offered not in rulebook(load("cassino", ["sweeps"]).ruleset)
    assert f"{offered} | yes | no" in rulebook(load("cassino", sweeps=True).ruleset)


def test_no_set_is_forbidden_that_another_number_calls_for() -> None:
    assert "(not needed if the card itself counts that value there)" in rulebook(load("mulle").ruleset)


def test_effects_in_brackets_are_said_in_an_action_as_in_an_event(tmp_path: Path) -> None:
    memory = "memory: {stake: {is: int, about: what is at stake}}\n"
    action = (
        "actions: {double: {step: say, play: none, do: (stake += 1; award stake to us as doubled)}}\nturn: say? play\n"
    )
    text = laid_over("scopa", memory + action, tmp_path)
    assert (
        "* The “stake” count goes up by 1.\n* Your side scores as many points as this (doubled): the “stake” count."
        in text
    )
