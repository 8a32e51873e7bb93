"""A crowd that plays by chance over real sockets, against a server in a process of its own: how long answers take, how
much memory the server has, and that nothing of a match is ever lost, whoever leaves, comes again, errs or takes back.

`python -m tests.web.crowd --rooms 200 --seconds 60 --think 4` prints what it has measured.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from time import monotonic
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

GAMES = ("scopa", "cassino", "royal-cassino", "tablanette", "cuarenta", "stealing-bundles", "pasur", "mulle")
PATIENCE = 120.0  # seconds after which somebody gives up
PAUSE = 0.12  # seconds between two messages: the server takes ten a second
WINDOWS = 20  # of one address
NONSENSE = ("7 takes", "Zz", "seat 2", "7d takes 6c Ah and more", "\u2603")


class Lost(AssertionError):
    """Something of a match was lost, or shown that may not be seen."""


@dataclass
class Figures:
    """What a crowd has seen. ``answers``: seconds from a play to the table that shows it."""

    answers: list[float] = field(default_factory=list)
    matches: int = 0
    again: int = 0  # times that somebody came again
    taken_back: int = 0

    def as_json(self) -> dict[str, float]:
        found: dict[str, float] = {key: getattr(self, key) for key in ("matches", "again", "taken_back")}
        if len(self.answers) > 1:
            p95 = quantiles(self.answers, n=20)[-1]
            found |= {"plays": len(self.answers), "median_ms": 1e3 * median(self.answers), "p95_ms": 1e3 * p95}
        return found


class Server:
    """The server, which can be killed and started again where it was; it never had anything to say of faults."""

    def __init__(self, file: Path, *more: str) -> None:
        self.file, self.more, self.port = file, more, "0"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "cassino_dsl", "serve", "--data", str(self.file), "--pace", "0"]
        self.process = subprocess.Popen(
            [*command, "--port", self.port, *self.more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.printed = self.process.stdout.readline()
        self.host = self.printed.split("//")[1].split("/")[0].strip()
        self.port = self.host.rpartition(":")[2]

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        _, errors = self.process.communicate()
        assert errors == ""

    @property
    def memory(self) -> float:
        """MiB in memory."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def asks(self, address: str, path: str, data: object = None, cookie: str = "") -> tuple[Any, str]:
        """An answer, and the cookie that came with it."""
        headers = {"content-type": "application/json", "origin": f"http://{self.host}", "cookie": cookie}
        with closing(HTTPConnection(self.host, timeout=PATIENCE, source_address=(address, 0))) as asked:
            if data is None:
                asked.request("GET", path, headers=headers)
            else:
                asked.request("POST", path, json.dumps(data), headers)
            answer = asked.getresponse()
            content = answer.read()
            if answer.status != 200:
                raise Lost(f"{path}: {answer.status} {content[:200]!r}")
            return json.loads(content), (answer.getheader("set-cookie") or "").partition(";")[0]


@contextmanager
def served(file: Path, *more: str) -> Iterator[Server]:
    server = Server(file, *more)
    try:
        yield server
    finally:
        server.kill()


@dataclass
class Place:
    """A seat of a room: who holds its ``cookie`` sits there. ``alone``: no other person plays."""

    room: str
    seat: int
    cookie: str
    address: str
    alone: bool


def open_room(server: Server, number: int, sitting: Sequence[str], game: str) -> list[Place]:
    """A room for its persons, each coming from an address of this machine that few others come from."""
    address = f"127.0.{1 + number // WINDOWS // 250}.{1 + number // WINDOWS % 250}"
    found, _ = server.asks(address, "/api/rooms", {"variant": game, "sitting": list(sitting)})
    persons = [seat for seat in found["links"] if seat != "0"]
    places = []
    for seat in persons:
        joined, cookie = server.asks(address, "/api/join", {"words": found["links"][seat]})
        server.asks(address, f"/api/rooms/{joined['room']}", cookie=cookie)  # as its page does
        places.append(Place(joined["room"], joined["seat"], cookie, address, len(persons) == 1))
    return places


@dataclass(frozen=True)
class Pace:
    """Seconds that somebody ``think``s, twice before a play, and stays ``away`` at most, who has left."""

    think: float = PAUSE
    away: float = 0


