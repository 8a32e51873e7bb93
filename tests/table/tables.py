"""Tables for tests: opened, played on by chance, and dealt with cards exchanged."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl import load
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.observation_history import seen_of
from cassino_dsl.engine.reference.play import DONE, Play
from cassino_dsl.engine.reference.rng import mix
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.text import play_text
from cassino_dsl.engine.reference.visibility import Knowledge, Telling
from cassino_dsl.game import Game
from cassino_dsl.players.determinizations import Worlds
from cassino_dsl.players.plays_seen import written_seen
from cassino_dsl.table import table as module
from cassino_dsl.table.course import Course
from cassino_dsl.table.table import PERSON, GameTable, TableSource

WHISPERS = str(Path(__file__).parent / "whispers.yaml")  # where much is decided in secret
CONFORMANCE = Path(__file__).parents[1] / "conformance"
MECHANISMS = CONFORMANCE / "mechanisms"
SETS = str(CONFORMANCE / "expressions" / "remembered-sets.yaml")  # memory that keeps sets of all kinds


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


def play_on(table: GameTable, decisions: int = 1_000, rounds: int = 1) -> None:
    """Play so many decisions of the first rounds, those of persons by chance."""
    for _ in range(decisions):
        if table.over or table.state.round > rounds:
            return
        if table.waits:
            choices = table.view(table.decides or 0).choices
            table.make(choices[mix(table.seed, len(table.made)) % len(choices)])
        else:
            table.answer()


def otherwise(
    engine: Engine, made: Iterable[tuple[State, Play]], knowledge: Knowledge, seat: int, lots: random.Random
) -> list[str]:
    """The texts of plays, each made in a state; of what a seat (from 0) is not told another choice by chance, which it
    is told alike."""
    tables, found = engine.evaluate.tables, []
    for state, play in made:
        told = knowledge.told(state, seat, play)
        if told is not Telling.ALL:
            sees = seen_of(state, knowledge.of(state, seat))
            form = written_seen(tables, play, sees, told)
            could = [p for p in engine.legal(state) if p is not DONE and knowledge.told(state, seat, p) is told]
            play = lots.choice([p for p in could if written_seen(tables, p, sees, told) == form])
        found.append(play_text(tables, play))
    return found


def alike(here: Iterable[tuple[Any, Any]], there: Iterable[tuple[Any, Any]]) -> int:
    """Of two courses of (what a seat sees, what it is told), how often it is told something, as long as it sees the
    same in both; each time it must be told the same."""
    number = 0
    for (sees, told), (sees_there, told_there) in zip(here, there, strict=False):
        if sees != sees_there:
            break
        assert told == told_there, f"{told}\n\n{told_there}"
        number += 1
    return number


def enough(counts: Iterable[int], wanted: int) -> bool:
    """Whether counts add up to so many: three are looked at, and more where that is not enough."""
    found = 0
    for number, count in enumerate(counts, 1):
        found += count
        if number >= 3 and found >= wanted:
            return True
    return False


def stacked(monkeypatch: pytest.MonkeyPatch, instead: Mapping[int, int]) -> None:
    """Let all tables that are opened from now on deal some cards in place of others."""

    class Stacked(Course):
        def shuffle(self, state: State) -> None:
            super().shuffle(state)
            state.stock = [instead.get(card, card) for card in state.stock]

    monkeypatch.setattr(module, "Course", Stacked)
