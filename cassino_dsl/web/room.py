"""A room: one table, the browsers that look at it, and what passes between them: also what they have to agree on, a
play taken back or another game.

What goes to a browser is made for its seat alone, by the table. All work on the table is done by one thread at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, Protocol, TypeVar

from cassino_dsl.table.onlooker import ONLOOKER
from cassino_dsl.web.desk import ONLOOKERS, OVER, Around, Told, said
from cassino_dsl.web.messages import Message
from cassino_dsl.web.wish import BadRequest, Wish

Answer = TypeVar("Answer")


class Browser(Protocol):
    """Somebody who looks on from a seat, or from none (0). ``told``: how many lines of the log were sent."""

    seat: int
    told: int

    def send(self, data: bytes) -> None: ...


class AnyDesk(Protocol):
    """Where a match is played: at hand (``Desk``), or in a process that may only play texts. What takes long is asked
    in a thread."""

    @property
    def number(self) -> int: ...
    @property
    def fault(self) -> str: ...
    @property
    def over(self) -> bool: ...
    @property
    def rests(self) -> bool: ...
    @property
    def has_undo(self) -> bool: ...

    def hear(self, seat: int, message: Message) -> bytes | None: ...
    def undo(self) -> None: ...
    def answer(self) -> None: ...
    def shown(self, wanted: Collection[Told], around: Around) -> dict[Told, tuple[bytes, int]]: ...
    def record(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class RoomMatch:
    """A match of a room: what was wished for, where it is played, and the threads that work there."""

    wish: Wish
    desk: AnyDesk
    workers: Executor


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a seat asks the others for, an undo or (``wish``) a game called ``title``; who has agreed."""

    by: int
    agreed: frozenset[int]
    wish: Wish | None = None
    title: str = ""

    def as_json(self) -> dict[str, Any]:
        return {
            "what": "game" if self.wish else "undo",
            "by": self.by,
            "agreed": sorted(self.agreed),
            "title": self.title,
        }


class Room:
    """``begin``: begins a match of a room by its number, and keeps it; ``pause``: seconds before the program plays."""

    def __init__(
        self, id: str, match: RoomMatch, begin: Callable[[str, Wish, Wish, int], RoomMatch], pause: float
    ) -> None:
        self.id, self.match, self.begin, self.pause = id, match, begin, pause
        self.game = match.desk.number
        self.about: dict[str, Any] = {}  # what does not change while this game is played, once it was looked up
        self.asked: Proposal | None = None
        self.browsers: list[Browser] = []
        self.lock = asyncio.Lock()
        self.thinking: asyncio.Task[None] | None = None
        self.telling: asyncio.Task[None] | None = None
        self.used = monotonic()

    @property
    def desk(self) -> AnyDesk:
        return self.match.desk

    @property
    def persons(self) -> tuple[int, ...]:
        return self.match.wish.persons

    async def work(self, ask: Callable[[], Answer]) -> Answer:
        """Let a thread do something with the table."""
        return await asyncio.get_running_loop().run_in_executor(self.match.workers, ask)

    # ---- who is there

    async def join(self, browser: Browser) -> None:
        async with self.lock:
            self.browsers.append(browser)
            await self._show()
        self._go_on()

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

    @property
    def there(self) -> list[int]:
        """The seats from which somebody looks."""
        return sorted({one.seat for one in self.browsers if one.seat != ONLOOKER})

    # ---- what is asked

    async def hear(self, browser: Browser, message: Message) -> None:
        """Do what a browser asks for: answer it, or show everybody what has changed."""
        self.used = monotonic()
        async with self.lock:
            answer = await self._do(browser.seat, message)
            if answer is not None:
                browser.send(answer)
            else:
                await self._show()
        self._go_on()

    async def _do(self, seat: int, message: Message) -> bytes | None:
        if message.do not in ("undo", "agree", "again"):
            answer = await self.work(lambda: self.desk.hear(seat, message))
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
        over = self.desk.over or bool(self.desk.fault)
        if what == "again":
            if not over:
                return said("The match is not over.")
            await self._begin(self.match.wish)
            return None
        if over:
            return said(self.desk.fault or OVER)
        if not self.desk.has_undo:
            return said("There is nothing to take back.")
        self.asked = Proposal(seat, frozenset({seat}))
        await self._if_agreed()
        return None

    async def _agree(self, seat: int, yes: bool) -> bytes | None:
        asked = self.asked
        if asked is None:
            return said("Nobody asks for anything.")
        self.asked = Proposal(asked.by, asked.agreed | {seat}, asked.wish, asked.title) if yes else None
        await self._if_agreed()
        return None

    async def _if_agreed(self) -> None:
        """Do what is asked for, once all agree: an undo is for every person to allow, another game for those there."""
        asked = self.asked
        if asked is None or not asked.agreed.issuperset(self.persons if asked.wish is None else self.there):
            return
        self.asked = None
        if asked.wish is not None:
            await self._begin(asked.wish)
        else:
            await self.work(self.desk.undo)
            self._anew()

    async def propose(self, seat: int, wish: Wish, title: str) -> None:
        """Ask the others for another game; raises ``BadRequest``. A match that goes on is played to its end."""
        async with self.lock:
            if seat == ONLOOKER:
                raise BadRequest(ONLOOKERS.rstrip("."))
            if not self.desk.over and not self.desk.fault:
                raise BadRequest("the match is not over")
            if len(wish.persons) != len(self.persons):
                raise BadRequest(f"at this table sit {len(self.persons)} persons: seat as many")
            self.asked = Proposal(seat, frozenset({seat}), wish, title)
            await self._if_agreed()
            await self._show()
        self._go_on()

    async def _begin(self, wish: Wish) -> None:
        """Another match, of the same game or another one: the persons keep their order."""
        before, number = self.match.wish, self.desk.number + 1
        self.match = await self.work(lambda: self.begin(self.id, before, wish, number))
        self.asked = None
        if wish != before:
            self.game, self.about = number, {}
            seats = dict(zip(before.persons, wish.persons, strict=True))
            for browser in self.browsers:
                browser.seat = seats.get(browser.seat, ONLOOKER)
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
        while not self.desk.rests:
            await asyncio.sleep(self.pause)
            async with self.lock:
                if self.desk.rests:
                    return
                await self.work(self.desk.answer)
                self.asked = None
                await self._show()

    # ---- what is shown

    async def _show(self) -> None:
        """Show everybody the table as it is now."""
        browsers = [*self.browsers]
        told = {one: (one.seat, one.told) for one in browsers}
        around = Around(tuple(self.there), self.asked.as_json() if self.asked else {}, self.game)
        ready = await self.work(lambda: self.desk.shown(set(told.values()), around))
        for one in browsers:
            data, lines = ready[told[one]]
            one.told = lines
            one.send(data)
