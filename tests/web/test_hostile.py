"""Thousands of malformed requests and messages: each is answered, none is a fault of the program, nothing hidden comes
out, and a match beside them goes on unharmed."""

from __future__ import annotations

import json
import random
from contextlib import ExitStack
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from cassino_dsl.faces.web import limits, socket_line
from cassino_dsl.faces.web.requests import MESSAGES, BadRequest, message_of
from tests.web.people import ORIGIN, People, Sitting, as_often, opens, sits, socket_of
from tests.web.workshop_texts import FINE

ADDRESSES = (
    "/", "/static/x", "/workshop", "/workshop/check", "/workshop/examples", "/workshop/table", "/workshop/texts/x/y",
    *(f"/api/{path}" for path in ("game", "games", "join", "rooms", "rooms/x", "rooms/x/record", "rooms/x/next")),
)  # fmt: skip
TEXTS = (
    "", "person", "1", "scopa", "\x00", "../../etc/passwd", "é" * 50, "\ud800", "A" * 5_000, "7d takes 6c Ah", "{}",
    "-1", "<script>", "'; drop table rooms; --", "%00", "target=21", "__class__", "seat-x",
)  # fmt: skip
KEYS = (*"variant with_rules settings sitting hints words do play at yes text told x".split(), "")


def some_data(lot: random.Random, depth: int = 0) -> Any:
    """Data of any shape, often almost what is asked for."""
    kind = lot.randrange(9 if depth < 3 else 6)
    if kind < 3:
        return lot.choice(TEXTS)
    if kind < 6:
        return lot.choice((None, True, False, 0, -1, 3, 10**30, 1e308, 2.5))
    if kind < 8:
        return {lot.choice(KEYS): some_data(lot, depth + 1) for _ in range(lot.randrange(5))}
    return [some_data(lot, depth + 1) for _ in range(lot.randrange(4))]


def some_text(lot: random.Random) -> str:
    """A message: right but for something, or nothing of the kind."""
    if lot.random() < 0.4:
        do = lot.choice(list(MESSAGES))
        data = {"do": do, **{key: some_data(lot, 2) for key in MESSAGES[do]}}
    else:
        data = some_data(lot)
    text = json.dumps(data)
    if lot.random() < 0.2:
        cut = lot.randrange(len(text) + 1)
        text = text[:cut] + lot.choice(("", "\x00", "[" * 50, '"', "}")) + text[cut:]
    return text[: limits.MESSAGE]


def asks(client: TestClient, lot: random.Random, *rooms: str) -> None:
    """One malformed request, perhaps about one of the rooms where one sits."""
    content = some_text(lot).encode("utf-8", "surrogatepass")
    headers = {"content-type": lot.choice(("application/json", "text/plain", "application/json; x"))}
    if lot.random() < 0.1:
        headers[lot.choice(("host", "origin", "cookie"))] = lot.choice(("evil", "seat-x=1", "a=b; c", "null"))
    method = lot.choice(("POST", "POST", "POST", "GET", "PUT", "DELETE", "OPTIONS", "HEAD"))
    own = [f"/api/rooms/{room}{more}" for room in rooms for more in ("", "/next", "/record")]
    answer = client.request(method, lot.choice([*ADDRESSES, *own]), content=content, headers=headers)
    assert answer.status_code in (200, 400, 401, 403, 404, 405, 409, 413, 415, 421, 429), (answer.status_code, content)
    assert "Traceback" not in answer.text


def sees_nothing_hidden(one: Sitting) -> None:
    """In all that was said meanwhile."""
    one.says("scores")
    while (message := json.loads(one.socket.receive_text()))["kind"] != "scores":
        if message["kind"] == "table" and not message["view"]["over"]:
            assert not any(message["view"]["seats"][1]["hand"])
            assert "seed" not in message
        assert ".yaml" not in message.get("text", "")


@pytest.mark.parametrize(
    ("number", "seed", "text"),
    [
        (200, 1, False),
        pytest.param(8_000, 2, True, marks=pytest.mark.ci),
        pytest.param(50_000, 4, True, marks=pytest.mark.long),
    ],
)
def test_malformed_requests_and_messages(number: int, seed: int, text: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many requests and as many messages, and a match that is not harmed by them. ``text``: whether some go to the
    game of a text."""
    as_often(monkeypatch)
    monkeypatch.setattr(limits, "HINTS", limits.Rate(0, 0))
    monkeypatch.setattr(socket_line, "BAD", 1e9)
    lot, people = random.Random(seed), People()
    with people.browsing() as client:
        room, other = opens(client)["room"], people.browser()
        theirs = [opens(other, "scopa")["room"], *([opens(other, "", text=FINE)["room"]] if text else [])]
        with sits(client, room) as me:
            for _ in range(4):
                me.own_turn()
                before = me.view
                with ExitStack() as stack:
                    strangers = [stack.enter_context(sits(other, one)) for one in theirs]
                    for _ in range(number // 4):
                        asks(other, lot, *theirs)
                        talking = strangers[0] if lot.random() < 0.8 else strangers[-1]
                        talking.socket.send_text(some_text(lot))
                        if lot.random() < 0.05:
                            talking.socket.send_bytes(some_text(lot).encode())
                    for one in strangers:
                        sees_nothing_hidden(one)
                assert me.view == before
                me.plays()


def test_messages_are_read_or_refused() -> None:
    lot, read = random.Random(3), 0
    for _ in range(5_000):
        try:
            message = message_of(some_text(lot))
        except BadRequest:
            continue
        read += 1
        assert message.do in MESSAGES
        assert type(message.at) is int
    assert 50 < read < 4_000


def test_who_says_too_much_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MESSAGES", limits.Rate(0.001, 5))
    with People().browsing() as client:
        room = opens(client)["room"]
        with client.websocket_connect(socket_of(room), headers=ORIGIN) as one:
            for _ in range(5 + socket_line.BAD):
                one.send_text('{"do":"scores"}')
            with pytest.raises(WebSocketDisconnect) as closed:
                _hears_all(one)
            assert closed.value.code == 1008
        with sits(client, room) as again:
            assert again.own_turn()


def _hears_all(one: WebSocketTestSession) -> None:
    """All that is still said, until the line is cut."""
    for _ in range(100):
        one.receive_text()
