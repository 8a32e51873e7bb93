"""Plays of kind other, which are said with a number: the true reason where it is another number, or none; and reasons
that are known before anything is taken."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from cassino_dsl.book.why.why import why
from cassino_dsl.game import Game, load

HEAD = """
dsl: 1
title: A game of numbers
pack: french
seats: 3
deal: {hand: 4, table: 4}
values: {A: 1, 2..10: pips, J: 11, Q: 12, K: 13}
awards: {cards: {points: count(pile)}}
match: {rounds: 1, tie: draw}
turn: say? play
memory: {seen_by: {of: seat, is: bool}}
actions:
  spy_on: {step: say, play: none, let: {n: "{1..count(seats)} - {3}"}, do: award n to us}
  bid: {step: say, play: none, let: {n: "{2..9}"}, when: n > count(hand), do: award n to us}
  look_at: {step: say, play: none, let: {s: "seats - {me}"}, do: "seen_by(s) := true"}
  claim: {step: say, play: none, do: award 1 to us}
  pay: {step: say, play: card, let: {n: "{1..3}"}, when: n < count(kept), to: aside}
  house:
    play: card
    let: {v: "{9..13}"}
    take:
      base: one group g with card of loose where v - max(n in value(card, hand) | n) in total(g)
    to: build v
    when: any(c in kept | v in value(c, hand))
  trail: {play: card, to: table}
"""


@cache
def game(folder: Path) -> Game:
    file = folder / "numbers.yaml"
    file.write_text(HEAD, encoding="utf-8")
    return load(file)


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game(tmp_path_factory.mktemp("numbers"))


@pytest.mark.parametrize(
    ("play", "reason"),
    [
        ("spy_on", "You may not choose “Spy on”: “Spy on” is said with a number: 1 or 2."),
        ("spy_on 0", "You may not choose “Spy on”: “Spy on” is said with a number: 1 or 2."),
        ("spy_on 3", "You may not choose “Spy on 3”: “Spy on” is said with 1 or 2, not 3."),
        ("bid 12", "You may not choose “Bid 12”: “Bid” is said with 2 to 9, not 12."),
        ("bid 3", "You may not choose “Bid 3”: 3 is not more than 3, the number of cards in your hand."),
        ("look_at 0", "You may not choose “Look at”: “Look at” is said with a number: 2 or 3."),
        ("claim 4", "You may not choose “Claim 4”: “Claim” is said without a number."),
        (
            "pay 8h 3",
            "You may not choose “Pay 3” with 8h: 3 is not less than 2, the number of cards left in your hand.",
        ),
        ("pay 8h", "You may not choose “Pay” with 8h: “Pay” is said with a number: 1, 2 or 3."),
        ("8h builds 13 with 3c", "8h may not build 13 with 3c: there is no card left in your hand that counts 13."),
        ("2h builds 9 with 3c", "2h may not build 9 with 3c: 3c and 2h make 5, not 9."),
    ],
)
def test_the_true_reason(numbers: Game, play: str, reason: str) -> None:
    position = numbers.position({"seats": 3, "turn": 1, "hand": "8h 2h 9d", "table": "3c 5d"})
    answer = why(position, numbers.written_play(play), places=False)
    assert not answer["legal"]
    assert answer["reason"] == reason


def test_what_is_printed_can_be_read(numbers: Game) -> None:
    position = numbers.position({"seats": 3, "turn": 1, "hand": "8h 2h 9d", "table": "3c 5d"})
    answer = why(position, numbers.written_play("pay 8h"), places=False)
    assert answer["nearest"][0] == "pay 8h 1"
    assert why(position, numbers.written_play("pay 8h 1"), places=False)["legal"]
