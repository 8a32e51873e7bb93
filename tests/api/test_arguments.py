"""Wrong arguments are said to be wrong, with what is meant: no fault from within, and nothing else is played."""

from __future__ import annotations

import copy
import inspect
import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from importlib.resources import files
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl.api import CassinoError, Game, GamePosition, NotFound, diff, load, rounds, simulate
from cassino_dsl.language.diagnostics.cassino_error import WrongArgument
from cassino_dsl.match.basic_game import BasicGame

SCOPA: Any = load("scopa")
LOADED: Any = load
TEXT = """dsl: 1
extends: scopa
title: The beautiful swords
awards:
  beautiful_swords: {each: 7s, points: 1}
"""
WRONG: tuple[tuple[Callable[[], object], type[Exception], str], ...] = (
    (lambda: simulate(SCOPA, 1, unit="rounds"), ValueError, "`unit` is one of `match`, `round`, not 'rounds'; did you"),  # type: ignore[arg-type]
    (lambda: simulate(SCOPA, 1, engine="natve"), ValueError, "did you mean `native`?"),  # type: ignore[arg-type]
    (lambda: simulate(SCOPA, 0), ValueError, "`games` is a whole number from 1 on, not 0"),
    (lambda: simulate(SCOPA, 1.5), WrongArgument, "`games` is a whole number, not 1.5"),  # type: ignore[arg-type]
    (lambda: simulate(SCOPA, True), WrongArgument, "`games` is a whole number, not True"),
    (lambda: simulate("scopa"), WrongArgument, "a game is meant, not 'scopa': `load('scopa')`"),  # type: ignore[arg-type]
    (lambda: simulate(SCOPA, 1, seed=-1), ValueError, "`seed` is a whole number from 0 to"),
    (lambda: simulate(SCOPA, 1, seats=7), ValueError, "scopa is not played with 7 seats, but with 2 or 3 or 4"),
    (lambda: simulate(SCOPA, 1, jobs=0), ValueError, "`jobs` is a whole number from 1 on"),
    (lambda: simulate(SCOPA, 1, rotate="no"), WrongArgument, "`rotate` is True or False"),  # type: ignore[arg-type]
    (lambda: simulate(SCOPA, 1, until="narrow"), ValueError, "`until` is a width such as"),
    (lambda: simulate(SCOPA, 1, players="serch:10"), ValueError, "did you mean `search`?"),
    (lambda: diff(SCOPA, "scopa"), WrongArgument, "a game is meant, not 'scopa'"),  # type: ignore[arg-type]
    (lambda: diff(SCOPA, SCOPA, prove=7), ValueError, "`prove` is a whole number from 0 to 6"),
    (lambda: diff(SCOPA, SCOPA, games=0), ValueError, "`games` is a whole number from 1 on"),
    (lambda: SCOPA.deal(seed="1"), WrongArgument, "`seed` is a whole number"),
    (lambda: SCOPA.deal(seats=9), ValueError, "but with 2 or 3 or 4"),
    (lambda: SCOPA.deal(match=-1), ValueError, "`match` is a whole number from 0 on"),
    (lambda: SCOPA.position("7c"), WrongArgument, "a position is an object such as"),
    (lambda: SCOPA.moves(["7c"]), WrongArgument, "a position is an object such as"),
    (lambda: SCOPA.view({"hand": "7c"}, 3), ValueError, "there is no seat 3: seats go from 1 to 2"),
    (lambda: SCOPA.view({"hand": "7c"}, "1"), WrongArgument, "`seat` is a whole number"),
    (lambda: SCOPA.position({}).legal(), CassinoError, "the hand of seat 1, whose turn it is, is not given"),
    (lambda: SCOPA.position({"hnad": "7c"}), CassinoError, "did you mean `hand`?"),
    (lambda: LOADED(5), WrongArgument, "a variant is a shipped name, a path or a text in YAML, not 5"),
    (lambda: LOADED("scopa", with_rules=5), WrongArgument, "`with_rules` is a list of house rules"),
    (lambda: LOADED("scopa", tarket=21), CassinoError, "did you mean `target`?"),
    (lambda: LOADED("scopa", seat=2), WrongArgument, "did you mean `seats=…`?"),
    (lambda: LOADED("scopa", opponents="greedy"), CassinoError, "the call itself takes `with_rules`, `seats`"),
    (lambda: LOADED("scopa", with_rule=["sweeps"]), WrongArgument, "did you mean `with_rules=…`?"),
    (lambda: LOADED("scopa", target=None), WrongArgument, "the option `target` is a number, a word, True or False"),
    (lambda: LOADED("scopa", seats=9), ValueError, "scopa is not played with 9 seats"),
    (lambda: LOADED("scoppa"), NotFound, "there is no variant `scoppa`"),
    (lambda: LOADED("a\0b.yaml"), NotFound, "there is no file"),
)  # fmt: skip


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_what_is_wrong_is_told(number: int) -> None:
    call, kind, message = WRONG[number]
    with pytest.raises(kind) as raised:
        call()
    assert type(raised.value) is kind
    assert message in str(raised.value)


