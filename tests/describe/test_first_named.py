"""What a book says of plays that several actions yield, and of cards of which there are copies."""

from __future__ import annotations

from pathlib import Path

from cassino_dsl import load
from cassino_dsl.book.describe.rulebook import rulebook

FILE = """\
dsl: 1
pack: {{base: french, copies: 2}}
seats: 2
deal: {{hand: 4, table: 4, refill: "min(4, count(stock) div 2)"}}
values: {{A..10: pips, "J, Q, K": none}}
actions:
  {first}: {{play: card, take: {{like: one c in loose where rank(c) = rank(card)}}, to: pile, do: "{does}"}}
  {second}: {{play: card, take: {{some: some c in loose where rank(c) = rank(card)}}, to: pile}}
  trail: {{play: card, to: table}}
awards:
  big: {{each: 10d, points: 2}}
  courts: {{each: "Jd, Qs", points: 1}}
match: {{rounds: 1, tie: draw}}
"""


def book(tmp_path: Path, **more: str) -> str:
    file = tmp_path / "two.yaml"
    file.write_text(FILE.format(**{"first": "pair", "second": "like", "does": "award 1 to us", **more}), "utf-8")
    return rulebook(load(file).ruleset)


def test_of_actions_that_overlap_the_first_is_told(tmp_path: Path) -> None:
    told = "Should a play ever be more than one of **{}** and **{}**, it is the first of them, in this order."
    assert told.format("Pair", "Like") in book(tmp_path)
    assert told.format("Like", "Pair") in book(tmp_path, first="like", second="pair")
    assert "more than one of" not in book(tmp_path, does="()")  # whichever it is, it comes to the same


def test_each_copy_is_paid(tmp_path: Path) -> None:
    text = book(tmp_path)
    assert "| Big | 2 each | each ten of diamonds |" in text
    assert "| Courts | 1 each | each of these, every copy: the jack of diamonds and the queen of spades |" in text
