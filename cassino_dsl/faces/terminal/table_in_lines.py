"""A table, plays and points as lines of text."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence

from cassino_dsl.book.describe.english import spoken
from cassino_dsl.table.log_narration import ScoreTable
from cassino_dsl.table.view import BuildSeen, Cards, Choice, View, ZoneSeen, by_card

WIDTH = 80
MANY = 30  # plays; of more, only the first of each card are shown
FEW = 3
UNSEEN = "?"


def cards_text(cards: Cards) -> str:
    """Cards in a row; where none of them is seen, how many they are."""
    if cards and all(card is None for card in cards):
        return str(len(cards))
    return " ".join(card or UNSEEN for card in cards) or "-"


def table_lines(view: View, named: Callable[[str], str]) -> Iterator[str]:
    """The table as the seat sees it, and its hand; ``named``: a text with what its cards are called."""
    for line in _table(view):
        yield from folded(named(line))


def _table(view: View) -> Iterator[str]:
    yield f"table: {cards_text(view.table)}   {stock_text(view.stock)}"
    for build in view.builds:
        yield f"build {build.value}: {' + '.join(map(' '.join, build.groups))}{notes_text(build)}"
    yield from map(zone_text, view.zones)
    tops = [f"{side.name} {side.pile[-1]}" for side in view.sides if side.pile and side.pile[-1] is not None]
    spread = [side for side in view.sides if side.spread]
    yield from (f"taken by {side.name}: {cards_text(side.spread)}" for side in spread)
    if tops and not spread:
        yield f"tops of piles: {', '.join(tops)}"
    yield from (memory.text for memory in view.memory if memory.stands)
    held = [f"{seat.name} holds {_held(seat.hand)}" for seat in view.seats if seat.seat != view.seat]
    yield ", ".join(held)
    yield f"your hand: {cards_text(view.own.hand)}"


def stock_text(stock: Cards) -> str:
    """How many cards the stock has, and its ends as far as they are seen."""
    if stock and all(stock):
        return f"stock: {len(stock)} ({cards_text(stock)})"
    ends = {"next": stock[0], "bottom": stock[-1]} if stock else {}
    seen = ", ".join(f"{name} {card}" for name, card in ends.items() if card is not None)
    return f"stock: {len(stock)}{f' ({seen})' if seen else ''}"


def notes_text(build: BuildSeen) -> str:
    """What is remembered of a build, in brackets."""
    notes = ", ".join(f"{spoken(name)} {value}" for name, value in build.notes)
    return f"   ({notes})" if notes else ""


def zone_text(zone: ZoneSeen) -> str:
    return f"{spoken(zone.name)}{f' of {zone.owner}' if zone.owner else ''}: {cards_text(zone.cards)}"


def _held(hand: Cards) -> str:
    """A hand of another seat: how many cards, or which, as far as they are seen."""
    return cards_text(hand) if any(hand) else f"{len(hand) or 'no'} card{'' if len(hand) == 1 else 's'}"


def folded(text: str) -> list[str]:
    """A line in as many as it takes."""
    return textwrap.wrap(text, WIDTH, subsequent_indent="  ")


def numbered(choices: Sequence[Choice]) -> list[Choice]:
    """The plays that have numbers, in their order: those of a card together, of very many the first of each."""
    groups, few = by_card(choices).values(), len(choices) <= MANY
    return [choice for own in groups for choice in (own if few or len(own) <= FEW + 1 else own[:FEW])]


def play_lines(choices: Sequence[Choice], named: Callable[[str], str]) -> Iterator[str]:
    """The plays with their numbers, a card to a line; ``named``: a text with what its cards are called."""
    numbers = {choice: number for number, choice in enumerate(numbered(choices), 1)}
    groups = by_card(choices)
    called = {cards: named(" ".join(cards)) for cards in groups}
    width = max(map(len, called.values()), default=0)
    for cards, own in groups.items():
        shown = [choice for choice in own if choice in numbers]
        rests = [named(choice.said.removeprefix(" ".join(choice.play)).strip()) for choice in shown]
        told = [f"{numbers[choice]:>2} {rest}".replace(" ", "\0") for choice, rest in zip(shown, rests, strict=True)]
        if len(shown) < len(own):
            told.append(f"… {len(own) - len(shown)} more: {called[cards] or own[0].said}".replace(" ", "\0"))
        first = f"  {called[cards]:<{width}}  " if width else "  "
        lines = textwrap.wrap("   ".join(told), WIDTH, initial_indent=first, subsequent_indent=" " * len(first))
        yield from (line.replace("\0", " ") for line in lines)


def score_lines(table: ScoreTable) -> list[str]:
    """Points, or what counts so far: a name and a cell for each side in a line."""
    cells = table.cells
    first = max((len(name) for name, _ in cells), default=0)
    widths = [max([len(side), *(len(row[i]) for _, row in cells)]) for i, side in enumerate(table.sides)]
    rows = [
        f"  {name:<{first}}  " + "  ".join(f"{cell:>{w}}" for cell, w in zip(row, widths, strict=True))
        for name, row in [("", list(table.sides)), *cells]
    ]
    return [table.title, *rows]
