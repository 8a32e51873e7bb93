"""Lines of play: what a searching player does with the native engine, against the reference engine."""

from __future__ import annotations

import pytest

from cassino_dsl import load
from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.mix import decision_key, match_key, mix
from cassino_dsl.engine.state import State
from cassino_dsl.native.lines import COPY, LIST, PLAY, Line
from cassino_dsl.players.random import random
from tests.native.compare import needs_compiler, quick_engine

pytestmark = needs_compiler


def played_out(engine: Engine, state: State, seed: int) -> list[int]:
    """The points of a round that the reference engine plays out at random."""
    state, decisions = engine.settle(state.copy()), 0
    while plays := engine.legal(state):
        play = random(engine, state, engine.decider(state), plays, decision_key(seed, decisions))
        decisions += 1
        state = engine.settle(engine.step(state, play))
    standing = engine.finish(state)
    return [sum(row[s] for row in standing.awards.values()) for s in range(engine.plan.sides)]


@pytest.mark.parametrize("name", ["traditional-cassino", "scopa", "african-cassino", "mulle"])
def test_rounds_played_out_are_the_same(name: str) -> None:
    game = load(name)
    engine = game.engine()
    state = engine.new_match(match_key(2, 0))
    line = Line.at(quick_engine(game.ruleset, engine.plan.seats), state)
    wanted = [played_out(engine, state, mix(9, t)) for t in range(2)]
    assert line.play_out(9, 2) == [sum(points) for points in zip(*wanted, strict=True)]


def test_a_copy_goes_its_own_way() -> None:
    game = load("traditional-cassino")
    engine = game.engine()
    state = engine.new_match(match_key(3, 0))
    native = quick_engine(game.ruleset, 2)
    line = Line.at(native, state)
    assert line.count == len(engine.legal(state)) == native.perft(state, 1)[1]
    other, before = line.copy(), line.play_out(4, 50)
    other.play(0)
    following = [line.copy() for _ in range(line.count)]
    for which, one in enumerate(following):
        one.play(which)
    assert sum(one.count for one in following) == native.perft(state, 2)[2]
    assert other.play_out(4, 50) == following[0].play_out(4, 50)
    assert line.play_out(4, 50) == before


def test_a_line_ends_with_its_round() -> None:
    game = load("scopa")
    line = Line.at(quick_engine(game.ruleset, 2), game.engine().new_match(match_key(3, 1)))
    turns = 0
    while line.count:
        line.play(line.count - 1)
        turns += 1
    assert turns == 36
    assert line.play_out(1) == line.play_out(2)
    with pytest.raises(IndexError):
        line.play(0)


def test_costs_leave_the_line_as_it_was() -> None:
    game = load("traditional-cassino")
    line = Line.at(quick_engine(game.ruleset, 2), game.engine().new_match(match_key(3, 2)))
    before = line.play_out(5, 20)
    for what in (COPY, LIST, PLAY):
        line.cost(what, 10)
    assert line.play_out(5, 20) == before
