"""The examples of all files, their positions and what they score, as the native engine has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.targets import open_target
from tests.native.compare import assert_identical, needs_compiler
from tests.native.examples import compare_examples

ROOT = Path(__file__).parents[2]
SHORT = sorted([*(ROOT / "tests" / "conformance").rglob("*.yaml"), *(ROOT / "examples").glob("*.yaml")])
RARE = ("effects/debts-that-move", "effects/redeal-in-play")  # what these are about comes up in few rounds
LONG = sorted((ROOT / "variants").rglob("*.yaml"))


@needs_compiler
@pytest.mark.parametrize("path", SHORT, ids=lambda p: p.stem)
@pytest.mark.share(4)
def test_conformance_cases_are_the_same(path: Path) -> None:
    assert compare_examples(path)
    ruleset = open_target(str(path), None, (), ()).loaded.ruleset
    assert ruleset is not None
    assert_identical(ruleset, ruleset.seats[0], 2)


@needs_compiler
@pytest.mark.parametrize("name", RARE)
def test_what_comes_up_rarely_is_the_same(name: str) -> None:
    ruleset = open_target(str(ROOT / "tests" / "conformance" / f"{name}.yaml"), None, (), ()).loaded.ruleset
    assert ruleset is not None
    assert_identical(ruleset, ruleset.seats[0], 60, faults=False)


@needs_compiler
@pytest.mark.long
@pytest.mark.parametrize("path", LONG, ids=lambda p: p.stem)
def test_examples_of_variants_are_the_same(path: Path) -> None:
    assert compare_examples(path)
