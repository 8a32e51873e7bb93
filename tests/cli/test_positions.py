"""Positions as other programs write them, and positions that nobody would: read as they are meant, or told what is
wrong with them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl.engine.position.position import position_json
from cassino_dsl.game import Game, load
from tests.cli.conftest import Cassino
from tests.native.compare import needs_compiler, quick_engine

VARIANT = """\
dsl: 1
extends: cassino
seats: 2
memory:
  low: {is: bool}
  open: {of: seat, is: bool}
  red: {of: build, is: bool}
  trump: {is: rank}
  shown: {of: side, is: cards}
  best: {is: card}
actions:
  give: {play: card, step: give, to: aside}
rules:
  sevens: kind = trail and rank(card) = 7 implies low = false
  eights: kind = trail and rank(card) = 8 implies open(me) = open(next(me))
  nines: kind = trail and rank(card) = 9 implies all(b in builds | red(b) = false)
  trumps: kind = trail implies rank(card) != trump
  shown: kind = trail implies not card in shown(us)
events:
  chance: {on: trailed, when: rank(card) = K, do: pick s in seats do deal 1 to hand(s)}
  asked: {on: trailed, when: rank(card) = Q, do: ask next(me) to give}
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    file = tmp_path / "game.yaml"
    file.write_text(VARIANT, encoding="utf-8")
    return load(file)


def trails(game: Game, position: dict[str, Any]) -> list[str]:
    return [play["text"] for play in game.moves(position)["plays"] if play["kind"] == "trail"]


def test_what_is_not_remembered_of_yes_or_no_is_no(game: Game) -> None:
    builds = [{"value": 5, "groups": ["2c 3c"], "red": None}]
    for nothing in (None, "", "none"):
        memory = {"low": nothing, "open": {"1": nothing}}
        asked = {"hand": "7c 8c 9c", "memory": memory, "builds": builds}
        assert trails(game, asked) == ["7c trails", "8c trails", "9c trails"]
        shown = position_json(game.position(asked))
        assert (shown["memory"]["low"], shown["memory"]["open"]["1"], shown["builds"][0]["red"]) == (False,) * 3


def test_ranks_may_be_numbers_and_cards_a_list(game: Game) -> None:
    asked = {"hand": "7c 8c 9c", "memory": {"trump": 7, "shown": {"1": ["8c", "2d 3d"]}, "best": ["4c"]}}
    assert trails(game, asked) == ["9c trails"]
    assert position_json(game.position(asked))["memory"]["shown"]["1"] == "8c 2d 3d"


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"memory": {"trump": 11}}, "the pack has no rank `11`"),
        ({"memory": {"best": "4c 5c"}}, "`best` is one card"),
        ({"memory": {"shown": {"1": ["4c", 5]}}}, "`memory.shown.1` is a text of cards such as `3c 10d`"),
        ({"hands": {"1": "7c", "01": "8c"}}, "there is no seat `01`"),
        ({"memory": {"open": {"１": True}}}, "there is no seat `１`"),
        ({"turns": -1}, "`turns` is from 0 to 1000000000, not `-1`"),
        ({"turns": 1_000_000_001}, "`turns` is from 0 to 1000000000, not `1000000001`"),
        ({"scores": {"1": 1_000_000_001}}, "`scores.1` is from -1000000000 to 1000000000, not `1000000001`"),
        ({"scores": {"1": True}}, "`scores.1` is a whole number, not `true`"),
        ({"turns": float("inf")}, "`turns` is a whole number, not `Infinity`"),
        ({"asks": [{"seat": 1, "ask": "x"}]}, "`ask` is a whole number, not `x`"),
        ({"asks": {"seat": 2, "ask": 1}}, "`asks` is a list: one `{seat: 1, ask: 1}` for each decision that waits"),
    ],
    ids=str,
)
def test_what_is_wrong_is_told(cassino: Cassino, tmp_path: Path, position: dict[str, Any], message: str) -> None:
    (tmp_path / "game.yaml").write_text(VARIANT, encoding="utf-8")
    asked = {**({} if "hands" in position else {"hand": "9c"}), **position}
    ran = cassino("moves", tmp_path / "game.yaml", "-", stdin=json.dumps(asked))
    assert ran.code == 1
    assert f": {message}\n" in ran.err


@needs_compiler
def test_counts_stay_where_they_can_be_read_again(game: Game) -> None:
    most = 1_000_000_000
    asked = {"hands": {"1": "Kc 4c", "2": "5c 6c"}, "table": "", "stock": "7c 8c", "turns": most, "chances": most}
    after = game.apply(asked, "Kc trails")["position"]
    assert (after["turns"], after["chances"]) == (most, most)
    assert position_json(game.position(after)) == after
    before = game.position(asked)
    native = quick_engine(game.ruleset, 2)
    assert native.perft(before.state, 2) == game.perft(before, 2)


