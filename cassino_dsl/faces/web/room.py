"""Rooms: one table each, the browsers that look at it, and what passes between them: also what they have to agree on,
a play taken back or another game.

What goes to a browser is made for its seat alone, by the table. All work on the table is done by one thread at a time.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any, Protocol, TypeVar

from cassino_dsl.faces.web import limits
from cassino_dsl.faces.web.requests import BadRequest, Message, TableRequest
from cassino_dsl.faces.web.session import ONLOOKERS, OVER, Around, TableSession, said
from cassino_dsl.faces.web.workshop.text_games import TextSession
from cassino_dsl.table.onlooker import ONLOOKER

Answer = TypeVar("Answer")
AnySession = TableSession | TextSession  # what takes long is asked in a thread
# begins another match of a room: by the room, the wish, the number of the match, and where each person sits from now on
Begin = Callable[[str, TableRequest, int, Mapping[int, int]], "RoomMatch"]


# what those seats are called where the program plays, by their numbers: eight are the most
PROGRAMS = ("Ada", "Bruno", "Clara", "Dino", "Elsa", "Felix", "Greta", "Hugo")


class Browser(Protocol):
    """Somebody who looks on from a seat, or from none (0). ``told``: how many lines of the log were sent."""

    seat: int
    told: int

    def send(self, data: bytes) -> None: ...

    def close(self, code: int, why: str = "") -> None: ...


@dataclass(frozen=True, slots=True)
class RoomMatch:
    """A match of a room: what was wished for, where it is played, and the threads that work there."""

    wish: TableRequest
    session: AnySession
    workers: Executor


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a seat asks the others for, an undo or (``wish``) a game called ``title``, or without a title the same one
    with other ``seats``; who has agreed."""

    by: int
    agreed: frozenset[int]
    wish: TableRequest | None = None
    title: str = ""
    seats: Mapping[int, int] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        what = "undo" if self.wish is None else "game" if self.title else "swap"
        return {"what": what, "by": self.by, "agreed": sorted(self.agreed), "title": self.title}


