"""Endings played exactly: as plain trying of everything finds it, on both engines, by the command and by players."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from cassino_dsl import load
from cassino_dsl.engine.native import engine as native
from cassino_dsl.engine.reference.limits import STEPS
from cassino_dsl.engine.reference.rng import match_key
from cassino_dsl.game import CassinoError, Game
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.players.agents import SeatedPlayers
from cassino_dsl.players.determinizations import ReferenceWorlds
from cassino_dsl.players.tie_break import code
from tests.native.compare import needs_compiler, quick_engine

CASSINO = {
    "hands": {1: "7c 2s", 2: "5c 4s"},
    "table": "3c 4d As",
    "piles": {1: "10d 8c 8d 6h", 2: "2c 2d Qc"},
    "stock": "",
    "memory": {"last_capturer": 1},
}
ENDINGS: list[tuple[str, dict[str, Any]]] = [
    ("traditional-cassino", CASSINO),
    ("cassino", {**CASSINO, "turn": 2, "hands": {1: "7c 2s", 2: "4s 9h"}}),
    ("krypkasino", {**CASSINO, "seats": 2}),  # the lowest score wins
    ("scopa", {"hands": {1: "7c 2s", 2: "5c 7d"}, "table": "3c 4d", "stock": "", "memory": {"last_capturer": 2}}),
    ("scopone", {"hands": {1: "7c", 2: "5c", 3: "Kd", 4: "3h"}, "table": "3c 4d 5d", "stock": ""}),  # partners
    ("pluck-cassino", {**CASSINO, "hands": {1: "7c", 2: "5c"}, "table": "3c 4d Kc"}),  # several plays in a turn
]


def tried(game: Game, position: dict[str, Any]) -> int:
    """What the side that moves leads by if all is tried, by what is public of a game."""
    moves = game.moves(position)
    lowest = game.ruleset.match.winner == "lowest"
    side_of = game.engine(position["seats"]).plan.side_of

    def lead(position: dict[str, Any], side: int) -> int:
        if not (plays := game.moves(position)["plays"]):
            points = [row["total"] for row in game.score(position)["sides"]]
            return (points[side] - points[1 - side]) * (-1 if lowest else 1)
        ours = side_of[position["turn"] - 1] == side
        leads = [lead(game.apply(position, play["text"])["position"], side) for play in plays]
        return max(leads) if ours else min(leads)

    side = side_of[moves["turn"] - 1]
    return max(lead(game.apply(position, play["text"])["position"], side) for play in moves["plays"])


@pytest.mark.parametrize(("variant", "given"), ENDINGS)
def test_trying_everything_finds_the_same(variant: str, given: dict[str, Any]) -> None:
    game = load(variant)
    position = {"seats": len(given["hands"]), **given}
    answer = game.solve(position)
    assert answer["value"] == tried(game, position)
    assert answer["value"] == max(play["value"] for play in answer["plays"])
    assert {p["text"] for p in answer["plays"]} == {p["text"] for p in game.moves(position)["plays"]}
    here = position
    for step in answer["line"]:  # it can be played, and comes to what is said
        assert game.moves(here)["turn"] == step["seat"]
        here = game.apply(here, step["text"])["position"]
    assert {str(row["side"]): row["total"] for row in game.score(here)["sides"]} == answer["points"]


@needs_compiler
def test_both_engines_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "native_engine", lambda ruleset, seats: (quick_engine(ruleset, seats), ""))
    ruleset = load("traditional-cassino").ruleset
    position = {**CASSINO, "hands": {1: "7c 2s Kd", 2: "5c 9d 4s"}, "table": "3c 4d 9h As"}
    answers = [Game(ruleset, engine=engine).solve(position) for engine in ("reference", "native", "auto")]  # type: ignore[arg-type]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0]["value"] == 2
    Game(ruleset, 3_000, "native").solve(position, steps=3_000)
    with pytest.raises(RunFault, match="stopped after 3,000 steps"):  # of which a position takes several
        Game(ruleset, 3_000, "native").solve(position)


def test_the_hand_that_is_not_named_holds_what_is_named_nowhere() -> None:
    game = load("scopa")
    whole = [f"{rank}{suit}" for suit in "cdhs" for rank in ("A", *map(str, range(2, 8)), "J", "Q", "K")]
    held = {"7c", "2s", "5c", "Kd", "3c", "4d"}
    rest = " ".join(card for card in whole if card not in held)
    position: dict[str, Any] = {"hand": "7c 2s", "table": "3c 4d", "piles": {1: rest}, "stock": ""}
    answer = game.solve(position)
    assert answer["hands"] == {"2": "5c Kd"}
    named = game.solve({**position, "hand": "7c 2s", "hands": {2: "5c Kd"}})
    assert named == {**answer, "hands": {}}


@pytest.mark.parametrize(
    ("variant", "position", "message"),
    [
        ("scopa", {"hand": "7c", "table": "3c"}, "the stock is not named"),
        (
            "scopa",
            {"hand": "7c", "table": "3c", "stock": ""},
            "38 cards are named nowhere, too many for the hand of seat 2",
        ),
        ("scopone", {"hand": "7c", "table": "3c", "stock": ""}, "the hands of seats 2 and 3 and 4 are not named"),
        (
            "cassino",
            {"seats": 3, "hand": "7c", "stock": ""},
            "only two sides can play an ending out exactly; here are 3",
        ),
        ("scopa", {"hands": {1: "", 2: ""}, "table": "3c", "stock": ""}, "nothing is left to decide"),
    ],
)
def test_what_cannot_be_solved_says_so(variant: str, position: dict[str, Any], message: str) -> None:
    with pytest.raises(CassinoError, match=message):
        load(variant).solve(position)


def test_too_many_positions_are_too_many() -> None:
    with pytest.raises(RunFault, match="stopped after 3 steps"):
        Game(load("cassino").ruleset, steps=3).solve(CASSINO)
    assert Game(load("cassino").ruleset, steps=STEPS).solve(CASSINO)["line"]


def test_the_player_solves_endings_and_is_greedy_before() -> None:
    engine = load("scopa").engine(2)
    worlds, most = ReferenceWorlds(engine), 500
    tables, solved = engine.evaluate.tables, 0
    for match in range(3):
        key = match_key(7, match)
        state = engine.new_match(key)
        players = SeatedPlayers(engine, ("solve:500", "solve:500"), key, state)
        greedy = SeatedPlayers(engine, ("greedy", "greedy"), key, state)
        while state.round == 1 and not state.match_over:
            plays = engine.legal(state)
            chosen = players.choose(state, plays)
            codes = list(map(partial(code, tables), plays))
            leads = worlds.solve(state, codes, most, in_match=True) if not state.stock else None
            if leads is None:
                greedy.decisions = players.decisions
                assert chosen == greedy.choose(state, plays)
            elif len(plays) > 1:
                assert leads[codes.index(code(tables, chosen))] == max(leads)
                solved += 1
            after = engine.play(state, chosen)
            players.played(state, chosen, after)
            state = after
    assert solved > 5
