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
            "You may do this only if there are exactly three cards taken as “mates”.",
            "without the first card of that rank in that player's hand go to that player's pile.",
            "* The first player who has cards left is now noted as “last in”.",
            "The round ends, once all else that happens at this moment has been done.",  # widowed pairs come after it
            "After the deal:",
            "Points below 0 are taken off.",
            "You may trail 2♦, 8♥ and 4♠ (Lie down). No other play is allowed.",
            "* **Leftovers.**\n  * For each player",
            "In your turn you do one of **Pair**, **Mournival** or **Lie down**.",
        ),
        ("first deal,", "hands have been dealt", "done, in this order"),
    ),
    "koi-koi": (
        (
            "(2 if there is a player who has at least one koi-koi and who is not that player, otherwise 1).",
            "Then Ada turns up chrysanthemum ribbon and takes",
            "Then Ben turns up maple chaff 10c and trails maple chaff 10c",
            "The number of Ada's koi-koi is 1. The number “held” of Ada is 5.",
            "2. Turn up the top card of the stock, and with it one of **Turned pair**",
            "*Only where **A hand is made** asks for it.*",
            "* **Koi-koi** for each player: how often the side has said koi-koi; at the start of each round it is 0.",
            "A player is called **dealt** if (there is a month such that there are exactly four cards of",
            "in play: see **A dealt hand**.",
        ),
        ("plays chrysanthemum", "with the last on top", "Points below 0"),
    ),
    "koi-koi cup_is_chaff=false dealers_right=6": (
        ("The cup is an animal and counts as chaff, too: no.", "this is not the first turn of the round"),
        ("Not played", "turns before this one"),
    ),
    "seep": (
        (
            "minus (the sum, over all sides that are not it, of (that side's score minus the number “start” of that",
            "Announce a number from 9 to 13 such that (there is a card left in your hand that counts that number or",
            "counts that number and such that (that build's owner is of your side or that build's second is of your",
            "after the play, for every build such that (you are the owner of that build or you are the second of",
            "or (you if there is a build put in that counts the value announced and whose owner is not of your",
            "and you do not use **Bid**, a play is allowed only if the value announced is the number “bid” or (you",
            "| Spades | the sum, over all cards of spades in the side's pile, of that card's rank number | every",
            "in play: see **Seep**.",
            "The match is over if then there is a side that has at least one baazi;",
            "as a whole; in a sum it counts as one card of its value",
            "* **The bid.** After the deal,",
            "The rest is the stock; more cards come from it to the hands by **The rest is dealt**.",
            "  * Each player (in turn, beginning with the leader) gets four cards from the stock.\n  * Then the same",
            "Should you ever find no play that is allowed, you pass",
            "* **The rest is dealt.** After every play of yours, if this is the first turn",
            "The player noted as “next dealer” deals the next round, and the player after leads it.",
            "Here to *capture* means **Pick up**; to *build* means **House** or **Break**",
        ),
        ("are dealt from the stock", "is told under", "noted as “start”."),
    ),
    "scopa": (
        (
            "for each suit, the highest *prime* of all cards of that suit in its pile, added up; but 0 in all if",
            "| Scope | 1 each | each scopa |\n\n* The **prime** of a card:",
            "the five of batons",
            "After the first deal of a round",
            "with which you can capture exactly one card;",
        ),
        ("the 5 of batons",),
    ),
    "traditional-cassino": (
        (
            "any number of sets of loose cards and single builds, each adding up to the value of the card played",
            "But for what follows, you may do this even if the card could capture something.",
            "That is six deals.",
            "until one player is ahead of all others with 21 points or more, and wins",
            "; it is multiple if it has several groups.",
        ),
        ("a build in a sum counts",),
    ),
    "cuarenta": (
        (
            "such that every card in that set ranks higher than the card played and (that set and the card played are",
            "there is a side such that the number of cards in that side's pile is not the number of cards in the",
            "award by award (Cards, then Next dealer), for all sides at once",
            "at once, in play: see",
            "your side scores 2 points (*sweeps*).",
        ),
        ("list above",),
    ),
    "mulle": (
        (
            "A **single** build makes its value once;",
            "Announce a number that a card left in your hand counts in the hand. Choose one of these: the value",
            "* one loose card or single build, counting the *t* (or none, if the *t* is 0);",
            "the sum, over all pairs of cards of the same rank and suit among all cards taken (loose or in a build)",
            "| Mulles | the number of the side's mulles | twins that came together in a capture |",
            "* all loose cards that count the value announced; each is a group by itself",
            "* **Mulles** for each side: ",
            "* **Tabbes** for each side: how often the side has cleared the table; at the start of each round it is 0.",
            "| Two to ten, but for the cards above |",
            "You may not trail with a card with which you can capture; with another card you may.",
        ),
        ("cards of another row",),
    ),
    "tablanette": (
        (
            "of ((number *B* plus number *A*) if number *B* is a multiple of number *A*, otherwise 0).",
            "A card on the table that counts for several numbers counts for one of them, each as you like.",
        ),
        ("these clearings",),
    ),
    "zwicker": (
        (
            "Put with it one card or build on the table, making the value announced together with the card played.",
            "All this becomes one build, and its value is the value announced.",
            "You have to do this, unless no card is left in the hand: **Lay**.",
            "With 5♥ you may take 5♦. No other play is allowed.",
        ),
        ("two ways",),
    ),
    "seep least=0": (
        ("* If the *ahead* of that side is at least 100:",),
        (),
    ),
    "cuarenta sums_run=false": (
        ("take one set of two or more cards on the table, adding up to the value of the card played. What you",),
        (),
    ),
    "cuarenta four=eight": (
        ("if the score of that player's side is less than 30 and there is a rank such that there are exactly",),
        (),
    ),
    "scopa napola=true": (
        ("for every rank (rank *B*) that ranks no higher than rank *A*, there is a card of rank *B* of coins in its",),
        (),
    ),
    "royal-cassino": (
        ("* one set of loose cards and single builds of two or more cards, making the value announced together with",),
        (),
    ),
    "go-stop": (
        ("at once, in play: see **Four of a month in a hand**, **Three times stuck** and **Payment**.",),
        (),
    ),
    "mulle with count-out": (  # the claim is off here, and its step with it
        ("In your turn you do one of these:",),
        ("with it nothing",),
    ),
    "african-cassino-partnership": (
        ("When you make or change a build, if there is a build among the *stolen*, for each build among the",),
        (),
    ),
}


def book_of(game: str) -> str:
    game, _, rule = game.partition(" with ")
    name, *options = game.split()
    target = open_target(name, None, (rule,) if rule else (), tuple(filter(None, map(setting, options))))
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
