"""Lines of play: what a searching player does with the native engine, against the reference engine."""

from __future__ import annotations

import pytest

from cassino_dsl import load
from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.mix import match_key, mix
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.state import State
from cassino_dsl.native.lines import COPY, LIST, PLAY, PLAY_OUT, Line
from cassino_dsl.players.play_out import POLICIES, by, play_out
from tests.native.compare import needs_compiler, quick_engine

pytestmark = needs_compiler


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", ["traditional-cassino", "scopa", "african-cassino", "mulle"])
def test_rounds_played_out_are_the_same(name: str, policy: str) -> None:
    game = load(name)
    engine = game.engine()
    state = engine.new_match(match_key(2, 0))
    line = Line.at(quick_engine(game.ruleset, engine.plan.seats), state)
    assert line.play_outs(9, 2, policy) == [
        play_out(engine, state.copy(), by(engine, policy), mix(9, t)) for t in range(2)
    ]


@pytest.mark.parametrize("policy", POLICIES)
def test_policies_are_what_they_say(policy: str) -> None:
    game = load("traditional-cassino")
    made: list[tuple[list[Play], Play]] = []

    class Watched(Engine):
        def step(self, state: State, play: Play) -> State:
            made.append((self.legal(state), play))
            return super().step(state, play)

    for number in range(3):
        watched = Watched(game.engine().plan)
        play_out(watched, watched.new_match(match_key(2, number)), by(watched, policy), number)
    chosen = [(plays, play) for plays, play in made if any(p.kind == "capture" for p in plays)]
    assert len(chosen) > 20
    captured = [play.kind == "capture" for _, play in chosen]
    assert all(captured) is (policy != "random")
    size = {p: len(p.cards) + len(p.taken()) for plays, _ in chosen for p in plays}
    most = [size[play] == max(size[p] for p in plays if p.kind == "capture") for plays, play in chosen]
    assert all(most) is (policy == "most")


def test_a_copy_goes_its_own_way() -> None:
    game = load("traditional-cassino")
    engine = game.engine()
    state = engine.new_match(match_key(3, 0))
    native = quick_engine(game.ruleset, 2)
    line = Line.at(native, state)
    assert line.count == len(engine.legal(state)) == native.perft(state, 1)[1]
    other, before = line.copy(), line.play_outs(4, 50)
    other.play(0)
    following = [line.copy() for _ in range(line.count)]
    for which, one in enumerate(following):
        one.play(which)
    assert sum(one.count for one in following) == native.perft(state, 2)[2]
    assert other.play_outs(4, 50) == following[0].play_outs(4, 50)
    assert line.play_outs(4, 50) == before


def test_a_line_ends_with_its_round() -> None:
    game = load("scopa")
    line = Line.at(quick_engine(game.ruleset, 2), game.engine().new_match(match_key(3, 1)))
    turns = 0
    while line.count:
        line.play(line.count - 1)
        turns += 1
    assert turns == 36
    assert line.play_outs(1, 1) == line.play_outs(2, 1)
    with pytest.raises(IndexError):
        line.play(0)


def test_costs_leave_the_line_as_it_was() -> None:
    game = load("traditional-cassino")
    line = Line.at(quick_engine(game.ruleset, 2), game.engine().new_match(match_key(3, 2)))
    before = line.play_outs(5, 20)
    for what in (COPY, LIST, PLAY, PLAY_OUT, PLAY_OUT + 2):
        line.cost(what, 10)
    assert line.play_outs(5, 20) == before
