"""The commands that answer questions about positions: moves, why, apply, score, perft."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Cassino

CLASSIC = str(Path(__file__).parent / "classic.yaml")  # a variant that stays as it is
OPEN = '{"hand": "7c", "table": "3c 4d"}'


def test_moves_as_json_has_the_keys_of_the_contract(cassino: Cassino) -> None:
    ran = cassino("moves", CLASSIC, "-", "--format", "json", stdin=OPEN)
    assert ran.code == 0
    keys = "action kind play take groups value text".split()
    capture = ("capture", "capture", ["7c"], ["3c", "4d"], [["3c", "4d"]], None, "7c takes 3c 4d")
    trail = ("trail", "trail", ["7c"], [], [], None, "7c trails")
    plays = [dict(zip(keys, row, strict=True)) for row in (capture, trail)]
    assert ran.json == {"turn": 1, "plays": plays, "schema": 1}
    assert ran.err == ""


def test_moves_as_text(cassino: Cassino, position: Path) -> None:
    ran = cassino("moves", CLASSIC, position)
    assert ran.code == 0
    assert ran.out.startswith("seat 1 to move: ")
    assert "7c takes" in ran.out
    assert "\x1b" not in ran.out


def test_options_and_house_rules_change_the_answer(cassino: Cassino) -> None:
    table = '{"hand": "7c", "table": "2c 5d 3d 4d Ac 6c"}'
    many = cassino("moves", "scopa", "-", "--format", "json", stdin=table.replace("10", "7"))
    fewest = cassino("moves", "scopa", "-", "--set", "fewest=true", "--format", "json", stdin=table)
    assert len(fewest.json["plays"]) < len(many.json["plays"])
    scored = cassino("score", "cassino", "-", "--with", "sweeps", "--format", "json", stdin="{}")
    assert "sweeps" in scored.json["sides"][0]["awards"]


def test_batch_answers_line_by_line_and_keeps_in_step(cassino: Cassino, tmp_path: Path) -> None:
    file = tmp_path / "positions.jsonl"
    file.write_text(f'{OPEN}\nnot json\n{{"hand": "7z"}}\n[1]\n\n{OPEN}\n')
    ran = cassino("moves", "cassino", "--batch", file)
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 1
    assert ["error" in a for a in answers] == [False, True, True, True, True, False]
    assert "7z" in answers[2]["error"]
    assert answers[0] == answers[5]
    file.write_text(OPEN)
    assert cassino("moves", "cassino", "--batch", file).code == 0


def test_apply_gives_a_position_that_reads_back(cassino: Cassino, position: Path, tmp_path: Path) -> None:
    ran = cassino("apply", CLASSIC, "-", "7c takes 3c 4d", "--format", "json", stdin=OPEN)
    assert ran.code == 0
    assert ran.json["events"] == ["sweep", "last capture"]
    assert ran.json["position"]["piles"] == {"1": "3c 4d 7c", "2": ""}
    assert ran.json["position"]["turn"] == 2
    text = cassino("apply", CLASSIC, position, "2s builds 7 with 4d Ah 5h 2d")
    assert text.code == 0
    after = tmp_path / "after.yaml"
    after.write_text(text.out.replace("hands: {", 'hands: {2: "9c", '))
    again = cassino("moves", CLASSIC, after, "--format", "json")
    assert again.code == 0
    assert again.json["turn"] == 2


def test_apply_takes_the_object_that_moves_prints(cassino: Cassino) -> None:
    play = cassino("moves", "cassino", "-", "--format", "json", stdin=OPEN).json["plays"][0]
    ran = cassino("apply", "cassino", "-", json.dumps(play), "--format", "json", stdin=OPEN)
    assert ran.json["position"]["table"] == ""


@pytest.mark.parametrize(
    ("play", "clause"),
    [
        ("8s trails", "cards in the hand"),
        ("2s takes Jc", "cards to take"),
        ("7c takes 5h", "whole builds"),
        ("7c takes 3c Ah", "part `sums` of `capture`"),
        ("2s builds 9 with 6s Ah", "the value announced of `build`"),
        ("Kd trails", "rule `no trail beside an own build`"),
        ("7c takes 3c 4d", "rule `the card is kept`"),
    ],
)
def test_an_illegal_play_says_what_refused_it(cassino: Cassino, position: Path, play: str, clause: str) -> None:
    why = cassino("why", CLASSIC, position, play, "--format", "json")
    assert why.code == 1
    assert why.json["legal"] is False
    refused = [c for c in why.json["conditions"] if c["verdict"] == "refused"]
    assert refused[0]["clause"] == clause
    ran = cassino("apply", CLASSIC, position, play)
    assert ran.code == 1
    assert ran.out == ""
    assert why.json["reason"].removesuffix(".") in ran.err


CHANCE = str(Path(__file__).parents[1] / "conformance" / "effects" / "chance.yaml")
ROBBED = '{"hands": {"1": "As 9c", "2": "2c 3c 4c 5c"}, "table": "6h 7h", "stock": "2d 3d"}'


def test_chance_follows_from_the_seed(cassino: Cassino) -> None:
    made = cassino("apply", CHANCE, "-", "As trails", "--format", "json", stdin=ROBBED).json
    assert (made["seed"], made["position"]["chances"]) == (1, 1)
    assert "# chance by seed 1" in cassino("apply", CHANCE, "-", "As trails", stdin=ROBBED).out
    hands = {
        cassino("apply", CHANCE, "-", "As trails", "--seed", s, "--format", "json", stdin=ROBBED).json["position"][
            "hands"
        ]["1"]
        for s in range(20)
    }
    assert hands == {"2c 9c", "3c 9c", "4c 9c", "5c 9c"}
    # what is printed reads back: chance goes on from where it was
    on = json.dumps(made["position"])
    plays = cassino("moves", CHANCE, "-", "--format", "json", stdin=on).json["plays"]
    assert plays
    plain = cassino("apply", CHANCE, "-", "9c trails", "--format", "json", stdin=ROBBED).json
    assert "seed" not in plain


def test_sequences_after_chance_are_the_same_for_both_engines(cassino: Cassino) -> None:
    counted = set()
    for seed in (1, 2, 3):
        said = [
            cassino(
                "perft", CHANCE, "-", "--depth", 4, "--seed", seed, "--engine", engine, "--format", "json", stdin=ROBBED
            ).json["nodes"]
            for engine in ("reference", "native")
        ]
        assert said[0] == said[1]
        counted.add(tuple(said[0]))
    assert len(counted) > 1


def test_a_play_that_has_the_cards_dealt_anew(cassino: Cassino, tmp_path: Path) -> None:
    variant = tmp_path / "throw.yaml"
    variant.write_text("dsl: 1\nextends: scopa\nactions: {throw_in: {play: none, do: redeal}}\n")
    position = '{"hands": {"1": "2c", "2": "3c"}, "table": "4d", "stock": "5d 6d"}'
    made = cassino("apply", variant, "-", "throw_in", "--format", "json", stdin=position)
    assert "dealt anew" in made.json["remark"]
    assert (made.json["position"]["redeal"], made.json["position"]["redeals"]) == (True, 1)
    again = cassino("moves", variant, "-", "--format", "json", stdin=json.dumps(made.json["position"]))
    assert (again.json["plays"], again.json["remark"]) == ([], made.json["remark"])
    assert cassino(
        "perft", variant, "-", "--depth", "2", "--format", "json", stdin=json.dumps(made.json["position"])
    ).json["nodes"] == [1, 0, 0]
