"""What a seat sees of a table, drawn: cards, builds, hands, counts, and of a play what it takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, ItemGrid, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from cassino_dsl.app.chips import WITHOUT, BuildChip, CardChip, Look
from cassino_dsl.app.dialogs import score_grid
from cassino_dsl.describe.english import spoken
from cassino_dsl.table.told import LogLine
from cassino_dsl.table.view import Cards, Choice, View

Laid = TypeVar("Laid")
CHIP = 7  # columns of a card
LINES = 60  # of the log that are shown


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
        self.query_one("#lines", Static).update(Text("\n".join(line.text for line in log[-LINES:])))
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
        self.plays.add_options([Option(Text(choice.text)) for choice in choices])
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
        for build in self.query(BuildChip):
            lit = bool(build.cards) and not Counter(build.cards) - left
            build.set_class(lit, "lit")
            left -= Counter(build.cards) if lit else Counter()
        for chip in self.query("#loose CardChip").results(CardChip):
            lit = chip.card is not None and left[chip.card] > 0
            chip.set_class(lit, "lit")
            left -= Counter([chip.card or ""]) if lit else Counter()


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
    yield f"stock: {len(view.stock)}{_ends(view.stock)}"
    for zone in view.zones:
        seen = " ".join(card or "?" for card in zone.cards) if any(zone.cards) else str(len(zone.cards))
        yield f"{spoken(zone.name)}{f' of {zone.owner}' if zone.owner else ''}: {seen}"
    yield from (memory.text for memory in view.memory if memory.stands)


def _ends(stock: Cards) -> str:
    """The ends of the stock that are seen."""
    ends = {"next": stock[0], "bottom": stock[-1]} if stock else {}
    seen = [f"{name} {card}" for name, card in ends.items() if card is not None]
    return f" ({', '.join(seen)})" if seen else ""


def _short(name: str, sides: int) -> str:
    """A side in few columns, and in fewer where there are many."""
    short = name.partition(" (")[0].replace("your side", "you")
    return short if sides < 3 else short.replace("seat ", "s").replace("side ", "s")
