"""Runs examples: makes the play, compares every expectation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from cassino_dsl.analysis.examples.expectations import Mismatch, Outcome
from cassino_dsl.analysis.examples.read import Example
from cassino_dsl.engine.position.position import Position
from cassino_dsl.engine.reference.limits import STEPS
from cassino_dsl.engine.reference.text import WrittenPlay, text_of_written
from cassino_dsl.language.diagnostics.cassino_error import CassinoError
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.language.ruleset.span import Span


@dataclass(frozen=True, slots=True)
class Result:
    """What came of an example: the mismatches, each with the place of the expectation."""

    example: Example
    mismatches: tuple[tuple[Span, Mismatch], ...]

    @property
    def passed(self) -> bool:
        return not self.mismatches

    def json(self) -> dict[str, Any]:
        """The result as ``cassino test`` prints it."""
        wanted = [m.expected for _, m in self.mismatches]
        found = [m.found for _, m in self.mismatches]
        return {
            "file": self.example.span.file,
            "line": self.example.span.line,
            "name": self.example.name,
            "passed": self.passed,
            "expected": None if self.passed else "\n".join(wanted),
            "found": None if self.passed else "\n".join(found),
        }

    def diagnostics(self) -> list[Diagnostic]:
        """One diagnostic for each expectation that did not come out."""
        report = Report()
        for span, m in self.mismatches:
            report.add(
                Code.EXAMPLE_FAILED,
                span,
                f"the example `{self.example.name}` does not come out",
                notes=(f"expected {m.expected}", f"found    {m.found}"),
            )
        return report.diagnostics


def run_example(example: Example, steps: int | None = None) -> Result:
    """Run one example. A fault of the engine is a mismatch, not an exception; so is more work than ``steps``."""
    position = reached(example, steps)
    if not isinstance(position, Position):
        return Result(example, (position,))
    outcome = Outcome(example.game, position)
    mismatches = []
    for span, expectation in example.expect:
        try:
            mismatch = expectation(outcome)
        except (CassinoError, RunFault) as fault:
            mismatch = Mismatch("an answer", fault.message)
        if mismatch is not None:
            if position.remark:
                mismatch = replace(mismatch, found=f"{mismatch.found} ({position.remark})")
            mismatches.append((span, mismatch))
    return Result(example, tuple(mismatches))


def reached(example: Example, steps: int | None = None) -> Position | tuple[Span, Mismatch]:
    """The position to which the plays of an example lead, or why they lead nowhere."""
    game = example.game
    game.steps = steps or STEPS
    try:
        position: Position = game.position(example.document)
        for made in example.played:
            legal = game.find_play(position, made.play)
            if isinstance(legal, WrittenPlay):
                reason = "; ".join(d.message for d in game.refusal(position, legal))
                return made.span, Mismatch(f"`{text_of_written(made.play)}` is legal", reason)
            position, _ = game.after(position, legal)
    except (CassinoError, RunFault) as fault:
        return example.span, Mismatch("a position to look at", fault.message)
    return position
