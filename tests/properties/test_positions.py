"""A position is written down whole: what is read is the same state in every field, and the game goes on as it did."""

from __future__ import annotations

import json
import random
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl.engine.position.position import Position, position_json
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.state import FIELDS, Ask, Build, State
from cassino_dsl.engine.reference.text import play_text
from cassino_dsl.game import Game, load
from cassino_dsl.language.ruleset.run_fault import RunFault
from tests.properties.rounds import known
from tests.shipped import game, tables

HERE = Path(__file__).parent
CONFORMANCE = sorted((HERE.parent / "conformance").rglob("*.yaml"))
DECISIONS = 40  # of each match that are looked at


def faces(engine: Engine, state: State) -> dict[str, Any]:
    """Every field of a state; of twins, which of them it is does not show."""
    copies = engine.plan.ruleset.pack.copies

    def shown(value: Any) -> Any:
        if isinstance(value, Build):
            return value.value, sorted(map(shown, value.groups)), {k: of_memory(k, v) for k, v in value.memory.items()}
        if isinstance(value, list | tuple):
            return [shown(v) for v in value]
        if isinstance(value, dict):
            return {name: shown(v) for name, v in value.items()}
        if isinstance(value, Ask):
            return value
        return value // copies

    def of_memory(name: str, value: Any) -> Any:
        if engine.plan.memory[name].type.value not in ("card", "cards") or value is None:
            return value
        if engine.plan.memory[name].of in ("side", "seat") and isinstance(value, list):
            return [v if v is None else shown(v) for v in value]
        return shown(value)

    cards = {"hands", "loose", "piles", "zones", "builds", "owed", "stock"}
    found = {f.name: getattr(state, f.name) for f in FIELDS}
    found |= {name: shown(found[name]) for name in cards}
    return found | {"memory": {k: of_memory(k, v) for k, v in state.memory.items()}}


def reads_back(game: Game, engine: Engine, state: State) -> Position:
    """The position that is read from what a state is written down as; it has to be the same."""
    data = json.loads(json.dumps(position_json(known(engine, state))))
    again = game.position(data)
    assert faces(engine, again.state) == faces(engine, state)
    return again


def texts(engine: Engine, plays: list[Play]) -> dict[str, Play]:
    return {play_text(engine.evaluate.tables, p): p for p in plays}


def play_and_look(game: Game, seats: int, seed: int, every: int = 1) -> set[str]:
    """Play on from a state and from what it reads back as, side by side; the fields that ever were not at their
    default."""
    engine, rng = game.engine(seats), random.Random(seed)
    state, used = engine.new_match(seed), set()
    for number in range(DECISIONS):
        if state.match_over:
            reads_back(game, engine, state)
            break
        plays = texts(engine, engine.legal(state))
        chosen = rng.choice(sorted(plays))
        made = engine.step(state, plays[chosen])
        if number % every == 0:
            again = reads_back(game, engine, state)
            again.state.key = state.key  # whose chance it is, no position says
            same = texts(engine, engine.legal(again.state))
            assert same.keys() == plays.keys()
            other = engine.step(again.state, same[chosen])
            assert faces(engine, other) == faces(engine, made)
            reads_back(game, engine, made)  # in the middle of what follows by itself
        used |= {f.name for f in FIELDS if getattr(made, f.name) != f.default}
        state = engine.advance(made)
        used |= {f.name for f in FIELDS if getattr(state, f.name) != f.default}
    return used


@pytest.mark.parametrize(("variant", "seats"), tables())
@pytest.mark.share(8)
def test_shipped_variants(variant: str, seats: int) -> None:
    play_and_look(game(variant), seats, seats, every=5)


@pytest.mark.parametrize("path", CONFORMANCE, ids=lambda p: p.stem)
@pytest.mark.share(8)
def test_conformance_files(path: Path) -> None:
    game = load(path)
    for seats in game.ruleset.seats:
        try:
            play_and_look(game, seats, 7, every=5)
        except RunFault:
            continue  # the file is about such a fault


def test_everything_a_position_can_be_in_the_middle_of() -> None:
    game, used = load(HERE / "turns.yaml"), set()
    for seats in (2, 3):
        for seed in range(10):
            used |= play_and_look(game, seats, seed)
    # not met: layouts that are dealt anew; that is over before anybody decides
    assert used == {f.name for f in FIELDS} - {"redeal", "redeals"}


def test_every_field_is_in_the_table() -> None:
    """What a state holds besides is worked out from it."""
    assert {f.name for f in fields(State)} - {f.name for f in FIELDS} == {"key", "plays", "absent"}
    assert len({f.key for f in FIELDS}) == len(FIELDS)


def test_what_is_not_said_is_at_its_default() -> None:
    game = load("cassino")
    state = game.position({}).state
    said = {f.name for f in FIELDS if getattr(state, f.name) != f.default}
    assert said == set("hands piles zones scores memory stock".split())


def test_fields_that_few_positions_have() -> None:
    game = load("cassino")
    engine = game.engine()
    state = engine.new_match(3)
    for name, value in (("redeal", True), ("redeals", 2), ("next_seat", 0), ("ending", True), ("target", 30)):
        setattr(state, name, value)
        reads_back(game, engine, state)


def test_a_copy_shares_nothing_that_changes() -> None:
    """Every list of a state is its own; one that is shared has other lists only once they are given to it."""
    engine = load("royal-cassino").engine()
    state = engine.new_match(5)
    before = faces(engine, state)
    copied = state.copy()
    for f in FIELDS:
        value = getattr(copied, f.name)
        rows = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        for row in rows:
            if isinstance(row, list):
                row.clear()
        if isinstance(value, list | dict):
            value.clear()
    assert faces(engine, state) == before
    shared = state.shared()
    shared.loose = []
    assert faces(engine, state) == before
