"""What a seat sees of a table, drawn: cards, builds, hands, counts, and of a play what it takes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from cassino_dsl.book.pages.cards import card_printed, sign_of, text_printed
from cassino_dsl.faces.terminal.lines import notes_text, stock_text, zone_text
from cassino_dsl.language.ruleset.cards import Pack
from cassino_dsl.table.log_narration import LogLine, ScoreTable, Shown
from cassino_dsl.table.view import BuildSeen, Choice, View

TWO = {"c": "#1b1b1b", "d": "#b3261e", "h": "#b3261e", "s": "#1b1b1b"}
FOUR = {"c": "#1f6b33", "d": "#1c4fa0", "h": "#b3261e", "s": "#1b1b1b"}
WITHOUT = ""  # what is chosen in place of a card, for plays without one
SIZES = (("tall", 9, 5), ("framed", 7, 3), ("flat", 6, 1))  # cards by their room: columns, of which one is empty; lines
FEW = 8  # cards for which a table has room before any lies there
LINES = 60  # of the log that are shown
Spot = str | None  # a card; None: one that is not seen


class Look:
    """How cards look: with which colours."""

    def __init__(self, pack: Pack, four: bool) -> None:
        self.pack, self.colours = pack, FOUR if four else TWO

    @property
    def legend(self) -> str:
        """Which sign is which suit, and how it is typed, where not everybody knows them."""
        signs = [(sign_of(self.pack, suit.letter), suit) for suit in self.pack.suits]
        if all(sign in "♣♦♥♠" for sign, _ in signs):
            return ""
        return " ".join(f"{sign} {suit.name} {suit.letter}" for sign, suit in signs)

    def card(self, text: str, size: str) -> Text:
        """A card, on so much room."""
        shown, number = card_printed(self.pack, text), self.pack.number_of(text)
        if size == "tall" and number is not None:  # its rank in two corners, its suit between them
            rank = self.pack.faces[number].rank
            shown = f"{rank:<6}\n{shown[len(rank) :] or '★':^6}\n{rank:>6}"
        return Text(shown, style=self.colour(text), end="")

    def said(self, text: str) -> str:
        """A text with its cards as they are printed."""
        return text_printed(self.pack, text)

    def colour(self, text: str) -> str:
        number = self.pack.number_of(text)
        suit = "" if number is None else self.pack.faces[number].suit
        return self.colours.get(suit, TWO["c"])


class Chip(Static):
    """What can be chosen on the board: ``cards`` that lie together at a ``place``, `hand` or `table`; none where they
    are not seen."""

    class Chosen(Message):
        """The chip was clicked, or Enter was pressed on it."""

        def __init__(self, chip: Chip) -> None:
            super().__init__()
            self.chip = chip

    def __init__(self, shown: Text, cards: tuple[str, ...], place: str) -> None:
        super().__init__(shown)
        self.shown, self.cards, self.place = shown, cards, place

    def on_click(self) -> None:
        if self.cards:
            self.post_message(self.Chosen(self))


class CardChip(Chip, can_focus=True):
    """A card; ``card`` is None where it is not seen."""

    def __init__(self, look: Look, card: Spot, place: str, size: str) -> None:
        face = Text("▒▒") if card is None else Text("none") if card == WITHOUT else look.card(card, size)
        super().__init__(face, () if card is None else (card,), place)
        self.set_class(card is None, "unseen")
        self.add_class(size)
        self.card = card
        self.can_focus = card is not None and place == "hand"

    def on_key(self, event: events.Key) -> None:
        if event.key in ("enter", "space"):
            event.stop()
            self.on_click()


class BuildChip(Chip):
    """A build on the table."""

    def __init__(self, look: Look, build: BuildSeen) -> None:
        groups = " + ".join(" ".join(card_printed(look.pack, c) for c in g) for g in build.groups)
        cards = tuple(card for group in build.groups for card in group)
        shown = Text(f" {build.value} ", style="bold reverse").append(f" {groups}{notes_text(build)}", "not reverse")
        super().__init__(shown, cards, "table")


class Spread(Container):
    """Cards side by side, each in a place that it keeps as long as it lies there: the next one comes where one was
    taken from. ``place``: `hand` or `table`; ``room``: columns and lines."""

    def __init__(self, look: Look, place: str, id: str) -> None:
        super().__init__(id=id)
        self.look, self.place, self.room = look, place, (1, 1)
        self.spots: list[Spot | Literal[False]] = []  # what lies where; False: nothing
        self.size_of = -1  # of the cards, among SIZES: none as long as nothing lies here
        self.drawing = asyncio.Lock()

    def make_room(self, columns: int, lines: int) -> None:
        """The screen has another size."""
        self.room, self.size_of = (columns, lines), -1
        if self.place == "hand":
            self.styles.height = lines

    async def lay(self, cards: Sequence[Spot], taken_up: int = 0) -> list[CardChip]:
        """Let these cards lie here, and give those that have come; ``taken_up``: lines that are not for them."""
        async with self.drawing:
            before, left = self.spots, Counter(cards)
            spots: list[Spot | Literal[False]] = []
            for card in before:
                stays = card is not False and left[card] > 0
                spots.append(card if stays else False)
                if card is not False and stays:
                    left[card] -= 1
            come = [*(+left).elements()]
            if (self.place == "hand" and come) or not cards:
                spots, come = [*cards], []  # a hand is sorted anew
            gaps = [at for at, card in enumerate(spots) if card is False]
            for at, card in zip(gaps, come, strict=False):
                spots[at] = card
            spots += come[len(gaps) :]
            number = max(len(spots), FEW) if self.place == "table" else len(spots)
            size = self._fitting(number, taken_up) if cards else -1
            if (spots, size) != (before, self.size_of):
                self.spots, self.size_of = spots, size
                await self._draw()
            new = {at for at, card in enumerate(spots) if card is not False and card not in before[at : at + 1]}
            chips = dict(zip((at for at, card in enumerate(spots) if card is not False), self.cards, strict=True))
            return [chip for at, chip in chips.items() if at in new]

    def _fitting(self, number: int, taken_up: int) -> int:
        """The largest size for so many cards, but none that is larger than they are: nothing grows and shrinks."""
        for size in range(max(self.size_of, 0), len(SIZES)):
            _, columns, lines = SIZES[size]
            if -(-number // max(self.room[0] // columns, 1)) * lines <= self.room[1] - taken_up:
                return size
        return len(SIZES) - 1

    async def _draw(self) -> None:
        name, columns, lines = SIZES[self.size_of]
        self.styles.grid_size_columns = max(self.room[0] // columns, 1)
        self.styles.grid_columns, self.styles.grid_rows = str(columns), str(lines)
        await self.remove_children()
        await self.mount(
            *(Static() if spot is False else CardChip(self.look, spot, self.place, name) for spot in self.spots)
        )

    @property
    def cards(self) -> list[CardChip]:
        return list(self.query(CardChip).results(CardChip))


class Board(Horizontal):
    """Shows one view after the other; what is chosen on it is said by the messages of its parts. ``worths``: what cards
    count for that don't count what they show."""

    def __init__(self, look: Look, worths: Sequence[str]) -> None:
        super().__init__()
        self.look, self.worths = look, worths
        self.choices: list[Choice] = []  # the plays that are listed
        self.laid: list[BuildSeen] = []  # the builds
        self.lying: list[Spot] = []  # the loose cards

    def compose(self) -> ComposeResult:
        with Vertical(id="left"):
            yield Static("", id="seats", markup=False)
            with VerticalScroll(id="felt", can_focus=False):
                yield Spread(self.look, "table", "loose")
                yield Vertical(id="builds")
            yield Static(" · ".join(["Your hand", *self.worths]), classes="label", id="worths", markup=False)
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
        self.query_one("#seats", Static).update(Text(self.look.said("   ".join(_seats(view)))))
        self.query_one("#around", Static).update(Text(self.look.said("\n".join(_around(view)))))
        if self.laid != list(view.builds):
            self.laid = list(view.builds)
            place = self.query_one("#builds")
            await place.remove_children()
            await place.mount(*(BuildChip(self.look, build) for build in self.laid))
        await self.lay(view.table)
        for chip in self.loose.cards:
            chip.remove_class("come")
        without = (WITHOUT,) if any(not choice.play for choice in view.choices) else ()
        await self.hands.lay((*view.own.hand, *without))
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
        self.lying = list(cards)
        width = self.loose.room[0]
        lines = sum(-(-cell_len(chip.shown.plain) // width) for chip in self.query(BuildChip))
        return await self.loose.lay(cards, lines)

    async def flash(self, shown: Shown) -> None:
        """Let the cards of a play come to the table."""
        held = Counter(card for card in self.hands.spots if card is not False) - Counter(shown.play)
        await self.hands.lay([*held.elements()])
        for chip in await self.lay([*self.lying, *shown.play]):
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
        tops = [side.pile[-1] if side.pile else None for side in view.sides]
        if any(tops):
            grid.add_row("on top", *(self.look.card(top, "flat") if top else Text("") for top in tops))
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
        texts = [f"{number:>2}  {choice.text}" for number, choice in numbered] or [choice.text for choice in choices]
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
            yield f"{turn}{seat.name}{marks}: {held}{f' ({seen})' if seen else ''}"
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
