"""Counts of plays: the engine against those of the naive enumerator, which shares no code with it and counts too slowly
to be asked each time (``counts/``); and play by play against itself.

UPDATE_PERFT=1 writes the stored numbers anew, as the enumerator counts them.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from cassino_dsl.engine.position.position import Position, position_json
from cassino_dsl.game import Game, load
from tests import naive

DATA = Path(__file__).parent / "counts"
SEEDS = (1, 2, 3)
OPTIONS: dict[str, dict[str, object]] = {"scopa-fewest": {"fewest": True}}
VARIANTS = {"scopa-fewest": "scopa"}
NAMES = sorted(naive.GAMES)
LONG_DEPTH = 3
DEPTHS = (2, pytest.param(LONG_DEPTH, marks=pytest.mark.long))


@cache
def engine_game(name: str) -> Game:
    """The variant that a game of the enumerator is."""
    return load(VARIANTS.get(name, name), (), **OPTIONS.get(name, {}))


def positions(name: str) -> dict[str, dict[str, Any]]:
    """The fixed positions of a game, and first deals as the engine makes them."""
    found: dict[str, dict[str, Any]] = {k: dict(v) for k, v in naive.POSITIONS[name].items()}
    engine = engine_game(name).engine(2)
    for seed in SEEDS:
        state = engine.new_match(seed)
        found[f"seed {seed}"] = position_json(Position(engine, state, frozenset({0, 1}), "listed"))
    return found


def position_of(name: str, data: dict[str, Any]) -> Position:
    """A position, the keys of whose seats are as JSON has them."""
    return engine_game(name).position(
        {k: {str(i): v for i, v in value.items()} if isinstance(value, dict) else value for k, value in data.items()}
    )


def engine_counts(name: str, data: dict[str, Any], depth: int) -> list[int]:
    return engine_game(name).perft(position_of(name, data), depth)


def naive_counts(name: str, data: dict[str, Any], depth: int) -> list[int]:
    return naive.perft(naive.GAMES[name], naive.from_position(data), depth)


def difference(name: str, data: dict[str, Any], depth: int) -> str:
    """Where the two disagree: follows the first play whose counts differ down to plays that only one has."""
    game, rules = engine_game(name), naive.GAMES[name]
    here, state = position_of(name, data), naive.from_position(data)
    path: list[str] = []
    while True:
        mine = {naive.play_of(game.play_json(here, p)): p for p in game.plays(here)}
        theirs = naive.plays(rules, state)
        if set(mine) != theirs or depth <= 1:
            only_mine, only_theirs = sorted(set(mine) - theirs), sorted(theirs - set(mine))
            return f"after {path}: only the engine {only_mine}, only the enumerator {only_theirs}"
        for play in sorted(mine):
            after, follow = game.after(here, mine[play])[0], naive.apply(rules, state, play)
            if game.perft(after, depth - 1) != naive.perft(rules, follow, depth - 1):
                break
        else:
            return f"after {path}: every play leads to equal counts"
        path.append(str(play))
        here, state, depth = after, follow, depth - 1


@pytest.mark.parametrize("name", NAMES)
def test_every_play_is_the_same(name: str) -> None:
    """Not only as many plays: the same kinds, cards, values."""
    for title, data in positions(name).items():
        moves = engine_game(name).moves(position_of(name, data))
        mine = [naive.play_of(play) for play in moves["plays"]]
        assert len(set(mine)) == len(mine), title
        assert set(mine) == naive.plays(naive.GAMES[name], naive.from_position(data)), title


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", NAMES)
def test_stored_counts(name: str, depth: int) -> None:
    path = DATA / f"{name}.yaml"
    if os.environ.get("UPDATE_PERFT") == "1":
        counts = {title: naive_counts(name, data, LONG_DEPTH) for title, data in positions(name).items()}
        lines = "".join(f"{yaml.safe_dump(t).split(chr(10))[0]}: {c}\n" for t, c in counts.items())
        head = f"# Sequences of 0, 1, 2, 3 plays of {name}, as the naive enumerator counts them.\n"
        path.write_text(head + lines, encoding="utf-8")
    kept: dict[str, list[int]] = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert set(kept) == set(positions(name))
    for title, data in positions(name).items():
        same = engine_counts(name, data, depth) == kept[title][: depth + 1]
        assert same, f"{name}, {title}: {difference(name, data, depth)}"


def test_a_difference_is_found_and_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tool that explains a mismatch can see one: two games that differ, compared as if they were one."""
    data = {"hands": {1: "7s 2d", 2: "2c Kd"}, "table": "6c Ad 2h 3h 2s", "stock": ""}
    assert engine_counts("scopa", data, 2) != naive_counts("scopa-fewest", data, 2)
    monkeypatch.setitem(naive.GAMES, "scopa", naive.GAMES["scopa-fewest"])
    assert "only the engine [Play(kind='capture'" in difference("scopa", data, 2)