class Guest:
    """One who plays by chance, and now and then errs, asks, leaves and comes again, or takes a play back."""

    def __init__(self, server: Server, place: Place, figures: Figures, lot: random.Random, pace: Pace) -> None:
        self.server, self.place, self.figures, self.lot, self.pace = server, place, figures, lot, pace
        self.line: ClientConnection | None = None
        self.at, self.match, self.made = -1, 1, 0
        self.log: list[str] = []
        self.back = False  # whether a play was taken back since the last table
        self.sent: float | None = None  # when the last play was

    async def plays(self, heard: Callable[[], None], late: float) -> None:
        """Until it is cancelled, from so many seconds on. ``heard``: called after each thing that was said."""
        await asyncio.sleep(late)
        while True:
            try:
                self.line = self.line or await self._comes()
                await self._hears(json.loads(await self._told(self.line)))
                heard()
            except (WebSocketException, OSError) as fault:  # the server was killed, or the line cut
                if isinstance(fault, ConnectionClosed) and fault.rcvd is not None and fault.rcvd.code >= 4000:
                    raise Lost(f"{self.place.room}: {fault.rcvd.reason}") from fault
                self.line, self.sent = None, None
                await asyncio.sleep(PAUSE)

    async def _told(self, line: ClientConnection) -> str | bytes:
        try:
            async with asyncio.timeout(PATIENCE + self.pace.away):
                return await line.recv()
        except TimeoutError as fault:
            raise Lost(f"nothing was said in {self.place.room} for {PATIENCE:g} seconds") from fault

    async def _comes(self) -> ClientConnection:
        self.figures.again += self.at >= 0
        if self.back:  # what all agreed on may have been done meanwhile, and played on
            self.at, self.log = 0, []
        return await connect(
            f"ws://{self.server.host}/api/rooms/{self.place.room}/socket",
            additional_headers={"origin": f"http://{self.server.host}", "cookie": self.place.cookie},
            local_addr=(self.place.address, 0),
            open_timeout=PATIENCE,
            compression=None,
        )

    async def _says(self, do: str, **more: Any) -> None:
        await asyncio.sleep(self.pace.think * self.lot.uniform(0.5, 1.5))
        if self.line is not None:
            await self.line.send(json.dumps({"do": do, **more}))

    async def _hears(self, message: dict[str, Any]) -> None:
        if message["kind"] == "table":
            self._sees(message)
            await self._goes_on(message)
        elif message["kind"] == "said" and "Too many" in message["text"]:
            raise Lost("a guest was too fast")

    def _sees(self, table: dict[str, Any]) -> None:
        """Nothing is lost, nothing is shown that may not be seen."""
        view, seat = table["view"], self.place.seat
        lines = [one["text"] for one in table["log"]["lines"]]
        if table["match"] != self.match:
            self.match, self.at, self.log = table["match"], -1, []
        if self.back and table["at"] < self.at:
            self.at, self.log, self.back, self.sent = table["at"], [], False, None
        log = [*self.log[: table["log"]["from"]], *lines]
        if table["at"] < self.at or len(log) < len(self.log) or log[: len(self.log)] != self.log:
            raise Lost(f"of {self.at} plays there are {table['at']}, of {len(self.log)} lines {len(log)}")
        if self.sent is not None and table["at"] > self.at:
            self.figures.answers.append(monotonic() - self.sent)
            self.sent = None
        self.at, self.log = table["at"], log
        if table["fault"] or ("seed" in table) != view["over"]:
            raise Lost(table["fault"] or "the seed of a match that is not over")
        if any(any(one["hand"]) for one in view["seats"] if one["seat"] != seat):
            raise Lost("a hand of another seat")

    async def _goes_on(self, table: dict[str, Any]) -> None:
        view, luck = table["view"], self.lot.random()
        if table["asked"].get("by", self.place.seat) != self.place.seat:
            self.back = True
            await self._says("agree", yes=self.lot.random() < 0.7)
        elif view["over"]:
            await self._ends(table)
        elif luck < 0.02 and self.line is not None:
            await self.line.close()
            self.line, self.sent = None, None
            await asyncio.sleep(self.pace.away * self.lot.random())
        elif view["decides"] == view["seat"] and self.sent is None:
            if luck < 0.06:
                await self._says("type", play=self.lot.choice(NONSENSE), at=table["at"])
                await self._says("scores")
            if luck > 0.97 and table["at"] > 8 and not self.back:
                self.back, self.figures.taken_back = True, self.figures.taken_back + 1
                await self._says("undo")
                return
            await asyncio.sleep(self.pace.think)
            self.sent, self.made = monotonic(), self.made + 1
            play = self.lot.choice(view["choices"])["text"]
            assert self.line is not None
            await self.line.send(json.dumps({"do": "play", "play": play, "at": table["at"]}))

    async def _ends(self, table: dict[str, Any]) -> None:
        """A match is over: its record is whole, and another one begins."""
        place = self.place
        if place.alone:
            path = f"/api/rooms/{place.room}/record"
            record, _ = await asyncio.to_thread(self.server.asks, place.address, path, None, place.cookie)
            plays = sum(len(one["plays"]) for one in record["rounds"])
            if (plays, str(record["seed"])) != (table["at"], table["seed"]):
                raise Lost(f"a record of {plays} plays of a match with {table['at']}")
            self.figures.matches += 1
        if place.alone or place.seat == 1:
            await self._says("again")


