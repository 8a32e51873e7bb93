"""Positions for programs: they never change, go on by themselves between decisions, and are what `simulate` plays."""

from __future__ import annotations

import copy
import json
import pickle
import random as chance
from collections import Counter
from typing import Any

import numpy as np
import pytest

from cassino_dsl import CassinoError, load
from cassino_dsl.analysis.simulate.reference_runner import ReferenceRunner
from cassino_dsl.analysis.simulate.replay import Replayer
from cassino_dsl.analysis.units.runner import Task
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.state import State
from cassino_dsl.game import Game
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.match.game_position import GamePosition
from cassino_dsl.players.determinizations import ReferenceWorlds
from tests.table.tables import SETS, game


def to_the_end(position: GamePosition, most: int = 1_000) -> list[GamePosition]:
    """All positions of a match played by chance, from this one on; or the first of them."""
    lots, found = chance.Random(1), [position]
    while not found[-1].match_over and len(found) < most:
        here = found[-1]
        found.append(here.next_round() if here.round_over else here.play(lots.choice(here.legal())))
    return found


@pytest.mark.parametrize("name", ["scopa", "royal-cassino", "zwicker"])
def test_a_match_of_simulate_is_played_again(name: str) -> None:
    ruleset = game(name).ruleset
    seats = ruleset.seats[-1]
    block = ReferenceRunner(Task(ruleset, seats, "match", ("random",) * seats, 5)).block(2, 1, records=True)
    (record,) = block.records or ()
    position = game(name).deal(5, seats, match=2)
    for at, one in enumerate(record["rounds"], 1):
        for text in one["plays"]:
            position = position.play(text)
        assert position.round_over
        assert position.returns() == [sum(row[s] for row in one["awards"].values()) for s in range(position.sides)]
        assert position.scores == one["scores"]
        position = position if at == len(record["rounds"]) else position.next_round()
    assert (position.match_over, position.winner, position.reason) == (True, record["winner"], record["reason"])


def test_positions_never_change() -> None:
    first = game("scopa").deal(1)
    kept, plays = first.as_json(), first.legal()
    to_the_end(first)
    assert (first.as_json(), first.legal(), first.history) == (kept, plays, ())


def test_a_play_is_meant_in_many_ways() -> None:
    position = game("scopa").deal(1)
    after = position.play("3c takes 3h")
    meant = ["3♣ takes 3h", 0, position.legal()[0], position.legal()[0].as_json(), {"text": "3c takes 3h"}]
    assert [position.play(way) == after for way in meant] == [True] * len(meant)
    assert after != position.play(1)


def test_what_cannot_be_played_is_told() -> None:
    position = game("scopa").deal(1)
    with pytest.raises(CassinoError, match="3c"):
        position.play("3c trails")
    with pytest.raises(ValueError, match="there are 3 legal plays here, from 0 to 2: none is 3"):
        position.play(3)
    for wrong in (None, True, 1.0, ["3c"]):
        with pytest.raises(ValueError, match="a play is one of"):
            position.play(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="this round is not over yet"):
        position.next_round()
    with pytest.raises(ValueError, match="there is no seat 3: seats go from 1 to 2"):
        position.view(3)
    over = to_the_end(position)
    end = next(position for position in over if position.round_over)
    with pytest.raises(ValueError, match="the round is over"):
        end.play(0)
    with pytest.raises(ValueError, match="the match is over"):
        over[-1].play(0)
    with pytest.raises(ValueError, match="the match is over"):
        over[-1].next_round()
    with pytest.raises(ValueError, match="scopa is not played with 7 seats"):
        game("scopa").deal(1, 7)


def test_positions_can_be_kept() -> None:
    found = to_the_end(game("royal-cassino").deal(3), 61)[::20]
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert [hash(position) for position in again] == [hash(position) for position in found]
    assert [p.information_state(1) for p in again] == [p.information_state(1) for p in found]
    assert copy.deepcopy(found)[1] is found[1] is copy.copy(found[1])
    assert len({*found, *again}) == len(found)


def test_a_position_that_is_given_goes_on() -> None:
    scopa = load("scopa")
    position = scopa.position(
        {"hands": {1: "7c Kd", 2: "2c Ah"}, "table": "3c 4d", "stock": "2d 2h 5h 5d 6h 6d", "turn": 1}
    )
    after = position.play("7c takes 3c 4d")
    assert (position.turn, after.turn) == (1, 2)
    assert after.information_state(2).splitlines()[1] == "1: 7c takes 3c 4d"
    assert pickle.loads(pickle.dumps(after)) == after
    half = scopa.position({"hand": "7c Kd", "table": "3c 4d"})
    assert half.play("7c takes 3c 4d").turn == 2
    with pytest.raises(CassinoError, match="the hand of seat 2, whose turn it is, is not given"):
        half.play("7c takes 3c 4d").legal()


