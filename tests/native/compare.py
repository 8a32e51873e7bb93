"""Plays the same units on both engines and compares everything that can be seen of them."""

from __future__ import annotations

import shutil
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.analysis.simulate.reference_runner import ReferenceRunner
from cassino_dsl.analysis.units.native_runner import NativeRunner
from cassino_dsl.analysis.units.runner import Task, Unit, UnitBlock
from cassino_dsl.engine.native.build import FLAGS, NoCompiler
from cassino_dsl.engine.native.engine import NativeEngine
from cassino_dsl.engine.native.printer import Unsupported
from cassino_dsl.engine.native.translation_unit import unit
from cassino_dsl.language.compose.library import shipped_house_rules, shipped_variants
from cassino_dsl.language.core.passes import normal_form
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.model import Ruleset

VARIANTS = Path(__file__).parents[2] / "variants"
# compiles in a fraction of the time
QUICK = ("-O0", "-fwrapv", "-shared", "-fPIC", "-fvisibility=hidden", "-w", "-std=gnu11")

needs_compiler = pytest.mark.skipif(not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="no C compiler")


def names() -> list[str]:
    """Every shipped variant."""
    return shipped_variants()


def house_rules() -> list[str]:
    return shipped_house_rules()


def ruleset_of(folder: Path, text: str) -> Ruleset:
    """The ruleset of a text, put down in a folder."""
    file = folder / "mine.yaml"
    file.write_text(text)
    return load(file).ruleset


def supports(plan: Plan) -> str | None:
    """The construct of a plan that the native engine cannot do, by its word in the language; None: it can all."""
    try:
        unit(normal_form(plan))
    except Unsupported as construct:
        return str(construct)
    return None


def new_engine(ruleset: Ruleset, seats: int, flags: tuple[str, ...] | None = None) -> NativeEngine:
    """A native engine that is soon there; with ``flags`` it is the compiler of the system that makes it."""
    if flags is None:
        with suppress(NoCompiler):
            return NativeEngine(ruleset, seats, code="quick")
    return NativeEngine(ruleset, seats, flags or QUICK)


quick_engine = lru_cache(maxsize=8)(new_engine)


def native_block(task: Task, first: int, count: int, quick: bool = True) -> UnitBlock:
    engine = quick_engine(task.ruleset, task.seats, None if quick else FLAGS)
    return NativeRunner(task, engine).block(first, count, rows=True, records=True)


def assert_identical(
    ruleset: Ruleset,
    seats: int,
    count: int,
    unit: Unit = "round",
    player: str = "random",
    seed: int = 1,
    quick: bool = True,
    faults: bool = True,
) -> None:
    """Records, rows and sums of both engines are equal, or (where there may be ``faults``) both find the same one."""
    task = Task(ruleset, seats, unit, (player,) * seats, seed)
    wanted = ReferenceRunner(task).block(0, count, rows=True, records=True)
    found = native_block(task, 0, count, quick)
    assert found.fault == wanted.fault
    assert found.records == wanted.records  # also of what was played before a fault
    if wanted.fault is not None:
        assert faults, wanted.fault
        return
    assert [list(r) for r in found.rows or ()] == [list(r) for r in wanted.rows or ()]
    assert found.tally == wanted.tally
