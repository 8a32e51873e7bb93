"""Positions: legal plays, perft and scores of both engines, and tables too crowded for either."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl import load
from cassino_dsl.engine.native.engine import legal_plays
from cassino_dsl.engine.reference.rng import match_key
from cassino_dsl.engine.reference.text import play_text
from cassino_dsl.game import Game
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.players import policies
from tests.native.compare import assert_identical, names, needs_compiler, quick_engine

pytestmark = needs_compiler
SAMPLE = [n for n in ("traditional-cassino", "royal-cassino", "african-cassino", "mulle", "scopa") if n in names()]


@pytest.mark.parametrize("name", SAMPLE)
def test_legal_plays_are_the_same_all_through_a_round(name: str) -> None:
    game = load(name)
    engine = game.engine()
    native = quick_engine(game.ruleset, engine.plan.seats)
    key = match_key(6, 0)
    state = engine.new_match(key)
    tables = engine.evaluate.tables
    for _ in range(25):
        plays = engine.legal(state)
        found = legal_plays(native, engine.plan, state)
        assert sorted(play_text(tables, p) for p in found) == sorted(play_text(tables, p) for p in plays)
        assert {p.name for p in found} == {p.name for p in plays}
        drawn = policies.random(engine, state, engine.decider(state), plays, key)
        (found_drawn,) = legal_plays(native, engine.plan, state, key)
        assert play_text(tables, found_drawn) == play_text(tables, drawn)
        state = engine.play(state, plays[len(plays) // 2])


def test_builds_where_nothing_is_built(tmp_path: Path) -> None:
    """No game comes to such a position: where one is given, both engines answer the same all the same."""
    (tmp_path / "few.yaml").write_text("dsl: 1\nextends: scopa\nrules: {few: kind = trail implies count(table) < 3}\n")
    ruleset, data = load(tmp_path / "few.yaml").ruleset, {"hand": "7c 2c", "table": "3d 4c", "builds": []}
    for builds, plays in (
        ([], ["7c takes 4c 3d", "2c trails"]),
        ([{"value": 6, "groups": ["6c"]}], ["7c takes 4c 3d"]),
    ):
        for engine in ("reference", "native"):
            answer = Game(ruleset, engine=engine).moves({**data, "builds": builds})
            assert [play["text"] for play in answer["plays"]] == plays


def test_a_game_in_the_middle_of_everything() -> None:
    """Debts, decisions that wait, a next seat, a match about to end: what is legal there, and how it goes on."""
    game = load(Path(__file__).parents[1] / "properties" / "turns.yaml")
    for seats in game.ruleset.seats:
        engine, native = game.engine(seats), quick_engine(game.ruleset, seats)
        tables, rng, state = engine.evaluate.tables, random.Random(seats), engine.new_match(seats)
        for _ in range(60):
            plays = sorted(engine.legal(state), key=lambda p: play_text(tables, p))
            found = legal_plays(native, engine.plan, state)
            assert sorted(play_text(tables, p) for p in found) == [play_text(tables, p) for p in plays]
            if state.match_over:
                break
            state = engine.play(state, rng.choice(plays))
        assert_identical(game.ruleset, seats, 20, "match")


def test_a_crowded_table() -> None:
    """All cards but the hands lie loose."""
    game = load("scopa")
    faces = [f.text for f in game.ruleset.pack.faces]
    hand = {"1": " ".join(faces[:3]), "2": " ".join(faces[3:6])}
    position = game.position({"hands": hand, "table": " ".join(faces[6:])})
    native = quick_engine(game.ruleset, 2)
    assert len(native.legal(position.state)) == len(position.engine.legal(position.state))


def test_impossible_positions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever words reach the C, it checks them."""
    game = load("traditional-cassino")
    native = quick_engine(game.ruleset, 2)
    words: list[int] = list(native.words_of(game.engine().new_match(1)))

    def broken(at: int, value: int) -> Any:
        changed = words.copy()
        changed[at] = value
        monkeypatch.setattr("cassino_dsl.engine.native.engine.words_of", lambda plan, names, state: changed)
        return game.engine().new_match(1)

    for at in range(len(words)):
        for value in (-(2**40), -5, 60, 2**40):
            state = broken(at, value)
            with suppress(RunFault):  # most are refused; what remains is a position that could be
                assert native.perft(state, 1)[0] == 1
    monkeypatch.setattr("cassino_dsl.engine.native.engine.words_of", lambda plan, names, state: words[:-1])
    with pytest.raises(RunFault):
        native.legal(game.engine().new_match(1))
