"""Makes a position smaller while a test still holds of it: fewer cards, fewer facts, plainer numbers.

What comes out is minimal: nothing of it can be left out, no number lowered, and no card taken from each of two piles,
as a tie asks. Builds go as wholes, or by their groups while two cards are left: what is left of a group might be none
that a play makes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from cassino_dsl.analysis.diff.product_game import Data

Holds = Callable[[Data], bool]
# what can be left out as a whole; the bulky parts first, then whatever else there is
WHOLE = (
    *("piles", "zones", "aside", "stock", "points", "memory", "scores", "hands", "builds", "table", "turns", "redeals"),
    *("passes", "chances", "deals", "round", "dealer", "turn", "steps", "asks", "owes", "seat", "turn_over"),
)
COUNTED_FROM_1 = ("seats", "turn", "dealer", "seat", "round", "deals")


def shrink(data: Data, holds: Holds) -> Data:
    """The smallest position that leaving out and simplifying, one thing at a time, comes to."""
    data = {k: v for k, v in data.items() if k == "stock" or v not in ("", {}, [], None)}
    while (smaller := next(filter(holds, _smaller(data)), None)) is not None:
        data = smaller
    return data


def size(data: Data) -> int:
    """How many cards a position names, and how many facts it states beside them."""
    stock = data.get("stock", "")
    lying = [data.get("table"), data.get("aside"), stock if isinstance(stock, str) else ""]
    lying += [data.get(key) for key in ("hands", "piles", "zones")] + [b["groups"] for b in data.get("builds", ())]
    facts = [data.get("scores"), *data.get("memory", {}).values()]
    return sum(map(_cards, lying)) + sum(map(_facts, facts))


def _cards(value: Any) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return len(value.split()) if isinstance(value, str) else sum(map(_cards, inner))


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
    for key in dict.fromkeys((*(k for k in WHOLE if k in data), *data)):
        value = data[key]
        if key == "stock" and value and isinstance(value, str):
            yield {**data, key: ""}
        if key == "builds":
            yield from ({**data, key: builds} for builds in _with_fewer_groups(value))
        least = int(key in COUNTED_FROM_1)
        for less in _less(value):
            if not (isinstance(less, int) and not isinstance(less, bool) and less < least):
                yield _with(data, key, less)
    yield from ({**data, "piles": piles} for piles in _from_several(data.get("piles", {})))


def _from_several(piles: dict[str, str]) -> Iterator[dict[str, str]]:
    """Piles with as many cards less in each of two, or of all: about half of them, then one."""
    cards = {owner: text.split() for owner, text in piles.items() if text}
    for owners in [tuple(cards)] * (len(cards) > 2) + [*combinations(cards, 2)]:
        for less in (lambda n: (n + 1) // 2, lambda n: 1):
            yield piles | {o: " ".join(cards[o][less(len(cards[o])) :]) for o in owners}


def _with_fewer_groups(builds: list[Data]) -> Iterator[list[Data]]:
    """One of the builds without one of its groups; not where it remembers that something is so, as that it is fixed,
    which may hold because of that group."""
    for i, build in enumerate(builds):
        if any(value is True for value in build.values()):
            continue
        for left in combinations(build["groups"], len(build["groups"]) - 1):
            if _cards([*left]) > 1:
                yield [*builds[:i], {**build, "groups": [*left]}, *builds[i + 1 :]]


def _with(data: Data, key: str, value: Any) -> Data:
    changed = {**data, key: value}
    if value in ("", {}, []) and key != "stock":  # an empty stock is known to be empty, an omitted one is not
        del changed[key]
    return changed


def _less(value: Any) -> Iterator[Any]:
    """Simpler values of one fact: fewer cards, smaller numbers, fewer owners, fewer builds."""
    if isinstance(value, bool):
        yield from [False] * value
    elif isinstance(value, int):
        near = (0, 1, value // 2, value - 1) if value > 0 else (0, value + 1)
        yield from (n for n in dict.fromkeys(near) if abs(n) < abs(value))
    elif isinstance(value, str):
        cards = value.split()
        step = max(len(cards) // 2, 1)
        while step >= 1:
            yield from (" ".join(cards[:i] + cards[i + step :]) for i in range(0, len(cards), step))
            step //= 2
    elif isinstance(value, list):
        yield from (value[:i] + value[i + 1 :] for i in range(len(value)))
    elif isinstance(value, dict):
        for owner, part in value.items():
            yield {k: v for k, v in value.items() if k != owner}
            yield from ({**value, owner: v} for v in _less(part))
