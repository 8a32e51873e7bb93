"""A first hand with somebody at one's side: what the game is about, and at each decision what one can do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import takewhile

from cassino_dsl.book.describe.rulebook import sections
from cassino_dsl.table.table import GameTable
from cassino_dsl.table.view import View

_KINDS = {
    "capture": ("take cards", "what you take lies on your pile, and is counted at the end of the round"),
    "build": ("build", "cards that belong together from now on, for a card that you still hold"),
    "trail": ("lay a card on the table", "it stays there, for whoever can take it"),
    "other": ("choose something else", "the rules (r) say what it does"),
}
_TOLD = ("", "A turn")  # the sections of the rulebook that are read out


def welcome(table: GameTable) -> str:
    """What somebody hears who has never played this game: what it is about, and what a turn is, in Markdown."""
    told = {heading: lines for heading, lines in sections(table.game.ruleset) if heading in _TOLD}
    paragraphs = [*told.get("", []), ""]
    paragraphs += takewhile(lambda line: not line.startswith("#"), told.get("A turn", []))
    return "\n".join(paragraphs).strip()


def advice(table: GameTable, view: View, hints: bool = True) -> Iterator[str]:
    """What one can do at a decision of the first deal; nothing after it. ``hints``: also what one might do."""
    if view.round > 1 or table.state.deals > 1 or not view.turn_is_own:
        return
    kinds = Counter(choice.kind for choice in view.choices)
    for kind, (does, means) in _KINDS.items():
        if kinds[kind]:
            ways = f"{kinds[kind]} way{'s' if kinds[kind] != 1 else ''}"
            yield f"You can {does} ({ways}): {means}."
    best = table.hint(view.seat) if hints else None
    if best is not None:
        yield f"Try {best.play}: {best.why}."
