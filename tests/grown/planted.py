"""Small changes of meaning (``plants.yaml``), put into a copy of the project one by one: does anything notice?

A plant that nothing finds is a hole in the tests.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.beside import beside

ROOT = Path(__file__).parents[2]
COPIED = "cassino_dsl grammar variants docs examples tests pyproject.toml README.md CHANGELOG.md".split()
ENDLESS = "does not end"
DELAY = 60  # seconds within which a comparison ends that should
PARTS = dict(beside(__file__, "plants.yaml"))


@dataclass(frozen=True, slots=True)
class Plant:
    """``was`` stands once in ``file``, ``becomes`` takes its place. ``part``: of the project; ``tests``: those
    that could notice, the likeliest first, ``grown``: the comparisons that could."""

    part: str
    why: str
    file: str
    was: str
    becomes: str
    tests: tuple[str, ...]
    grown: tuple[str, ...]


PLANTED = tuple(
    Plant(part, p["why"], f"cassino_dsl/{p['file']}", p["was"], p["is"], (p["aimed"], *of["tests"]), tuple(of["grown"]))
    for part, of in PARTS.items()
    for p in of["plants"]
)
# what is found with nothing planted says nothing of a plant
NOTHING = Plant(
    "", "nothing", "pyproject.toml", "[project]\n", "[project]\n", (), ("expressions", "rulesets", "mutants")
)


@dataclass(frozen=True, slots=True)
class Found:
    """Who found a plant, and after how many seconds; nobody did where ``who`` is empty."""

    who: str
    seconds: float

    def __str__(self) -> str:
        return f"{self.who or '—'} ({self.seconds:.0f} s)"


@dataclass(frozen=True, slots=True)
class Search:
    """How plants are searched for: by the tests (``tests``: the same for every plant, else those that it names) and by
    the grown comparisons with a seed, for so many seconds each."""

    by_tests: bool = True
    by_grown: bool = True
    tests: tuple[str, ...] = ()
    seconds: float = 100
    seed: int = 1


def searched(plants: Sequence[Plant], how: Search) -> Iterator[tuple[Plant, Found | None, Found | None]]:
    """What tests and comparisons find of each plant, in a copy of its own; None: they were not asked."""
    if misfits():
        raise ValueError(f"these plants fit nowhere, or twice: {misfits()}")
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        for number, plant in enumerate(plants):
            copy = Path(folder) / str(number)
            _copy(copy)
            _put(plant, copy)
            tests = _by_tests(copy, plant, how) if how.by_tests and plant is not NOTHING else None
            grown = _by_grown(copy, plant, how) if how.by_grown else None
            yield plant, tests, grown
            shutil.rmtree(copy)


def misfits(folder: Path = ROOT) -> list[str]:
    """The plants whose place is not there, or more than once: the code has moved on."""
    return [f"{p.file}: {p.why}" for p in PLANTED if (folder / p.file).read_text("utf-8").count(p.was) != 1]


def _copy(folder: Path) -> None:
    folder.mkdir()
    for name in COPIED:
        source, target = ROOT / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)


def _put(plant: Plant, folder: Path) -> None:
    path = folder / plant.file
    path.write_text(path.read_text(encoding="utf-8").replace(plant.was, plant.becomes), encoding="utf-8")


def _by_tests(copy: Path, plant: Plant, how: Search) -> Found:
    """The first test that fails in time. The likeliest are asked by themselves: to collect all takes its time."""
    began = time.monotonic()
    for tests in [how.tests] if how.tests else [plant.tests[:1], plant.tests[1:]]:
        left = how.seconds - (time.monotonic() - began)
        words = ("-x", "-q", "-n", "0", "-p", "no:cacheprovider", "--tb=no", *(f"tests/{t}" for t in tests))
        said = _run(copy, left, "pytest", *words) if left > 0 else None
        if said is not None and said != ENDLESS:
            if "no match in any of" in said:
                raise ValueError(f"there is no such test: {tests}")
            failed = re.search(r"^(?:FAILED|ERROR) (?:tests/)?(.*?)(?: - .*)?$", said, re.MULTILINE)
            return Found(failed[1] if failed else _last(said), time.monotonic() - began)
    return Found("", time.monotonic() - began)


def _by_grown(copy: Path, plant: Plant, how: Search) -> Found:
    """The first difference that a comparison finds."""
    began = time.monotonic()
    for command in plant.grown:
        share = how.seconds / len(plant.grown)
        words = ("--seed", str(how.seed), "--number", "100000", "--seconds", str(share), "--stop", "--reduce", "0")
        said = _run(copy, share + DELAY, "tests.grown", command, *words)
        if said is not None:
            differs = re.search(r"^--- (\S+ \w+)", said, re.MULTILINE)
            return Found(f"{command} {differs[1] if differs else _last(said)}", time.monotonic() - began)
    return Found("", time.monotonic() - began)


def _run(folder: Path, seconds: float, module: str, *words: str) -> str | None:
    """What a command says that fails, or does not end in time; None where it is content."""
    # what is compiled is known by its text: copies may share it
    own = {"PYTHONPATH": str(folder), "XDG_CACHE_HOME": str(folder.parent / "cache"), "PYTHONDONTWRITEBYTECODE": ""}
    try:
        done = subprocess.run(
            [sys.executable, "-m", module, *words],
            cwd=folder,
            env={**os.environ, **own},
            capture_output=True,
            text=True,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        return ENDLESS
    return done.stdout + done.stderr if done.returncode else None


def _last(said: str) -> str:
    return next((line for line in reversed(said.splitlines()) if line.strip()), "")[:100]
