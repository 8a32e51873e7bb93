"""Cards and builds as they lie on the screen: how they look, how large they are, and where they lie."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Literal

from rich.text import Text
from textual import events
from textual.containers import Container
from textual.message import Message
from textual.widgets import Static

from cassino_dsl.book.pages.cards import INKS, SUITS, card_printed, sign_of, text_printed
from cassino_dsl.book.pages.from_markdown import by_name
from cassino_dsl.faces.terminal.table_in_lines import notes_text
from cassino_dsl.language.ruleset.cards import Pack
from cassino_dsl.table.view import BuildSeen

TWO = {"c": "#1b1b1b", "d": "#b3261e", "h": "#b3261e", "s": "#1b1b1b"}
FOUR = {"c": "#1f6b33", "d": "#1c4fa0", "h": "#b3261e", "s": "#1b1b1b"}
WITHOUT = ""  # what is chosen in place of a card, for plays without one
SIZES = (("tall", 9, 5), ("framed", 7, 3), ("flat", 6, 1))  # cards by their room: columns, of which one is empty; lines
FEW = 8  # cards for which a table has room before any lies there
Spot = str | None  # a card; None: one that is not seen


class Look:
    """How cards look: with which colours."""

    def __init__(self, pack: Pack, four: bool) -> None:
        self.pack, self.colours = pack, FOUR if four else TWO

    @property
    def legend(self) -> str:
        """Which sign is which suit, and how it is typed, where not everybody knows them."""
        signs = [(sign_of(self.pack, suit.letter), suit) for suit in self.pack.suits if suit.spoken]
        if all(sign in "♣♦♥♠" for sign, _ in signs):
            return ""
        return " ".join(f"{sign} {self.pack.suit_word(suit.letter)} {suit.letter}" for sign, suit in signs)

    def card(self, text: str, size: str) -> Text:
        """A card, on so much room."""
        shown, number = card_printed(self.pack, text), self.pack.number_of(text)
        if size == "tall" and number is not None:  # its rank in two corners, its suit between them
            rank = self.pack.faces[number].rank
            shown = f"{rank:<6}\n{shown[len(rank) :] or '★':^6}\n{rank:>6}"
        return Text(shown, style=self.colour(text), end="")

    def said(self, text: str) -> str:
        """A text with its cards as they are printed, by their names where the pack has some."""
        return by_name(text, self.pack) if self.pack.names else text_printed(self.pack, text)

    def colour(self, text: str) -> str:
        number = self.pack.number_of(text)
        if number is None:
            return TWO["c"]
        face = self.pack.faces[number]
        known = {suit.letter for suit in self.pack.suits if suit.name in SUITS}
        own = INKS.get(self.pack.colour_of(face) or "", TWO["c"])
        return self.colours[face.suit] if face.suit in known & self.colours.keys() else own


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
        if card and look.pack.names:
            self.tooltip = look.pack.card_words(card)

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
                if card is not False and left[card]:
                    left[card] -= 1
                    spots.append(card)
                else:
                    spots.append(False)
            come = [*left.elements()]
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
            lying = (at for at, card in enumerate(spots) if card is not False)
            # an app that is closing shows no cards any more
            return [chip for at, chip in zip(lying, self.cards, strict=False) if chip.card not in before[at : at + 1]]

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
    def lying(self) -> list[Spot]:
        """The cards that lie here."""
        return [card for card in self.spots if card is not False]

    @property
    def cards(self) -> list[CardChip]:
        return list(self.query(CardChip).results(CardChip))
