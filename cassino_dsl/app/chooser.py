"""The screen on which a game is chosen."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from cassino_dsl.shipped import ShippedVariant, shipped
from cassino_dsl.table.saved import SavedGame

GO_ON = "go on"


class Chooser(Screen[str]):
    """Lists what there is; what is chosen is a name, or GO_ON. ``guided`` is asked for by `g`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "app.quit", "stop"),
        Binding("g", "guide", "with somebody at my side"),
    ]

    def __init__(self, saved: SavedGame | None, guided: bool) -> None:
        super().__init__()
        self.saved, self.guided = saved, guided
        self.games: dict[str, ShippedVariant] = {}

    def compose(self) -> ComposeResult:
        yield Static("What shall it be?  (Enter plays)", id="title", markup=False)
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
        options = self.query_one("#games", OptionList)
        if self.saved is not None:
            options.add_option(Option(Text(f"Go on with {self.saved.text}", style="bold"), id=GO_ON))
        for one in found:
            options.add_option(Option(Text(f"{one.title:<40.40} {one.players:>10} players"), id=one.name))
        options.highlighted = 0
        options.focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        game = self.games.get(event.option.id or "")
        about = " ".join(game.about.split()) if game else "The match that you stopped last."
        self.query_one("#about", Static).update(Text(about))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)

    def action_guide(self) -> None:
        self.guided = not self.guided
        self.notify("Somebody sits at your side in the first deal." if self.guided else "You play by yourself.")
