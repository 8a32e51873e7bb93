"""Positions on the command line: cards in place of a file, and what is said where they are none."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.conftest import Cassino

NINE = ("--hand", "9s", "--table", "Ac", "--build", "8: 5c 3d")


def test_cards_in_place_of_a_position(cassino: Cassino) -> None:
    ran = cassino("why", "cassino", "9s takes Ac 3d 5c", *NINE)
    assert ran.code == 1
    assert ran.out.startswith(
        "9s may not take Ac and the build of 8: a build cannot be part of a sum in this game (var"
    )
    assert cassino("moves", "cassino", "--hand", "7c", "--table", "3c 4d", "--format", "json").json["plays"]
    after = cassino("apply", "cassino", "7c takes 3c 4d", "--hand", "7c", "--table", "3c 4d Kh", "--format", "json")
    assert after.json["position"]["table"] == "Kh"
    score = cassino("score", "cassino", "--pile", "10d 2s", "--pile", "Ah", "--format", "json").json
    assert [side["total"] for side in score["sides"]] == [7, 1]


def test_they_are_the_position_of_a_file(cassino: Cassino, tmp_path: Path) -> None:
    file = tmp_path / "position.yaml"
    build = "{value: 7, groups: [4h 3d, 7s], owner: 2}"
    file.write_text(f"turn: 2\nhand: 2c 7d\ntable: 5h\nbuilds: [{build}]\nmemory: {{sweeps: {{1: 2}}}}\n", "utf-8")
    words = ("--hand", "2c 7d", "--table", "5h", "--build", "7: 4h 3d + 7s (owner 2)", "--also", "turn: 2")
    given = cassino("apply", "cassino", "2c trails", *words, "--also", "memory: {sweeps: {1: 2}}", "--format", "json")
    assert given.code == 0
    assert given.json == cassino("apply", "cassino", file, "2c trails", "--format", "json").json


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("moves", "cassino", "p.yaml", "--hand", "9s"), "the position is given twice, by --hand and as 'p.yaml'"),
        (("why", "cassino", "p.yaml", "9s trails", *NINE), "the position is given twice"),
        (("why", "cassino", *NINE), "the play is missing"),
        (("apply", "cassino", "9s trails"), "the position is missing"),
        (("score", "cassino"), "the position is missing"),
        (("moves", "cassino", "--batch", "-", "--hand", "9s"), "either a position or --batch FILE"),
        (("moves", "cassino", "--hand", "9s", "--build", "5c 3d"), "--build takes VALUE: CARDS"),
        (("moves", "cassino", "--hand", "9s", "--also", "hand: 2c"), "`hand` is given twice"),
    ],
)
def test_wrong_use_says_what_is_meant(cassino: Cassino, words: tuple[str, ...], said: str) -> None:
    ran = cassino(*words)
    assert ran.code == 2
    assert said in ran.err


@pytest.mark.parametrize(
    ("words", "message", "under"),
    [
        (("--hand", "9x"), "the pack has no card `9x`", "1 | 9x\n  | ^^"),
        (("--hand", "9s", "--also", "tabel: 3c"), "a position has no key `tabel`", "1 | tabel: 3c\n  | ^^^^^\n"),
        (
            ("--hand", "9s", "--also", "memory: {sweps: {1: 2}}"),
            "`cassino` remembers no `sweps`",
            "1 | memory: {sweps: {1: 2}}\n  |          ^^^^^\n",
        ),
        (
            ("--hand", "9s", "--also", "memory: {sweeps: {3: 2}}"),
            "there is no side `3`",
            "1 | memory: {sweeps: {3: 2}}\n  |                   ^\n",
        ),
        (("--hand", "9s", "--also", "points: {card: {1: 2}}"), "`cassino` has no award `card`", "^^^^\n"),
        (("--hand", "9s", "--also", "points: 3"), "`points` are written by award", "^"),
        (("--hand", "9s", "--also", "round_over: maybe"), "`round_over` is `true` or `false`, not `maybe`", "^^^^^"),
        (("--hand", "9s", "--build", "8: 5c 3d (ownr 1)"), "a build has no `ownr`", ""),
        (("--hand", "9s 9s"), "`9s` stands too often in `hand`: the pack holds it once", "^^"),
    ],
)
def test_a_fault_is_shown_where_it_stands(cassino: Cassino, words: tuple[str, ...], message: str, under: str) -> None:
    ran = cassino("moves", "cassino", *words)
    assert ran.code == 1
    assert message in ran.err
    assert under in ran.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("turn: seven", "`turn` is a whole number, not `seven`"),
        ("dealer: me", "`dealer` is a whole number, not `me`"),
        ("seats: two", "`seats` is a whole number, not `two`"),
        ("memory: {last_capturer: banana}", "`last_capturer` is a whole number, not `banana`"),
    ],
)
def test_what_is_no_number_is_not_a_wrong_number_too(cassino: Cassino, words: str, message: str) -> None:
    ran = cassino("moves", "cassino", "--hand", "9s", "--also", words)
    assert ran.code == 1
    assert ran.err.count("error[") == 1
    assert message in ran.err


def test_a_misspelt_key_of_a_file_is_shown(cassino: Cassino, tmp_path: Path) -> None:
    for name, text, place in (
        ("position.yaml", "hand: 9s\ntabel: Ac\n", "2:1"),
        ("position.json", '{"hand": "9s",\n "tabel": "Ac"}\n', "2:2"),
    ):
        file = tmp_path / name
        file.write_text(text, "utf-8")
        ran = cassino("moves", "cassino", file)
        assert ran.code == 1
        assert f"{name}:{place}" in ran.err
        assert "did you mean `table`?" in ran.err


@pytest.mark.parametrize("hand", ["7c 2s", "7C,2S", "7♣ 2♠", "7♧, 2♤", "7♣\ufe0f 2s"])
def test_cards_as_people_write_them(cassino: Cassino, hand: str) -> None:
    ran = cassino("apply", "cassino", "7♣ takes 3C,4♦", "--hand", hand, "--table", "3c 4d", "--format", "json")
    assert ran.json["position"]["piles"]["1"] == "3c 4d 7c"
