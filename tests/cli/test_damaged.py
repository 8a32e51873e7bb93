"""Positions, records and results that are damaged at random: an answer or a message, never an internal error.

The fixture `cassino` fails on a traceback and on the words "internal error".
"""

from __future__ import annotations

import json
import re
import shutil
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cassino_dsl import CassinoError, load
from cassino_dsl.engine.position.position import Position, position_json
from cassino_dsl.engine.reference.rng import match_key
from cassino_dsl.game import Game
from cassino_dsl.language.ruleset.run_fault import RunFault
from tests.cli.conftest import Cassino
from tests.cli.damage import damaged, damaged_bytes

RICH = Path(__file__).parents[1] / "properties" / "rich.yaml"
GAMES = ("cassino", "mulle", "cuarenta", "italian-cassino", "draw-cassino", str(RICH))
RUN = ("--seed", 1, "--engine", "reference", "--jobs", 1)
OF_PYTHON = re.compile(
    r"[a-z]Error\b|__|NoneType|\bobjects?\b (?!where|has)|to unpack|could not convert|invalid literal|argument"
)
PLAYS: tuple[Any, ...] = (
    "7c trails",
    "done",
    "x",
    {"kind": "capture"},
    {"kind": "other", "play": 3, "take": {}},
    {"text": 1},
)


@cache
def _positions(name: str) -> tuple[Game, list[dict[str, Any]]]:
    """A game, and positions of it from play."""
    game, chance, found = load(name), Random(name), []
    game.steps = 300_000
    for key in range(6):
        engine = game.engine(chance.choice(game.ruleset.seats))
        state = engine.new_match(match_key(key, 0))
        for _ in range(chance.randrange(14)):
            if not state.match_over:
                state = engine.play(state, chance.choice(engine.legal(state)))
        found.append(position_json(Position(engine, state, frozenset(range(engine.plan.seats)), "listed")))
    return game, found


@pytest.mark.parametrize(("seed", "number"), [(1, 300), pytest.param(2, 5_000, marks=pytest.mark.long)])
def test_positions(seed: int, number: int) -> None:
    chance = Random(seed)
    for _ in range(number):
        game, positions = _positions(chance.choice(GAMES))
        position = damaged(chance.choice(positions), chance)
        try:
            match chance.randrange(5):
                case 0:
                    game.moves(position)
                case 1:
                    game.score(position)
                case 2:
                    game.apply(position, chance.choice(PLAYS))
                case 3:
                    game.view(position, 1)
                case _:
                    game.perft(game.position(position), 1)
        except (CassinoError, RunFault):
            pass
        except Exception as fault:
            raise AssertionError(f"{game.ruleset.name}: {json.dumps(position)}") from fault


@pytest.mark.parametrize(
    ("seed", "number"), [pytest.param(1, 40, marks=pytest.mark.ci), pytest.param(2, 500, marks=pytest.mark.long)]
)
def test_results(cassino: Cassino, tmp_path: Path, seed: int, number: int) -> None:
    """Results of a run and of a grid, and records, each damaged and read by the commands that read them."""
    folder = tmp_path
    whole, grid, records = folder / "whole", folder / "grid", folder / "games.jsonl"
    assert cassino("simulate", "scopa", "--games", 3, *RUN, "--out", whole, "--records", records).code == 0
    assert cassino("grid", "scopa", "--vary", "target=11,21", "--games", 2, *RUN, "--out", grid).code == 0
    lines, chance = records.read_text().splitlines(), Random(seed)
    for _ in range(number):
        spoilt = folder / "spoilt"
        shutil.rmtree(spoilt, ignore_errors=True)
        shutil.copytree(chance.choice((whole, grid)), spoilt)
        file = chance.choice(sorted(spoilt.iterdir()))
        file.write_bytes(_spoilt(file.read_bytes(), chance))
        (folder / "spoilt.jsonl").write_bytes(_spoilt(chance.choice(lines).encode(), chance) + b"\n")
        words: tuple[object, ...] = chance.choice(
            (
                ("replay", folder / "spoilt.jsonl"),
                ("replay", folder / "spoilt.jsonl", "--format", "json"),
                ("merge", spoilt, "--format", chance.choice(("text", "json", "csv", "markdown", "html"))),
                ("merge", spoilt, whole),
                ("simulate", "--resume", spoilt, *RUN[2:], "--records", folder / "spoilt.jsonl"),
                ("grid", "--resume", spoilt, *RUN[2:]),
            )
        )
        ran = cassino(*words)
        assert ran.code in (0, 1, 2)
        assert not OF_PYTHON.search(ran.out + ran.err)


def _spoilt(data: bytes, chance: Random) -> bytes:
    if chance.random() < 0.3:
        return damaged_bytes(data, chance)
    return json.dumps(damaged(json.loads(data), chance)).encode()


@pytest.mark.parametrize(
    "line",
    [
        '{"hand": "7c", "hand": "8c"}',
        '{"hand": NaN}',
        '{"turn": 1e999}',
        '{"turn": ' + "9" * 5_000 + "}",
        '{"hand": "\\ud800"}',
        '{"\\ud800": 1}',
        "[" * 100_000,
        '{"table": ' + "[" * 5_000 + "]" * 5_000 + "}",
        '{"memory": {"sweeps": {"000001999": 0}}}',
        '{"hand": "' + "7c " * 100_000 + '"}',
        "\ufeff{}",
        "\xff",
        "",
    ],
    ids=lambda line: ascii(line[:30]),
)
def test_one_line_of_a_batch(cassino: Cassino, line: str) -> None:
    """Each has an answer of its own, and the next line too."""
    ran = cassino("moves", "cassino", "--batch", "-", stdin=f'{line}\n{{"hand": "7c"}}\n')
    first, second = map(json.loads, ran.out.splitlines())
    assert "internal" not in first.get("error", "")
    assert "plays" in second
