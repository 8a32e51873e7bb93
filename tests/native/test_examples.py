"""The examples of all files, their positions and what they score, as the native engine has them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cassino_dsl.analysis.examples.read import Example, read_examples
from cassino_dsl.engine.native.engine import NativeEngine, legal_plays
from cassino_dsl.engine.position.position import Position
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.text import WrittenPlay, play_text
from cassino_dsl.game import CassinoError
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.language.targets import open_target
from tests.native.compare import assert_identical, needs_compiler, quick_engine

ROOT = Path(__file__).parents[2]
SHORT = sorted([*(ROOT / "tests" / "conformance").rglob("*.yaml"), *(ROOT / "examples").glob("*.yaml")])
RARE = ("effects/debts-that-move", "effects/redeal-in-play")  # what these are about comes up in few rounds
LONG = [p for p in sorted((ROOT / "variants").rglob("*.yaml")) if "." not in p.stem]  # not texts of others


def compare_examples(path: Path, flags: tuple[str, ...] | None = None) -> int:
    """How many examples of a file were compared; fails where the engines differ."""
    target = open_target(str(path), None, (), ())
    return sum(_compare(example, flags) for example in read_examples(target, target.loaded.report))


def _compare(example: Example, flags: tuple[str, ...] | None) -> bool:
    game = example.game
    try:
        position = game.position(example.document)
        native = quick_engine(game.ruleset, position.engine.plan.seats, flags)
        _same_plays(native, position, position.state)
        for made in example.played:
            play = game.find_play(position, made.play)
            assert not isinstance(play, WrittenPlay)
            position, _ = game.after(position, play)
            _same_plays(native, position, position.state)
    except (CassinoError, RunFault):
        return False  # what is no position has its own tests
    _same_scores(native, position)
    return True


def _same_plays(native: NativeEngine, position: Position, state: State) -> None:
    tables = position.engine.evaluate.tables
    try:
        wanted = sorted(play_text(tables, p) for p in position.engine.legal(state))
    except RunFault as fault:
        with pytest.raises(RunFault, match=re.escape(str(fault))):
            native.legal(state)
        return
    found = legal_plays(native, position.engine.plan, state)
    assert sorted(play_text(tables, p) for p in found) == wanted


def _same_scores(native: NativeEngine, position: Position) -> None:
    wanted = position.engine.finish(position.state.copy(), False)
    found = native.score(position.state, checked=False)
    assert found["awards"] == wanted.awards
    assert found["scores"] == wanted.scores
    assert (found["winner"], found["over"], found["reason"]) == (wanted.winner, wanted.over, wanted.reason)


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
