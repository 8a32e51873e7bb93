"""What a seat sees of a table, drawn: cards, builds, hands, counts, and of a play what it takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, ItemGrid, Vertical, VerticalScroll
from textual.message import Message
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from cassino_dsl.book.pages.cards import card_signed
from cassino_dsl.book.pages.from_markdown import by_name
from cassino_dsl.book.pages.suits import INKS, SUITS
from cassino_dsl.faces.terminal.lines import notes_text, stock_text, zone_text
from cassino_dsl.language.ruleset.cards import Pack
from cassino_dsl.table.counts import Number
from cassino_dsl.table.log_narration import LogLine
from cassino_dsl.table.view import BuildSeen, Choice, View

TWO = {"c": "#1b1b1b", "d": "#b3261e", "h": "#b3261e", "s": "#1b1b1b"}
FOUR = {"c": "#1f6b33", "d": "#1c4fa0", "h": "#b3261e", "s": "#1b1b1b"}
WITHOUT = ""  # what is chosen in place of a card, for plays without one
Laid = TypeVar("Laid")
CHIP = 7  # columns of a card
LINES = 60  # of the log that are shown


class Look:
    """How cards look: with which colours, and whether signs of suits can be shown."""

    def __init__(self, pack: Pack, four: bool, signs: bool) -> None:
        self.pack, self.colours, self.signs = pack, FOUR if four else TWO, signs

    def card(self, text: str) -> Text:
        """A card on its own ground."""
        return Text(card_signed(self.pack, text, self.signs), style=self.colour(text), end="")

    def colour(self, text: str) -> str:
        number = self.pack.number_of(text)
        if number is None:
            return TWO["c"]
        face = self.pack.faces[number]
        known = {suit.letter for suit in self.pack.suits if suit.name in SUITS}
        own = INKS.get(self.pack.colour_of(face) or "", TWO["c"])
        return self.colours[face.suit] if face.suit in known & self.colours.keys() else own

    def named(self, text: str) -> str:
        """A text with its cards by their names, where the pack has some."""
        return by_name(text, self.pack)


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
        self.cards, self.place = cards, place

    def on_click(self) -> None:
        if self.cards:
            self.post_message(self.Chosen(self))


class CardChip(Chip, can_focus=True):
    """A card; ``card`` is None where it is not seen."""

    def __init__(self, look: Look, card: str | None, place: str) -> None:
        face = Text("▒▒") if card is None else Text("none") if card == WITHOUT else look.card(card)
        super().__init__(face, () if card is None else (card,), place)
        self.set_class(card is None, "unseen")
        self.card = card
        self.can_focus = card is not None and place == "hand"
        if card and look.pack.names:
            self.tooltip = look.pack.card_words(card)

    def on_key(self, event: events.Key) -> None:
        if event.key in ("enter", "space"):
            event.stop()
            self.on_click()


class BuildChip(Chip):
    """A build on the table."""

    def __init__(self, look: Look, build: BuildSeen) -> None:
        groups = " + ".join(" ".join(card_signed(look.pack, c, look.signs) for c in g) for g in build.groups)
        cards = tuple(card for group in build.groups for card in group)
        super().__init__(Text(f" {build.value}: {groups}{notes_text(build)}"), cards, "table")


class Board(Horizontal):
    """Shows one view after the other; what is chosen on it is said by the messages of its parts. ``worths``: what cards
    count for that don't count what they show."""

    def __init__(self, look: Look, worths: Sequence[str]) -> None:
        super().__init__()
        self.look, self.worths = look, worths
        self.choices: list[Choice] = []  # the plays that are listed
        self.laid: dict[str, object] = {}  # what lies where, by the id of the place

    def compose(self) -> ComposeResult:
        with Vertical(id="left"):
            yield Static("", id="seats", markup=False)
            yield Static("On the table", classes="label")
            with VerticalScroll(id="felt", can_focus=False):
                yield ItemGrid(id="loose", min_column_width=CHIP)
                yield Vertical(id="builds")
            yield Static("", id="around", markup=False)
            yield Static(" · ".join(["Your hand", *self.worths]), classes="label", id="worths", markup=False)
            yield ItemGrid(id="hand", min_column_width=CHIP)
            yield Static("", id="can", classes="label", markup=False)
            yield OptionList(id="plays", markup=False)
        with Vertical(id="right"):
            yield Static("", id="counts")
            with VerticalScroll(id="log", can_focus=False):
                yield Static("", id="lines", markup=False)

    async def show(self, view: View, log: Sequence[LogLine]) -> None:
        """Draw a view anew."""
        self.query_one("#seats", Static).update(Text("   ".join(_seats(view))))
        self.query_one("#around", Static).update(Text("   ".join(_around(view))))
        await self._lay("loose", view.table, lambda card: CardChip(self.look, card, "table"))
        await self._lay("builds", view.builds, lambda build: BuildChip(self.look, build))
        without = (WITHOUT,) if any(not choice.play for choice in view.choices) else ()
        await self._lay("hand", (*view.own.hand, *without), lambda card: CardChip(self.look, card, "hand"))
        self.query_one("#counts", Static).update(self._count_grid(view))
        self.query_one("#lines", Static).update(Text("\n".join(self.look.named(line.text) for line in log[-LINES:])))
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)

    async def _lay(self, id: str, what: Sequence[Laid], chip: Callable[[Laid], Widget]) -> None:
        """Lay out cards or builds, where they are not those that lie there."""
        if self.laid.get(id) != what:
            self.laid[id] = what
            place = self.query_one(f"#{id}")
            await place.remove_children()
            await place.mount(*map(chip, what))

    def _count_grid(self, view: View) -> Table:
        """The running counts, the piles as far as they are seen, and the scores."""
        grid = score_grid(
            [_short(s.name, len(view.sides)) for s in view.sides], [(c.called, c.numbers) for c in view.counts]
        )
        grid.add_row("pile", *(str(len(side.pile)) for side in view.sides))
        tops = [side.pile[-1] if side.pile else None for side in view.sides]
        if any(tops):
            grid.add_row("on top", *(Text(top or "", style="bold") for top in tops))
        grid.add_row(Text("score", style="bold"), *(Text(str(side.score), style="bold") for side in view.sides))
        return grid

    # ---- what is chosen

    @property
    def hand(self) -> list[CardChip]:
        """The cards of the hand that can be chosen."""
        return [chip for chip in self.query("#hand CardChip").results(CardChip) if chip.can_focus]

    @property
    def plays(self) -> OptionList:
        return self.query_one("#plays", OptionList)

    def offer(self, choices: Sequence[Choice]) -> None:
        """List plays, and light up what the first of them takes."""
        self.choices = list(choices)
        number = f" ({len(choices)})" if len(choices) > 1 else ""
        self.query_one("#can", Static).update(f"What it can do{number}" if choices else "")
        self.plays.clear_options()
        self.plays.add_options([Option(Text(self.look.named(choice.text))) for choice in choices])
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
        for chip in (*self.query(BuildChip), *self.query("#loose CardChip").results(CardChip)):
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
            yield f"{turn}{seat.name}: {held}{f' ({seen})' if seen else ''}{marks}"
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
