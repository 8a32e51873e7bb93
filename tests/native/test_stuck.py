"""Stuck rounds: both engines count the same ones, name the same first unit and write the same records."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.simulate.reference_runner import ReferenceRunner
from cassino_dsl.units.runner import Task, Unit
from tests.native.compare import assert_identical, native_block, needs_compiler

pytestmark = needs_compiler
STUCK = Path(__file__).parents[1] / "simulate" / "stuck.yaml"


@pytest.mark.parametrize(("unit", "seats"), [("round", 2), ("match", 3)])
def test_stuck_rounds_are_the_same(unit: Unit, seats: int) -> None:
    ruleset = load(STUCK).ruleset
    assert_identical(ruleset, seats, 60, unit, faults=False)
    reference = ReferenceRunner(Task(ruleset, seats, unit, ("random",) * seats, 1))
    block = native_block(reference.task, 0, 60)
    stuck = block.tally.sums[reference.layout.column("stuck")]
    assert 0 < stuck < block.tally.sums[reference.layout.column("rounds")]
    column = reference.layout.column("stuck")
    first = next(u for u, row in enumerate(block.rows or ()) if row[column])
    assert block.tally.first_stuck == first
    later = native_block(reference.task, first + 1, 20).tally.first_stuck
    assert later is not None
    assert later > first


def test_passing_by_choice_ends_a_round_too(tmp_path: Path) -> None:
    file = tmp_path / "optional.yaml"
    file.write_text(STUCK.read_text() + "turn: play?\n")
    ruleset = load(file).ruleset
    assert_identical(ruleset, 2, 40, faults=False)
    runner = ReferenceRunner(Task(ruleset, 2, "round", ("random",) * 2, 1))
    assert runner.block(0, 40).tally.sums[runner.layout.column("stuck")] > 20
