"""What a seat sees of a table, drawn: cards, builds, hands, counts, and of a play what it takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from cassino_dsl.faces.terminal.cards_on_screen import WITHOUT, BuildChip, CardChip, Look, Spot, Spread
from cassino_dsl.faces.terminal.table_in_lines import stock_text, zone_text
from cassino_dsl.table.log_narration import LogLine, ScoreTable, Shown
from cassino_dsl.table.view import BuildSeen, Choice, View

LINES = 60  # of the log that are shown


class Board(Horizontal):
    """Shows one view after the other; what is chosen on it is said by the messages of its parts. ``worths``: what cards
    count for that don't count what they show."""

    def __init__(self, look: Look, worths: Sequence[str]) -> None:
        super().__init__()
        self.look, self.worths = look, worths
        self.choices: list[Choice] = []  # the plays that are listed
        self.laid: list[BuildSeen] = []  # the builds

    def compose(self) -> ComposeResult:
        with Vertical(id="left"):
            yield Static("", id="seats", markup=False)
            with VerticalScroll(id="felt", can_focus=False):
                yield Spread(self.look, "table", "loose")
                yield Vertical(id="builds")
            yield Static(
                self.look.said(" · ".join(["Your hand", *self.worths])), classes="label", id="worths", markup=False
            )
            yield Spread(self.look, "hand", "hand")
            yield Static(self.look.legend, id="can", classes="label", markup=False)
            yield OptionList(id="plays", markup=False)
        with Vertical(id="right"):
            yield Static("", id="counts")
            yield Static("", id="around", markup=False)
            with VerticalScroll(id="log", can_focus=False):
                yield Static("", id="lines", markup=False)

    async def show(self, view: View, log: Sequence[LogLine]) -> None:
        """Draw a view anew."""
        self.query_one("#seats", Static).update(
            Text(self.look.said("   ".join(_seats(view))))
        )
        self.query_one("#around", Static).update(Text(self.look.said("\n".join(_around(view)))))
        if self.laid != list(view.builds):
            self.laid = list(view.builds)
            place = self.query_one("#builds")
            await place.remove_children()
            await place.mount(*(BuildChip(self.look, build) for build in self.laid))
        await self.lay(view.table)
        for chip in self.loose.cards:
            chip.remove_class("come")
        without = (WITHOUT,) if {bool(choice.play) for choice in view.choices} == {True, False} else ()
        await self.hands.lay((*view.own.hand, *view.turned_up, *without))
        self.query_one("#counts", Static).update(self._count_grid(view))
        self.query_one("#lines", Static).update(Text("\n".join(self.look.said(line.text) for line in log[-LINES:])))
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)

    def make_room(self, columns: int, lines: int) -> None:
        """Give each part its place on a screen of this size; what happens on it moves none of them."""
        right = max(columns * 2 // 5, 30)
        felt, hand = max((lines - 10) // 2, 7), 3 if lines < 32 else 6 if lines < 50 else 10
        self.query_one("#right").styles.width = right
        self.query_one("#felt").styles.height = felt
        self.loose.make_room(columns - right - 4, felt)
        self.hands.make_room(columns - right - 2, hand)

    async def lay(self, cards: Sequence[Spot]) -> list[CardChip]:
        """Let these cards lie loose on the table, and give those that have come."""
        width = self.loose.room[0]
        lines = sum(-(-cell_len(chip.shown.plain) // width) for chip in self.query(BuildChip))
        return await self.loose.lay(cards, lines)

    async def flash(self, shown: Shown) -> None:
        """Let the cards of a play come to the table."""
        held = Counter(self.hands.lying) - Counter(shown.play)
        await self.hands.lay([*held.elements()])
        for chip in await self.lay([*self.loose.lying, *shown.play]):
            chip.add_class("come")

    @property
    def loose(self) -> Spread:
        return self.query_one("#loose", Spread)

    @property
    def hands(self) -> Spread:
        return self.query_one("#hand", Spread)

    def _count_grid(self, view: View) -> Table:
        """The running counts, the piles as far as they are seen, and the scores."""
        so_far = view.so_far
        grid = score_grid(replace(so_far, sides=tuple(_short(s, len(view.sides)) for s in so_far.sides)))
        grid.add_row("pile", *(str(len(side.pile)) for side in view.sides))
        spread = [side.spread for side in view.sides]
        seen = spread if any(spread) else [side.pile[-1:] if any(side.pile[-1:]) else () for side in view.sides]
        if any(seen):
            cells = (Text(", ").join(self.look.card(c, "flat") for c in cards if c) for cards in seen)
            grid.add_row("taken" if any(spread) else "on top", *cells)
        return grid

    # ---- what is chosen

    @property
    def hand(self) -> list[CardChip]:
        """The cards of the hand that can be chosen."""
        return [chip for chip in self.hands.cards if chip.can_focus]

    @property
    def plays(self) -> OptionList:
        return self.query_one("#plays", OptionList)

    def offer(self, choices: Sequence[Choice]) -> None:
        """List plays, and light up what the first of them takes."""
        self.choices = list(choices)
        number = f" ({len(choices)})" if len(choices) > 1 else ""
        self.query_one("#can", Static).update(f"What it can do{number}" if choices else self.look.legend)
        self.plays.clear_options()
        numbered = enumerate(choices, 1) if len(choices) > 1 else ()
        texts = [f"{number:>2}  {choice.said}" for number, choice in numbered] or [choice.said for choice in choices]
        self.plays.add_options([Option(Text(self.look.said(text))) for text in texts])
        if choices:
            self.plays.highlighted = 0
            self.light_up(choices[0].take)
        else:
            self.light_up(())

    def mark(self, card: str | None, able: Iterable[str]) -> None:
        """Mark the card of the hand that is chosen, and pale those that can do nothing."""
        can = set(able)
        for chip in self.hand:
            chip.set_class(card is not None and chip.card == card, "chosen")
            chip.set_class(chip.card not in can, "idle")

    def light_up(self, cards: Iterable[str]) -> None:
        """Light up cards on the table, and builds all of whose cards are among them."""
        left = Counter(cards)
        for chip in (*self.query(BuildChip), *self.loose.cards):
            lit = bool(chip.cards) and not Counter(chip.cards) - left
            chip.set_class(lit, "lit")
            left -= Counter(chip.cards) if lit else Counter()


def _seats(view: View) -> Iterator[str]:
    """Each other seat: how many cards it holds, those that are seen, whether it deals, leads, decides."""
    for seat in view.seats:
        marks = (" deals" if seat.dealer else "") + (" leads" if seat.leader else "")
        turn = "▸" if seat.decides else ""
        if seat.seat != view.seat:
            seen = " ".join(card for card in seat.hand if card is not None)
            held = f"{len(seat.hand)} cards" if len(seat.hand) != 1 else "1 card"
            partner = " (partner)" if seat.seat in view.partners else ""
            yield f"{turn}{seat.name}{partner}{marks}: {held}{f' ({seen})' if seen else ''}"
        else:
            yield f"{turn}you{marks.replace('deals', 'deal').replace('leads', 'lead')}"


def _around(view: View) -> Iterator[str]:
    """The stock, what lies in zones of the variant's own, and what it remembers."""
    yield stock_text(view.stock)
    yield from map(zone_text, view.zones)
    yield from (memory.text for memory in view.memory if memory.stands)


def _short(name: str, sides: int) -> str:
    """A side in few columns, and in fewer where there are many."""
    short = name.partition(" (")[0].replace("your side", "you")
    return short if sides < 3 else short.replace("seat ", "s").replace("side ", "s")


def score_grid(table: ScoreTable) -> Table:
    """A name and a cell for each side in a row; where there is little room, names take two lines."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column()
    for side in table.sides:
        grid.add_column(justify="right", no_wrap=True, min_width=len(side))
    grid.add_row("", *table.sides)
    for name, cells in table.cells:
        bold = "bold" if name == "score" else ""
        grid.add_row(Text(name, bold), *(Text(cell, bold) for cell in cells))
    return grid
