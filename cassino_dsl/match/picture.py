"""A position for people: in a line, and as a picture of the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from cassino_dsl.book.describe.english import spoken
from cassino_dsl.book.pages.cards import cards_html
from cassino_dsl.engine.position.position import flow
from cassino_dsl.language.ruleset.cards import Pack

_ROW = '<tr><th style="text-align:left;padding:.2em .8em .2em 0">{}</th><td style="text-align:left">{}</td></tr>'


def position_line(data: dict[str, Any], standing: str) -> str:
    """A position in a line, with the words of the field."""
    hand = data["hands"].get(str(data["turn"]))
    parts = [f"hand {hand}" if hand else "", f"table {data['table'] or 'empty'}"]
    parts += [f"build of {b['value']}: {' + '.join(b['groups'])}" for b in data.get("builds", ())]
    stock = data.get("stock")
    if stock is not None:
        number = stock if isinstance(stock, int) else len(stock.split())
        parts.append(f"{number} in the stock")
    return f"{standing}: {', '.join(part for part in parts if part)}"


def position_picture(pack: Pack, title: str, data: dict[str, Any], standing: str) -> str:
    """The table of a position as HTML, with drawn cards; it needs no style sheet."""
    rows = "".join(_ROW.format(escape(label), html) for label, html in _rows(pack, data))
    return f"<div><p><b>{escape(title)}</b>: {escape(standing)}</p><table>{rows}</table></div>"


def _rows(pack: Pack, data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    def shown(cards: Any) -> str:
        return cards_html(pack, cards.split()) if isinstance(cards, str) else f"{cards} cards"

    for seat, hand in data["hands"].items():
        yield f"Seat {seat}{', to play' if seat == str(data['turn']) else ''}", shown(hand) or "no cards"
    yield "Table", shown(data["table"]) or "empty"
    for build in data.get("builds", ()):
        yield f"Build of {build['value']}", " + ".join(map(shown, build["groups"])) + _memory(build)
    for side, pile in data["piles"].items():
        yield f"Pile of side {side}", _number(pile)
    if "stock" in data:
        yield "Stock", _number(data["stock"])
    for name, zone in data.get("zones", {}).items():
        for owner, cards in zone.items() if isinstance(zone, dict) else [("", zone)]:
            yield f"{spoken(name)} {owner}".strip().capitalize(), shown(cards)
    yield "Score", " – ".join(str(score) for score in data["scores"].values())
    for name, value in data["memory"].items():
        yield spoken(name).capitalize(), escape(flow(value))


def _number(cards: str | int) -> str:
    number = cards if isinstance(cards, int) else len(cards.split())
    return f"{number} card{'' if number == 1 else 's'}"


def _memory(build: dict[str, Any]) -> str:
    words: Sequence[str] = [f"{spoken(k)}: {flow(v)}" for k, v in build.items() if k not in ("value", "groups")]
    return f" ({escape(', '.join(words))})" if words else ""
