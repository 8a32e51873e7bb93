"""What a book says of a pack of the file's own, and of numbers that go by steps: as tables."""

from __future__ import annotations

from pathlib import Path

from cassino_dsl import load
from cassino_dsl.book.describe.rulebook import rulebook

LAMPS = """\
dsl: 1
title: Lamps
pack:
  suits: {r: {name: rubies, colour: red}, y: {name: suns, colour: yellow}, g: {name: leaves, colour: green}}
  ranks: 1..9
  extras: [Fool]
  names:
    9: dragon
    9r: {one: unicorn, many: unicorns}
    8y: The Old Man
    Fool: fool
    1r 1y: ember
  attributes:
    sort: {lamp: "1 and yellow, 5r", ash: any}
    worth: {5: "9", 1: any}
    bright: {true: 2 and yellow}
values: {1..9: pips, Fool: none}
seats: 2
deal: {hand: 4, table: 4, refill: "min(4, count(stock) div count(seats))"}
memory: {lamps: {of: side, is: int}}
terms:
  tally(n): 0 if n = 0 else 1 if n = 1 else 10 if n > 2 or n < 0 else 3
actions:
  take: {play: card, let: {k: "{lamp, ash}"}, take: {c: all c in loose where sort(c) = k}, to: pile}
  fool: {play: card where card = Fool, to: aside}
  unicorn: {play: card where card = 9r, take: {c: one c in loose where worth(c) = 5 and sort(c) = sort(card)}, to: pile}
  trail: {play: card, to: table}
events: {lit: {on: trailed, do: lamps(us) += 1}}
awards:
  lit: {points: tally(lamps(us)), about: lamps lit}
  heap: {points: 9 if count(pile) > 20 else 4 if count(pile) > 10 else 1}
  small: {each: "1g, 1r", points: 1, about: the small ones}
  dragons: {if: count(c in pile | rank(c) = 9) >= 2, points: 3, about: two dragons}
match: {target: 31, tie: another round}
"""
SAID = """\
each with 1 to 8 and dragon
| attribute | is | of these cards |
| colour | yellow | all suns |
| sort | lamp | the ember of suns and the five of rubies |
| sort | ash | all others |
| worth | 5 | all dragons |
| bright | yes | the two of suns |
* **1**: the two embers and the 1 of leaves
* **eight**: The Old Man and the eights of rubies and leaves
* The **tally** of a number: 0 if it is 0, otherwise 1 if it is 1, otherwise 10 if it is more than 2 or it is less \
than 0, otherwise 3.
Take all cards on the table whose “sort” is the kind chosen.
Play a card that is the fool.
one card on the table whose “worth” is 5 and that is of the same “sort” as the card played
| Lit | the *tally* of the number of the player's lamps | lamps lit |
| Heap | 9 if there are more than 20 cards in the player's pile, otherwise 4 if there are more than ten cards in the \
player's pile, otherwise 1 | every player |
| Small | 1 each | the small ones; each of these: the ember of rubies and the 1 of leaves |
| Dragons | 3 | a player, if there are at least two dragons in the player's pile |
"""


def test_what_a_book_says_of_it(tmp_path: Path) -> None:
    (tmp_path / "lamps.yaml").write_text(LAMPS, encoding="utf-8")
    book = rulebook(load(str(tmp_path / "lamps.yaml")).ruleset)
    missing = [line for line in SAID.splitlines() if line not in book]
    assert not missing, book


def test_its_tables_stand_in_every_form(tmp_path: Path) -> None:
    (tmp_path / "lamps.yaml").write_text(LAMPS, encoding="utf-8")
    ruleset = load(str(tmp_path / "lamps.yaml")).ruleset
    assert "<td>all suns</td>" in rulebook(ruleset, "html")
    assert "all suns" in rulebook(ruleset, "text")