def test_a_file_with_faults_is_told_as_on_the_command_line() -> None:
    with pytest.raises(CassinoError) as raised:
        load(TEXT.replace("each: 7s", "per: 7s").replace("title", "titel"))
    told = str(raised.value)
    assert "--> text.yaml:3:1" in told
    assert "titel" in told
    assert "^" in told
    assert "help: did you mean `title`?" in told
    assert "more finding" in told
    again = pickle.loads(pickle.dumps(raised.value))
    assert (str(again), again.message) == (told, raised.value.message)


def test_a_name_that_is_none_has_a_note() -> None:
    with pytest.raises(NotFound) as raised:
        load("scoppa")
    assert raised.value.__notes__ == ["help: did you mean `scopa`?"]


def test_texts_are_games(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(TEXT)
    game = load(TEXT)
    assert (game.ruleset.title, game.deal(1).seats) == ("The beautiful swords", 2)
    by_path = load(tmp_path / "mine.yaml")
    assert game.ruleset.awards == by_path.ruleset.awards
    rule = TEXT.replace("extends: scopa", "house: true")
    assert load("scopa", rule).ruleset.awards == load("scopa", [rule]).ruleset.awards == by_path.ruleset.awards


def test_a_game_for_so_many_seats() -> None:
    four = load("scopa", seats=4)
    assert (four.deal(1).seats, simulate(four, 2, seed=1)["seats"], four.moves({"hand": "7c"})["turn"]) == (4, 4, 1)
    assert four != load("scopa")


def test_games_are_compared_kept_and_shown() -> None:
    game, other = load("scopa"), load("scopa", target=21)
    assert (game == load("scopa"), game == other, hash(game) == hash(load("scopa"))) == (True, False, True)
    assert copy.copy(game) is game is copy.deepcopy(game)
    assert pickle.loads(pickle.dumps(other)) == other
    assert repr(game) == "<Game scopa: Scopa, 2 or 3 or 4 seats>"
    assert repr(load("scopa", "asso-pigliatutto", target=21)).endswith(", asso-pigliatutto, target=21>")
    assert "<iframe sandbox" in game._repr_html_()
    assert (len(game.pack.cards), game.pack.ranks[0], game.pack.suits["d"]) == (40, "A", "coins")
    assert len(load("mulle").pack.cards) == 104


def test_answers_show_themselves() -> None:
    report = simulate(load("scopa"), 2, seed=1)
    change = diff(load("scopa"), load("scopa", target=21), games=3, witness=False)
    assert (repr(report), repr(change)) == (
        "<Simulation of scopa: 2 matches, seed 1>",
        "<Comparison of scopa and scopa: 1 change>",
    )
    assert "2 matches are too few to say who is ahead" in str(report)
    assert "--full" not in str(report)
    assert "target: 11 → 21" in str(change)
    table = change.to_frame("pyarrow").to_pylist()
    assert [row["figure"] for row in table] == [one["name"] for one in change["effect"]["figures"]]
    assert all(row["low"] <= row["difference"] <= row["high"] for row in table if row["low"] is not None)
    with pytest.raises(ValueError, match="no effect was measured"):
        diff(load("scopa"), load("scopa", target=21), effect=False, witness=False).to_frame()
    for answer, told in ((report, "Simulation"), (change, "target: 11 → 21")):
        assert answer._repr_html_().startswith("<iframe sandbox srcdoc=")
        assert told in answer._repr_html_()
        again = pickle.loads(pickle.dumps(answer))
        assert (type(again), again) == (type(answer), answer)
        assert json.loads(json.dumps(answer)) == answer


def first_play(game: Game) -> str:
    return game.deal(1).legal()[0].text


def test_games_go_to_processes_that_begin_anew() -> None:
    """Spawned, as on Windows and macOS: nothing is there but what was pickled."""
    with ProcessPoolExecutor(1, get_context("spawn")) as team:
        assert [*team.map(first_play, [load("scopa"), load(TEXT)])] == ["3c takes 3h"] * 2


def test_types_come_with_the_package() -> None:
    """Type checkers believe the types of a package that says so."""
    assert (files("cassino_dsl") / "py.typed").is_file()


def test_help_and_messages_speak_python() -> None:
    with pytest.raises(ValueError, match="`players` names 3 players for 2 seats"):
        simulate(load("scopa"), games=1, players=["random"] * 3)
    with pytest.raises(ValueError, match="`games` is a whole number"):
        rounds(load("scopa"), games=-10, library="pyarrow")
    for call in (simulate, rounds):
        told = str(call.__doc__)
        assert not [word for word in ("design.md", "names.py", "RoundRows") if word in told]
    for call in (simulate, diff):
        _, *given = inspect.signature(call).parameters
        assert not [name for name in given if name not in str(call.__doc__)]


def test_a_game_is_loaded_without_what_simulates_and_compares() -> None:
    code = (
        "import sys; from cassino_dsl import load; load('scopa').deal(1)\n"
        "assert not [name for name in sys.modules if name.startswith('cassino_dsl.analysis')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_help_begins_with_what_users_ask_and_says_what_it_is() -> None:
    own, base = ({name for name in vars(made) if not name.startswith("_")} for made in (Game, BasicGame))
    assert own == {"simulate", "rounds", "records", "diff"}
    assert base == {"pack", "deal", "replay", "position", "moves", "apply", "view", "score", "perft", "solve"}
    for made in (Game, BasicGame, GamePosition):
        told = {name: inspect.getdoc(getattr(made, name)) for name in vars(made) if not name.startswith("_")}
        assert not [name for name, doc in told.items() if not doc]
