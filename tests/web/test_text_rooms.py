"""Rooms in which a text is played that somebody has written: alone and with others, by processes that may die, by a
server that is killed; trusted or not."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from cassino_dsl.faces.web.workshop.match import TextMatch
from tests.web.people import People, as_often, opens, sits
from tests.web.workshop_texts import DEEP, FINE


@pytest.fixture(autouse=True)
def as_often_as_they_like(monkeypatch: pytest.MonkeyPatch) -> None:
    as_often(monkeypatch)


@pytest.mark.ci
@pytest.mark.parametrize("level", ["1", "3"])
def test_a_whole_match(client: TestClient, people: People, level: str) -> None:
    """To its end and into the next, though the process that has it is gone in the middle."""
    room = opens(client, "", level, "person", text=FINE, settings=["target=2"])["room"]
    about = client.get(f"/api/rooms/{room}").json()
    assert (about["title"], about["seat"], len(about["pack"]["cards"])) == ("Short Scopa", 2, 40)
    assert "2 points" in about["rulebook"]
    with sits(client, room) as me:
        number = 0
        while me.own_turn():
            assert "seed" not in me.table
            assert not any(me.view["seats"][0]["hand"])  # the program's cards are not shown
            if number == 3:
                for worker in people.workshop.all:
                    worker.process.kill()
                    worker.process.wait()
            me.plays(number)
            number += 1
        record = client.get(f"/api/rooms/{room}/record").json()
        assert str(record["seed"]) == me.table["seed"]
        assert sum(len(one["plays"]) for one in record["rounds"]) == me.table["at"]
        again = {"record": client.get(f"/api/rooms/{room}/record").text}
        assert len(client.post(f"/api/rooms/{room}/replay", json=again).json()["steps"]) == me.table["at"] + 1
        instead = client.post(f"/api/rooms/{room}/replay/hint", json={**again, "number": 1}).json()
        assert instead["made"] == record["rounds"][0]["plays"][0]
        assert client.post(f"/api/rooms/{room}/replay", json={"record": "{}"}).status_code == 400
        me.says("again")
        me.hears("table")
        assert (me.table["match"], me.table["at"], me.view["over"]) == (2, 0, False)


def test_what_is_said_there(client: TestClient) -> None:
    room = opens(client, "", "person", "2", text=FINE)["room"]
    assert client.get(f"/api/rooms/{room}/record").status_code == 409
    with sits(client, room) as me:
        me.own_turn()
        before = me.table["at"], me.view
        me.says("hint")
        assert me.hears("hint")["play"]
        for play in ("no play", "7d takes 9c", "K\u2603"):
            me.says("why", play=play)
            assert me.hears("said")["text"]
        me.says("again")
        assert "not over" in me.hears("said")["text"]
        me.plays()
        me.own_turn()
        me.says("play", play="x", at=0)
        assert "changed" in me.hears("said")["text"]
        me.says("undo")
        me.until(lambda table: not table["log"]["from"])
        assert (me.table["at"], me.view) == before


def test_a_text_that_takes_too_long_ends_its_match_alone(
    client: TestClient, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped, slow = opens(client)["room"], opens(client, "", "person", "1", text=FINE)["room"]
    with sits(client, slow) as me, sits(client, shipped) as beside:
        me.own_turn()
        monkeypatch.setattr(TextMatch, "seconds", 0.0)
        me.says("play", play=me.view["choices"][0]["text"], at=me.table["at"])
        assert "takes too long" in me.hears("said")["text"]
        asked = [worker.asked for worker in people.workshop.all]
        me.says("scores")
        assert "takes too long" in me.hears("said")["text"]
        assert [worker.asked for worker in people.workshop.all] == asked  # nobody is asked any more
        beside.own_turn()
        beside.plays()
        monkeypatch.undo()
        me.says("again")
        assert me.hears("table")["match"] == 2
        assert me.own_turn()


@pytest.mark.parametrize(
    "data",
    [{"text": FINE}, {"text": FINE, "sitting": ["1", "2"]}, {"text": FINE, "sitting": ["person", "4"]},
     {"text": FINE, "sitting": ["person"] + ["1"] * 8}, {"text": DEEP, "sitting": ["person", "1"]},
     {"text": FINE, "sitting": ["person", "1"], "seed": 1}, {"text": 3, "sitting": ["person", "1"]},
     {"text": FINE, "variant": "scopa", "sitting": ["person", "1"]}, {"text": "x" * 40_000, "sitting": ["person", "1"]},
     {"text": FINE, "with_rules": ["sweeps"], "sitting": ["person", "1"]},
     {"text": FINE, "settings": ["target"], "sitting": ["person", "1"]},
     {"text": FINE, "settings": ["nobody=1"], "sitting": ["person", "1"]}],
)  # fmt: skip
@pytest.mark.share(3)
def test_games_that_cannot_be(client: TestClient, data: dict[str, Any]) -> None:
    answer = client.post("/api/rooms", json=data)
    assert (answer.status_code, bool(answer.json()["error"])) == (400, True)


@pytest.mark.ci
@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a compiler")
def test_trusted_texts_are_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASSINO_CACHE_DIR", str(tmp_path / "cache"))
    with People(native=True).browsing() as client:
        assert client.get("/workshop/words").json()["levels"] == 5
        room = opens(client, "", "person", "5", text=FINE)["room"]
        with sits(client, room) as me:
            for _ in range(3):  # the quick code thinks for a second and a half each time; the other is made meanwhile
                me.own_turn()
                me.plays()
            assert me.own_turn()
            late = time.monotonic() + 60
            while not list(tmp_path.rglob("*.so")) and time.monotonic() < late:
                time.sleep(0.2)
    assert list(tmp_path.rglob("*.so"))
