"""The compiler that comes with the install: the same records, without a compiler of the system, and in no time."""

from __future__ import annotations

import ctypes
import json
import os
import platform
import subprocess
import sys
from contextlib import ExitStack
from ctypes import byref, c_int, c_int64, c_uint64
from io import BytesIO
from pathlib import Path
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cassino_dsl import load
from cassino_dsl.analysis.simulate.reference_runner import ReferenceRunner
from cassino_dsl.analysis.units.native_runner import NativeRunner
from cassino_dsl.analysis.units.runner import Task
from cassino_dsl.engine.native import build
from cassino_dsl.engine.native import engine as module
from cassino_dsl.engine.native.build import TRIED, NoCompiler, QuickLibrary, library
from cassino_dsl.engine.native.build import load as load_library
from cassino_dsl.engine.native.engine import NativeEngine
from cassino_dsl.engine.native.translation_unit import runtime
from cassino_dsl.language.cache import VARIABLE, claimed
from cassino_dsl.language.ruleset.model import Ruleset
from tests.native.compare import QUICK, names, needs_compiler

pytestmark = pytest.mark.skipif((sys.platform, platform.machine()) != TRIED, reason="not tried here")

BITS = (
    "#define WIDE 0\n#define NARROW 1\n"
    + runtime("compiler.h")
    + """
EXPORT void product(Sum *sum, i64 a, i64 b) { add_product(sum, a, b); }
EXPORT int of_word(u64 w, int what) { return what == 0 ? ones(w) : what == 1 ? lowest_one(w) : highest_one(w); }
"""
)
WORD, BITS_OF_WORD = st.integers(-(2**63), 2**63 - 1), st.integers(1, 2**64 - 1)


@pytest.mark.share(8)
@pytest.mark.parametrize("name", names())
def test_the_same_records(name: str) -> None:
    same_records(load(name).ruleset, 5)


def test_three_packs(tmp_path: Path) -> None:
    """Sets of cards and of numbers are all of two words, and no set of cards is an integer."""
    file = tmp_path / "three.yaml"
    file.write_text("dsl: 1\nextends: italian-cassino\ntitle: Three\npack: {copies: 3}\nseats: 2\ndeal: {table: 6}\n")
    same_records(load(file).ruleset, 2)


def same_records(ruleset: Ruleset, units: int) -> None:
    seats = ruleset.seats[0]
    task = Task(ruleset, seats, "round", ("random", *["greedy"] * (seats - 1)), 3)
    engine = NativeEngine(ruleset, seats, code="quick")
    found = NativeRunner(task, engine).block(0, units, rows=True, records=True)
    wanted = ReferenceRunner(task).block(0, units, rows=True, records=True)
    assert (found.records, found.rows, found.tally) == (wanted.records, wanted.rows, wanted.tally)


@pytest.fixture(scope="module", params=["quick", pytest.param("optimised", marks=needs_compiler)])
def bits(request: pytest.FixtureRequest) -> Any:
    return QuickLibrary(BITS) if request.param == "quick" else load_library(library(BITS, QUICK))


class Sum(ctypes.Structure):
    _fields_ = (("low", c_uint64), ("high", c_int64))


@given(st.lists(st.tuples(WORD, WORD), max_size=3))
def test_sums_of_two_words(bits: Any, products: list[tuple[int, int]]) -> None:
    sum_ = Sum()
    for a, b in products:
        bits.product(byref(sum_), c_int64(a), c_int64(b))
    wanted = sum(a * b for a, b in products)
    assert (sum_.high << 64 | sum_.low) % 2**128 == wanted % 2**128


@given(BITS_OF_WORD)
def test_bits_of_a_word(bits: Any, word: int) -> None:
    of = [bits.of_word(c_uint64(word), c_int(what)) for what in range(3)]
    assert of == [word.bit_count(), (word & -word).bit_length() - 1, word.bit_length() - 1]


