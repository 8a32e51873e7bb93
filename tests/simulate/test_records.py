"""Records: played again they come out the same, and whatever was changed in them is found."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl import load
from cassino_dsl.match.record import fingerprint
from tests.simulate.helpers import cli


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    file = tmp_path_factory.mktemp("records") / "r.jsonl"
    words = ("--games", 4, "--seed", 2, "--records", file, "--with", "sweeps", "--engine", "reference")
    assert cli("simulate", "royal-cassino", *words).exit_code == 0
    return file.read_text().splitlines()


def replay(tmp_path: Path, *lines: str) -> tuple[int, dict[str, Any]]:
    file = tmp_path / "r.jsonl"
    file.write_text("".join(line + "\n" for line in lines))
    result = cli("replay", file, "--format", "json")
    return result.exit_code, json.loads(result.stdout)


def test_records_replay(tmp_path: Path, records: list[str]) -> None:
    assert replay(tmp_path, *records) == (0, {"played": 4, "different": 0, "differences": [], "schema": 1})


def test_single_rounds_replay(tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    words = ("--games", 3, "--seed", 2, "--unit", "round", "--players", "greedy", "--seats", 3, "--records", file)
    assert cli("simulate", "scopa", *words, "--engine", "reference").exit_code == 0
    result = cli("replay", file)
    assert (result.exit_code, result.stdout) == (0, "3 played again, none different\n")


def test_a_match_that_ended_in_a_fault_of_its_ruleset_replays_as_far_as_it_goes(tmp_path: Path) -> None:
    """The same matches, with a check that the second round breaks."""
    variant, file = tmp_path / "stops.yaml", tmp_path / "scopa.jsonl"
    variant.write_text("dsl: 1\nextends: scopa\ntitle: Stops\nchecks: {early: round < 2}\n")
    assert cli("simulate", "scopa", "--games", 1, "--seed", 2, "--records", file).exit_code == 0
    record = json.loads(file.read_text())
    digest = fingerprint(load(variant).ruleset, 2)
    stopped = [record["rounds"][0], {"plays": record["rounds"][1]["plays"]}]
    record |= {"variant": str(variant), "ruleset": digest, "rounds": stopped, "winner": None, "reason": ""}
    assert replay(tmp_path, json.dumps(record)) == (0, {"played": 1, "different": 0, "differences": [], "schema": 1})
    stopped[1]["plays"].pop()  # stopped by who played
    assert replay(tmp_path, json.dumps(record))[0] == 0
    whole = json.loads(file.read_text())["rounds"]
    record["rounds"] = whole[:2]  # a round that has a score is over
    assert replay(tmp_path, json.dumps(record))[0] == 1

    record |= {"rounds": [whole[0], {"plays": whole[1]["plays"]}], "variant": "scopa"}  # all plays of a round
    record["ruleset"] = json.loads(file.read_text())["ruleset"]
    assert replay(tmp_path, json.dumps(record))[0] == 0


SINGLE: dict[str, Callable[[Record], object]] = {
    "a winner": lambda r: r.update(winner=1),
    "another round": lambda r: r["rounds"].append(r["rounds"][0]),
    "stopped, with a winner": lambda r: r.update(rounds=[{"plays": r["rounds"][0]["plays"][:5]}], winner=2),
}


@pytest.mark.parametrize("change", SINGLE)
def test_a_single_round_has_no_winner_and_no_second(tmp_path: Path, change: str) -> None:
    file = tmp_path / "rounds.jsonl"
    words = ("--games", 1, "--seed", 2, "--unit", "round", "--records", file, "--engine", "reference")
    assert cli("simulate", "scopa", *words).exit_code == 0
    record = json.loads(file.read_text())
    SINGLE[change](record)
    assert replay(tmp_path, json.dumps(record))[0] == 1


def test_a_record_opens_no_file_that_its_user_has_not_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by a path, a link, a pipe or standard input; what lies beside it, below here, and what the command names."""
    monkeypatch.chdir(tmp_path)
    (there := tmp_path / "there").mkdir()
    own, beside, rule = tmp_path / "own.yaml", there / "beside.yaml", tmp_path / "rule.yaml"
    for file in (own, beside):
        file.write_text("dsl: 1\nextends: scopa\ntitle: Secret\n")
    (there / "notes").write_text("secret: 1")
    rule.write_text("dsl: 1\nscoring: {secret: {each: most secret, give: 1}}\n")
    (there / "link.yaml").symlink_to(own)
    os.mkfifo(there / "fifo.yaml")
    file = there / "r.jsonl"
    assert cli("simulate", own, "--games", 1, "--seed", 2, "--records", file, "--engine", "reference").exit_code == 0
    record = json.loads(file.read_text())
    words: dict[str, Any]
    unnamed = [
        {"variant": word}
        for word in (own, "-", "there/../../own.yaml", "there/notes", there / "link.yaml", there / "fifo.yaml")
    ]
    for words in (*unnamed, {"variant": "scopa", "with": [rule]}):
        file.write_text(json.dumps(record | words, default=str))
        result = cli("replay", file)
        assert (result.exit_code, "neither lies beside it" in result.stderr) == (1, True), words
    read = (
        ({"variant": str(beside)}, ()),
        ({"variant": "./own.yaml"}, ()),
        ({"variant": "/e/own.yaml"}, ("--variant", own)),
    )
    for words, said in read:
        file.write_text(json.dumps(record | words, default=str))
        assert cli("replay", file, *said).exit_code == 0


