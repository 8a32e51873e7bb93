"""A play as a hand that is told and an example have it: what leaves the hand, what is taken, and what one may do so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cassino_dsl.book.describe.english import joined, title


@dataclass(frozen=True, slots=True)
class WhatIsTaken:
    """What one play takes: loose cards, builds with their values, tops of piles with their sides (from 0)."""

    loose: tuple[str, ...]
    builds: tuple[tuple[int, tuple[str, ...]], ...]
    tops: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Way:
    """A play: its kind, its action, the faces that leave the hand, what it takes, the value it announces or decides."""

    kind: str
    action: str
    cards: tuple[str, ...]
    taken: WhatIsTaken
    value: int | str | None


Whose = Callable[[int], str]  # the pile of a side: "Ada's pile"


def of_piles(taken: WhatIsTaken, whose: Whose) -> list[str]:
    """The top card of a pile, or as many as lie there on one another."""
    sides = dict.fromkeys(side for side, _ in taken.tops)
    of_side = {side: [card for of, card in taken.tops if of == side] for side in sides}
    return [
        f"{cards[0]} (the top card of {whose(side)})" if len(cards) == 1 else f"{' '.join(cards)} from {whose(side)}"
        for side, cards in of_side.items()
    ]


def may(way: Way, whose: Whose, by_cards: bool = False) -> str:
    """What one may do with the card that is played, or without one: `take 4h 5h`, `add it to the build of 9`;
    ``by_cards``: builds with their cards, for their values do not tell them apart."""
    it = ["it" if len(way.cards) == 1 else "them"] if way.cards else []
    loose = [" ".join(way.taken.loose)] if way.taken.loose else []  # a set of cards stays together
    tops = of_piles(way.taken, whose)
    builds = [f"the build of {v}" + (f" ({' '.join(cards)})" if by_cards else "") for v, cards in way.taken.builds]
    if way.kind == "capture":
        taken = [*loose, *builds, *tops]
        return f"take {joined(taken)}" if taken else "take nothing"
    if way.kind == "trail":
        called = "" if way.action == "trail" else f" ({title(way.action)})"
        return f"trail {joined(list(way.cards))}{called}"  # `it` might be what is taken otherwise
    if way.kind == "other":
        number = "" if way.value is None else f" {way.value}"
        cards = [*it, *loose, *builds, *tops]
        return f"choose “{title(way.action)}”{number}" + (f" with {joined(cards)}" if cards else "")
    others = [build for build, (value, _) in zip(builds, way.taken.builds, strict=True) if value != way.value]
    if any(value == way.value for value, _ in way.taken.builds):
        return f"add {joined([*it, *loose, *tops, *others])} to the build of {way.value}"
    with_it = f" with {joined([*loose, *tops])}" if loose or tops else ""
    if others:
        return f"make {joined(others)} a build of {way.value}{with_it}"
    return f"make a build of {way.value}{with_it}"


def did(way: Way, whose: Whose, turned_up: bool) -> str:
    """What somebody did who may do so: `plays 4h and takes 3c`."""
    verb, rest = may(way, whose, by_cards=True).split(" ", 1)
    named = way.kind not in ("trail", "other") and title(way.action).lower() != way.kind
    done = f"{verb}s {rest}{f' (*{title(way.action)}*)' if named else ''}"
    if not way.cards or (way.kind == "trail" and not turned_up):
        return done
    return f"{'turns up' if turned_up else 'plays'} {joined(way.cards)} and {done}"
