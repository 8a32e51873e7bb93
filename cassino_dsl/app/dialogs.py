"""What is laid over the table for a while: rules, points, the log, help, and the screen between two people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.table import Table
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Markdown, Static

from cassino_dsl.table.counts import Number
from cassino_dsl.table.told import ScoreTable

HELP = """\
Choose a card of your hand (click, or arrows and Enter), then what it does: the cards that it takes are lit up. Click
cards on the table to see only plays that take them.

Or type a play, as it is listed or shorter: `7c takes 3c 4d`, `7 takes 3 4`, `7 3 4`, `2 builds 9`, `done`. A digit or
a capital letter begins to type, and so does `:`.

| key | |
|---|---|
| h | a hint, with its reason |
| w | why not: then type the play |
| u | take back your last play |
| s | what counts so far, and the scores |
| l | all that was played |
| r | the rules of this table |
| q | stop; the match is kept |
"""


class Dialog(ModalScreen[None]):
    """Something to read; any of these keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,space", "dismiss", "close")]

    def __init__(self, *shown: Widget) -> None:
        super().__init__()
        self.shown = shown

    def compose(self) -> ComposeResult:
        with VerticalScroll() as scroll:
            scroll.can_focus = True
            yield from self.shown
            yield Static("\n[Enter closes]", markup=False)


class HandOver(ModalScreen[None]):
    """Nothing to see: another person sits down."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "dismiss", "go on")]

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    def compose(self) -> ComposeResult:
        yield Static(f"Seat {self.seat} plays next.\n\nEnter, when nobody else looks.", markup=False)


def reading(markdown: str) -> Dialog:
    """A text to read."""
    return Dialog(Markdown(markdown))


def written(*lines: str) -> Dialog:
    """Lines to read, the last first in sight."""
    return Dialog(Static("\n".join(lines), markup=False))


def points(*tables: ScoreTable, ending: str = "") -> Dialog:
    """Points award by award."""
    parts: list[Widget] = []
    for one in tables:
        parts += [Static(one.title, markup=False), Static(score_grid(one.sides, one.rows)), Static("")]
    return Dialog(*parts, *([Static(ending, markup=False)] if ending else []))


def score_grid(sides: Sequence[str], rows: Sequence[tuple[str, Sequence[Number]]]) -> Table:
    """A name and a number for each side in a row; where there is little room, names take two lines."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column()
    for side in sides:
        grid.add_column(justify="right", no_wrap=True, min_width=len(side))
    grid.add_row("", *sides)
    for name, numbers in rows:
        grid.add_row(name, *("?" if n is None else str(n) for n in numbers))
    return grid
