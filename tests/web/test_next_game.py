"""After a match the same people go on to another game: by consent, with their links, wherever they then sit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from cassino_dsl.table.table import GameTable
from tests.web.people import People, Sitting, follows, opens, sits
from tests.web.workshop_texts import FINE


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches are over as soon as anything is played."""
    monkeypatch.setattr(GameTable, "over", property(lambda table: bool(table.moments)))


def proposes(client: TestClient, room: str, status: int, *sitting: str, **wishes: Any) -> str:
    answer = client.post(f"/api/rooms/{room}/next", json={"sitting": list(sitting), **wishes})
    assert answer.status_code == status, answer.text
    return str(answer.json().get("error", ""))


@pytest.mark.share(3)
@pytest.mark.usefixtures("ended")
@pytest.mark.parametrize("other_game", [{"variant": "cassino", "with_rules": ["sweeps"]}, {"text": FINE}])
def test_all_there_go_on_to_another_game(other_game: dict[str, Any], tmp_path: Path) -> None:
    """At seats 1 and 3 of four, then at both of two; after a server that was stopped, too."""
    people = People(tmp_path / "rooms.sqlite")
    with people.browsing() as client:
        opened, other = opens(client, "scopa", "person", "1", "person", "1"), people.browser()
        room = follows(other, opened["links"]["3"])
        with sits(client, room) as one, sits(other, room) as two:
            assert "not over" in proposes(client, room, 400, "person", "person", **other_game)
            one.plays()
            assert "seat as many" in proposes(client, room, 400, "person", "1", **other_game)
            assert proposes(client, room, 400, *["person"] * 2, *["1"] * 9, **other_game)
            proposes(other, room, 200, "person", "person", **other_game)
            one.until(lambda table: table["asked"])
            assert (one.table["asked"]["what"], one.table["asked"]["by"]) == ("game", 3)
            assert one.table["asked"]["title"] in ("Short Scopa", "Cassino")
            one.says("agree", yes=False)
            for seat, told in ((one, "You have not agreed."), (two, "Seat 1 does not agree.")):
                while seat.hears("table")["asked"]:
                    pass
                assert seat.hears("said")["text"] == told
            assert one.table["game"] == 1
            proposes(client, room, 200, "person", "person", **other_game)
            two.until(lambda table: table["asked"])
            two.says("agree", yes=True)
            for seat, number in ((one, 1), (two, 2)):
                seat.until(lambda table: table["game"] == 2)
                assert (seat.view["seat"], seat.table["match"], seat.table["at"]) == (number, 2, 0)
                assert seat.table["log"]["from"] == 0
                assert seat.table["persons"] == [1, 2]
        about = other.get(f"/api/rooms/{room}").json()
        assert (about["seat"], about["persons"], about["game"]) == (2, [1, 2], 2)
        assert about["title"] != "Scopa"
    again = People(tmp_path / "rooms.sqlite")
    with again.browsing() as client:
        follows(client, opened["links"]["3"])
        assert client.get(f"/api/rooms/{room}").json()["title"] == about["title"]
        with sits(client, room) as two:
            assert (two.view["seat"], two.table["match"]) == (2, 2)


@pytest.mark.usefixtures("ended")
def test_nobody_waits_for_who_has_gone(client: TestClient, people: People) -> None:
    opened, other = opens(client, "scopa", "person", "person"), people.browser()
    room = follows(other, opened["links"]["2"])
    with sits(client, room) as one:
        with sits(other, room):
            one.plays()
            proposes(client, room, 200, "person", "person", variant="cassino")
            one.until(lambda table: table["asked"])
            assert one.table["game"] == 1
        one.until(lambda table: table["game"] == 2)
        assert people.rooms.open_rooms[room].asked is None


@pytest.mark.usefixtures("ended")
def test_who_may_not_ask_for_another_game() -> None:
    people = People(key="words of the link")
    with people.browsing() as client:
        client.post("/api/join", json={"words": "words of the link"})
        opened, other, stranger = opens(client, "scopa", "person", "1"), people.browser(), people.browser()
        room = opened["room"]
        with sits(client, room) as one:
            one.own_turn()
            one.plays()
        assert stranger.post(f"/api/rooms/{room}/next", json={}).status_code == 401
        stranger.post("/api/join", json={"words": "words of the link"})
        proposes(stranger, room, 404, "person", "1", variant="cassino")
        follows(other, opened["links"]["0"])
        other.post("/api/join", json={"words": "words of the link"})
        assert "looks on" in proposes(other, room, 400, "person", "1", variant="cassino")
        assert proposes(client, room, 400, "person", "1", variant="nobody")
        proposes(client, room, 200, "person", "1", variant="cassino")
        assert client.get(f"/api/rooms/{room}").json()["title"] == "Cassino"


@pytest.mark.usefixtures("ended")
def test_all_agree_to_sit_one_seat_further(tmp_path: Path) -> None:
    """Links and names go along, and who opened the room governs it from the other seat; after a stop, too."""
    people = People(tmp_path / "rooms.sqlite")
    with people.browsing() as client:
        opened, other = opens(client, "scopa", "person", "person"), people.browser()
        room = follows(other, opened["links"]["2"])
        client.post(f"/api/rooms/{room}/name", json={"seat": 2, "name": "Ada"})
        with sits(client, room) as one, sits(other, room) as two:
            two.says("swap")
            assert two.hears("said")["text"] == "The match is not over."
            (one if one.view["decides"] == 1 else two).says("play", play=one_play(one, two), at=0)
            two.until(lambda table: table["at"] == 1)
            two.says("swap")
            one.until(lambda table: table["asked"])
            assert one.table["asked"]["what"] == "swap"
            one.says("agree", yes=True)
            for seat, number in ((one, 2), (two, 1)):
                seat.until(lambda table: table["game"] == 2)
                assert (seat.view["seat"], seat.table["names"]) == (number, {"1": "Ada"})
        renewed = client.post(f"/api/rooms/{room}/link", json={"seat": 1})
        assert renewed.status_code == 200
        assert other.post(f"/api/rooms/{room}/link", json={"seat": 2}).status_code in (403, 404)
    again = People(tmp_path / "rooms.sqlite")
    with again.browsing() as client:
        follows(client, opened["links"]["1"])
        about = client.get(f"/api/rooms/{room}").json()
        assert (about["seat"], about["linked"]) == (2, [2, 1])
        follows(client, renewed.json()["words"])
        assert client.get(f"/api/rooms/{room}").json()["seat"] == 1


def one_play(*all_there: Sitting) -> str:
    return next(str(one.view["choices"][0]["text"]) for one in all_there if one.view["choices"])
