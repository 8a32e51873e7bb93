"""Rooms in which a text is played that somebody has written: alone and with others, by processes that may die, by a
server that is killed; trusted or not."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from cassino_dsl.web import limits
from cassino_dsl.web.workshop.match import TextMatch
from tests.web.people import ORIGIN, People, Sitting, follows, opens, sits, socket_of
from tests.web.workshop_texts import DEEP, FINE


@pytest.fixture(autouse=True)
def as_often_as_they_like(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("REQUESTS", "QUESTIONS", "MESSAGES", "OPENINGS"):
        monkeypatch.setattr(limits, name, limits.Rate(1e9, 1e9))


@pytest.fixture
def people() -> People:
    return People()


@pytest.fixture
def client(people: People) -> Iterator[TestClient]:
    with people.browsing() as client:
        yield client


@pytest.mark.parametrize("level", ["1", pytest.param("3", marks=pytest.mark.ci)])
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
        while me.hears("table")["log"]["from"]:
            pass
        assert (me.table["at"], me.view) == before


def state(me: Sitting) -> object:
    return me.table["at"], me.view, me.log


def test_two_persons_and_a_server_that_is_killed(tmp_path: Path) -> None:
    """Nothing is closed: everybody goes on where he was, and who looks on sees no hand."""
    file = tmp_path / "rooms.sqlite"
    people = People(file)
    with people.browsing() as client:
        opened, other, third = opens(client, "", "person", "person", text=FINE), people.browser(), people.browser()
        follows(other, opened["links"]["2"])
        follows(third, opened["links"]["0"])
        room = opened["room"]
        with sits(client, room) as one, sits(other, room) as two, sits(third, room) as looker:
            for at in range(5):
                mover = one if one.view["decides"] == 1 else two
                mover.plays(at)
                for seat in (one, two, looker):
                    while seat.table["at"] <= at:
                        seat.hears("table")
            assert not any(card for seat in looker.view["seats"] for card in seat["hand"])
            assert not any(one.view["seats"][1]["hand"])
            before = state(one), state(two)
            one.says("hint")
            assert one.hears("said")["text"]
        shutil.copytree(tmp_path, tmp_path / "killed")
    again = People(tmp_path / "killed" / "rooms.sqlite")
    with again.browsing() as anew:
        other = again.browser()
        follows(anew, opened["links"]["1"])
        follows(other, opened["links"]["2"])
        with sits(anew, room) as one, sits(other, room) as two:
            assert (state(one), state(two)) == before
            mover = one if one.view["decides"] == 1 else two
            mover.plays()
            assert mover.table["at"] == 6


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


def test_the_rules_are_kept_with_the_room(tmp_path: Path) -> None:
    """A text that a newer program no longer reads is told, and harms nothing."""
    file = tmp_path / "rooms.sqlite"
    with People(file).browsing() as client:
        opened = opens(client, "", "person", "1", text=FINE)
    base = sqlite3.connect(file)
    with base:
        base.execute("update rooms set wish = replace(wish, 'extends: scopa', 'extends: nobody')")
    base.close()
    with People(file).browsing() as client:
        follows(client, opened["links"]["1"])
        assert client.get(f"/api/rooms/{opened['room']}").status_code == 400
        with client.websocket_connect(socket_of(opened["room"]), headers=ORIGIN) as socket:
            assert "has errors" in socket.receive_text()


@pytest.mark.ci
@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a compiler")
def test_trusted_texts_are_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASSINO_CACHE_DIR", str(tmp_path / "cache"))
    with People(native=True).browsing() as client:
        assert client.get("/workshop/words").json()["levels"] == 5
        room = opens(client, "", "person", "4", text=FINE)["room"]
        with sits(client, room) as me:
            me.own_turn()
            me.plays()
            assert me.own_turn()
    assert list(tmp_path.rglob("*.so"))
