"""A table as lines of text: what a seat sees, its plays by card, counts and points."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from cassino_dsl.describe.english import sentence, spoken
from cassino_dsl.table.counts import Count, Number
from cassino_dsl.table.remembered import Remembered
from cassino_dsl.table.told import ScoreTable
from cassino_dsl.table.view import Cards, Choice, View, by_card

WIDTH = 80
MANY = 30  # plays; of more, only the first of each card are shown
FEW = 3
UNSEEN = "?"


def cards_text(cards: Cards) -> str:
    """Cards in a row; where none of them is seen, how many they are."""
    if cards and all(card is None for card in cards):
        return str(len(cards))
    return " ".join(card or UNSEEN for card in cards) or "-"


def table_lines(view: View) -> Iterator[str]:
    """The table as the seat sees it, and its hand."""
    yield f"table: {cards_text(view.table)}   stock: {len(view.stock)}{_ends(view.stock)}"
    for build in view.builds:
        notes = ", ".join(f"{spoken(name)} {value}" for name, value in build.notes)
        groups = " + ".join(" ".join(group) for group in build.groups)
        yield f"build {build.value}: {groups}{f'   ({notes})' if notes else ''}"
    for zone in view.zones:
        yield f"{spoken(zone.name)}{f' of {zone.owner}' if zone.owner else ''}: {cards_text(zone.cards)}"
    tops = [f"{side.name} {side.pile[-1]}" for side in view.sides if side.pile and side.pile[-1] is not None]
    if tops:
        yield f"tops of piles: {', '.join(tops)}"
    yield from (line for memory in view.memory if memory.stands for line in _folded(memory.text))
    held = [f"{seat.name} holds {_held(seat.hand)}" for seat in view.seats if seat.seat != view.seat]
    yield from _folded(", ".join(held))
    yield f"your hand: {cards_text(view.own.hand)}"


def _held(hand: Cards) -> str:
    """A hand of another seat: how many cards, or which, as far as they are seen."""
    return cards_text(hand) if any(hand) else f"{len(hand) or 'no'} card{'' if len(hand) == 1 else 's'}"


def _folded(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="  ")


def memory_lines(memory: Sequence[Remembered]) -> Iterator[str]:
    """All that is remembered and may be seen, with what it is about."""
    for one in memory:
        yield from _folded(f"  {one.with_about}")


def _ends(stock: Cards) -> str:
    """The ends of the stock that are seen."""
    if not stock or all(stock):
        return f" ({cards_text(stock)})" if stock else ""
    ends = {"next": stock[0], "bottom": stock[-1]}
    seen = [f"{name} {card}" for name, card in ends.items() if card is not None]
    return f" ({', '.join(seen)})" if seen else ""


def play_lines(choices: Sequence[Choice]) -> Iterator[str]:
    """The plays, numbered, those of a card together; of very many only the first of each card."""
    numbers = {choice: number for number, choice in enumerate(choices, 1)}
    groups = by_card(choices)
    width = max((len(" ".join(cards)) for cards in groups), default=0)
    for cards, own in groups.items():
        shown = own if len(choices) <= MANY or len(own) <= FEW + 1 else own[:FEW]
        told = [f"{numbers[choice]:>2} {_rest(choice)}".replace(" ", "\0") for choice in shown]
        if len(shown) < len(own):
            told.append(f"… {len(own) - len(shown)} more: {' '.join(cards) or _rest(own[0])}".replace(" ", "\0"))
        first = f"  {' '.join(cards):<{width}}  " if width else "  "
        lines = textwrap.wrap("   ".join(told), WIDTH, initial_indent=first, subsequent_indent=" " * len(first))
        yield from (line.replace("\0", " ") for line in lines)


def _rest(choice: Choice) -> str:
    return choice.text.removeprefix(" ".join(choice.play)).strip()


def count_lines(counts: Sequence[Count], sides: Sequence[str], scores: Sequence[Number]) -> list[str]:
    """The running counts and the scores, side by side."""
    rows: list[tuple[str, Sequence[Number]]] = [(count.called, count.numbers) for count in counts]
    return _columns(sides, [*rows, ("score", scores)])


def score_lines(table: ScoreTable) -> list[str]:
    """The points of a round or of a match, award by award."""
    return [table.title, *_columns(table.sides, table.rows)]


def _columns(sides: Sequence[str], rows: Sequence[tuple[str, Sequence[Number]]]) -> list[str]:
    """A name and a number for each side in a line."""
    cells = [(name, [UNSEEN if n is None else str(n) for n in row]) for name, row in rows]
    first = max((len(name) for name, _ in cells), default=0)
    widths = [max([len(side), *(len(row[i]) for _, row in cells)]) for i, side in enumerate(sides)]
    lines = [("", list(sides)), *cells]
    return [
        f"  {name:<{first}}  " + "  ".join(f"{cell:>{w}}" for cell, w in zip(row, widths, strict=True))
        for name, row in lines
    ]


def title_line(view: View, seed: int) -> str:
    """What is played."""
    to = f", to {view.target} points" if view.target is not None else ""
    return f"{view.title}: {len(view.seats)} seats, seed {seed}{to}. You sit at seat {view.seat}. ? helps"


def worth_lines(worths: Sequence[str]) -> list[str]:
    """What the cards count for, where they don't count what they show."""
    return _folded(f"Cards count what they show, but: {'; '.join(worths)}.") if worths else []


def wrapped(text: str, indent: str = "") -> list[str]:
    """A paragraph in lines."""
    return textwrap.wrap(sentence(text), WIDTH, initial_indent=indent, subsequent_indent=indent)


def variant_lines(variants: Sequence[Any]) -> list[str]:
    """The games to choose from, numbered."""
    return [f"  {number:>2} {one.name:<28} {one.title}" for number, one in enumerate(variants, 1)]
