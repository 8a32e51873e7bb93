"""Rooms: played at by sockets, alone and with others; undo, reconnecting, a server that is killed."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import ExitStack
from pathlib import Path
from time import time

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from cassino_dsl.faces.web import limits
from cassino_dsl.faces.web.session import view_json
from cassino_dsl.faces.web.store import FORMAT, NoStore, Store
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.table.table import GameTable
from tests.native.compare import names
from tests.table.tables import opened, play_on
from tests.table.test_secrets import HAPPENING
from tests.web.people import ORIGIN, People, Sitting, follows, opens, sits, socket_of
from tests.web.workshop_texts import FINE


def test_a_whole_match_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MESSAGES", limits.Rate(1e9, 1e9))  # some matches have many plays
    with People().browsing() as client:
        room = opens(client, "cuarenta", "person", "2")["room"]
        about = client.get(f"/api/rooms/{room}").json()
        assert about["seat"] == 1
        assert about["pack"]["cards"]["7d"]["svg"].startswith("<svg")
        assert about["worths"] == ["A 1", "J, Q, K in no sum"]
        with sits(client, room) as me:
            assert client.get(f"/api/rooms/{room}/record").status_code == 409
            number = 0
            while me.own_turn():
                assert {"seed", "summary"}.isdisjoint(me.table)
                assert all(card is not None for card in me.view["seats"][0]["hand"])
                assert not any(me.view["seats"][1]["hand"])
                me.plays(number)
                number += 1
            assert me.log[-1]["kind"] == "end"
            assert sum(line["kind"] == "scores" for line in me.log) == sum("scores" in line for line in me.log) > 0
            assert me.table["summary"]["title"].startswith("The match")
            record = client.get(f"/api/rooms/{room}/record").json()
            assert str(record["seed"]) == me.table["seed"]
            me.says("play", play="x", at=me.table["at"])
            assert me.hears("said")["text"] == "The match is over."
            me.says("again")
            assert me.hears("table")["match"] == 2
            assert me.table["at"] == 0
            assert me.table["log"]["from"] == 0
        assert record["winner"] is not None


@pytest.mark.parametrize(
    ("name", "number"),
    [*((name, 4) for name in names()[::30]), *(pytest.param(name, 25, marks=pytest.mark.ci) for name in names())],
)
def test_some_plays_of_a_game(client: TestClient, people: People, name: str, number: int) -> None:
    """A person among programs, and one who looks on and sees no hand."""
    seats = next(game["seats"][-1] for game in client.get("/api/games").json()["games"] if game["name"] == name)
    opened = opens(client, name, "person", *["1"] * (seats - 1))
    other = people.browser()
    follows(other, opened["links"]["0"])
    with sits(client, opened["room"]) as me, sits(other, opened["room"]) as looker:
        for at in range(number):
            if not me.own_turn():
                break
            me.plays(at * 3)
        looker.until(lambda table: table["at"] >= me.table["at"])
        assert looker.view["seat"] == 0
        assert looker.view["choices"] == []
        looker.says("undo")
        assert looker.hears("said")["text"] == "Who looks on does not play."


def test_typing_hints_reasons_and_scores() -> None:
    with People().browsing() as client, sits(client, opens(client)["room"]) as me:
        me.own_turn()
        me.says("hint")
        hint = me.hears("hint")
        assert hint["play"] in [choice["text"] for choice in me.view["choices"]]
        me.says("why", play=hint["play"])
        assert me.hears("said")["text"].startswith("It is legal")
        assert me.table["names"] == {"2": "Bruno"}  # the program has a name, who has given none is called by the seat
        made = {(choice["play"][0], card) for choice in me.view["choices"] for card in choice["take"]}
        hand = me.view["seats"][0]["hand"]
        refused = [(one, two) for one in hand for two in me.view["table"] if (one, two) not in made]
        for card, other in refused[:1]:  # none where the program has swept the table
            me.says("why", play=f"{card} takes {other}")
            assert me.hears("said")["parts"]
        me.says("type", play="nonsense", at=me.table["at"])
        assert "that is no play" in me.hears("said")["text"].lower()
        me.says("play", play="nonsense", at=me.table["at"])
        assert me.hears("said")["text"] == "That play is not legal here."
        me.says("type", play=hint["play"], at=me.table["at"] + 1)
        assert "had changed" in me.hears("said")["text"]
        me.says("scores")
        assert me.hears("scores")["scores"]["sides"] == ["you", "seat 2"]
        me.says("type", play=hint["play"], at=me.table["at"])
        assert me.hears("table")["at"] == 1


def test_which_of_several() -> None:
    with People().browsing() as client, sits(client, opens(client, "mulle")["room"]) as me:
        for _ in range(60):
            me.own_turn()
            cards = [choice["play"][0] for choice in me.view["choices"] if choice["play"]]
            several = next((card for card in cards if cards.count(card) > 1), None)
            if several is not None:
                break
            me.plays()
        assert several is not None
        me.says("type", play=several, at=me.table["at"])
        assert len(me.hears("which")["plays"]) == cards.count(several)


def test_two_persons_and_their_undo(client: TestClient, people: People) -> None:
    opened = opens(client, "scopa", "person", "person")
    assert set(opened["links"]) == {"0", "1", "2"}
    other = people.browser()
    assert follows(other, opened["links"]["2"]) == opened["room"]
    with sits(client, opened["room"]) as one, sits(other, opened["room"]) as two:
        one.hears("table")
        assert one.table["there"] == two.table["there"] == [1, 2]
        one.says("hint")
        assert "without hints" in one.hears("said")["text"]
        two.says("type", play="7", at=0)
        assert two.hears("said")["text"] == "It is not your turn."
        one.says("undo")
        assert "nothing to take back" in one.hears("said")["text"]
        hand = one.view["seats"][0]["hand"]
        one.plays()
        two.own_turn()
        one.says("undo")
        for seat in (one, two):
            assert seat.hears("table")["asked"] == {"what": "undo", "by": 1, "agreed": [1], "title": ""}
        two.says("agree", yes=False)
        for seat in (one, two):
            assert seat.hears("table")["asked"] == {}
            assert seat.table["at"] == 1
        assert one.hears("said")["text"] == "Seat 2 does not agree."
        assert two.hears("said")["text"] == "You have not agreed."
        one.says("undo")
        two.hears("table")
        two.says("agree", yes=True)
        one.until(lambda table: not table["at"])
        assert one.view["seats"][0]["hand"] == hand
        two.hears("table")
        assert two.table["practice"]  # the other has seen the card that was laid or taken with
        two.says("agree", yes=True)
        assert "Nobody asks" in two.hears("said")["text"]


def test_an_undo_alone_deals_the_same_cards() -> None:
    with People().browsing() as client, sits(client, opens(client, "cassino")["room"]) as me:
        me.own_turn()
        was = me.view
        me.plays()
        me.own_turn()
        me.says("undo")
        me.until(lambda table: not table["at"])
        assert me.view == was
        assert me.table["practice"]


def state(me: Sitting) -> object:
    return me.table["at"], me.view, me.log


@pytest.mark.parametrize(("name", "text"), [("scopa", ""), ("african-cassino-two", ""), ("callabra", ""), ("", FINE)])
def test_who_comes_again_and_who_starts_again(name: str, text: str, tmp_path: Path) -> None:
    """The line is lost, the server is killed (nothing is closed): everybody goes on where he was, and who looks on sees
    no hand."""
    people = People(tmp_path / "rooms.sqlite")
    with people.browsing() as client:
        opened = opens(client, name, "person", "person", text=text)
        other, third = people.browser(), people.browser()
        room = follows(other, opened["links"]["2"])
        follows(third, opened["links"]["0"])
        with sits(client, room) as one, sits(other, room) as two, sits(third, room) as looker:
            for at in range(6):
                mover = one if one.view["decides"] == 1 else two
                mover.own_turn()
                mover.plays(at)
                for seat in (one, two, looker):
                    seat.until(lambda table, at=at: table["at"] > at)  # type: ignore[misc]
            assert not any(card for seat in looker.view["seats"] for card in seat["hand"])
            assert not any(one.view["seats"][1]["hand"])
            before = state(one), state(two)
        with sits(client, room) as one, sits(other, room) as two:
            assert (state(one), state(two)) == before
        shutil.copytree(tmp_path, tmp_path / "killed")
    again = People(tmp_path / "killed" / "rooms.sqlite")
    with again.browsing() as anew:
        third = again.browser()
        assert follows(anew, opened["links"]["1"]) == follows(third, opened["links"]["2"]) == room
        with sits(anew, room) as one, sits(third, room) as two:
            assert (state(one), state(two)) == before
            mover = one if one.view["decides"] == 1 else two
            mover.plays()
            assert mover.table["at"] == 7


def test_links_are_kept_as_hashes_alone(tmp_path: Path) -> None:
    file = tmp_path / "rooms.sqlite"
    with People(file).browsing() as client:
        opened = opens(client, "scopa", "person", "person")
        stored = b"".join(one.read_bytes() for one in tmp_path.iterdir())
        assert opened["room"].encode() in stored
        for words in opened["links"].values():
            assert len(words) >= 32  # 192 bits
            assert words.encode() not in stored
        assert file.stat().st_mode & 0o077 == 0
        cookie = client.cookies.jar
        assert all(one.path == f"/api/rooms/{opened['room']}" for one in cookie)
        assert all(one.has_nonstandard_attr("HttpOnly") for one in cookie)


def test_who_has_no_seat(client: TestClient, people: People) -> None:
    mine, other = opens(client)["room"], people.browser()
    theirs = opens(other)["room"]
    for asker, room in ((client, theirs), (other, mine), (client, "nowhere")):
        assert asker.get(f"/api/rooms/{room}").status_code == 404
        assert asker.get(f"/api/rooms/{room}/record").status_code == 404
        with asker.websocket_connect(socket_of(room), headers=ORIGIN) as socket:
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_text()
            assert closed.value.code == 4404
    assert client.post("/api/join", json={"words": "x" * 32}).status_code == 404
    for origin in ({}, {"origin": "http://evil.example"}):
        stranger = people.browser()
        stranger.headers.pop("origin")
        stranger.cookies = client.cookies
        with (
            pytest.raises(WebSocketDisconnect),
            stranger.websocket_connect(socket_of(mine), headers=origin),
        ):
            pass


def test_there_are_not_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ROOMS", 1)
    with People().browsing() as client:
        opens(client)
        answer = client.post("/api/rooms", json={"variant": "scopa", "sitting": ["person", "1"]})
        assert (answer.status_code, "too many" in answer.text) == (400, True)


def test_who_looks_on_takes_no_place_from_a_seat(
    people: People, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Onlookers are so many at most; a seat has always a place, its oldest window goes for the newest."""
    monkeypatch.setattr(limits, "SOCKETS_OF_ONLOOKERS", 1)
    monkeypatch.setattr(limits, "SOCKETS_OF_SEAT", 2)
    opened = opens(client)
    other = people.browser()
    other.post("/api/join", json={"words": opened["links"]["0"]})
    room = opened["room"]
    with (
        other.websocket_connect(socket_of(room), headers=ORIGIN) as first,
        other.websocket_connect(socket_of(room), headers=ORIGIN) as refused,
    ):
        first.receive_text()
        with pytest.raises(WebSocketDisconnect) as closed:
            refused.receive_text()
        assert closed.value.code == 4429
        with ExitStack() as windows:
            mine = [windows.enter_context(client.websocket_connect(socket_of(room), headers=ORIGIN)) for _ in range(3)]
            assert mine[2].receive_text()
            with pytest.raises(WebSocketDisconnect) as gone:
                _ = [mine[0].receive_text() for _ in range(9)]
            assert gone.value.code == 4409


