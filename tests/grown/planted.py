"""Small changes of meaning, put into a copy of the project one by one: does anything notice?

A plant that nothing finds is a hole in the tests. Each says in one line what goes wrong with it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
COPIED = (
    "cassino_dsl",
    "grammar",
    "variants",
    "docs",
    "examples",
    "tests",
    "pyproject.toml",
    "README.md",
    "CHANGELOG.md",
)
PATIENCE = 1_800  # seconds that one test run may take


@dataclass(frozen=True, slots=True)
class Plant:
    """``before`` stands once in ``file``; ``after`` takes its place. ``seen_by``: the grown comparison that could
    see it."""

    file: str
    before: str
    after: str
    why: str
    seen_by: tuple[str, ...] = ("expressions", "rulesets")


NOTHING = Plant("pyproject.toml", "[project]\n", "[project]\n", "nothing", ("expressions", "rulesets", "mutants"))
C = "cassino_dsl/native/runtime"
PLANTED = (
    # the C runtime
    Plant(f"{C}/base.h", "    if (high > LARGEST) high = LARGEST;\n", "", "a range of numbers runs past the set"),
    Plant(f"{C}/base.h", "return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;", "return q;", "`div` rounds to zero"),
    Plant(
        f"{C}/base.h", "return b ? a - divide(a, b) * b : 0;", "return b ? a - divide(a, b) * b : a;", "`mod` by zero"
    ),
    Plant(
        f"{C}/base.h",
        "static inline i64 without_sign(i64 a) { return a < 0 ? -a : a; }",
        "static inline i64 without_sign(i64 a) { return a; }",
        "`abs` does nothing",
    ),
    # the reference engine
    Plant(
        "cassino_dsl/engine/effects.py",
        "new = [*old, *(c for c in value if c not in old)] if more",
        "new = [*old, *value] if more",
        "`+=` keeps a card twice",
    ),
    Plant(
        "cassino_dsl/engine/effects.py",
        "        state.stock[:0] = cards\n",
        "        state.stock.extend(cards)\n",
        "the bottom of the stock is its top",
    ),
    Plant(
        "cassino_dsl/engine/effects.py",
        "        self.do(effect.body if test else effect.other, f)",
        "        self.do(effect.body if test else (), f)",
        "`else` of an effect is forgotten",
    ),
    Plant(
        "cassino_dsl/engine/effects.py",
        "            groups.extend(item.groups if isinstance(item, Build) else ((item,),))",
        "            groups.extend(item.groups if isinstance(item, Build) else ())",
        "a card added to a build is lost",
    ),
    # types and the checker
    Plant(
        "cassino_dsl/ruleset/types.py",
        "    Type.BUILDS: Type.ITEMS,\n",
        "",
        "builds are no items",
        ("rulesets",),
    ),
    Plant(
        "cassino_dsl/check/scoring.py",
        'tie = "each" if tie_node.get("each") is not None else "by"',
        'tie = "by" if tie_node.get("each") is not None else "each"',
        "the two forms of a tie change places",
        (),
    ),
    # diff
    Plant(
        "cassino_dsl/diff/diff.py",
        "    found = changes_between(sides)\n",
        "    found = changes_between(sides)[1:]\n",
        "the first change is not told",
        ("mutants",),
    ),
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who found a plant: ``tests`` and ``grown`` say what they said last, or are empty where they saw nothing."""

    plant: Plant
    tests: str
    grown: str
    seconds: float


def verdicts(plants: tuple[Plant, ...], tests: tuple[str, ...], seconds: float, seed: int) -> Iterator[Verdict]:
    """Each plant in a copy of its own: the tests, then the grown comparisons for so many seconds."""
    if misfits():
        raise ValueError(f"these plants fit nowhere, or twice: {misfits()}")
    for plant in plants:
        began = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="planted-") as folder:
            copy = Path(folder)
            _copy(copy)
            _put(plant, copy)
            said = _run(copy, "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests) if tests else ""
            grown = ""
            for command in plant.seen_by:
                share = str(seconds / len(plant.seen_by))
                words = ("--seed", str(seed), "--number", "100000", "--seconds", share, "--stop", "--reduce", "0")
                grown = grown or _run(copy, "tests.grown", command, *words)
            yield Verdict(plant, said, grown, time.monotonic() - began)


def _copy(folder: Path) -> None:
    for name in COPIED:
        source, target = ROOT / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)


def misfits(folder: Path = ROOT) -> list[str]:
    """The plants whose place is not there, or more than once: the code has moved on."""
    return [f"{p.file}: {p.why}" for p in PLANTED if (folder / p.file).read_text("utf-8").count(p.before) != 1]


def _put(plant: Plant, folder: Path) -> None:
    path = folder / plant.file
    path.write_text(path.read_text(encoding="utf-8").replace(plant.before, plant.after), encoding="utf-8")


def _run(folder: Path, module: str, *words: str) -> str:
    """The last line that a command says if it fails, else nothing."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "XDG_CACHE_HOME": str(folder / "cache")}
    try:
        done = subprocess.run(
            [sys.executable, "-m", module, *words],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return "does not end"
    if done.returncode == 0:
        return ""
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    return lines[-1] if lines else f"exit code {done.returncode}"
