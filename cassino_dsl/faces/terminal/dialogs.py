"""What is laid over the table for a while: rules, points, the log, help, and the screen between two people."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from cassino_dsl.faces.terminal.board import score_grid
from cassino_dsl.table.log_narration import ScoreTable


class Dialog(ModalScreen[None]):
    """Something to read; any of these keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,space", "dismiss", "close")]

    def __init__(self, *shown: Widget, closing: str = "Enter closes") -> None:
        super().__init__()
        self.shown, self.closing = shown, closing

    def compose(self) -> ComposeResult:
        with VerticalScroll() as scroll:
            scroll.can_focus, scroll.border_subtitle = True, self.closing
            yield from self.shown


class HandOver(ModalScreen[None]):
    """Nothing to see: another person sits down."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "dismiss", "go on")]

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    def compose(self) -> ComposeResult:
        yield Static(f"Seat {self.seat} plays next.\n\nEnter, when nobody else looks.", markup=False)


def points(*tables: ScoreTable, ending: str = "", closing: str = "Enter closes") -> Dialog:
    """Points award by award."""
    parts: list[Widget] = []
    for one in tables:
        parts += [Static(one.title, markup=False), Static(score_grid(one)), Static("")]
    return Dialog(*parts, *([Static(ending, markup=False)] if ending else []), closing=closing)
