"""What seats know is the same for a ruleset as it is written, for its core, and for its core printed and read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.play import DONE
from cassino_dsl.engine.reference.rng import match_key
from cassino_dsl.engine.reference.visibility import Knowledge, Telling
from cassino_dsl.language.core.passes import core_of
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.run_fault import RunFault
from tests.core.plans import read_again
from tests.grown.seen_apart import seen_apart
from tests.table.tables import MECHANISMS

FILES = sorted(path for pattern in ("39-*.yaml", "63-*.yaml") for path in MECHANISMS.glob(pattern))
DECISIONS = 12


def hold(ruleset: Ruleset, seats: int, printed: bool) -> None:
    """Play on a little, and compare what every seat knows at each decision."""
    engine = Engine(make_plan(ruleset, seats))
    core = core_of(ruleset, seats)
    others = [Knowledge(Engine(plan).evaluate) for plan in ([core, read_again(core)] if printed else [core])]
    wanted, state = Knowledge(engine.evaluate), engine.new_match(match_key(4, 2))
    for number in range(DECISIONS):
        for seat in range(seats):
            known = wanted.of(state, seat)
            for other in others:
                assert other.of(state, seat) == known
        if state.match_over:
            return
        plays = engine.legal(state)
        for play in (p for p in plays if p is not DONE):
            for other in others:
                action = next(a for a in other.plan.actions if a.name == play.name)
                there = [other.told(state, seat, replace(play, action=action)) is Telling.ALL for seat in range(seats)]
                assert there == [wanted.told(state, seat, play) is Telling.ALL for seat in range(seats)]
        state = engine.play(state, plays[number % len(plays)])


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_files(path: Path) -> None:
    ruleset = load(path).ruleset
    for seats in ruleset.seats:
        hold(ruleset, seats, True)


@pytest.mark.parametrize("first", range(0, 60, 20))
@pytest.mark.share(3)
def test_grown_rulesets(first: int) -> None:
    held = 0
    for _, ruleset in seen_apart(29, range(first, first + 20)):
        try:
            hold(ruleset, ruleset.seats[0], False)
        except RunFault:
            continue
        held += 1
    assert held > 3