@pytest.mark.parametrize(
    ("data", "help"),
    [
        (b"", "a position is YAML or JSON, as `table: 3c 4d` and `hand: 7c`"),
        (b"\0", "name the file of a position; text in UTF-16 has to be saved as UTF-8"),
        (b"#" * 1_100_000, "name the file of a position, which has a few lines"),
    ],
    ids=["empty", "binary", "large"],
)
def test_what_is_no_position_is_not_told_to_become_a_variant(
    cassino: Cassino, tmp_path: Path, data: bytes, help: str
) -> None:
    (tmp_path / "position").write_bytes(data)
    assert f"= help: {help}\n" in cassino("moves", "cassino", tmp_path / "position").err


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no endless file")
def test_an_endless_file_is_not_read_to_its_end() -> None:
    command = [sys.executable, "-m", "cassino_dsl", "score", "cassino", "/dev/zero"]
    done = subprocess.run(command, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr[:31]) == (1, b"error[CAS001] file-too-large: t")


def test_lines_that_python_cannot_read_are_told_in_plain_words(cassino: Cassino, tmp_path: Path) -> None:
    lines = [
        b"[" * 100_000,
        b'{"turns": ' + b"9" * 5_000 + b"}",
        b'\xff\xfe{"hand": "7c"}',
        b'\xef\xbb\xbf{"hand": "7c"}',
    ]
    (tmp_path / "positions").write_bytes(b"\n".join(lines))
    answers = [
        json.loads(line) for line in cassino("moves", "cassino", "--batch", tmp_path / "positions").out.splitlines()
    ]
    assert [answer.get("error") for answer in answers] == [
        "the line is nested too deeply",
        "not JSON: `99999999999999999999…` is larger than any number of a position",
        "the line is not UTF-8",
        None,
    ]


def test_a_play_that_is_nested_too_deeply_is_none(cassino: Cassino) -> None:
    ran = cassino("apply", "cassino", "--hand", "7c", '{"a":' * 20_000)
    assert (ran.code, ran.err[:22]) == (1, "error[CAS089] bad-play")


@needs_compiler
def test_what_is_remembered_of_a_joker_can_be_read_again(tmp_path: Path) -> None:
    """A joker is a rank of its own."""
    memory = "memory: {lain: {is: rank}}\nevents: {lay: {on: trailed, do: lain := rank(card)}}\n"
    pack = "pack: {extras: [X1, X2, X3, X4]}\nseats: 2\ndeal: {refill: 'min(4, count(stock) div 2)'}\n"
    (tmp_path / "game.yaml").write_text(f"dsl: 1\nextends: cassino\n{pack}{memory}")
    game = load(tmp_path / "game.yaml")
    after = game.apply({"hands": {"1": "X1 4c", "2": "5c X2"}, "table": "", "stock": ""}, "X1 trails")["position"]
    assert after["memory"]["lain"] == "X1"
    position = game.position(after)
    assert position_json(position) == after
    native = quick_engine(game.ruleset, 2)
    assert native.perft(position.state, 2) == game.perft(position, 2)


# ---- cards in place of a file


# ---- plays that are refused


def test_a_record_with_a_play_that_is_not_legal(cassino: Cassino, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert cassino("simulate", "scopa", "--games", 1, "--seed", 1, "--engine", "reference", "--records", file).code == 0
    record = json.loads(file.read_text("utf-8").splitlines()[0])
    card = record["rounds"][0]["plays"][0].split()[0]
    record["rounds"][0]["plays"][0] = f"{card} takes {card}"
    file.write_text(json.dumps(record) + "\n", "utf-8")
    ran = cassino("replay", file)
    assert ran.code == 1
    assert f"`{card} takes {card}` is not legal for seat 1: {card} is in your hand, not on the table." in ran.err


@pytest.mark.parametrize(
    ("variant", "builds", "said"),
    [
        ("cassino", ["9: 3c 4c"], "3c 4c cannot count for that"),
        ("cassino", ["7: 3c 4c"], ""),
        ("cassino", ["7: 3c 4c", "7: 2c 5c"], "two builds of 7 are given, and no play of this game leads to that"),
        ("cassino", ["7: 3c 4c", "8: 2c 6c"], ""),
        ("zwicker", ["7: 3c 4c", "7: 2c 5c"], ""),
    ],
)
def test_a_build_that_cannot_be_there_is_remarked_upon(
    cassino: Cassino, variant: str, builds: list[str], said: str
) -> None:
    given = [word for build in builds for word in ("--build", build)]
    ran = cassino("moves", variant, "--hand", "7h", "--table", "", *given)
    assert (ran.code, said in ran.err, bool(ran.err)) == (0, True, bool(said)), ran.err
