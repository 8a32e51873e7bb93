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

from cassino_dsl.ruleset.errors import RunFault
from cassino_dsl.table.onlooker import ONLOOKER
from cassino_dsl.table.table import GameTable, NotPossible
from cassino_dsl.web.messages import Message, bytes_of, lines_json, scores_json, view_json
from cassino_dsl.web.store import Store

Answer = TypeVar("Answer")
NOT_YOURS = "It is not your turn."
LATE = "The table had changed before your play came."


class Browser(Protocol):
    """Somebody who looks on from a seat, or from none (0). ``told``: how many lines of the log were sent."""

    seat: int
    told: int

    def send(self, data: bytes) -> None: ...


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
        self.id, self.table, self.number, self.store = id, table, number, store
        self.hints = hints or len(table.persons) == 1
        self.workers, self.anew, self.pause = workers, anew, pause
        self.browsers: list[Browser] = []
        self.lock = asyncio.Lock()
        self.undo_by: int | None = None  # who asked for an undo, and who agrees
        self.agreed: set[int] = set()
        self.fault = ""  # why play can't go on
        self.thinking: asyncio.Task[None] | None = None
        self.telling: asyncio.Task[None] | None = None
        self.used = monotonic()

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
            try:
                answer = await self.work(lambda: self._do(browser.seat, message))
            except (NotPossible, RunFault) as reason:
                answer = _said(str(reason))
            if answer is not None:
                browser.send(answer)
            else:
                await self._show()
        self._go_on()

    def _do(self, seat: int, message: Message) -> bytes | None:
        """An answer for who asked; None where the table has changed."""
        table = self.table
        if message.do == "scores":
            return bytes_of("scores", scores=scores_json(table.summary(seat)))
        if seat == ONLOOKER:
            return _said("Who looks on does not play.")
        if message.do == "again":
            return self._again()
        if self.fault or table.over:
            return _said(self.fault or "The match is over.")
        if message.do == "why":
            return _said(table.why_not(seat, message.play))
        if message.do == "undo":
            return self._ask_undo(seat)
        if message.do == "agree":
            return self._agree(seat, message.yes)
        if table.decides != seat:
            return _said("It is not your turn.")
        if message.do == "hint":
            return self._hint(seat)
        if message.at != len(table.moments):
            return _said("The table had changed before your play came.")
        return self._play(seat, message)

    def _hint(self, seat: int) -> bytes:
        hint = self.table.hint(seat) if self.hints else None
        if hint is None:
            return _said("This table is played without hints.")
        return bytes_of("hint", play=hint.play, text=hint.text)

    def _play(self, seat: int, message: Message) -> bytes | None:
        if message.do == "play":
            found = [c for c in self.table.view(seat).choices if c.text == message.play]
            if not found:
                return _said("That play is not legal here.")
        else:
            found = self.table.find(seat, message.play)
        if len(found) > 1:
            return bytes_of("which", plays=[choice.text for choice in found])
        self._made(lambda: self.table.make(found[0]))
        return None

    def _made(self, make: Callable[[], object]) -> None:
        """Make a play, and keep it before anybody sees it."""
        make()
        self.undo_by, self.agreed = None, set()
        self.store.played(self.id, len(self.table.moments) - 1, self.table.last_text)

    def _again(self) -> bytes | None:
        if not self.table.over and not self.fault:
            return _said("The match is not over.")
        self.number += 1
        self.table = self.anew(self.number)
        self.fault = ""
        self._tell_anew()
        return None

    def _ask_undo(self, seat: int) -> bytes | None:
        if not self.table.has_undo:
            return _said("There is nothing to take back.")
        self.undo_by, self.agreed = seat, {seat}
        self._undo_if_agreed()
        return None

    def _agree(self, seat: int, yes: bool) -> bytes | None:
        if self.undo_by is None:
            return _said("Nobody asks to take a play back.")
        if yes:
            self.agreed.add(seat)
            self._undo_if_agreed()
        else:
            self.undo_by, self.agreed = None, set()
        return None

    def _undo_if_agreed(self) -> None:
        if self.agreed >= set(self.table.persons):
            self.undo_by, self.agreed = None, set()
            self.table.undo()
            self.store.taken_back(self.id, len(self.table.moments), self.table.practice)
            self._tell_anew()

    def _tell_anew(self) -> None:
        for one in self.browsers:
            one.told = 0

    # ---- the program plays

    def _go_on(self) -> None:
        """Let the program play until a person decides."""
        if self.thinking is None or self.thinking.done():
            self.thinking = asyncio.create_task(self._play_on())

    async def _play_on(self) -> None:
        while not (self.table.waits or self.table.over or self.fault):
            await asyncio.sleep(self.pause)
            async with self.lock:
                if self.table.waits or self.table.over or self.fault:
                    return
                try:
                    await self.work(lambda: self._made(self.table.answer))
                except RunFault as fault:
                    self.fault = str(fault)
                except Exception as fault:  # told without its words: they may name what is hidden
                    self.fault = f"Play can't go on, by a fault of the program ({type(fault).__name__})."
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
        return {(seat, told): self._table(seat, told) for seat, told in wanted}

    def _table(self, seat: int, told: int) -> tuple[bytes, int]:
        table = self.table
        lines = table.log(seat)
        scores = [table.score_table(seat, end) for end in table.rounds]
        before = sum(line.kind == "scores" for line in lines[:told])
        data = {
            "at": len(table.moments),
            "match": self.number,
            "view": view_json(table.view(seat)),
            "log": {"from": told, "lines": lines_json(lines[told:], scores[before:])},
            "persons": table.persons,
            "there": self.there,
            "hints": self.hints,
            "undo": {"by": self.undo_by, "agreed": sorted(self.agreed)},
            "practice": table.practice,
            "fault": self.fault,
        }
        if table.over:
            data["summary"] = scores_json(table.summary(seat))
            data["seed"] = str(table.seed)  # known now, and only now: the match can be played again from it
        return bytes_of("table", **data), len(lines)


def _said(text: str) -> bytes:
    return bytes_of("said", text=text[:1].upper() + text[1:])
