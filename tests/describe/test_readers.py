"""What two readers of books without their authors' texts took wrongly, or could not know: how it is told now."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.analysis.examples.told_examples import told
from cassino_dsl.book.describe.rulebook import rulebook
from cassino_dsl.language.compose.options import setting
from cassino_dsl.language.targets import open_target
from tests.describe.unworded import unworded

MISREAD: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {  # a game: what its book says, what it does not
    "laugh-and-lie-down": (
        (
            "The round ends, once all else that happens at this moment has been done.",  # widowed pairs come after it
            "After the deal:",
            "Points below 0 are lost.",
            "You may only trail 2♦, 8♥ and 4♠ (Lie down).",
            "what it still lacks when the hands are full comes last",
            "* **Leftovers.**\n  * For each player",
            "In your turn you do one of **Pair**, **Mournival** or **Lie down**.",
        ),
        ("first deal,", "hands have been dealt", "done, in this order"),
    ),
    "koi-koi": (
        (
            "Then Ada turns up chrysanthemum ribbon and takes",
            "Then Ben turns up maple chaff 10c, which stays on the table",
            "The number of Ada's koi-koi is 1. The number “held” of Ada is 5.",
            "only the player noted as “stopped” counts",
            "2. Turn up the top card of the stock, and with it one of **Turned pair**",
            "*Only where **A hand is made** asks for it.*",
            "| award | points | for |\n|---|---|---|\n| A dealt hand | 6 | see **A dealt hand** |",
        ),
        ("plays chrysanthemum", "with the last on top", "Points below 0", "| the player noted as “stopped”"),
    ),
    "koi-koi cup_is_chaff=false dealers_right=6": (
        ("The cup is an animal and counts as chaff, too: no.", "a turn of this round is over"),
        ("Not played", "turns before this one"),
    ),
    "seep": (
        (
            "only in **Break** is a build part of a sum: a single one, as one card of its value",
            "* **The bid.** After the deal,",
            "four cards go from the stock to that player's hand",
            "Nobody has to be told what is noted as “start”.",
            "* **The rest is dealt.** When you capture, build or trail, if this is the first turn",
            "The player noted as “next dealer” deals the next round, and the player after leads it.",
            "Here to *capture* means **Pick up**; to *build* means **House** or **Break**",
        ),
        ("are dealt from the stock", "is told under", "(*seeps*)"),
    ),
    "scopa": (
        ("the five of batons", "After the first deal of a round", "with which you can capture exactly one card;"),
        ("the 5 of batons",),
    ),
    "traditional-cassino": (
        (
            "a single build counts in a sum as one card of its value, and a multiple build is part of no sum",
            "Anybody may take a build, whoever owns it.",
            "Nobody can give a multiple build another value.",
            "But for what follows, you may do this even if the card could capture something.",
            "That is six deals.",
            "until one player is ahead of all others with 21 points or more, and wins",
            "; it is multiple if it has several groups.",
        ),
        ("a build in a sum counts",),
    ),
    "cuarenta": (
        (
            "award by award (Cards, then Next dealer), for all sides at once",
            "These points are given at once, where they are told:",
            "your side scores 2 points.",
        ),
        ("list above", "(*caidas*)", "(*sweeps*)"),
    ),
    "mulle": (
        (
            "* all loose cards that count the value announced; each is a group by itself",
            "* **Mulles** for each side: ",
            "| Two to ten, but for the cards above |",
            "You may not trail with a card with which you can capture; with another card you may.",
        ),
        ("cards of another row",),
    ),
    "tablanette": (("On the table aces count 1 or 11, each as you like.",), ("these clearings",)),
    "zwicker": (("You have to do this, unless no card is left in the hand: **Lay**.",), ("two ways",)),
}


def book_of(game: str) -> str:
    name, *options = game.split()
    target = open_target(name, None, (), tuple(filter(None, map(setting, options))))
    assert target.loaded.ruleset is not None
    return rulebook(unworded(target.loaded.ruleset), "markdown", told(target))


@pytest.mark.share(4)
@pytest.mark.parametrize("game", MISREAD)
def test_what_was_misread_is_told_otherwise(game: str) -> None:
    book, (says, never) = book_of(game), MISREAD[game]
    assert [text for text in says if text not in book] == []
    assert [text for text in never if text in book] == []


def test_an_author_who_says_what_a_set_is_is_not_contradicted(tmp_path: Path) -> None:
    """The program says what a set may hold by the sources of all parts, also where a term stands for them."""
    own, name = "A *set* is one card or build", "traditional-cassino"
    target = open_target(name, None, (), ())
    assert target.loaded.ruleset is not None
    assert own not in rulebook(target.loaded.ruleset)
    file = tmp_path / "mine.yaml"
    singles = '{is: "loose + {b in builds | groups(b) < 2}"}'
    file.write_text(f"dsl: 1\nextends: {name}\nterms: {{singles: {singles}}}\n", encoding="utf-8")
    target = open_target(str(file), None, (), ())
    assert target.loaded.ruleset is not None
    assert own in rulebook(target.loaded.ruleset)
