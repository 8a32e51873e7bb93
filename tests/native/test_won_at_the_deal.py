"""A match that an effect wins while a later round is dealt is won: that round is scored and counted like any other."""

from __future__ import annotations

from pathlib import Path

from cassino_dsl import load
from cassino_dsl.simulate.reference_runner import ReferenceRunner
from cassino_dsl.units.runner import Task
from tests.native.compare import assert_identical, needs_compiler

TEXT = """
dsl: 1
extends: cassino
events:
  three of a kind: {on: hands dealt, when: round > 1, do: for s in sides do if s = side(leader) then win s}
"""


@needs_compiler
def test_a_match_won_at_the_deal_counts(tmp_path: Path) -> None:
    file = tmp_path / "won.yaml"
    file.write_text(TEXT)
    ruleset = load(file).ruleset
    assert_identical(ruleset, 2, 10, "match", faults=False)
    runner = ReferenceRunner(Task(ruleset, 2, "match", ("random",) * 2, 1))
    block = runner.block(0, 5, records=True)
    wins = runner.layout.column("wins")
    assert sum(block.tally.sums[wins : wins + 2]) + block.tally.sums[runner.layout.column("ties")] == 5
    assert all(record["winner"] == 2 for record in block.records or ())
