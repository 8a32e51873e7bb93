"""Cards and builds as small fields that can be clicked, and the pictures of suits in colour."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from cassino_dsl.describe.english import spoken
from cassino_dsl.pages.cards import card_signed
from cassino_dsl.ruleset.cards import Pack
from cassino_dsl.table.view import BuildSeen

TWO = {"c": "#1b1b1b", "d": "#b3261e", "h": "#b3261e", "s": "#1b1b1b"}
FOUR = {"c": "#1f6b33", "d": "#1c4fa0", "h": "#b3261e", "s": "#1b1b1b"}
WITHOUT = ""  # what is chosen in place of a card, for plays without one


class Look:
    """How cards look: with which colours, and whether signs of suits can be shown."""

    def __init__(self, pack: Pack, four: bool, signs: bool) -> None:
        self.pack, self.colours, self.signs = pack, FOUR if four else TWO, signs

    def card(self, text: str) -> Text:
        """A card on its own ground."""
        return Text(card_signed(self.pack, text, self.signs), style=self.colour(text), end="")

    def colour(self, text: str) -> str:
        number = self.pack.number_of(text)
        suit = "" if number is None else self.pack.faces[number].suit
        return self.colours.get(suit, TWO["c"])


class CardChip(Static, can_focus=True):
    """A card. ``place``: where it lies, `hand` or `table`; ``card`` is None where it is not seen."""

    class Chosen(Message):
        """The card was clicked, or Enter was pressed on it."""

        def __init__(self, chip: CardChip) -> None:
            super().__init__()
            self.chip = chip

    def __init__(self, look: Look, card: str | None, place: str) -> None:
        face = Text("▒▒") if card is None else Text("none") if card == WITHOUT else look.card(card)
        super().__init__(face, classes="unseen" if card is None else "")
        self.card, self.place = card, place
        self.can_focus = card is not None and place == "hand"

    def on_click(self) -> None:
        if self.card is not None:
            self.post_message(self.Chosen(self))

    def on_key(self, event: events.Key) -> None:
        if event.key in ("enter", "space") and self.card is not None:
            event.stop()
            self.post_message(self.Chosen(self))


class BuildChip(Static):
    """A build on the table."""

    class Chosen(Message):
        """The build was clicked."""

        def __init__(self, chip: BuildChip) -> None:
            super().__init__()
            self.chip = chip

    def __init__(self, look: Look, build: BuildSeen) -> None:
        groups = " + ".join(" ".join(card_signed(look.pack, c, look.signs) for c in g) for g in build.groups)
        notes = ", ".join(f"{spoken(name)} {value}" for name, value in build.notes)
        super().__init__(Text(f" {build.value}: {groups}{f'  ({notes})' if notes else ''}"))
        self.cards = tuple(card for group in build.groups for card in group)

    def on_click(self) -> None:
        self.post_message(self.Chosen(self))
