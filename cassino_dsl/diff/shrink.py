"""Makes a position smaller while a test still holds of it: fewer cards, fewer facts, plainer numbers.

What comes out is minimal: nothing of it can be left out, no number lowered, and no card taken from each of two piles,
as a tie asks. A build loses whole groups and what is remembered of it, but no group loses a card; whether some play
makes what is left of it, the test says (`possible.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from cassino_dsl.diff.pair import Data

Holds = Callable[[Data], bool]
# what can be left out as a whole; the bulky parts first, then whatever else there is
WHOLE = (
    "piles zones aside stock points memory scores hands builds table turns redeals passes chances deals round dealer "
    "turn "
    "steps asks owes seat turn_over"
).split()
CARD_LISTS = ("table", "aside")
# numbers that stand by themselves, and the lowest that says anything
LOWEST = {
    "seats": 1,
    "turn": 1,
    "dealer": 1,
    "seat": 1,
    "round": 1,
    "deals": 1,
    "turns": 0,
    "redeals": 0,
    "passes": 0,
    "chances": 0,
}


def shrink(data: Data, holds: Holds) -> Data:
    """The smallest position that leaving out and simplifying, one thing at a time, comes to."""
    data = {k: v for k, v in data.items() if k == "stock" or v not in ("", {}, [], None)}
    smaller = True
    while smaller:
        smaller = False
        for candidate in _smaller(data):
            if holds(candidate):
                data, smaller = candidate, True
                break
    return data


def size(data: Data) -> int:
    """How many cards a position names, and how many facts it states beside them."""
    cards = sum(len(str(data.get(k, "")).split()) for k in CARD_LISTS)
    stock = data.get("stock", "")
    cards += len(stock.split()) if isinstance(stock, str) else 0
    for key in ("hands", "piles"):
        cards += sum(len(text.split()) for text in data.get(key, {}).values())
    cards += sum(_cards(zone) for zone in data.get("zones", {}).values())
    cards += sum(len(g.split()) for b in data.get("builds", []) for g in b["groups"])
    facts = sum(1 for v in data.get("scores", {}).values() if v)
    return cards + facts + sum(_facts(v) for v in data.get("memory", {}).values())


def _cards(zone: Any) -> int:
    return sum(map(_cards, zone.values())) if isinstance(zone, dict) else len(str(zone).split())


def _facts(value: Any) -> int:
    return sum(1 for v in value.values() if v) if isinstance(value, dict) else int(bool(value))


def _smaller(data: Data) -> Iterator[Data]:
    """Every position that is one step smaller, big steps first."""
    for key in dict.fromkeys((*WHOLE, *data)):
        if key in data:
            yield {k: v for k, v in data.items() if k != key}
    mover = str(data.get("turn", 1))
    if mover != "1" and mover in data.get("hands", {}):
        # the same hand in front of the first seat
        hands = {**data["hands"], "1": data["hands"][mover], mover: data["hands"].get("1", "")}
        yield {k: v for k, v in data.items() if k != "turn"} | {"hands": hands}
    for key, lowest in LOWEST.items():
        if isinstance(data.get(key), int):
            yield from ({**data, key: n} for n in _lower(data[key]) if lowest <= n < data[key])
    if isinstance(data.get("stock"), int):
        yield from ({**data, "stock": n} for n in _lower(data["stock"]))
    elif data.get("stock"):
        yield {**data, "stock": ""}
    for key in (*CARD_LISTS, "stock"):
        if isinstance(data.get(key), str):
            yield from (_with(data, key, text) for text in _fewer(data[key]))
    for key in ("hands", "piles", "zones", "scores", "memory", "points"):
        for owner, value in data.get(key, {}).items():
            yield from (_with(data, key, {**data[key], owner: v}) for v in _less(value))
            yield _with(data, key, {k: v for k, v in data[key].items() if k != owner})
    yield from (_with(data, "piles", piles) for piles in _smaller_piles(data.get("piles", {})))
    yield from _smaller_builds(data)


def _smaller_piles(piles: dict[str, str]) -> Iterator[dict[str, str]]:
    """As much from every two piles, or from all that are not empty, at once: a half, then one card."""
    cards = {owner: text.split() for owner, text in piles.items() if text}
    several = [set(two) for two in combinations(cards, 2)]
    for owners in [set(cards), *several] if len(cards) > 2 else several:
        for less in (lambda n: (n + 1) // 2, lambda n: 1):
            yield piles | {o: " ".join(cards[o][less(len(cards[o])) :]) for o in sorted(owners)}


def _smaller_builds(data: Data) -> Iterator[Data]:
    for i, build in enumerate(data.get("builds", [])):
        others = data["builds"][:i], data["builds"][i + 1 :]
        yield _with(data, "builds", [*others[0], *others[1]])
        for j in range(len(build["groups"]) if len(build["groups"]) > 1 else 0):
            fewer = [*build["groups"][:j], *build["groups"][j + 1 :]]
            yield _with(data, "builds", [*others[0], {**build, "groups": fewer}, *others[1]])
        for key in build:
            if key not in ("value", "groups"):
                plain = {k: v for k, v in build.items() if k != key}
                yield _with(data, "builds", [*others[0], plain, *others[1]])
                for value in _less(build[key]):
                    yield _with(data, "builds", [*others[0], {**build, key: value}, *others[1]])


def _with(data: Data, key: str, value: Any) -> Data:
    changed = {**data, key: value}
    if value in ("", {}, []) and key != "stock":  # an empty stock is known to be empty, an omitted one is not
        del changed[key]
    return changed


def _lower(number: int) -> Iterator[int]:
    """Numbers nearer to nothing, the nearest first."""
    if number:
        yield from dict.fromkeys((0, 1, number // 2, number - 1) if number > 0 else (0, number + 1))


def _less(value: Any) -> Iterator[Any]:
    """Simpler values of one fact: fewer cards, smaller numbers, fewer owners."""
    if isinstance(value, bool):
        if value:
            yield False
    elif isinstance(value, int):
        yield from (n for n in _lower(value) if abs(n) < abs(value))
    elif isinstance(value, str):
        yield from _fewer(value)
    elif isinstance(value, list):
        yield from (value[:i] + value[i + 1 :] for i in range(len(value)))
    elif isinstance(value, dict):
        for owner, part in value.items():
            yield {k: v for k, v in value.items() if k != owner}
            yield from ({**value, owner: v} for v in _less(part))


def _fewer(text: str) -> Iterator[str]:
    """Texts of cards with a half, a quarter … of the cards left out, then single cards."""
    cards = text.split()
    step = len(cards) // 2
    while step >= 1:
        for start in range(0, len(cards), step):
            yield " ".join(cards[:start] + cards[start + step :])
        step //= 2
    if len(cards) == 1:
        yield ""
