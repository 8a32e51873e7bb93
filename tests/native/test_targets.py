"""One C for all compilers: what is printed is plain C99, and compiles for other systems without a warning."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.engine.native.translation_unit import unit
from cassino_dsl.language.core.passes import core_of

# one word, wide sets of numbers, wide sets of cards; all with a runtime of which no plan needs everything
NAMES = ("scopa", "traditional-cassino", "tablanette", "mulle")
TARGETS = ("x86_64-windows-gnu", "aarch64-macos", "aarch64-linux-musl", "x86_64-linux-musl")
STRICT = ("-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-Wno-unused-parameter", "-Wno-unused-const-variable")


def compiles(folder: Path, name: str, *command: str) -> None:
    ruleset = load(name).ruleset
    source = folder / "ruleset.c"
    source.write_text(unit(core_of(ruleset, ruleset.seats[0])))
    run = subprocess.run([*command, *STRICT, str(source)], cwd=folder, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[:2000]
    assert not run.stderr


@pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc")
@pytest.mark.parametrize("name", NAMES)
def test_plain_c(tmp_path: Path, name: str) -> None:
    """Where a compiler has no integers of two words there is nothing that is not C99."""
    compiles(tmp_path, name, "gcc", "-std=c99", "-pedantic-errors", "-U__SIZEOF_INT128__", "-fsyntax-only")


@pytest.mark.ci
@pytest.mark.skipif(find_spec("ziglang") is None, reason="`pip install ziglang` brings the compiler for other systems")
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", NAMES)
def test_other_systems(tmp_path: Path, name: str, target: str) -> None:
    zig = (sys.executable, "-m", "ziglang", "cc", "-target", target)
    compiles(tmp_path, name, *zig, "-std=c11", "-O1", "-c", "-o", str(tmp_path / "ruleset.o"))
