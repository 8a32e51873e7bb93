"""What would take too long says so and stops: after so many steps, which no clock counts, or after so many seconds."""

from __future__ import annotations

import gc
import json
import signal
import time
import weakref
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from cassino_dsl import load
from cassino_dsl.faces.cli.limits import _TIMEOUT, TimedOut, in_time
from cassino_dsl.language.ruleset.run_fault import RunFault
from tests.cli.conftest import Cassino
from tests.native.compare import needs_compiler

HEAVY = """\
dsl: 1
extends: cassino
rules:
  much work for nothing: >
    count(x in taken | sum(c in loose | sum(d in loose | 1 if rank(c) = rank(d) else 0)) >= 0) = 0
"""
CROWDED = {"hand": "9s 10s", "table": "Ac 2c 3c 4c 5c 6c 7c 8c 9c Ad 2d 3d 4d 5d 6d"}
SMALL = {"hand": "9s 10s", "table": "Ac 2c 3c 4c 5c 6c 7c 8c"}


@pytest.fixture
def heavy(tmp_path: Path) -> str:
    (tmp_path / "heavy.yaml").write_text(HEAVY)
    return str(tmp_path / "heavy.yaml")


def test_what_was_done_is_said(heavy: str) -> None:
    game = load(heavy)
    game.steps = 20_000
    said = []
    for _ in range(2):  # always the same
        with pytest.raises(RunFault) as fault:
            game.moves(CROWDED)
        said.append(str(fault.value))
    assert said[0] == said[1]
    assert said[0].endswith("after 20,000 steps, when 0 plays had been found")
    game.steps = 10**9
    assert game.moves(SMALL)["plays"]


@needs_compiler
@pytest.mark.parametrize("engine", ["reference", "auto", "native"])
def test_both_engines_say_the_same(cassino: Cassino, heavy: str, engine: str) -> None:
    lines = "\n".join(map(json.dumps, [CROWDED, {"hand": "2c", "table": "2s"}]))
    ran = cassino("moves", heavy, "--batch", "-", "--engine", engine, "--steps", 20_000, stdin=lines)
    first, second = map(json.loads, ran.out.splitlines())
    assert ran.code == 1
    assert first["error"].startswith("this takes too long: it was stopped after 20,000 steps, when 0 plays")
    assert [p["text"] for p in second["plays"]] == ["2c trails"]


@needs_compiler
@pytest.mark.parametrize("engine", ["reference", "auto", "native"])
@pytest.mark.parametrize("enough", [True, False])
def test_perft_counts_positions(cassino: Cassino, engine: str, enough: bool) -> None:
    """To depth 3 there are 1 + 8 + 84 positions whose plays are listed."""
    words = ("perft", "cassino", "--seed", 1, "--depth", 3, "--engine", engine, "--format", "json", "--steps")
    ran = cassino(*words, 93 if enough else 92)
    if enough:
        assert ran.json["nodes"] == [1, 8, 84, 419]
    else:
        assert (ran.code, ran.out) == (1, "")
        assert "stopped after 92 steps" in ran.err


def test_each_line_of_a_batch_has_its_time(cassino: Cassino, heavy: str) -> None:
    lines = "\n".join(map(json.dumps, [CROWDED, {"hand": "2c", "table": "2s"}, CROWDED]))
    ran = cassino("moves", heavy, "--batch", "-", "--engine", "reference", "--timeout", 0.3, stdin=lines)
    first, second, third = map(json.loads, ran.out.splitlines())
    assert first["error"] == third["error"] == "this takes too long: it was stopped after 0.3 seconds"
    assert "plays" in second


def test_games_are_not_limited(heavy: str) -> None:
    """Only questions are: a player who looks ahead, or a simulation, takes what time it takes."""
    game = load("cassino")
    game.steps = 1
    engine = game.engine()
    state = engine.new_match(1)
    assert engine.legal(state)
    with pytest.raises(RunFault):
        game.moves(SMALL)
    assert engine.legal(state)


class Slow:
    """Takes its time to go."""

    def __del__(self) -> None:
        end = time.monotonic() + 0.1
        while time.monotonic() < end:
            pass


def finalized() -> None:
    Slow()
    time.sleep(5)


def collected() -> None:
    """Somebody hears of each collection, and takes his time."""

    def slow(phase: str, info: dict[str, int]) -> None:
        end = time.monotonic() + 0.1
        while time.monotonic() < end:
            pass

    gc.callbacks.append(slow)
    try:
        gc.collect()
        time.sleep(5)
    finally:
        gc.callbacks.remove(slow)


def forgotten() -> None:
    """Whoever holds a thing weakly hears that it is gone, and takes his time."""

    def slow(gone: object) -> None:
        end = time.monotonic() + 0.1
        while time.monotonic() < end:
            pass

    held = {1}
    weak = weakref.ref(held, slow)
    del held
    time.sleep(5)
    assert weak() is None


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs signals")
@pytest.mark.parametrize("lasting", [finalized, collected, forgotten])
def test_an_end_that_comes_where_it_would_be_lost_comes_after_it(lasting: Callable[[], None]) -> None:
    context = click.Context(click.Command("diff"))
    context.meta[_TIMEOUT] = 0.02
    with context, pytest.raises(TimedOut, match=r"stopped after 0\.02 seconds"), in_time():
        lasting()
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
