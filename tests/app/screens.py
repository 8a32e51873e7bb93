"""The app driven as a person would, with keys and the mouse, on a screen of a given size."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from textual import events
from textual.pilot import Pilot

from cassino_dsl.faces.terminal.app import TableApp
from cassino_dsl.faces.terminal.table_screen import TableScreen
from cassino_dsl.table.opening import Opening
from tests.table.tables import load_source

SMALL, LARGE = (80, 24), (120, 40)
PATIENCE = 60.0  # seconds for what takes a moment
Person = Callable[["Seat"], Awaitable[None]]


class Seat:
    """A person before the screen."""

    def __init__(self, app: TableApp, pilot: Pilot[str]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def screen(self) -> TableScreen:
        """The table, whatever is laid over it."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, TableScreen))

    @property
    def said(self) -> str:
        return str(self.screen.query_one("#said").render())  # type: ignore[attr-defined]

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for something."""
        end = asyncio.get_running_loop().time() + PATIENCE
        while not holds():
            assert self.app.fault is None, self.app.fault
            assert asyncio.get_running_loop().time() < end, self.text()
            await self.pilot.pause(0.01)
        await self.pilot.pause()

    async def hears(self, *texts: str) -> None:
        """Wait until all of this is said beneath the table."""
        await self.until(lambda: all(text in self.said for text in texts))

    async def reads(self, *texts: str) -> None:
        """Wait until all of this stands on the screen."""
        await self.until(lambda: all(text in self.text() for text in texts))

    async def own_turn(self) -> None:
        """Wait until the table is shown and waits for the person."""
        await self.until(lambda: isinstance(self.app.screen, TableScreen) and self.screen.waiting)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def chunk(self, text: str) -> None:
        """Keys that come all at once, as from a slow line."""
        for letter in text:
            self.app.post_message(events.Key({" ": "space", "\r": "enter", ":": "colon"}.get(letter, letter), letter))
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Type a line."""
        await self.press("colon")
        self.screen.typed.value = text
        await self.press("enter")

    def text(self) -> str:
        """All that stands on the screen, as text."""
        return "\n".join(strip.text for strip in self.app.screen._compositor.render_strips())


def sit(
    opening: Opening, variant: str | None, person: Person, size: tuple[int, int] = SMALL, **wishes: bool
) -> TableApp:
    """Run the app, and let somebody play."""
    app = TableApp(opening, variant, pause=0, **wishes)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await person(Seat(app, pilot))

    asyncio.run(run())
    return app


def opening(seed: int = 5, persons: tuple[int, ...] = (1,), **wishes: object) -> Opening:
    return Opening(load_source, persons, seed=seed, against="random", **wishes)  # type: ignore[arg-type]