def test_where_nothing_can_be_played_it_goes_on() -> None:
    scopa = game("scopa")
    last = scopa.position({"hands": {1: "", 2: ""}, "stock": "", "table": "3c"})
    assert (last.legal(), last.is_over) == ([], False)
    with pytest.raises(ValueError, match=r"seat 1 can play nothing here: `go_on\(\)` leads to the next decision"):
        last.play(0)
    assert (last.go_on().round_over, last.go_on().go_on()) == (True, last.go_on())
    assert pickle.loads(pickle.dumps(last.go_on())) == last.go_on()
    whole = scopa.position({"hands": {1: "", 2: ""}, "stock": " ".join(scopa.pack.cards), "deals": 0})
    assert [play.text for play in whole.legal()] == ["7c takes 2c 5c", "Ac trails", "4c trails"]
    assert whole.go_on() is whole


@pytest.mark.parametrize("name", ["mulle"])
def test_nobody_can_tell_twins_apart(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two packs: were the one copy of some cards where the other is, all would be said in the same words and order."""
    there = to_the_end(game(name).deal(2), 30)
    shuffle, mixed = Engine.shuffle, chance.Random(1).sample(range(104), 40)

    def exchanged(engine: Engine, state: State) -> None:
        shuffle(engine, state)
        state.stock = [card ^ 1 if card // 2 in mixed else card for card in state.stock]

    monkeypatch.setattr(Engine, "shuffle", exchanged)
    for one, other in zip(there, to_the_end(game(name).deal(2), 30), strict=True):
        assert one.legal() == other.legal()
    assert [there[-1].information_state(s) for s in (1, 2)] == [other.information_state(s) for s in (1, 2)]


@pytest.mark.parametrize("name", ["scopa", "royal-cassino", "scopone", "39-hidden-information.yaml"])
def test_a_world_is_the_same_to_the_seat(name: str) -> None:
    for position in to_the_end(game(name).deal(4), 24)[::5]:
        if position.turn is None:
            continue
        seat = position.turn
        worlds = [position.sample(seat, rng) for rng in (chance.Random(1), np.random.default_rng(1), 7, 7)]
        assert worlds[2] == worlds[3]
        for world in worlds:
            assert type(world) is GamePosition
            assert world.information_state(seat) == position.information_state(seat)
            assert (world.information_tensor(seat) == position.information_tensor(seat)).all()
            assert (world.view(seat), world.legal()) == (position.view(seat), position.legal())
            after, again = world.play(0), pickle.loads(pickle.dumps(world)).play(0)
            assert after == again
            assert after.information_state(seat) == again.information_state(seat)
            assert (after.information_tensor(seat) == again.information_tensor(seat)).all()


def test_worlds_differ_in_what_is_not_seen() -> None:
    position = game("scopa").deal(4)
    hands = {str(position.sample(1, seed).as_json()["hands"]["2"]) for seed in range(50)}
    assert len(hands) > 40


def test_what_cannot_be_imagined_is_told() -> None:
    scopa = game("scopa")
    with pytest.raises(ValueError, match=r"chance is a `random.Random`"):
        scopa.deal(1).sample(1, "seed")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="not every card has its place"):
        scopa.position({"hand": "7c Kd", "table": "3c 4d"}).sample(1, 1)
    over = next(position for position in to_the_end(scopa.deal(1)) if position.round_over)
    with pytest.raises(ValueError, match="the round is over"):
        over.sample(1, 1)


def test_each_number_of_a_tensor_has_a_label() -> None:
    position = game("royal-cassino").deal(1).play("3c takes 3h")
    tensor, labels = position.information_tensor(2), position.information_labels
    assert (tensor.shape, tensor.dtype, len({*labels})) == ((len(labels),), np.float32, len(labels))
    told = dict(zip(labels, tensor.tolist(), strict=True))
    assert told["hands 0 faces: 4s"] == told["table faces: 10s"] == told["decides"] == 1
    assert (told["hands 1 cards"], told["hands 1 known: 2d"]) == (3, 0)
    # who saw the capture knows where the cards went
    assert (told["piles 1 known: 3c"], told["piles 1 known: 3h"]) == (1, 1)


def test_a_tensor_tells_in_which_order_things_happened() -> None:
    scopa = game("scopa")
    facts = {"hands": {"1": "Ac 2d 7c", "2": "Kd 3s 4s"}, "table": "", "stock": "5c 5d 5s 6c 6d 6s"}
    begun = scopa.position(facts)
    found = [begun.play(f"{a} trails").play("Kd trails").play(f"{b} trails") for a, b in (("Ac", "2d"), ("2d", "Ac"))]
    one, other = (position.information_tensor(2) for position in found)
    labels = position.information_labels if (position := found[0]) else ()
    apart = {label for label, a, b in zip(labels, one, other, strict=True) if a != b}
    assert apart == {"table top", *(f"play -{ago}: played: {card}" for ago in (1, 3) for card in ("Ac", "2d"))}
    told = dict(zip(labels, one.tolist(), strict=True))
    assert [told[f"play -{ago}: seat"] for ago in (1, 2, 3, 4)] == [2, 1, 2, 0]
    world = found[0].sample(2, 1)
    assert (world.information_tensor(2) == one).all()


def test_a_tensor_tells_sets_member_by_member() -> None:
    sets = load(SETS)
    built = [{"value": 7, "groups": ["4c 3d"], "makers": [1, 3]}]
    facts = {"seats": 4, "turn": 2, "table": "2d", "builds": built, "hand": "2s 7s"}
    position = sets.position(facts | {"memory": {"seen": {1: "A K"}, "suits_left": "d", "leading": [3]}})
    told = dict(zip(position.information_labels, position.information_tensor(2).tolist(), strict=True))
    makers = [told[f"build 0 makers: {after}"] for after in range(4)]
    assert (makers, told["build 1 makers: 1"]) == ([0, 1, 0, 1], 0)
    assert [told[f"seen 3: {rank}"] for rank in ("A", "2", "K")] == [1, 0, 1]
    assert (told["suits_left: d"], told["suits_left: c"]) == (1, 0)
    assert [told[f"leading: {after}"] for after in range(4)] == [0, 1, 0, 0]


def test_records_lead_back() -> None:
    royal = load("royal-cassino", target=5)
    found = to_the_end(royal.deal(9, match=3))
    for position in (found[0], found[7], found[-1]):
        assert royal.replay(json.loads(json.dumps(position.record()))) == position
    Replayer(lambda variant, with_rules, settings: royal.ruleset).replay(found[-1].record())
    with pytest.raises(ValueError, match="this is a record of other rules than those of scopa"):
        game("scopa").replay(found[0].record())
    with pytest.raises(ValueError, match="this is no record of a match"):
        royal.replay({"record": 3})
    with pytest.raises(ValueError, match=r"only a match that `Game.deal` has dealt has a record"):
        found[3].sample(1, 1).record()


def test_what_is_the_programs_own_is_not_completed() -> None:
    game = load("scopa")
    for thing, users, own in (
        (game, {"deal", "moves", "ruleset"}, {"engine", "answering", "find_play"}),
        (game.deal(1), {"play", "turn", "before"}, {"state", "engine", "kept", "plays"}),
    ):
        assert users <= {*dir(thing)}
        assert own.isdisjoint(dir(thing))


def test_a_position_says_what_it_is() -> None:
    found = to_the_end(game("scopa").deal(1))
    end = next(position for position in found if position.round_over)
    assert repr(found[0]) == "<scopa, round 1, seat 1 to play: hand 3c 5c Kd, table 4d 4s 3h 5s, 30 in the stock>"
    assert repr(found[0].legal()[0]) == "<capture: 3c takes 3h>"
    assert repr(end).startswith("<scopa, round 1 is over: ")
    assert f"side {found[-1].winner} wins" in repr(found[-1])
    assert found[0]._repr_html_().count("<svg") == 10


def test_the_end_of_a_round_reads_back_as_counted() -> None:
    scopa = game("scopa")
    end = next(position for position in to_the_end(scopa.deal(1)) if position.round_over)
    again = scopa.position(end.as_json(), seed=1)
    assert (again.scores, again.returns(), again.round_over) == (end.scores, end.returns(), True)
    assert again.next_round().round == 2
    assert pickle.loads(pickle.dumps(again.next_round())) == again.next_round()


def test_that_positions_never_change_is_told() -> None:
    position = game("scopa").deal(1)
    with pytest.raises(AttributeError, match="positions never change"):
        position.turn = 2  # type: ignore[misc]
    with pytest.raises(AttributeError, match="positions never change"):
        del position.state


def test_a_search_for_the_ending_has_a_bound() -> None:
    scopa = game("scopa")
    with pytest.raises(RunFault, match="stopped after 50 steps"):
        scopa.solve(scopa.deal(1), steps=50)
    with pytest.raises(ValueError, match="`steps` is a whole number"):
        scopa.solve(scopa.deal(1), steps=0)
    little = Game(scopa.ruleset, steps=20_000)  # of any question: work, and not positions, where nobody says how many
    with pytest.raises(RunFault, match="stopped after 20,000 steps"):
        little.solve(little.deal(1))


def test_a_position_of_an_ending_is_some_work_however_few_its_conditions(monkeypatch: pytest.MonkeyPatch) -> None:
    looked, whole = Counter[str](), ReferenceWorlds._solved

    def counting(self: ReferenceWorlds, *given: Any) -> int:
        looked["at"] += given[-1][0] > 0
        return whole(self, *given)

    monkeypatch.setattr(ReferenceWorlds, "_solved", counting)
    xeri = Game(load("xeri").ruleset, steps=100_000)
    with pytest.raises(RunFault, match="stopped after 100,000 steps"):
        xeri.solve(xeri.deal(1))
    assert looked["at"] <= 50
