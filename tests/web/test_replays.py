"""Matches that are over, again: all steps, what a search would have played, and records that are none."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from cassino_dsl.analysis.simulate.reference_runner import ReferenceRunner
from cassino_dsl.analysis.simulate.spec import Spec, task_of
from cassino_dsl.faces.web import limits, replays
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.match.record import fingerprint
from tests.web.people import opens, sits


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    """A match with a seed that numbers of a browser cannot hold."""
    ruleset = load_variant("stealing-bundles").ruleset
    assert ruleset is not None
    spec = Spec("stealing-bundles", (), (), 2, "match", ("greedy", "greedy"), 2**64 - 59, 3)
    (found,) = ReferenceRunner(task_of(spec, ruleset)).block(2, 1, records=True).records
    assert found["ruleset"] == fingerprint(ruleset, 2)
    return {"variant": "stealing-bundles", "with": [], "set": [], **found}


def test_every_step_is_shown(client: TestClient, record: dict[str, Any]) -> None:
    answer = client.post("/api/replay", json={"record": json.dumps(record)})
    assert answer.status_code == 200, answer.text
    found = answer.json()
    plays = [text for one in record["rounds"] for text in one["plays"]]
    assert [step["play"] for step in found["steps"]] == ["", *plays]
    assert all("seat" in step["lines"][0].lower() for step in found["steps"][1:])
    last = found["steps"][-1]["position"]
    assert sum(len(cards.split()) for cards in last["piles"].values()) + len(last["table"].split()) == 52
    assert set(found["steps"][0]["position"]["table"].split()) <= found["pack"]["cards"].keys()


def test_what_might_have_been_played(client: TestClient, record: dict[str, Any]) -> None:
    """Nothing is compiled in tests: a play ahead is looked at."""
    text = json.dumps(record)
    client.post("/api/replay", json={"record": text})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replays, "worlds_for", lambda *_: (None, ""))
        found = client.post("/api/replay/hint", json={"record": text, "number": 1}).json()
        assert found["made"] == record["rounds"][0]["plays"][0]
        assert found["cost"] in (None, 0.0)
        assert found["best"].split(" ")[0] in ("", "take", "lay")
        for number in (0, 9_999, True, "1", None):
            assert client.post("/api/replay/hint", json={"record": text, "number": number}).status_code == 400


@pytest.mark.parametrize(
    "change",
    [{"variant": "../scopa"}, {"variant": None}, {"ruleset": "0"}, {"seats": 9}, {"seats": "x"}, {"rounds": 3},
     {"rounds": [{"plays": ["7c takes 7d and everything"]}]}, {"seed": "x"}, {"with": "sweeps"}, {"record": 1}],
)  # fmt: skip
def test_records_that_are_none(client: TestClient, record: dict[str, Any], change: dict[str, Any]) -> None:
    answer = client.post("/api/replay", json={"record": json.dumps(record | change)})
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"]


def test_what_is_no_record(client: TestClient) -> None:
    for wrong in ("", "[]", "{", "null", 3, {"record": 3}, "[" * 9_000):
        assert client.post("/api/replay", json={"record": wrong}).status_code == 400
    assert client.post("/api/replay", json={"record": "x" * limits.TEXT_BODY}).status_code == 413


@pytest.mark.ci
def test_a_match_of_a_room_is_shown_again(client: TestClient) -> None:
    room = opens(client, "stealing-bundles", "person", "2")["room"]
    with sits(client, room) as me:
        while me.own_turn():
            me.plays()
    answer = client.post(f"/api/rooms/{room}/replay", json={"record": client.get(f"/api/rooms/{room}/record").text})
    assert answer.json()["players"] == ["person", "greedy"]
