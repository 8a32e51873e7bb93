"""Both counters on one position: the reference engine, and the naive enumerator that shares no code with it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from cassino_dsl.game import Game, load
from cassino_dsl.position.position import Position, position_json
from tests import naive

DATA = Path(__file__).parent / "counts"
SEEDS = (1, 2, 3)
OPTIONS: dict[str, dict[str, object]] = {"scopa-fewest": {"fewest": True}}
VARIANTS = {"scopa-fewest": "scopa"}


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
    return engine_game(name).position(_texts(data))


def engine_counts(name: str, data: dict[str, Any], depth: int) -> list[int]:
    return engine_game(name).perft(position_of(name, data), depth)


def naive_counts(name: str, data: dict[str, Any], depth: int) -> list[int]:
    return naive.perft(naive.GAMES[name], naive.from_position(data), depth)


def stored(name: str) -> dict[str, list[int]]:
    """The counts that are kept as data: position → nodes by depth."""
    read: dict[str, list[int]] = yaml.safe_load((DATA / f"{name}.yaml").read_text(encoding="utf-8"))
    return read


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


def _texts(data: dict[str, Any]) -> dict[str, Any]:
    """The keys of seats as JSON has them."""
    return {k: {str(i): v for i, v in value.items()} if isinstance(value, dict) else value for k, value in data.items()}
