"""Wherever a play is refused, the same reason is given: in a game that is played, a record, an example."""

from __future__ import annotations

import json
from pathlib import Path

from cli.conftest import Cassino


def test_a_game_takes_plays_in_words_and_says_why_not(cassino: Cassino) -> None:
    ran = cassino("play", "cassino", "--seed", 1, stdin="3c takes 4d\n7c trails\nWhat?\n3c takes 3h\nq\n")
    assert ran.code == 0
    assert "3c may not take 4d: 4d counts 4, not 3." in ran.out
    assert ".yaml" not in ran.out  # where the clause stands is asked of `cassino why`
    assert "7c is not in your hand: you hold 3c, 2d, Kd and 9h." in ran.out
    assert "type one such as `7c takes 3c 4d`" in ran.out
    assert ran.out.count("\nyour hand: ") == 2  # the last of them was played


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


def test_an_example_that_expects_what_is_not_legal(cassino: Cassino, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "dsl: 1\nextends: cassino\nexamples:\n"
        "  - {name: too much, hand: 7c, table: 3c 4d 2h, expect: {legal: [7c takes 3c 4d 2h]}}\n",
        "utf-8",
    )
    ran = cassino("test", file)
    assert ran.code == 1
    assert "it is not: 7c may not take 3c, 4d and 2h: 2h counts 2, not 7 (variants/cassino.yaml:" in ran.out + ran.err
