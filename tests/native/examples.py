"""The positions of examples, before and after their plays, asked of both engines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cassino_dsl.engine.state import State
from cassino_dsl.engine.text import WrittenPlay, play_text
from cassino_dsl.examples.read import Example, read_examples
from cassino_dsl.examples.run import play_object
from cassino_dsl.game import CassinoError
from cassino_dsl.native.engine import NativeEngine
from cassino_dsl.native.positions import legal_plays
from cassino_dsl.position.position import Position
from cassino_dsl.ruleset.errors import RunFault
from cassino_dsl.targets import open_target
from tests.native.compare import QUICK, quick_engine


def compare_examples(path: Path, flags: tuple[str, ...] = QUICK) -> int:
    """How many examples of a file were compared; fails where the engines differ."""
    target = open_target(str(path), None, (), ())
    return sum(_compare(example, flags) for example in read_examples(target, target.loaded.report))


def _compare(example: Example, flags: tuple[str, ...]) -> bool:
    game = example.game
    try:
        position = game.position(example.document)
        native = quick_engine(game.ruleset, position.engine.plan.seats, flags)
        _same_plays(native, position, position.state)
        for made in example.played:
            play = game.find_play(position, play_object(made.play))
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
