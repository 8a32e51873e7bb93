"""Both engines meet the limits of searching in the same positions, however they go about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.core.passes import core_of
from cassino_dsl.engine import limits
from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.mix import match_key
from cassino_dsl.native.engine import NativeEngine
from cassino_dsl.plan.make import make_plan
from cassino_dsl.ruleset.errors import RunFault
from tests.native.compare import QUICK, needs_compiler

HEAD = """\
dsl: 1
title: Limits
pack: french
seats: 2
deal: {hand: 4, table: 14, later: 0}
values: {any: 1}
awards: {cards: {points: count(pile)}}
match: {rounds: 1}
actions:
  trail: {play: card, to: table}
"""
PARTS = {  # of an action that takes nothing here: where there is no build, or no card is left
    "nothing to take from": "some groups g of loose where run(g), build: one b in builds",
    "all of it first": "any c in loose, whole: all c in loose, rest: one c in loose",
}
SEARCHED = "some groups g of loose where run(g), card: one c in loose"


@needs_compiler
@pytest.mark.parametrize("parts", [*PARTS.values(), SEARCHED], ids=[*PARTS, "searched"])
def test_limits_are_met_alike(parts: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_PLAYS", 20)
    file = tmp_path / "limits.yaml"
    file.write_text(HEAD + f"  take: {{play: card, take: {{groups: {parts}}}, to: pile}}\n")
    ruleset = load(file).ruleset
    native = NativeEngine(ruleset, 2, QUICK)
    for plan in (make_plan(ruleset, 2), core_of(ruleset, 2)):
        engine = Engine(plan)
        if parts == SEARCHED:
            with pytest.raises(RunFault, match="more than 20 plays"):
                engine.new_match(match_key(1, 1))
            continue
        state = engine.new_match(match_key(1, 1))
        assert len(native.legal(state)) == len(engine.legal(state)) == 4


HOPELESS = """\
  take:
    play: card
    let: {v: "{40}"}
    take:
      tried: one group g of loose where count(g) = 2
      total: some groups h of loose where v in total(h)
    to: pile
"""


@needs_compiler
def test_subsets_are_tried_before_totals_that_stand_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of a total that no cards here can make: a fault does not hang on how well groups are searched for."""
    monkeypatch.setattr(limits, "MAX_ENUMERATED", 10)
    file = tmp_path / "limits.yaml"
    file.write_text(HEAD + HOPELESS)
    ruleset = load(file).ruleset
    engine = Engine(make_plan(ruleset, 2))
    with pytest.raises(RunFault, match="all subsets of 14 items"):
        engine.new_match(match_key(1, 1))
    monkeypatch.setattr(limits, "MAX_ENUMERATED", 18)
    state = engine.new_match(match_key(1, 1))
    monkeypatch.setattr(limits, "MAX_ENUMERATED", 10)
    with pytest.raises(RunFault, match="all subsets of 14 items"):
        NativeEngine(ruleset, 2, QUICK).legal(state)


REFUSED = """\
  take:
    play: card
    let: {v: "{1..2}", w: seats}
    take: {groups: some groups g of loose where run(g)}
    to: pile
    when: v < 2 and side(w) = us and v > 1
"""


@needs_compiler
def test_a_binding_that_a_condition_refuses_is_not_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both engines ask a condition as early as what it speaks of is known: each part that `and` joins by itself."""
    monkeypatch.setattr(limits, "MAX_PLAYS", 20)
    file = tmp_path / "refused.yaml"
    file.write_text(HEAD + REFUSED)
    ruleset = load(file).ruleset
    native = NativeEngine(ruleset, 2, QUICK)
    for plan in (make_plan(ruleset, 2), core_of(ruleset, 2)):
        engine = Engine(plan)
        state = engine.new_match(match_key(1, 1))
        assert len(native.legal(state)) == len(engine.legal(state)) == 4


LATE = """\
  take: {play: card, take: {groups: any groups g of loose where 1 in total(g)}, to: pile}
rules:
  of the card alone: kind = capture implies after(card in cards(8d))
"""


@needs_compiler
def test_a_condition_after_the_play_is_asked_of_plays_that_were_searched_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the card alone decides it: no engine is spared a limit because it asked that earlier."""
    file = tmp_path / "limits.yaml"
    file.write_text(HEAD + LATE)
    ruleset = load(file).ruleset
    engine, native = Engine(make_plan(ruleset, 2)), NativeEngine(ruleset, 2, QUICK)
    state = engine.new_match(match_key(1, 1))
    assert len(native.legal(state)) == len(engine.legal(state)) == 4
    monkeypatch.setattr(limits, "MAX_PLAYS", 20)
    native = NativeEngine(ruleset, 2, QUICK)
    state.plays = None  # as listed above
    for legal in (engine.legal, native.legal):
        with pytest.raises(RunFault, match="more than 20 plays"):
            legal(state)
