"""A position as one seat sees it: cards that it does not see are only counted, and memory that it does not is left out.

Play never depends on this; it is for programs and people that must not know more than the seat does.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from cassino_dsl.engine.knowledge import Knowledge, Row
from cassino_dsl.position.position import Position, position_json
from cassino_dsl.ruleset.model import ASIDE

HIDDEN = "?"  # a card that is there, and not seen


def view_json(position: Position, seat: int) -> dict[str, Any]:
    """The position as JSON data for a seat (counted from 0).

    A zone that the seat sees is a text of cards, one that it does not the number of its cards; in one of which it sees
    a part, `?` stands for each of the others. ``tops`` are the top cards of piles that are seen, ``next`` and
    ``bottom`` the ends of the stock that are: where nothing else of a zone is, it is counted.
    """
    data = position_json(position)
    known = Knowledge(position.engine.evaluate).of(position.state, seat)
    text = position.engine.evaluate.tables.text

    def shown(row: Row, told: Collection[int] = ()) -> str | int:
        """A row for people; ``told``: the places in it that have a key of their own."""
        seen = {at for at, card in enumerate(row) if card is not None}
        if row and seen <= {at % len(row) for at in told} and len(seen) < len(row):
            return len(row)
        return " ".join(HIDDEN if card is None else text[card] for card in row)

    hands, piles, (stock,) = known.zones["hands"], known.zones["piles"], known.zones["stock"]
    data["hands"] = {str(s + 1): shown(row) for s, row in enumerate(hands) if s in position.known_hands}
    data["piles"] = {str(s + 1): shown(row, (-1,)) for s, row in enumerate(piles)}
    data["tops"] = {str(s + 1): text[row[-1]] for s, row in enumerate(piles) if row and row[-1] is not None}
    for zone in ("table", ASIDE.name):
        if zone in data:
            data[zone] = shown(known.zones[zone][0])
    for declared in position.engine.plan.ruleset.zones:
        if declared != ASIDE:
            rows = [shown(row) for row in known.zones[declared.name]]
            one = declared.of == "match"
            data["zones"][declared.name] = rows[0] if one else {str(i + 1): row for i, row in enumerate(rows)}
    if position.stock == "counted":
        data["stock"] = len(stock)
    elif position.stock == "listed":
        data["stock"] = shown(stock[::-1], (0, -1)) if stock else 0
        ends = {"next": stock[-1], "bottom": stock[0]} if stock else {}
        data |= {key: text[card] for key, card in ends.items() if card is not None}
    _memory(data["memory"], known.memory)
    for build, names in zip(data.get("builds", ()), known.builds, strict=True):
        for name in set(position.engine.plan.build_memory) - names:
            del build[name]
    return data


def _memory(memory: dict[str, Any], seen: dict[str, frozenset[int]]) -> None:
    """Leave out what is remembered and not seen."""
    for name, owners in seen.items():
        if not owners:
            del memory[name]
        elif isinstance(memory[name], dict):
            memory[name] = {owner: value for owner, value in memory[name].items() if int(owner) - 1 in owners}