def seat_all(server: Server, rooms: int, games: Sequence[str] = GAMES) -> list[Place]:
    """So many rooms: most of one person and the program, some of two persons."""
    return [
        place
        for number in range(rooms)
        for place in open_room(
            server, number, ("person", "person") if number % 5 == 4 else ("person", "2"), games[number % len(games)]
        )
    ]


async def crowd(
    server: Server,
    places: Sequence[Place],
    enough: Callable[[list[Guest]], bool],
    pace: Pace = Pace(),
    seed: int = 1,
    beside: Callable[[list[Guest]], Coroutine[Any, Any, None]] | None = None,
    together: bool = False,
) -> Figures:
    """Let all play until it is enough. ``beside``: what is done meanwhile; ``together``: whether all come and play in
    the same moment, as after a server that was started again; else they come one after the other."""
    figures, done = Figures(), asyncio.Event()
    guests = [Guest(server, place, figures, random.Random(f"{seed} {n}"), pace) for n, place in enumerate(places)]

    def heard() -> None:
        if enough(guests):
            done.set()

    async with asyncio.TaskGroup() as group:
        lots = random.Random(seed)
        late = [0 if together else 2 * pace.think * lots.random() for _ in guests]
        tasks = [group.create_task(guest.plays(heard, at)) for guest, at in zip(guests, late, strict=True)]
        if beside is not None:
            group.create_task(beside(guests))
        await done.wait()
        for task in tasks:
            task.cancel()
    for guest in guests:
        if guest.line is not None:
            await guest.line.close()
    return figures


async def watched(
    server: Server, seconds: float, readings: list[float], guests: Sequence[Guest], steps: int = 20
) -> None:
    """Look at the memory now and then, and say what there is."""
    for step in range(1, steps + 1):
        await asyncio.sleep(seconds / steps)
        readings.append(server.memory)
        there, made = sum(one.line is not None for one in guests), sum(one.made for one in guests)
        said = f"{step * seconds / steps:.0f} s: {readings[-1]:.0f} MiB, {there} there, {made} plays"
        print(said, f"{guests[0].figures.matches} matches", file=sys.stderr, flush=True)


def measure(
    rooms: int, seconds: float, pace: Pace, seed: int, core: int | None = None, together: bool = False
) -> dict[str, Any]:
    """All that there is to say of so many rooms in so many seconds."""
    readings: list[float] = []
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "rooms.sqlite") as server:
        if core is not None:
            for task in Path(f"/proc/{server.process.pid}/task").iterdir():
                os.sched_setaffinity(int(task.name), {core})
        empty = server.memory
        places = seat_all(server, rooms)
        opened = server.memory
        end = monotonic() + seconds
        figures = asyncio.run(
            crowd(
                server,
                places,
                lambda guests: monotonic() > end,
                pace,
                seed,
                lambda guests: watched(server, seconds, readings, guests, max(20, int(seconds / 60))),
                together,
            )
        )
    memory = {"empty": empty, "opened": opened, "readings": readings}
    found = {"rooms": rooms, "seconds": seconds, **asdict(pace), **figures.as_json(), "memory_mib": memory}
    rounded: dict[str, Any] = json.loads(json.dumps(found), parse_float=lambda number: round(float(number), 1))
    return rounded


def first_plays() -> dict[str, float]:
    """Seconds from a command to the first play that somebody can make."""
    begun = monotonic()
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "rooms.sqlite") as server:
        printed = monotonic() - begun
        places = open_room(server, 0, ("person", "2"), "royal-cassino")
        asyncio.run(crowd(server, places, lambda guests: guests[0].made > 0, Pace(0)))
        serve = monotonic() - begun
    begun = monotonic()
    command = [sys.executable, "-m", "cassino_dsl", "play", "royal-cassino", "--plain"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as table:
        assert table.stdout is not None
        while table.stdout.read(1) != ">":
            pass
        play = monotonic() - begun
        table.kill()
    return {"serve_prints": round(printed, 2), "serve": round(serve, 2), "play": round(play, 2)}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rooms", type=int, default=200)
    asked.add_argument("--seconds", type=float, default=60)
    asked.add_argument("--think", type=float, default=4, help="seconds that somebody thinks, twice before a play")
    asked.add_argument("--away", type=float, default=0, help="seconds at most that somebody stays away who leaves")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--core", type=int, help="the core on which the server runs alone")
    asked.add_argument("--together", action="store_true", help="all come, and play, in the same moment")
    asked.add_argument("--first", action="store_true", help="measure the time to a first play instead")
    wished = asked.parse_args()
    if wished.first:
        print(json.dumps(first_plays()))
        return
    pace = Pace(wished.think, wished.away)
    figures = measure(wished.rooms, wished.seconds, pace, wished.seed, wished.core, wished.together)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
