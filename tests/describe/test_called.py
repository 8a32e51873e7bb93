"""What people call a count or an award: said in the rulebook, and nowhere a change of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.book.describe.rulebook import rulebook
from cassino_dsl.book.describe.ruleset_yaml import ruleset_data
from tests.describe.said import said, shown
from tests.describe.unworded import load
from tests.diagnostics.scenes import load_text

SWEEPS = "memory: {sweeps: {called: {one: clean board, many: clean boards}}}\n"
AWARD = "awards: {sweeps: {called: Clean boards}}\n"


def told(base: str, clauses: str, folder: Path) -> str:
    return "\n".join(said(load(written(base, clauses, folder)).ruleset))


def written(base: str, clauses: str, folder: Path) -> str:
    file = folder / "game.yaml"
    file.write_text(f"dsl: 1\nextends: {base}\n{clauses}", encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("variant", ["scopa", "escoba", "tablic", "zwicker", "pasur"])
def test_a_game_has_one_word_for_its_sweeps(variant: str) -> None:
    assert "sweep" not in rulebook(load(variant).ruleset).lower()


def test_examples_of_points_speak_of_awards_as_they_are_called() -> None:
    scored = {"name": "two", "piles": {"1": "7d"}, "expect": {"awards": {"sweeps": {"1": "2"}}}}
    assert "> Side 1: 2 (Scope)." in rulebook(load("scopa").ruleset, examples=[scored])


def test_a_name_changes_no_game(tmp_path: Path) -> None:
    plain, called = (
        load("cassino", sweeps=True).ruleset,
        load(written("cassino", "with: sweeps\n" + SWEEPS, tmp_path)).ruleset,
    )
    assert shown(plain, called) == []
    assert said(plain) != said(called)


def test_what_is_called_is_printed() -> None:
    data = ruleset_data(load("scopa").ruleset)
    assert data["memory"]["sweeps"]["called"] == {"one": "scopa", "many": "scope"}
    assert data["awards"]["sweeps"]["called"] == "Scope"


@pytest.mark.parametrize(
    ("clauses", "message"),
    [
        ("memory: {owner: {called: {one: keeper, many: keepers}}}", "only memory that counts (`is: int`) has `called`"),
        ("memory: {sweeps: {called: {one: scopa}}}", "`called` lacks the key `many`"),
    ],
)
def test_what_is_no_name_for_a_count(clauses: str, message: str, tmp_path: Path) -> None:
    found = load_text(tmp_path, f"dsl: 1\nextends: cassino\n{clauses}\n")
    assert [d.message for d in found] == [message]
