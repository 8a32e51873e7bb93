"""The server: where it listens, who may ask, and the whole put together."""

from __future__ import annotations

import asyncio
import gc
import secrets
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from cassino_dsl.faces.web import limits
from cassino_dsl.faces.web.guard import Guard, Whereabouts
from cassino_dsl.faces.web.rooms import PAUSE, WORDS, Rooms
from cassino_dsl.faces.web.shipped_games import ShippedGames
from cassino_dsl.faces.web.site import Site
from cassino_dsl.faces.web.store import Store
from cassino_dsl.faces.web.workshop.text_games import TextGames
from cassino_dsl.faces.web.workshop.workers import Workers
from cassino_dsl.table.opening import state_folder

LOCAL = "127.0.0.1"
LOCALLY = (LOCAL, "localhost", "::1")  # hosts that this machine alone can ask
PORT = 8417  # where it is free; else any
THREADS = 12  # they think in C most of the time, or wait
REQUEST_HEAD = 16_384  # bytes
CONNECTIONS = 2_000
IDLE = 10.0  # seconds in which a request has to have come whole, and the next one to begin
PING = 20.0  # seconds after which a socket is asked whether anybody is there, and in which it has to answer
YOUNG = (10_000, 10, 5)  # after how many new objects, and looks at these, Python looks for circles among older ones


class Impatient(H11Protocol):
    """HTTP that waits for nobody: a line on which no whole head of a request comes in time is closed, whatever dribbles
    in."""

    waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def on_response_complete(self) -> None:
        self._wait()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        if self.conn.their_state is not h11.IDLE:  # a whole head has come: from now on the guard looks at the clock
            self._stop()

    def _wait(self) -> None:
        self._stop()
        self.waiting = self.loop.call_later(IDLE, self.transport.close)

    def _stop(self) -> None:
        if self.waiting is not None:
            self.waiting.cancel()
            self.waiting = None


class CannotServe(Exception):
    """The server can't be started as wished; the message says why."""


@dataclass(frozen=True, slots=True)
class Listening:
    """``socket``: where requests come in; ``place``: how browsers call it; ``key``: what opens tables, None where
    nobody else can ask; ``behind``: whether something stands in front that says who asks."""

    socket: socket.socket
    place: Whereabouts
    address: str
    key: str | None
    behind: bool

    @property
    def link(self) -> str:
        """What is opened in a browser."""
        return f"{self.address}/join#{self.key}" if self.key else f"{self.address}/"


def listen(host: str = LOCAL, port: int | None = None, address: str | None = None) -> Listening:
    """Listen on a host; ``port``: any free one where none is given and the usual one is taken, or 0. ``address``: by
    which browsers reach it, where something stands in front."""
    opened = _bound(host, port)
    number = opened.getsockname()[1]
    key = None if host in LOCALLY and address is None else secrets.token_urlsafe(WORDS)
    if address is not None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path not in ("", "/"):
            opened.close()
            raise CannotServe("--address is what browsers call the server, as in https://cards.example.org")
        place = Whereabouts(frozenset({parts.netloc.lower()}), parts.scheme)
        return Listening(opened, place, f"{parts.scheme}://{parts.netloc.lower()}", key, True)
    known = lan_address() if host in ("0.0.0.0", "::", "") else host
    names = {known, *((LOCAL, "localhost") if host in (LOCAL, "localhost", "0.0.0.0", "::", "") else ())}
    hosts = frozenset(f"[{name}]:{number}" if ":" in name else f"{name}:{number}".lower() for name in names)
    called = f"[{known}]" if ":" in known else known
    return Listening(opened, Whereabouts(hosts), f"http://{called}:{number}", key, False)


def _bound(host: str, port: int | None) -> socket.socket:
    for wanted in (port,) if port is not None else (PORT, 0):
        opened = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        try:
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            opened.bind((host, wanted))
            opened.listen(256)
            return opened
        except (OSError, OverflowError, UnicodeError) as fault:
            opened.close()
            said = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
            reason = f"cannot listen on {host}, port {wanted}: {said}"
    raise CannotServe(reason)


def lan_address() -> str:
    """The address of this machine in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # nothing is sent: the system says by which address it would be
            return str(asked.getsockname()[0])
        except OSError as fault:
            raise CannotServe("this machine is in no network: leave --lan out") from fault


def rooms_file() -> Path:
    """Where rooms are kept, where no other file is named."""
    return state_folder() / "rooms.sqlite"


@dataclass(frozen=True, slots=True)
class Serving:
    """How it is served. ``data``: the file of the rooms, None keeps them while the server runs; ``pause``: seconds
    before the program plays; ``native``: whether texts of clients are trusted, and may be compiled; ``against``: who
    plays for the program at tables of shipped games, whatever the level."""

    data: Path | None
    pause: float = PAUSE
    native: bool = False
    against: str | None = None


def site_of(
    place: Whereabouts, how: Serving, key: str | None = None, report: Callable[[str], object] = lambda text: None
) -> Site:
    """The whole site; its ``app`` belongs behind a guard."""
    workers = Workers(how.native)
    shipped = ShippedGames(ThreadPoolExecutor(THREADS, "table"), report, how.against)
    rooms = Rooms(Store(how.data), shipped, TextGames(workers, report), how.pause)
    return Site(rooms, workers, key, place.scheme == "https")


def serve(at: Listening, how: Serving, report: Callable[[str], object]) -> None:
    """Serve until the process is stopped. What has been loaded stays: Python need not look through it again and again
    for what nobody needs any more, and seldom through the tables, while everybody would wait."""
    with at.socket:
        gc.freeze()
        gc.set_threshold(*YOUNG)
        config = uvicorn.Config(
            Guard(site_of(at.place, how, at.key, report).app, at.place, report),
            log_config=None,
            log_level="critical",  # what goes wrong is told by the guard, in a line
            access_log=False,  # it would hold who plays
            ws="websockets-sansio",
            ws_max_size=limits.MESSAGE,
            ws_per_message_deflate=False,
            ws_ping_interval=PING,
            ws_ping_timeout=PING,
            h11_max_incomplete_event_size=REQUEST_HEAD,
            http=Impatient,
            limit_concurrency=CONNECTIONS,
            timeout_keep_alive=60,  # before that, an `Impatient` line is closed
            timeout_graceful_shutdown=2,
            proxy_headers=at.behind,
            server_header=False,
        )
        uvicorn.Server(config).run(sockets=[at.socket])
