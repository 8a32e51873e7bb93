"""`cassino play` on the whole screen: a game is chosen, a table opened, and played at."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType

from cassino_dsl.app.chooser import GO_ON, Chooser
from cassino_dsl.app.table_screen import TableScreen
from cassino_dsl.table.opening import Opening
from cassino_dsl.table.saved import save, stop
from cassino_dsl.table.table import GameTable

PAUSE = 0.6  # seconds after a play of the program, so that it can be followed


class TableApp(App[str]):
    """The result is what there is to say at the end; ``fault``: what it had to stop for."""

    CSS_PATH = "style.tcss"
    TITLE = "cassino"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "quit", "stop", show=False, priority=True)]

    def __init__(
        self,
        opening: Opening,
        variant: str | None,
        resume: bool = False,
        rounds: int | None = None,
        guided: bool = False,
        four_colours: bool = False,
        pause: float = PAUSE,
    ) -> None:
        super().__init__()
        self.opening, self.variant, self.resume, self.rounds = opening, variant, resume, rounds
        self.guided, self.four_colours, self.pause = guided, four_colours, pause
        self.game_table: GameTable | None = None
        self.fault: BaseException | None = None

    def on_mount(self) -> None:
        self.begin()

    @work
    async def begin(self) -> None:
        """Choose a game where none was named, and open the table."""
        try:
            if self.variant is None and not self.resume:
                chooser = Chooser(self.opening.saved(), self.guided)
                chosen = await self.push_screen_wait(chooser)
                self.guided, self.resume, self.variant = chooser.guided, chosen == GO_ON, chosen
            variant = self.variant or ""
            self.game_table = await self.while_waiting(
                (lambda: self.opening.resumed(self.remark))
                if self.resume
                else (lambda: self.opening.table(variant, self.remark))
            )
        except Exception as fault:
            self.stop_for(fault)
            return
        await self.push_screen(TableScreen(self.game_table, self.guided, self.rounds, self.four_colours, self.pause))

    async def while_waiting(self, ask: Callable[[], GameTable]) -> GameTable:
        """The table, opened while the screen says that it is."""
        self.screen.loading = True
        try:
            return await asyncio.to_thread(ask)
        finally:
            self.screen.loading = False

    def remark(self, text: str) -> None:
        """Something that people should know; it may come from another thread."""
        self.call_later(self.notify, text, timeout=10)

    def on_table_screen_broken(self, event: TableScreen.Broken) -> None:
        self.stop_for(event.fault)

    def stop_for(self, fault: BaseException) -> None:
        """Leave the screen for a fault, which is told where the program was started."""
        self.fault = fault
        self.exit()

    async def action_quit(self) -> None:
        """Stop; a match that is not over is kept."""
        self.exit(self.keep())

    def keep(self) -> str:
        """Keep the match, and say how to go on with it."""
        table, file = self.game_table, self.opening.file
        if table is None or not table.moments:
            return "stopped"
        try:
            if not table.over:
                return stop(table, file)
            save(table, file)
        except OSError as fault:
            self.fault = fault
            return ""
        return table.teller(table.persons[0]).ending(table.state)
