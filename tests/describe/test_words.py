"""Long terms and named effects are words of the game; what a card has to be is said by the cards."""

from __future__ import annotations

from tests.describe.said import said
from tests.describe.unworded import load


def rules_of(variant: str) -> str:
    return "\n".join(said(load(variant).ruleset))


def test_what_is_short_is_written_out() -> None:
    assert "“court”" not in rules_of("cassino")


def test_who_captured_last_is_a_word() -> None:
    text = rules_of("cassino")
    assert "Last capture" not in text
    assert "the pile of the player who captured last" in text
