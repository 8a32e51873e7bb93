"""People before their browsers, without the browsers: requests and sockets of a site within this process."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from starlette.testclient import TestClient, WebSocketTestSession

from cassino_dsl.faces.web import limits
from cassino_dsl.faces.web.guard import Guard, Whereabouts
from cassino_dsl.faces.web.server import Serving, site_of

HOST = "127.0.0.1:8417"
ORIGIN = {"origin": f"http://{HOST}"}


def as_often(patch: pytest.MonkeyPatch) -> None:
    """Everybody may ask as often as they like, at sites that are opened from now on."""
    for name in ("REQUESTS", "OPENINGS", "LOOKS", "MESSAGES", "QUESTIONS", "REPLAYS"):
        patch.setattr(limits, name, limits.Rate(1e9, 1e9))


class People:
    """``faults``: what the site reported; there should be none."""

    def __init__(
        self, data: Path | None = None, key: str | None = None, native: bool = False, against: str | None = None
    ) -> None:
        self.faults: list[str] = []
        self.portal: BlockingPortal | None = None
        place = Whereabouts(frozenset({HOST}))
        site = site_of(place, Serving(data, 0, native, against), key, self.faults.append)
        self.rooms, self.workshop = site.rooms, site.workshop.workers
        self.site = Guard(site.app, place, self.faults.append)

    def browser(self) -> TestClient:
        """Another browser: with cookies of its own, asking the site where it runs."""
        found = TestClient(self.site, base_url=f"http://{HOST}", headers=ORIGIN)
        found.portal = self.portal
        return found

    @contextmanager
    def browsing(self) -> Iterator[TestClient]:
        """A browser, and a site that runs as long."""
        with self.browser() as client:
            self.portal = client.portal
            yield client
        self.portal = None
        assert not self.faults


def opens(client: TestClient, variant: str = "scopa", *sitting: str, **wishes: Any) -> dict[str, Any]:
    """Open a table; the answer."""
    answer = client.post("/api/rooms", json={"variant": variant, "sitting": list(sitting or ("person", "1")), **wishes})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def follows(client: TestClient, words: str) -> str:
    """Follow a link; the room."""
    answer = client.post("/api/join", json={"words": words})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["room"])


def socket_of(room: str) -> str:
    return f"ws://{HOST}/api/rooms/{room}/socket"


@contextmanager
def sits(client: TestClient, room: str) -> Iterator[Sitting]:
    """Sit down at a room."""
    with client.websocket_connect(socket_of(room), headers=ORIGIN) as socket:
        yield Sitting(socket)


class Sitting:
    """Somebody at a table: says and hears. ``table``: what was shown last."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket, self.log = socket, list[dict[str, Any]]()
        self.table: dict[str, Any] = {}
        self.hears("table")

    def hears(self, kind: str) -> dict[str, Any]:
        """The next message of a kind; tables before it are seen."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.receive_text())
            if message["kind"] == "table":
                self.table = message
                self.log = [*self.log[: message["log"]["from"]], *message["log"]["lines"]]
            if message["kind"] == kind:
                return message
            assert message["kind"] == "table", message

    def says(self, do: str, **more: Any) -> None:
        self.socket.send_text(json.dumps({"do": do, **more}))

    @property
    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.table["view"]
        return found

    def until(self, holds: Callable[[dict[str, Any]], object]) -> None:
        """Wait until something is true of the table."""
        while not holds(self.table):
            self.hears("table")

    def own_turn(self) -> bool:
        """Wait until it is the own turn, or the match is over."""
        self.until(lambda table: table["view"]["decides"] in (table["view"]["seat"], None))
        return not self.view["over"]

    def plays(self, which: int = 0) -> str:
        """Make one of the legal plays."""
        choices = self.view["choices"]
        text = str(choices[which % len(choices)]["text"])
        self.says("play", play=text, at=self.table["at"])
        before = self.table["at"]
        self.until(lambda table: table["at"] > before)
        return text
