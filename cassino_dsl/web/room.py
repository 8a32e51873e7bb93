"""A room: one table, the browsers that look at it, and what passes between them.

What goes to a browser is made for its seat alone, by the table. All work on the table is done by one thread at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from time import monotonic
from typing import Protocol, TypeVar

from cassino_dsl.table.onlooker import ONLOOKER
from cassino_dsl.table.table import GameTable
from cassino_dsl.web.desk import Desk
from cassino_dsl.web.messages import Message
from cassino_dsl.web.store import Store

Answer = TypeVar("Answer")


class Browser(Protocol):
    """Somebody who looks on from a seat, or from none (0). ``told``: how many lines of the log were sent."""

    seat: int
    told: int

    def send(self, data: bytes) -> None: ...


class _Kept:
    """Keeps the plays of a room."""

    def __init__(self, store: Store, id: str) -> None:
        self.store, self.id = store, id

    def played(self, number: int, play: str) -> None:
        self.store.played(self.id, number, play)

    def taken_back(self, number: int, practice: bool) -> None:
        self.store.taken_back(self.id, number, practice)


class Room:
    """``anew`` opens the table of a match by its number; ``pause``: seconds before the program plays."""

    def __init__(
        self,
        id: str,
        table: GameTable,
        number: int,
        hints: bool,
        store: Store,
        workers: Executor,
        anew: Callable[[int], GameTable],
        pause: float,
    ) -> None:
        self.id, self.desk = id, Desk(table, number, hints, _Kept(store, id), anew)
        self.workers, self.pause = workers, pause
        self.browsers: list[Browser] = []
        self.lock = asyncio.Lock()
        self.thinking: asyncio.Task[None] | None = None
        self.telling: asyncio.Task[None] | None = None
        self.used = monotonic()

    @property
    def table(self) -> GameTable:
        return self.desk.table

    async def work(self, ask: Callable[[], Answer]) -> Answer:
        """Let a thread do something with the table."""
        return await asyncio.get_running_loop().run_in_executor(self.workers, ask)

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
            self.telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        async with self.lock:
            await self._show()

    @property
    def there(self) -> list[int]:
        """The seats from which somebody looks."""
        return sorted({one.seat for one in self.browsers if one.seat != ONLOOKER})

    # ---- what is asked

    async def hear(self, browser: Browser, message: Message) -> None:
        """Do what a browser asks for: answer it, or show everybody what has changed."""
        self.used = monotonic()
        async with self.lock:
            answer = await self.work(lambda: self.desk.hear(browser.seat, message))
            if self.desk.anew_told:
                self.desk.anew_told = False
                for one in self.browsers:
                    one.told = 0
            if answer is not None:
                browser.send(answer)
            else:
                await self._show()
        self._go_on()

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
                await self._show()

    # ---- what is shown

    async def _show(self) -> None:
        """Show everybody the table as it is now."""
        browsers = [*self.browsers]
        told = {one: one.told for one in browsers}
        ready = await self.work(lambda: self._shown({(one.seat, number) for one, number in told.items()}))
        for one in browsers:
            data, lines = ready[one.seat, told[one]]
            one.told = lines
            one.send(data)

    def _shown(self, wanted: set[tuple[int, int]]) -> dict[tuple[int, int], tuple[bytes, int]]:
        """For seats, and how many lines of the log they have been sent: the table, and how many lines they have now."""
        there = self.there
        return {(seat, told): self.desk.shown(seat, told, there) for seat, told in wanted}
