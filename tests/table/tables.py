"""Tables for tests: opened, played on by chance, and dealt with cards exchanged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.engine.reference.rng import mix
from cassino_dsl.engine.reference.state import State
from cassino_dsl.game import Game
from cassino_dsl.players.determinizations import Worlds
from cassino_dsl.table import table as module
from cassino_dsl.table.course import Course
from cassino_dsl.table.table import PERSON, GameTable, TableSource

MECHANISMS = Path(__file__).parents[1] / "conformance" / "mechanisms"


@cache
def game(name: str) -> Game:
    return load(file_of(name))


def file_of(name: str) -> str:
    """A mechanism by the name of its file, any other file by its path, a shipped variant by its name."""
    return str(MECHANISMS / name) if name.endswith(".yaml") and "/" not in name else name


def load_source(source: TableSource) -> Game:
    return load(source.variant, source.with_rules)


def opened(
    name: str,
    seed: int = 5,
    seats: int | None = None,
    persons: tuple[int, ...] = (1,),
    hints: Callable[[], Worlds | None] = lambda: None,
) -> GameTable:
    """A table with random players beside the persons."""
    number = seats or game(name).ruleset.seats[0]
    players = [PERSON if seat in persons else "random" for seat in range(1, number + 1)]
    return GameTable(game(name), players, seed, TableSource(file_of(name)), hints=hints)


def play_on(table: GameTable, decisions: int = 1_000) -> None:
    """Play so many decisions of the first round, those of persons by chance."""
    for _ in range(decisions):
        if table.over or table.state.round > 1:
            return
        if table.waits:
            choices = table.view(table.decides or 0).choices
            table.make(choices[mix(table.seed, len(table.moments)) % len(choices)])
        else:
            table.answer()


def stacked(monkeypatch: pytest.MonkeyPatch, instead: Mapping[int, int]) -> None:
    """Let all tables that are opened from now on deal some cards in place of others."""

    class Stacked(Course):
        def shuffle(self, state: State) -> None:
            super().shuffle(state)
            state.stock = [instead.get(card, card) for card in state.stock]

    monkeypatch.setattr(module, "Course", Stacked)