@needs_compiler
def test_play_goes_over_to_faster_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever played which unit, the figures are the same; a game that is out keeps the code that made it."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.setattr(module, "PATIENCE", -1)
    monkeypatch.setattr(build, "FLAGS", QUICK)
    ruleset = load("scopa").ruleset
    engine = NativeEngine(ruleset, 2)
    engine.expects(20)
    with engine.game() as before:
        assert engine._better is None  # what is soon over is not held up
        first = engine.play(5, 0, 20, ("random", "random"), rows=True)
        assert engine._better is not None  # but what is played next has it
        engine._better.done(wait=True)
        with engine.game() as after:
            assert isinstance(before.library, QuickLibrary)
            assert after.library is engine.library is not before.library
    rest = engine.play(5, 20, 20, ("random", "random"), rows=True)
    whole = NativeEngine(ruleset, 2, code="quick").play(5, 0, 40, ("random", "random"), rows=True)
    assert (first.rows or []) + (rest.rows or []) == whole.rows
    assert (first.code, rest.code) == ("quick", "optimised")
    assert NativeEngine(ruleset, 2).code == "optimised"  # from the cache, at once
    assert {f.suffix for f in tmp_path.iterdir()} == {".so"}  # and nothing half made


def test_threads_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))  # where there is no better code
    one, three = (load("scopa").simulate(games=600, seed=1, jobs=jobs) for jobs in (1, 3))
    assert one["code"] == {"quick": 600}
    assert one | {"seconds": 0} == three | {"seconds": 0}


def test_without_room_for_a_game_none_is_out(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = NativeEngine(load("scopa").ruleset, 2, code="quick")
    with monkeypatch.context() as patch:
        patch.setattr(engine.library, "cassino_new", lambda: None)
        with pytest.raises(MemoryError), engine.game():
            pass
    assert engine._out == 0
    with engine.game():
        assert engine._out == 1


def test_a_text_that_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoCompiler, match="refuses"):
        QuickLibrary("this is no C")


def test_without_a_compiler_and_without_a_home(tmp_path: Path) -> None:
    """As in a bare container: nothing on PATH, nowhere to write."""
    code = "from cassino_dsl.__main__ import main; main()"
    env = {"PATH": str(tmp_path), "HOME": "/nonexistent", "PYTHONPATH": os.pathsep.join(sys.path), "LANG": "C"}
    words = ["simulate", "scopa", "--games", "20", "--seed", "1", "--format", "json"]
    run = subprocess.run([sys.executable, "-c", code, *words], env=env, cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert '"engine": "native"' in run.stdout
    assert list(tmp_path.iterdir()) == []


def test_where_it_has_not_been_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "sparc")
    with pytest.raises(NoCompiler, match="tried on Linux"):
        QuickLibrary(BITS)


@needs_compiler
def test_what_was_begun_is_there_for_the_next_run(tmp_path: Path) -> None:
    """A run that ends before its compiler does not wait for it, and the next one begins with what it made."""
    code = (
        "from cassino_dsl.engine.native import engine; from cassino_dsl.__main__ import main;"
        "engine.PATIENCE = -1; main()"
    )
    env = {**os.environ, VARIABLE: str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    words = ["simulate", "scopa", "--games", "200", "--seed", "1", "--format", "json"]

    def played() -> dict[str, int]:
        run = subprocess.run([sys.executable, "-c", code, *words], env=env, capture_output=True, text=True, timeout=60)
        assert run.returncode == 0, run.stderr
        found: dict[str, int] = json.loads(run.stdout)["code"]
        return found

    assert played() == {"quick": 200}
    deadline = monotonic() + 60
    while not list(tmp_path.glob("*.so")):
        assert monotonic() < deadline
        sleep(0.05)
    assert played() == {"optimised": 200}


def test_play_that_lasts_is_compiled_for_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the pace of the first units; what is over soon is not."""
    begun = list[bool]()
    monkeypatch.setattr(module, "Background", lambda text, wanted: begun.append(wanted))
    monkeypatch.setattr(module, "library_at_hand", lambda text: None)
    engine = NativeEngine(load("scopa").ruleset, 2)
    engine.expects(100)
    for first in range(0, 100, 20):
        engine.play(5, first, 20, ("random", "random"))
    assert not begun
    engine.expects(10**9)
    engine.play(5, 0, 20, ("random", "random"))
    engine.play(5, 20, 20, ("random", "random"))
    assert begun == [True]


@needs_compiler
def test_who_finds_another_at_work_waits_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.setattr(build, "FLAGS", QUICK)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=BytesIO(BITS.encode())))
    monkeypatch.setattr(sys, "argv", ["", *QUICK])
    with ExitStack() as other:
        other.enter_context(claimed(build._order(BITS, QUICK)[1], 60))
        monkeypatch.setattr(build, "sleep", lambda seconds: other.close())  # and does not make it
        build.compile_given(wanted=True)
    assert build.library_at_hand(BITS) is not None
