"""One C for all compilers: what is printed is plain C99, and compiles for other systems without a warning."""

from __future__ import annotations

import shutil
import subprocess
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.engine.native.printer import Unsupported
from cassino_dsl.engine.native.translation_unit import unit
from cassino_dsl.language.core.passes import core_of
from cassino_dsl.language.ruleset.model import Ruleset
from tests.grown.document import load as load_grown
from tests.grown.document import write
from tests.grown.rulesets import grow_ruleset

# one word, wide sets of numbers, wide sets of cards; all with a runtime of which no plan needs everything
NAMES = ("scopa", "traditional-cassino", "tablanette", "mulle")
TARGETS = ("x86_64-windows-gnu", "aarch64-macos", "aarch64-linux-musl", "x86_64-linux-musl")
# `long` is short on the one, `char` has no sign on the other: on the rest types are as on one of these
TYPES = ("x86_64-windows-gnu", "aarch64-linux-musl")
STRICT = ("-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-Wno-unused-parameter", "-Wno-unused-const-variable")
PLAIN = ("gcc", "-std=c99", "-pedantic-errors", "-U__SIZEOF_INT128__", "-fsyntax-only")
SHARE = 6


def compiles(folder: Path, ruleset: Ruleset, *command: str) -> None:
    source = folder / "ruleset.c"
    source.write_text(unit(core_of(ruleset, ruleset.seats[0])))
    run = subprocess.run([*command, str(source)], cwd=folder, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[:2000]
    assert not run.stderr


@pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc")
@pytest.mark.parametrize("name", NAMES)
def test_plain_c(tmp_path: Path, name: str) -> None:
    """Where a compiler has no integers of two words there is nothing that is not C99."""
    compiles(tmp_path, load(name).ruleset, *PLAIN, *STRICT)


@pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc")
@pytest.mark.parametrize("number", range(SHARE))
def test_plain_c_of_grown_rulesets(tmp_path: Path, number: int) -> None:
    """They use what no shipped variant does: clang refuses a pointer of another type, where others only warn."""
    ruleset = load_grown(write(grow_ruleset(1, number))).ruleset
    if ruleset is not None:
        with suppress(Unsupported):
            compiles(tmp_path, ruleset, *PLAIN, "-Werror")


@pytest.mark.ci
@pytest.mark.skipif(find_spec("ziglang") is None, reason="`pip install ziglang` brings the compiler for other systems")
@pytest.mark.parametrize(
    ("name", "target"), [(name, target) for target in TARGETS for name in (NAMES if target in TYPES else NAMES[::3])]
)
def test_other_systems(tmp_path: Path, name: str, target: str) -> None:
    zig = (sys.executable, "-m", "ziglang", "cc", "-target", target)
    compiles(tmp_path, load(name).ruleset, *zig, *STRICT, "-std=c11", "-O1", "-c", "-o", str(tmp_path / "ruleset.o"))
