"""The rulebook of a game with places for cards of its own says where they are, what comes there and what it counts."""

from __future__ import annotations

from pathlib import Path

from cassino_dsl.describe.rulebook import rulebook
from tests.check.test_zones import GAME
from tests.describe.unworded import load


def test_zones_are_said(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    text = GAME.replace("later: 0}", "later: 0, zones: {kitty: 1}}").replace("hand: 9", "hand: 8 if me = dealer else 7")
    path.write_text(text.replace("kitty: {}", "kitty: {about: for the last to capture}"), encoding="utf-8")
    page = rulebook(load(str(path)).ruleset)
    assert "There is a place for cards called “kitty” (for the last to capture)." in page
    assert "Each player has a place for cards called “won”, which counts as captured." in page
    assert "The first deal also brings one card to “kitty”." in page
    assert "7 (8 if you are the dealer)" in page
    assert "go to your “won”" in page
    assert "each king in its pile, “sweeps” or “won”" in page
