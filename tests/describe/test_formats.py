"""A rulebook as Markdown, as a page, and laid out for a terminal, with the cards of its examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.analysis.examples.told_examples import told
from cassino_dsl.book.describe.rulebook import rulebook
from cassino_dsl.book.describe.told_plays import Way, WhatIsTaken
from cassino_dsl.book.pages.cards import card_svg
from cassino_dsl.book.pages.from_markdown import in_print, with_cards
from cassino_dsl.language.compose.library import shipped_variants
from cassino_dsl.language.compose.options import setting
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.targets import open_target
from tests.describe.unworded import load

TAKES = Way("capture", "capture", ("7s",), WhatIsTaken(("3c", "4d"), (), ()), None)
SEVEN = {
    "name": "a seven",
    "table": "3c 4d",
    "hand": "7s",
    "expect": {"captures": {"7s": ["3c 4d"]}, "trails": ""},
    "shown": {"captures": {"7s": [TAKES]}},
}
SCORED = {"name": "coins", "piles": {"1": "7d 2d", "2": "Ks"}, "expect": {"awards": {"coins": {"1": "1", "2": "0"}}}}


def ruleset_of(variant: str) -> Ruleset:
    return load(variant).ruleset


def test_examples_in_markdown() -> None:
    text = rulebook(ruleset_of("cassino"), "markdown", [SEVEN])
    assert "> *Example: A seven.* On the table: 3♣ 4♦. In your hand: 7♠.\n>\n> With 7♠ you may take 3♣ 4♦." in text
    assert "h for hearts" not in text  # these signs everybody knows
    lettered = rulebook(ruleset_of("cassino"), "text", [SEVEN])
    assert "In your hand: 7s♠." in lettered  # as it is typed
    assert "h for hearts" in " ".join(lettered.split())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("As may take 5c. With As you may.", "A♠ may take 5♣. With A♠ you may."),
        ("As long as As lies there. As Ada holds 9c.", "As long as A♠ lies there. As Ada holds 9♣."),
        ("As 5c", "A♠ 5♣"),
    ],
)
def test_a_sentence_that_begins_with_as_names_no_ace(text: str, said: str) -> None:
    pack = ruleset_of("cassino").pack
    assert with_cards(text, pack, in_print(pack)) == said


def test_examples_of_points() -> None:
    text = rulebook(ruleset_of("scopa"), "markdown", [SCORED])
    assert "Captured by side 1: the seven and two of coins. Captured by side 2: the king of swords.\n" in text
    assert "> Side 1: 1 (Coins). Side 2: nothing.\n" in text


def test_examples_of_points_say_all_that_somebody_gets(tmp_path: Path) -> None:
    """Also what the example does not ask for, and what is level: here two cards each, and no primiera of all suits."""
    asked = "{name: one, piles: {1: 7d 7c, 2: 2s 3s}, expect: {awards: {settebello: {1: 1}, cards: {1: 0}}}}"
    (tmp_path / "family.yaml").write_text(f"dsl: 1\nextends: scopa\nexamples: [{asked}]\n", encoding="utf-8")
    target = open_target(str(tmp_path / "family.yaml"), None, (), ())
    assert target.loaded.ruleset is not None
    text = rulebook(target.loaded.ruleset, "markdown", told(target))
    told_ = (
        "> Side 1: 1 (Settebello) + 1 (Coins) = 2. Side 2: nothing. Nobody gets the points for “Cards” or “Primiera”."
    )
    assert told_ in text.replace("1 (Coins) + 1 (Settebello)", "1 (Settebello) + 1 (Coins)")


def test_examples_with_pictures() -> None:
    ruleset = ruleset_of("scopa")
    page = rulebook(ruleset, "html", [SEVEN])
    assert f"With {card_svg(ruleset.pack, '7s')} you may take {card_svg(ruleset.pack, '3c')}" in page
    assert "![" not in page
    assert "](card:" not in page
    assert "for hearts" not in page  # nothing is written by letters


def test_a_file_shows_some_of_its_own() -> None:
    shown = told(open_target("scopa", None, (), ()))
    assert {"table", "piles"} <= {key for example in shown for key in example}
    assert not any("set" in example for example in shown)


def test_examples_are_those_that_hold_at_the_table() -> None:
    fewest = setting("fewest=true")
    assert fewest is not None
    settings = (fewest,)
    names, chosen = ({e["name"] for e in told(open_target("scopa", None, (), s))} for s in ((), settings))
    assert chosen - names == {"the fewest cards"}


def test_an_example_knows_whose_plays_it_lists() -> None:
    shown = {e["name"]: e["actions"] for e in told(open_target("cuarenta", None, (), ())) if "actions" in e}
    assert shown["a gap ends the run, so the six stays on the table"] == ["equal"]
    assert shown["two and three add up to five, and the run goes on to the jack, which may not be left"] == ["sum"]


@pytest.mark.parametrize("width", [40, 72])
def test_text_keeps_to_its_width(width: int) -> None:
    text = rulebook(ruleset_of("pasur"), "text", [SEVEN], width)
    assert max(map(len, text.splitlines())) <= width
    assert "**" not in text
    assert "|--" not in text
    assert "\nThe cards\n─────────\n" in text
    assert "\n • " in text


def test_text_without_signs() -> None:
    text = rulebook(ruleset_of("scopa"), "text", [SEVEN], 80, "ascii")
    assert text.isascii()
    assert "In your hand: 7s." in " ".join(text.replace("\n| ", " ").split())
    assert "?" not in text.replace("why?", "")


@pytest.mark.ci
@pytest.mark.parametrize("name", shipped_variants())
@pytest.mark.share(2)
def test_every_rulebook_fits_a_terminal(name: str) -> None:
    assert max(map(len, rulebook(ruleset_of(name), "text", [], 80).splitlines())) <= 80
