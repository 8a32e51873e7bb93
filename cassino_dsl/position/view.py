"""A position as one seat sees it: what the variant hides from the seat is only counted.

Play never depends on this; it is for programs and people that must not know more than the seat does.
"""

from __future__ import annotations

from typing import Any

from cassino_dsl.position.position import Position, position_json
from cassino_dsl.ruleset.model import ASIDE, Zone

HANDS, PILES, STOCK, ZONE = "own", "none", "none", "all"  # what is seen where the variant does not say


def view_json(position: Position, seat: int) -> dict[str, Any]:
    """The position as JSON data for a seat (counted from 0): hidden hands, piles and stock are numbers of cards.

    ``tops`` are the top cards of piles that are seen, ``next`` and ``bottom`` cards of the stock that are.
    """
    data = position_json(position)
    engine, state = position.engine, position.state
    text = engine.evaluate.tables.text
    visible = {v.zone: v.who for v in engine.plan.ruleset.visible}
    hands, piles = visible.get("hands", HANDS), visible.get("piles", PILES)
    data["hands"] = {
        str(s + 1): _cards(text, hand) if hands == "all" or (hands == "own" and s == seat) else len(hand)
        for s, hand in enumerate(state.hands)
        if s in position.known_hands
    }
    us = engine.plan.side_of[seat]
    data["piles"] = {
        str(s + 1): _cards(text, pile) if piles == "all" or (piles == "own" and s == us) else len(pile)
        for s, pile in enumerate(state.piles)
    }
    seen = [piles in ("all", "top") or (piles == "own" and s == us) for s in range(len(state.piles))]
    data["tops"] = {str(s + 1): text[pile[-1]] for s, pile in enumerate(state.piles) if pile and seen[s]}
    for zone in engine.plan.ruleset.zones:
        _zone(position, zone, visible.get(zone.name, ZONE), seat, data)
    _stock(position, visible.get("stock", STOCK), data)
    return data


def _zone(position: Position, zone: Zone, seen: str, seat: int, data: dict[str, Any]) -> None:
    """Count the cards of a zone that is not seen; there is one for each seat or side, or one that is nobody's own."""
    rows = position.state.zones[zone.name]
    own = {"seat": seat, "side": position.engine.plan.side_of[seat]}.get(zone.of)
    hidden = {str(i + 1): len(row) for i, row in enumerate(rows) if seen == "none" or (seen == "own" and i != own)}
    if not hidden or (zone == ASIDE and not rows[0]):
        return
    if zone == ASIDE:
        data[zone.name] = len(rows[0])
    elif zone.of == "match":
        data["zones"][zone.name] = len(rows[0])
    else:
        data["zones"][zone.name] |= hidden


def _stock(position: Position, seen: str, data: dict[str, Any]) -> None:
    stock, text = position.state.stock, position.engine.evaluate.tables.text
    if position.stock == "open":
        return
    listed = position.stock == "listed" and bool(stock)
    data["stock"] = _cards(text, stock[::-1]) if seen == "all" and listed else len(stock)
    if seen == "next" and listed:
        data["next"] = text[stock[-1]]
    if seen == "bottom" and listed:
        data["bottom"] = text[stock[0]]


def _cards(text: Any, cards: list[int]) -> str:
    return " ".join(text[c] for c in cards)
