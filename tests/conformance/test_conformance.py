"""Conformance cases are data: small variants with examples, grouped by feature. Every engine has to pass them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.examples.read import read_examples
from cassino_dsl.examples.run import run_example
from cassino_dsl.targets import open_target

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(HERE)))
def test_examples_pass(path: Path) -> None:
    target = open_target(str(path), None, (), ())
    examples = read_examples(target, target.loaded.report)
    faults = [d.message for d in target.loaded.report.diagnostics if d.severity == "error"]
    assert not faults
    assert examples, "a conformance file without examples proves nothing"
    for example in examples:
        result = run_example(example)
        assert result.passed, "\n".join(f"{d.message}: {d.notes}" for d in result.diagnostics())


def test_every_mechanism_of_the_family_has_a_file() -> None:
    numbers = {int(p.name.split("-")[0]) for p in (HERE / "mechanisms").glob("*.yaml")}
    assert numbers == set(range(1, 62))