class Room:
    """``begin``: begins a match of a room by its number, and keeps it; ``pause``: seconds before the program plays;
    ``linked``: looks up to which seats the links of its persons lead, the first of who opened it; ``names``: what those
    are called who sit here."""

    def __init__(
        self,
        id: str,
        match: RoomMatch,
        begin: Begin,
        pause: float,
        linked: Callable[[], tuple[int, ...]],
        names: Callable[[], dict[int, str]],
    ) -> None:
        self.id, self.match, self.begin, self.pause, self.linked = id, match, begin, pause, linked
        self.persons_named = names
        self.names = self._names()
        self.game = match.session.number
        self.about: dict[str, Any] = {}  # what does not change while this game is played, once it was looked up
        self.asked: Proposal | None = None
        self.browsers: list[Browser] = []
        self.lock = asyncio.Lock()
        self.thinking: asyncio.Task[None] | None = None
        self.telling: asyncio.Task[None] | None = None
        self.used = monotonic()

    @property
    def session(self) -> AnySession:
        return self.match.session

    @property
    def persons(self) -> tuple[int, ...]:
        return self.match.wish.persons

    def _names(self) -> dict[int, str]:
        """What all are called, by their seats: persons as they wish to be, the program by names of its own."""
        programs = {seat: PROGRAMS[seat - 1] for seat in range(1, len(self.match.wish.sitting) + 1)}
        return {seat: name for seat, name in programs.items() if seat not in self.persons} | self.persons_named()

    async def work(self, ask: Callable[[], Answer]) -> Answer:
        """Let a thread do something with the table."""
        return await asyncio.get_running_loop().run_in_executor(self.match.workers, ask)

    # ---- who is there

    async def join(self, browser: Browser, still: Callable[[], bool] = lambda: True) -> bool:
        """Whether there was a place, and its link ``still`` leads here. A seat has always one for itself, whoever else
        looks on: where it has too many windows, the first of them is closed."""
        async with self.lock:
            same = [other for other in self.browsers if other.seat == browser.seat]
            if not still():
                return False
            if browser.seat == ONLOOKER and len(same) >= limits.SOCKETS_OF_ONLOOKERS:
                return False
            if browser.seat != ONLOOKER and len(same) >= limits.SOCKETS_OF_SEAT:
                self.browsers.remove(same[0])
                same[0].close(4409, "this seat was opened in another window")
            self.browsers.append(browser)
            await self._show()
        self._go_on()
        return True

    def leave(self, browser: Browser) -> None:
        """Go; the others are told when there is time."""
        with suppress(ValueError):
            self.browsers.remove(browser)
        self.used = monotonic()
        if self.browsers:
            self.telling = asyncio.create_task(self._left())

    async def _left(self) -> None:
        """Somebody has gone, for whom nobody waits who wants another game."""
        async with self.lock:
            if self.asked is not None and self.asked.wish is not None:
                await self._if_agreed()
            await self._show()
        self._go_on()

    async def renew(self, seat: int, renew: Callable[[], None]) -> None:
        """Let another link lead to a seat: who sits or looks on there has to come by that one."""
        async with self.lock:
            renew()
            for browser in [one for one in self.browsers if one.seat == seat]:
                self.browsers.remove(browser)
                browser.close(1012, "the link to this seat was changed")
            await self._show()

    async def call(self, call: Callable[[], None]) -> None:
        """Have somebody called by another name."""
        async with self.lock:
            call()
            self.names = self._names()
            await self._show()

    @property
    def host(self) -> int:
        """The seat of who opened the room."""
        return self.linked()[0]

    @property
    def there(self) -> list[int]:
        """The seats from which somebody looks."""
        return sorted({one.seat for one in self.browsers if one.seat != ONLOOKER})

    # ---- what is asked

    async def hear(self, browser: Browser, message: Message) -> None:
        """Do what a browser asks for: answer it, or show everybody what has changed."""
        self.used = monotonic()
        async with self.lock:
            if browser not in self.browsers:  # it was sent away, and has not heard of it yet
                return
            answer = await self._do(browser.seat, message)
            if answer is not None:
                browser.send(answer)
            else:
                await self._show()
        self._go_on()

    async def _do(self, seat: int, message: Message) -> bytes | None:
        if message.do not in ("undo", "agree", "again", "swap"):
            answer = await self.work(lambda: self.session.hear(seat, message))
            if answer is None:
                self.asked = None
            return answer
        if seat == ONLOOKER:
            return said(ONLOOKERS)
        try:
            return await (self._agree(seat, message.yes) if message.do == "agree" else self._ask(seat, message.do))
        except BadRequest as fault:
            return said(str(fault))

    async def _ask(self, seat: int, what: str) -> bytes | None:
        over = self.session.over or bool(self.session.fault)
        if what in ("again", "swap"):
            if not over:
                return said("The match is not over.")
            wish = self.match.wish
            if what == "again":
                await self._begin(wish)
                return None
            sitting = (*wish.sitting[-1:], *wish.sitting[:-1])
            further = {one: one % len(sitting) + 1 for one in self.persons}
            self.asked = Proposal(seat, frozenset({seat}), replace(wish, sitting=sitting), seats=further)
            await self._if_agreed()
            return None
        if over:
            return said(self.session.fault or OVER)
        if not self.session.has_undo:
            return said("There is nothing to take back.")
        self.asked = Proposal(seat, frozenset({seat}))
        await self._if_agreed()
        return None

    async def _agree(self, seat: int, yes: bool) -> bytes | None:
        asked = self.asked
        if asked is None:
            return said("Nobody asks for anything.")
        if not yes:
            self.asked = None
            await self._show()
            for one in self.browsers:  # who asked hears of it once the table is shown anew
                if one.seat == asked.by:
                    one.send(said(f"Seat {seat} does not agree."))
            return said("You have not agreed.")
        self.asked = replace(asked, agreed=asked.agreed | {seat})
        await self._if_agreed()
        return None

    async def _if_agreed(self) -> None:
        """Do what is asked for, once all agree: an undo is for every person to allow, another game for those there."""
        asked = self.asked
        if asked is None or not asked.agreed.issuperset(self.persons if asked.wish is None else self.there):
            return
        self.asked = None
        if asked.wish is not None:
            await self._begin(asked.wish, asked.seats)
        else:
            await self.work(self.session.undo)
            self._anew()

    async def propose(self, seat: int, wish: TableRequest, title: str) -> None:
        """Ask the others for another game; raises ``BadRequest``. A match that goes on is played to its end."""
        async with self.lock:
            if seat == ONLOOKER:
                raise BadRequest(ONLOOKERS.rstrip("."))
            if not self.session.over and not self.session.fault:
                raise BadRequest("the match is not over")
            if len(wish.persons) != len(self.persons):
                raise BadRequest(f"at this table sit {len(self.persons)} persons: seat as many")
            self.asked = Proposal(seat, frozenset({seat}), wish, title)
            await self._if_agreed()
            await self._show()
        self._go_on()

    async def _begin(self, wish: TableRequest, seats: Mapping[int, int] | None = None) -> None:
        """Another match, of the same game or another one: where nothing is said of ``seats``, the persons keep their
        order."""
        before, number = self.match.wish, self.session.number + 1
        seats = seats or dict(zip(before.persons, wish.persons, strict=True))
        self.match = await self.work(lambda: self.begin(self.id, wish, number, seats))
        self.asked = None
        if wish != before or any(was != now for was, now in seats.items()):
            self.game, self.about = number, {}
            for browser in self.browsers:
                browser.seat = seats.get(browser.seat, ONLOOKER)
            self.names = self._names()
        self._anew()

    def _anew(self) -> None:
        """All lines of the log are told again."""
        for browser in self.browsers:
            browser.told = 0

    # ---- the program plays

    def _go_on(self) -> None:
        """Let the program play until a person decides."""
        if self.thinking is None or self.thinking.done():
            self.thinking = asyncio.create_task(self._play_on())

    async def _play_on(self) -> None:
        while not self.session.rests:
            await asyncio.sleep(self.pause)
            async with self.lock:
                if self.session.rests:
                    return
                await self.work(self.session.answer)
                self.asked = None
                await self._show()

    # ---- what is shown

    async def standing(self, seat: int) -> dict[str, Any]:
        """The scores as a seat knows them, and whose turn it is."""
        async with self.lock:
            found = await self.work(lambda: self.session.shown([(seat, 0)], Around()))
        table = json.loads(found[seat, 0][0])
        view = table.get("view", {"sides": [], "decides": None, "over": True})
        scores = [{"name": side["name"], "score": side["score"]} for side in view["sides"]]
        return {"scores": scores, "decides": view["decides"], "over": view["over"]}

    async def _show(self) -> None:
        """Show everybody the table as it is now."""
        browsers = [*self.browsers]
        told = {one: (one.seat, one.told) for one in browsers}
        around = Around(tuple(self.there), self.asked.as_json() if self.asked else {}, self.game, self.names)
        ready = await self.work(lambda: self.session.shown(set(told.values()), around))
        for one in browsers:
            data, lines = ready[told[one]]
            one.told = lines
            one.send(data)
