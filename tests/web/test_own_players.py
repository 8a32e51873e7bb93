"""A player of one's own at the tables of a server: only who started it can name one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from cassino_dsl.players.own import OwnPlayer
from tests.web.people import ORIGIN, People, follows, opens, sits, socket_of

ASKED: list[str] = []


def first(view: dict[str, Any], legal: list[dict[str, Any]]) -> int:
    ASKED.append(legal[0]["text"])
    return 0


def failing(view: dict[str, Any], legal: list[dict[str, Any]]) -> int:
    raise RuntimeError(f"I hold {view['hands']['2']}")


FIRST = f"{__name__}:first"


def test_it_plays_for_the_program_and_goes_on_where_it_is_named_again(tmp_path: Path) -> None:
    ASKED.clear()
    data = tmp_path / "rooms.sqlite"
    with People(data, against=OwnPlayer(FIRST, first)).browsing() as client:
        assert client.get("/api/games").json()["against"] == FIRST  # so that no level is offered that nobody plays
        links = opens(client, "scopa", "person", "3")["links"]["1"]
        with sits(client, follows(client, links)) as sitting:
            assert sitting.own_turn()
            sitting.plays()
            assert sitting.own_turn()
    assert ASKED
    again = People(data, against=OwnPlayer(FIRST, first))
    with again.browsing() as client, sits(client, follows(client, links)) as sitting:
        assert sitting.own_turn()
        asked = len(ASKED)
        sitting.plays()
        assert sitting.own_turn()
    assert len(ASKED) == asked + 1
    with People(data).browsing() as client:  # the name that was kept is nobody's
        room = follows(client, links)
        socket = client.websocket_connect(socket_of(room), headers=ORIGIN)
        with socket as there, pytest.raises(WebSocketDisconnect) as gone:
            there.receive_text()
    assert "cannot be gone on with" in gone.value.reason
    assert len(ASKED) == asked + 1


def test_its_fault_is_told_to_who_serves_and_shows_nobody_a_card() -> None:
    people = People(against=OwnPlayer(f"{__name__}:failing", failing))
    with people.browsing() as client:
        links = opens(client, "scopa", "person", "1")["links"]["1"]
        with sits(client, follows(client, links)) as sitting:
            assert sitting.own_turn()
            sitting.plays()
            sitting.until(lambda table: table["fault"])
            assert sitting.table["fault"] == f"Play can't go on: the player `{__name__}:failing` has failed."
        told = people.faults.pop()
    assert "RuntimeError: I hold " in told
    assert '"stock"' in told


@pytest.mark.parametrize("who", ["tests.web.test_own_players:first", "random:random"])
def test_no_request_names_one(who: str) -> None:
    ASKED.clear()
    with People().browsing() as client:
        wish = {"variant": "scopa", "sitting": ["person", who]}
        assert client.post("/api/rooms", json=wish).status_code == 400
        text = "dsl: 1\ntitle: A\nabout: b\nextends: scopa\n"
        asked = {"text": text, "rounds": 1, "seats": 2, "players": who}
        assert client.post("/workshop/simulate", json=asked).status_code == 400
    assert not ASKED
