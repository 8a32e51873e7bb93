"""Plays the same units on both engines and compares everything that can be seen of them."""

from __future__ import annotations

import shutil
from functools import lru_cache
from pathlib import Path

import pytest

from cassino_dsl.core.passes import normal_form
from cassino_dsl.native.build import FLAGS
from cassino_dsl.native.engine import NativeEngine
from cassino_dsl.native.printer import Unsupported
from cassino_dsl.native.runner import NativeRunner
from cassino_dsl.native.unit import unit
from cassino_dsl.plan.plan import Plan
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.simulate.reference_runner import ReferenceRunner
from cassino_dsl.units.runner import Task, Unit, UnitBlock

VARIANTS = Path(__file__).parents[2] / "variants"
# compiles in a fraction of the time
QUICK = ("-O0", "-fwrapv", "-shared", "-fPIC", "-fvisibility=hidden", "-w", "-std=gnu11")

needs_compiler = pytest.mark.skipif(not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="no C compiler")


def names() -> list[str]:
    """Every shipped variant."""
    return sorted(f.stem for f in VARIANTS.glob("*.yaml"))


def house_rules() -> list[str]:
    return sorted(f.stem for f in (VARIANTS / "house").glob("*.yaml"))


def supports(plan: Plan) -> str | None:
    """The construct of a plan that the native engine cannot do, by its word in the language; None: it can all."""
    try:
        unit(normal_form(plan))
    except Unsupported as construct:
        return str(construct)
    return None


@lru_cache(maxsize=8)
def quick_engine(ruleset: Ruleset, seats: int, flags: tuple[str, ...] = QUICK) -> NativeEngine:
    return NativeEngine(ruleset, seats, flags)


def native_block(task: Task, first: int, count: int, quick: bool = True) -> UnitBlock:
    engine = quick_engine(task.ruleset, task.seats, QUICK if quick else FLAGS)
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
