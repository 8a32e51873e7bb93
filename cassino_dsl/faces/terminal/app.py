"""`cassino play` on the whole screen: a game is chosen, a table opened, and played at."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from cassino_dsl.faces.terminal.table_screen import TableScreen
from cassino_dsl.language.shipped import ShippedVariant, shipped
from cassino_dsl.table.opening import Opening, SavedGame, save, stop
from cassino_dsl.table.table import GameTable

PAUSE = 0.5  # seconds of each step in which a play is shown; 0: plays are not shown in steps
GO_ON = "go on"


class Chooser(Screen[str]):
    """Lists what there is; what is chosen is a name, or GO_ON. ``guided`` is asked for by `g`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "app.quit", "stop"),
        Binding("g", "guide", "with somebody at my side"),
        Binding("slash", "search", "search", key_display="/"),
        Binding("escape", "all", "all games", show=False),
    ]

    def __init__(self, saved: SavedGame | None, guided: bool) -> None:
        super().__init__()
        self.saved, self.guided = saved, guided
        self.games: dict[str, ShippedVariant] = {}

    def compose(self) -> ComposeResult:
        yield Static("What shall it be?  (Enter plays)", id="title", markup=False)
        yield Input(id="search", placeholder="/ searches, such as / sweep")
        yield OptionList(id="games")
        yield Static("", id="about", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.list_games()

    @work
    async def list_games(self) -> None:
        """Fill the list, once the files have been read."""
        found = await asyncio.to_thread(shipped)
        self.games = {one.name: one for one in found}
        self.show_games("")
        self.options.focus()

    @property
    def options(self) -> OptionList:
        return self.query_one("#games", OptionList)

    def show_games(self, word: str) -> None:
        """List the games that a word is said of, and in front of all games the one to go on with."""
        found = [one for one in self.games.values() if one.is_about(word)]
        listed = [Option(Text(f"{one.title:<40.40} {one.players:>10} players"), id=one.name) for one in found]
        if self.saved is not None and not word:
            listed.insert(0, Option(Text(f"Go on with {self.saved.text}", style="bold"), id=GO_ON))
        self.options.clear_options()
        self.options.add_options(listed)
        if listed:
            self.options.highlighted = 0
        else:
            self.query_one("#about", Static).update("There is no such game. Esc lists all.")

    def on_input_changed(self, event: Input.Changed) -> None:
        self.show_games(event.value.strip())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter goes from the word to the games found."""
        self.options.focus()

    def action_search(self) -> None:
        self.query_one("#search", Input).focus()

    def action_all(self) -> None:
        self.query_one("#search", Input).value = ""
        self.options.focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        game = self.games.get(event.option.id or "")
        about = " ".join(game.about.split()) if game else "The match that you stopped last."
        self.query_one("#about", Static).update(Text(about))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)

    def action_guide(self) -> None:
        self.guided = not self.guided
        self.notify("Somebody sits at your side in the first deal." if self.guided else "You play by yourself.")


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

    async def on_event(self, event: events.Event) -> None:
        """Keys may come in one chunk, as from a slow line. The first of a play moves the focus before the next is
        handed on: else what was meant for the line would choose something on the table."""
        key = event if isinstance(event, events.Key) and not event.is_forwarded else None
        if key is None or not isinstance(self.screen, TableScreen) or not self.screen.begins(key):
            await super().on_event(event)

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
