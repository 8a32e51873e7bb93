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
    assert ran.json == {
        "turn": 1,
        "plays": [
            {
                "action": "capture",
                "kind": "capture",
                "play": ["7c"],
                "take": ["3c", "4d"],
                "groups": [["3c", "4d"]],
                "value": None,
                "text": "7c takes 3c 4d",
            },
            {
                "action": "trail",
                "kind": "trail",
                "play": ["7c"],
                "take": [],
                "groups": [],
                "value": None,
                "text": "7c trails",
            },
        ],
        "schema": 1,
    }
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
        ("7c takes 3c Ah", "the parts together of `capture`"),
        ("2s builds 9 with 6s Ah", "`v` of `build`"),
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


def test_a_word_that_is_no_play(cassino: Cassino, position: Path) -> None:
    for command in ("apply", "why"):
        ran = cassino(command, "cassino", position, "Hello World!")
        assert ran.code == 1
        assert "bad-play" in ran.err


def test_why_shows_values_and_places(cassino: Cassino, position: Path) -> None:
    ran = cassino("why", CLASSIC, position, "Kd trails", "--format", "json")
    rule = next(c for c in ran.json["conditions"] if c["clause"] == "rule `no trail beside an own build`")
    assert set(rule) == {"clause", "text", "place", "values", "verdict"}
    assert rule["values"]["owner(b) for b = build 7 (2d 5h)"] == "seat 1"
    assert rule["values"]["kind"] == "trail"
    file, line, column = rule["place"].rsplit(":", 2)
    assert file == CLASSIC
    assert int(line) > 1
    assert int(column) > 1
    text = cassino("why", CLASSIC, position, "Kd trails", "--all")
    assert text.code == 1
    assert "x refused" in text.out
    plain = cassino("why", CLASSIC, position, "Kd trails")
    first, second = plain.out.splitlines()
    assert first.startswith("Kd may not be trailed: the build of 7 is yours (“no trail beside an own build”, ")
    assert second.startswith("What can be played: ")
    assert text.out.startswith(plain.out)


def test_score_as_text_and_json(cassino: Cassino) -> None:
    round = '{"piles": {"1": "10d 2s As Ac", "2": "Ah"}, "scores": {"1": 20, "2": 3}}'
    ran = cassino("score", "cassino", "-", "--format", "json", stdin=round)
    assert ran.code == 0
    first, second = ran.json["sides"]
    assert set(first) == {"side", "awards", "total", "score"}
    assert first["total"] == sum(first["awards"].values())
    assert first["score"] == 20 + first["total"]
    assert second["awards"]["big_cassino"] == 0
    assert ran.json["winner"] == 1
    text = cassino("score", "cassino", "-", stdin=round)
    assert "side 1 wins" in text.out
    assert "big_cassino" in text.out
    batch = cassino("score", "cassino", "--batch", "-", stdin=round + "\n" + round)
    assert [json.loads(line) for line in batch.out.splitlines()] == [ran.json, ran.json]


def test_perft_from_a_seed_and_from_a_position(cassino: Cassino) -> None:
    ran = cassino("perft", CLASSIC, "--seed", 1, "--depth", 2, "--format", "json")
    nodes = ran.json["nodes"]
    assert len(nodes) == 3
    assert nodes[0] == 1
    small = '{"hands": {"1": "7c", "2": "7d"}, "table": "3c 4d", "stock": ""}'
    ran = cassino("perft", CLASSIC, "-", "--depth", 3, "--format", "json", stdin=small)
    # 7c takes or trails; then 7d trails, or takes one of 7c, 3c 4d and both, or trails beside them
    assert ran.json == {"nodes": [1, 2, 5, 0], "schema": 1}
    text = cassino("perft", CLASSIC, "-", "--depth", 1, stdin=small)
    assert text.out.split() == ["depth", "sequences", "0", "1", "1", "2"]


def test_perft_needs_every_card(cassino: Cassino) -> None:
    ran = cassino("perft", "cassino", "-", stdin=OPEN)
    assert ran.code == 1
    assert "every hand and the stock" in ran.err
    assert cassino("perft", "cassino", "--seed", 1, "--seats", 9).code == 2


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


BEFORE_THE_DEAL = '{"deals": 0, "hands": {"1": "", "2": ""}, "stock": "%s"}'
KINGS = BEFORE_THE_DEAL % "2c Kc 3c 4c Kd 5c 6c Kh 7c 2d"  # a king goes to the table after each card of seat 1
NO_KINGS = BEFORE_THE_DEAL % "2c Kc 3c 4c Kd 5c 6c 4h 7c 2d"


def test_a_position_before_the_deal_is_dealt_for_every_question(cassino: Cassino) -> None:
    plays = cassino("moves", "scopa", "-", "--format", "json", stdin=NO_KINGS).json["plays"]
    text = plays[0]["text"]
    assert {p["play"][0] for p in plays} == {"2c", "4c", "6c"}
    assert cassino("why", "scopa", "-", text, "--format", "json", stdin=NO_KINGS).json["legal"] is True
    after = cassino("apply", "scopa", "-", text, "--format", "json", stdin=NO_KINGS).json
    assert "remark" not in after
    assert (after["position"]["deals"], after["position"]["hands"]["2"]) == (1, "3c 5c 7c")
    assert "kings" not in after["events"]


def test_a_layout_that_is_dealt_anew_is_remarked_everywhere(cassino: Cassino) -> None:
    found = cassino("moves", "scopa", "-", "--format", "json", stdin=KINGS)
    assert (found.code, found.json["plays"]) == (0, [])
    assert "dealt anew" in found.json["remark"]
    assert "dealt anew" in cassino("moves", "scopa", "-", stdin=KINGS).err
    asked = cassino("why", "scopa", "-", "2c trails", "--format", "json", stdin=KINGS)
    assert asked.json["legal"] is False
    assert "dealt anew" in asked.json["conditions"][0]["text"]
    made = cassino("apply", "scopa", "-", "2c trails", stdin=KINGS)
    assert made.code == 1
    assert "dealt anew" in made.err


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