def test_rooms_that_nobody_looks_at_are_put_away(
    client: TestClient, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And are found again as they were; one that somebody looks at stays."""
    rooms = people.rooms
    opened = opens(client)
    with sits(client, opened["room"]) as me:
        me.own_turn()
        me.plays()
        me.own_turn()
        monkeypatch.setattr(limits, "IDLE", -1.0)
        rooms.tidy()
        assert list(rooms.open_rooms) == [opened["room"]]
        before = state(me)
    rooms.tidy()
    assert not rooms.open_rooms
    with sits(client, opened["room"]) as me:
        assert state(me) == before


@pytest.mark.parametrize("fault", [RunFault("too-many-plays", "there are too many"), KeyError("9d")])
def test_a_game_that_cannot_go_on_says_so(fault: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: GameTable) -> None:
        raise fault

    with People().browsing() as client, sits(client, opens(client)["room"]) as me:
        me.own_turn()
        monkeypatch.setattr(GameTable, "answer", broken)
        me.plays()
        me.until(lambda table: table["fault"])
        assert "9d" not in me.table["fault"]
        me.says("play", play="x", at=me.table["at"])
        assert me.hears("said")["text"].lower() == me.table["fault"].lower()
        monkeypatch.undo()
        me.says("again")
        assert me.hears("table")["match"] == 2
        assert me.own_turn()


def test_old_rooms_are_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "rooms.sqlite"
    with People(file).browsing() as client:
        opened = opens(client)
    store = Store(file)
    assert store.expire(time() - 60) == 0
    assert store.expire(time() + 60, [opened["room"]]) == 0
    assert store.expire(time() + 60) == 1
    assert (store.number(), store.seat(opened["links"]["1"]), store.room(opened["room"])) == (0, None, None)
    store.close()


def test_files_that_hold_no_rooms(tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    other.write_text("nothing of the kind\n" * 100)
    newer = tmp_path / "newer.sqlite"
    base = sqlite3.connect(newer)
    base.execute(f"pragma user_version = {FORMAT + 1}")
    base.close()
    for file in (other, newer, tmp_path):
        with pytest.raises(NoStore, match=r"another version|cannot be kept"):
            Store(file)


@pytest.mark.parametrize(
    ("name", "text", "change", "said"),
    [
        ("scopa", "", "ruleset = 'another'", "have changed"),
        ("", FINE, "wish = replace(wish, 'extends: scopa', 'extends: nobody')", "has errors"),
    ],
)
def test_rules_that_have_changed(name: str, text: str, change: str, said: str, tmp_path: Path) -> None:
    """A game whose rules are others now, or that a newer program no longer reads, is told, and harms nothing."""
    file = tmp_path / "rooms.sqlite"
    with People(file).browsing() as client:
        opened = opens(client, name, text=text)
    base = sqlite3.connect(file)
    with base:
        base.execute(f"update rooms set {change}")
    base.close()
    with People(file).browsing() as client:
        follows(client, opened["links"]["1"])
        answer = client.get(f"/api/rooms/{opened['room']}")
        assert (answer.status_code, said in answer.text) == (400, True)
        if text:  # who sits down is told, too
            with client.websocket_connect(socket_of(opened["room"]), headers=ORIGIN) as socket:
                assert said in socket.receive_text()


def test_what_is_remembered_is_sent_in_words() -> None:
    """What stands at the table, and what stands with the scores alone; counts as people call them."""
    table = opened(HAPPENING[0], 1)
    play_on(table, 6)
    sent = view_json(table.view(1))
    named = [{text.partition(":")[0] for text in sent[kind]} for kind in ("memory", "remembered")]
    assert all("pool" in names for names in named)
    assert any(text.endswith(" (what the next sweep brings)") for text in sent["remembered"])
    assert ["turns taken" in names for names in named] == [False, True]
    assert "Scope" not in named[1]  # it is counted
    assert "Scope (points)" in [count["name"] for count in sent["counts"]]


def test_an_address_that_leads_nowhere_is_a_page_for_people(client: TestClient) -> None:
    page = client.get("/rom/abc", headers={"accept": "text/html,application/xhtml+xml"})
    assert (page.status_code, page.headers["content-type"].partition(";")[0]) == (404, "text/html")
    assert "There is no page at this address" in page.text
    assert client.get("/rom/abc", headers={"accept": "application/json"}).json().keys() == {"error"}
