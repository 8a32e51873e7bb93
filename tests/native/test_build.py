"""Compiling: what reaches the C, and the cache."""

from __future__ import annotations

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.engine import native
from cassino_dsl.engine.native import build
from cassino_dsl.engine.native.printer import Printer
from cassino_dsl.engine.native.translation_unit import unit
from cassino_dsl.language.cache import VARIABLE
from cassino_dsl.language.core.passes import core_of
from tests.native.compare import QUICK, VARIANTS, needs_compiler

SOURCE = '__attribute__((visibility("default"))) int answer(void) { return 42; }\n'


def test_no_text_of_a_variant_reaches_the_c(tmp_path: Path) -> None:
    text = (VARIANTS / "traditional-cassino.yaml").read_text()
    for old, new in (("big_cassino", "zebra_one"), ("last_capturer", "zebra_two"), ("singles", "zebra_three")):
        text = text.replace(old, new)
    file = tmp_path / "zebra.yaml"
    file.write_text(text.split("examples:")[0])
    assert "zebra" not in unit(core_of(load(file).ruleset, 2))


def test_made_names_are_no_names_of_the_runtime() -> None:
    """A loop of a long text was called `i64`, as a type is."""
    p = Printer(core_of(load("scopa").ruleset, 2), {}, {})
    runtime = "\n".join(f.read_text() for f in Path(native.__file__).parent.glob("runtime/*.h"))
    words = set(re.findall(r"\w+", runtime))
    for stem in ("i", "u", "l", "v", "w", "x", "r", "o"):
        assert not {p.fresh(stem) for _ in range(200)} & words


def test_equal_plans_give_equal_text() -> None:
    texts = {unit(core_of(load("scopa").ruleset, 2)) for _ in range(2)}
    assert len(texts) == 1


@needs_compiler
def test_the_cache_is_used_and_shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(lambda _: build.library(SOURCE, QUICK), range(4)))
    assert len(found) == 1
    (path,) = found
    assert [p.name for p in tmp_path.iterdir()] == [path.name]
    assert build.load(path).answer() == 42
    monkeypatch.setattr(build, "_compile", lambda *args: pytest.fail("compiled again"))
    assert build.library(SOURCE, QUICK) == path


@needs_compiler
@pytest.mark.parametrize("left", [0, 100, 8_000])
def test_a_cut_off_file_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: int) -> None:
    """A library that is cut off would end the process that loads it, with no chance to say a word."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    path = build.library(SOURCE, QUICK)
    whole = path.read_bytes()
    path.unlink()
    path.write_bytes(whole[:left])
    found = build.library(SOURCE, QUICK)
    assert found.read_bytes() == whole
    assert build.load(found).answer() == 42


@needs_compiler
def test_a_whole_file_that_is_no_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.setattr(build, "_compile", lambda *args: b"\x7fELF of another processor")
    path = build.library(SOURCE, QUICK)
    with pytest.raises(build.NoCompiler, match="cannot be loaded"):
        build.load(path)
    assert not path.exists()


@needs_compiler
def test_a_folder_that_others_can_write_to_is_not_loaded_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    build.library(SOURCE, QUICK)
    tmp_path.chmod(0o777)
    with pytest.raises(build.NoCompiler, match="others may write to it"):
        build.library(SOURCE, QUICK)


@needs_compiler
def test_a_compiler_that_refuses_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(build.NoCompiler, match="refuses"):
        build.library("this is no C", QUICK)


@pytest.mark.skipif(sys.platform == "win32", reason="scripts of a shell")
def test_a_compiler_that_does_not_start_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the `cc` of a macOS without tools: it is there, and fails."""
    for name, does in (("cc", "exit 1"), ("gcc", "echo mine")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o700)
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    build.compiler.cache_clear()
    try:
        assert build.compiler() == (str(tmp_path / "gcc"),)
        (tmp_path / "gcc").unlink()
        monkeypatch.setattr(build, "find_spec", lambda name: None)
        build.compiler.cache_clear()
        build._says.cache_clear()
        with pytest.raises(build.NoCompiler, match=r"does not start: .*/cc"):
            build.compiler()
    finally:
        build.compiler.cache_clear()
        build._says.cache_clear()


def test_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    build.compiler.cache_clear()
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(build.shutil, "which", lambda name: None)
    monkeypatch.setattr(build, "find_spec", lambda name: None)
    try:
        with pytest.raises(build.NoCompiler, match="no C compiler"):
            build.compiler()
    finally:
        build.compiler.cache_clear()


# modules that something still holds are emptied one by one, the oldest last: what they hold outlives the engine's own
PROGRAM = """
import os, sys

from cassino_dsl import load
from tests.native.compare import quick_engine

engine = quick_engine(load("scopa").ruleset, 2)
engine.play(1, 0, 2, ("random",) * 2)
os.kept = [engine]
sys.kept = list(sys.modules.values())
"""


@needs_compiler
def test_a_program_that_has_used_an_engine_ends_without_a_word() -> None:
    command = [sys.executable, "-W", "error", "-X", "dev", "-c", PROGRAM]
    said = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (said.returncode, said.stdout, said.stderr) == (0, "", "")
