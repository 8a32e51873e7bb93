"""The screen on which a game is chosen."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from cassino_dsl.shipped import ShippedVariant, shipped
from cassino_dsl.table.saved import SavedGame

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