Record = dict[str, Any]
CHANGES: dict[str, Callable[[Record], object]] = {
    "other seed": lambda r: r.update(seed=r["seed"] + 1),
    "other play": lambda r: r["rounds"][0]["plays"].__setitem__(5, "2c takes 3c 4c"),
    "play missing": lambda r: r["rounds"][0]["plays"].pop(),
    "other score": lambda r: r["rounds"][1]["scores"].__setitem__(0, r["rounds"][1]["scores"][0] + 1),
    "other award": lambda r: r["rounds"][0]["awards"]["cards"].__setitem__(0, 99),
    "other winner": lambda r: r.update(winner=3 - r["winner"]),
    "round missing": lambda r: r["rounds"].pop(),
    "round too many": lambda r: r["rounds"].append(r["rounds"][0]),
    "other rules": lambda r: r.update({"with": []}),
    "other leader": lambda r: r["rounds"][0].update(leader=2),
    "other hash": lambda r: r.update(ruleset="fedcba9876543210"),
    "winner of a match that was stopped": lambda r: r["rounds"].__setitem__(
        -1, {"plays": r["rounds"][-1]["plays"][:3]}
    ),
    "stopped after its end": lambda r: r["rounds"].append({"plays": []}),
    "stopped in the middle": lambda r: r["rounds"].__setitem__(0, {"plays": []}),
    "award missing": lambda r: r["rounds"][0]["awards"].pop("cards"),
    "seats as a text": lambda r: r.update(seats=str(r["seats"])),
    "seats with a point": lambda r: r.update(seats=float(r["seats"])),
    "seed as a text": lambda r: r.update(seed=str(r["seed"])),
    "a match that wraps": lambda r: r.update(match=r["match"] + 2**64),
    "scores with a point": lambda r: r["rounds"][0].update(scores=[*map(float, r["rounds"][0]["scores"])]),
    "a winner that is true": lambda r: r.update(winner=True),
    "no winner": lambda r: r.pop("winner"),
    "no reason": lambda r: r.pop("reason"),
    "no players": lambda r: r.pop("players"),
    "a name too long for a file": lambda r: r.update(variant="v" * 100_000),
    "a long play": lambda r: r["rounds"][0]["plays"].__setitem__(5, "2c" * 100_000),
}


@pytest.mark.share(2)
@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_record_is_found(tmp_path: Path, records: list[str], change: str) -> None:
    record = json.loads(records[1])
    CHANGES[change](record)
    code, found = replay(tmp_path, records[0], json.dumps(record), records[2])
    assert code == 1
    assert (found["different"], found["differences"][0]["line"]) == (1, 2)
    assert len(found["differences"][0]["message"]) <= 1_100
    assert found["played"] + found.get("not_played", 0) == 3, "of other rules, nothing is played"


DEEP = '{"record": 3, "variant": ' + "[" * 900 + "]" * 900 + "}"
LINES = [DEEP, "", "{", "[]", "7", "{}", '{"record": 1}', '{"record": 1, "variant": {}}', "[" * 100_000, "\x00"]


def test_an_empty_file_holds_no_record(tmp_path: Path) -> None:
    assert replay(tmp_path) == replay(tmp_path, "")


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_what_is_no_record_is_a_message(tmp_path: Path, line: str) -> None:
    code, found = replay(tmp_path, line)
    assert (code, found["played"], found["not_played"], found["different"]) == (1, 0, 1, 1)


def test_hostile_records_don_t_crash(tmp_path: Path, records: list[str]) -> None:
    base = json.loads(records[0])
    lines = []
    values: list[Any] = [None, -1, "x", [], {}, [[]], {"a": 1}, 2**70]
    for key in base:
        for value in values:
            lines.append(json.dumps({**base, key: value}))
    code, found = replay(tmp_path, *lines)
    assert code == 1
    assert (found["different"], found["not_played"]) == (len(lines) - 1, len(lines) - 4), (
        "others than winner and reason"
    )
