"""Rules over `card` where a play has none or several."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.diagnostics.scenes import load_text

FILE = """\
dsl: 1
extends: cassino
terms:
  low(c): pips(c) < 5
actions:
  claim_all: {play: none, do: win us}
  pair_of_cards: {play: 2 cards, to: table}
rules:
  mine: RULE
  other: low(5s)
"""


def said(folder: Path, rule: str) -> list[str]:
    found = load_text(folder, FILE.replace("RULE", rule))
    return [d.message for d in found if d.code.slug == "no-single-card"]


@pytest.mark.parametrize(
    ("rule", "bound"),
    [
        ("rank(card) != A", "`pair_of_cards`"),
        ("rank(card) = A", "`claim_all` and 1 more"),
        ("or_else(rank(card), K) = K", "`pair_of_cards`"),
        ("or_else(rank(card), K) = A", "`claim_all` and 1 more"),
        ("kind = trail implies suit(card) = spades", "`pair_of_cards`"),
        ("action != pair_of_cards implies suit(card) = spades", "`claim_all`"),
        ("kind = other implies suit(card) = spades", "`claim_all`"),
        ("card in hand", "`claim_all` and 1 more"),
    ],
)
def test_a_rule_that_binds_more_than_it_says(tmp_path: Path, rule: str, bound: str) -> None:
    assert said(tmp_path, rule) == [f"rule `mine` also binds action {bound}, where `card` is nothing"]


@pytest.mark.parametrize(
    "rule",
    [
        "known(card) implies rank(card) != A",
        "card != none implies rank(card) != A",
        "count(cards) = 1 implies rank(card) != A",
        "kind = capture implies rank(card) != A",
        "action = trail implies rank(card) != A",
        "all(c in cards | rank(c) != A)",
        "count(table) < 9",
        "kind != trail and low(card) implies count(table) < 9 or kind = other and known(card)",
    ],
)
def test_a_rule_that_says_which_plays_it_is_for(tmp_path: Path, rule: str) -> None:
    assert said(tmp_path, rule) == []


def test_what_a_term_reads(tmp_path: Path) -> None:
    text = FILE.replace("low(c): pips(c) < 5", "low(c): pips(c) < 5\n  ace: rank(card) = A").replace("RULE", "not ace")
    assert [d.code.slug for d in load_text(tmp_path, text)].count("no-single-card") == 1
