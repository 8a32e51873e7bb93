"""Who sits where in a room: names, links that are taken back, and matches that rest meanwhile."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from cassino_dsl.faces.web.store import Store
from tests.web.people import HOST, ORIGIN, People, follows, opens, sits, socket_of


def test_a_link_that_is_taken_back_leads_nowhere(client: TestClient, people: People) -> None:
    """Who came by it is sent away, may ask nothing more, and is let in by the new one alone."""
    opened = opens(client, "scopa", "person", "person")
    room, friend, other = opened["room"], people.browser(), people.browser()
    follows(friend, opened["links"]["2"])
    with (
        friend.websocket_connect(socket_of(room), headers=ORIGIN) as line,
        friend.websocket_connect(socket_of(room), headers=ORIGIN) as deaf,
    ):
        assert line.receive_text()
        words = client.post(f"/api/rooms/{room}/link", json={"seat": 2}).json()["words"]
        with pytest.raises(WebSocketDisconnect) as gone:
            _ = [line.receive_text() for _ in range(9)]
        assert gone.value.code == 1012
        assert [browser.seat for browser in people.rooms.open_rooms[room].browsers] == []
        deaf.send_text('{"do": "scores"}')  # from one that has not heard of it
    assert friend.get(f"/api/rooms/{room}").status_code == 404
    with friend.websocket_connect(socket_of(room), headers=ORIGIN) as line, pytest.raises(WebSocketDisconnect) as gone:
        line.receive_text()
    assert gone.value.code == 4404
    assert friend.post("/api/join", json={"words": opened["links"]["2"]}).status_code == 404
    assert follows(other, words) == room
    with sits(other, room) as seat:
        assert seat.view["seat"] == 2


def test_who_changes_links_and_names(client: TestClient, people: People) -> None:
    opened = opens(client, "scopa", "person", "person")
    room, friend, looker = opened["room"], people.browser(), people.browser()
    follows(friend, opened["links"]["2"])
    follows(looker, opened["links"]["0"])
    for browser, seat in ((friend, 1), (friend, 0), (looker, 0), (looker, 2), (client, 3)):
        assert browser.post(f"/api/rooms/{room}/link", json={"seat": seat}).status_code == 403
    for browser, seat in ((friend, 1), (looker, 0), (client, 0), (client, 3)):
        assert browser.post(f"/api/rooms/{room}/name", json={"seat": seat, "name": "x"}).status_code == 403
    for wrong in ({}, {"seat": 1, "name": "x" * 25}, {"seat": 1, "name": "\u202ex"}, {"seat": "1", "name": "x"}):
        assert client.post(f"/api/rooms/{room}/name", json=wrong).status_code == 400
    with sits(client, room) as me:
        assert client.post(f"/api/rooms/{room}/name", json={"seat": 2, "name": " Ada  L "}).json() == {"name": "Ada L"}
        me.until(lambda table: table["names"] == {"2": "Ada L"})
        assert friend.post(f"/api/rooms/{room}/name", json={"seat": 2, "name": "Ada"}).status_code == 200
        me.until(lambda table: table["names"] == {"2": "Ada"})
    assert friend.post(f"/api/rooms/{room}/link", json={"seat": 2}).status_code == 200
    with sits(friend, room) as me:  # by the cookie that came with the answer
        assert me.view["seat"] == 2
    standing = client.get(f"/api/rooms/{room}/standing").json()
    assert (standing["seat"], standing["names"], len(standing["scores"])) == (1, {"2": "Ada"}, 2)


def test_the_picture_of_a_link_is_for_this_table_alone(client: TestClient) -> None:
    one, other = opens(client), opens(client)
    svg = client.post(f"/api/rooms/{one['room']}/code", json={"words": one["links"]["1"]}).json()["svg"]
    assert svg.startswith("<svg")
    assert "style" not in svg
    for words in (other["links"]["1"], "x", f"http://{HOST}"):
        assert client.post(f"/api/rooms/{one['room']}/code", json={"words": words}).status_code == 404


def test_rooms_of_before_have_no_names(tmp_path: Path) -> None:
    file = tmp_path / "rooms.sqlite"
    with People(file).browsing() as client:
        opened = opens(client)
    base = sqlite3.connect(file)
    base.executescript("alter table links drop column name; pragma user_version = 1;")
    base.close()
    store = Store(file)
    assert store.seat(opened["links"]["1"]) == (opened["room"], 1)
    store.call(opened["room"], 1, "Ada")
    assert store.names(opened["room"]) == {1: "Ada"}
    store.close()
