"""Contexts: what of a position lies beside the hand that plays and the table, at the values that clauses ask for.

Each part that clauses read is an axis: as it is at the start of a round, and at every value at which a comparison
with a constant changes its mind. Contexts are the ways to combine the axes that some play could lead to; which are
tried with how many cards on the table is decided by a budget of positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from cassino_dsl.diff.pair import Data, Pair


@dataclass(frozen=True, slots=True)
class Axis:
    """``values``: facts of a position, the start (none) first. ``said``: the values in words. ``rest``: what of
    this part they leave out."""

    name: str
    values: tuple[Data, ...]
    said: str
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """The facts of a position beside hand and table; ``cards``: with at most so many on the table it is tried."""

    facts: Data
    cards: int


@dataclass(frozen=True, slots=True)
class Contexts:
    """The contexts to try, the start of a round first; what they vary and what they leave, in words."""

    all: tuple[Context, ...]
    varied: tuple[str, ...]
    fixed: tuple[str, ...]


def combine(
    axes: Sequence[Axis],
    start: Data,
    reachable: Callable[[Data], bool],
    positions: Callable[[int], int],
    cards: int,
    budget: int,
) -> Contexts:
    """All contexts that go into a budget of ``positions(k)`` positions with up to k cards on the table each.

    What does not go in is given up in this order: cards on the table, down to one; values of two parts at once; the
    last card on the table; parts, the last first.
    """
    found = [Context(start, cards)]
    kept = list(axes)
    while kept:
        for joint, fewest in ((True, min(cards, 1)), (False, 0)):
            size = prod(len(a.values) for a in kept) if joint else 1 + sum(len(a.values) - 1 for a in kept)
            fits = next((k for k in range(cards, fewest - 1, -1) if (size - 1) * positions(k) <= budget), None)
            if fits is None:
                continue
            facts = [f for f in map(merged, _combined(kept, joint)) if f and reachable({**start, **f})]
            found += [Context(merged((start, f)), fits) for f in facts]
            return Contexts(tuple(found), *_said(axes, kept, joint, fits, cards))
        kept.pop()
    return Contexts(tuple(found), *_said(axes, (), True, cards, cards))


def _combined(axes: Sequence[Axis], joint: bool) -> Iterator[tuple[Data, ...]]:
    """Values of all axes: every combination, or one axis away from the start at a time."""
    if joint:
        # the fewest facts first
        yield from sorted(product(*(a.values for a in axes)), key=lambda facts: sum(1 for f in facts if f))
        return
    for axis in axes:
        yield from ((value,) for value in axis.values)


def _said(
    axes: Sequence[Axis], kept: Sequence[Axis], joint: bool, fits: int, cards: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    given_up = axes[len(kept) :]
    few = "" if fits == cards else f" (with at most {fits} card{'' if fits == 1 else 's'} on the table)"
    kept = [a for a in kept if len(a.values) > 1]
    varied = [f"{a.name}: {a.said}{few}" for a in kept]
    fixed = [f"{a.name}: {a.said}" for a in given_up if len(a.values) > 1]
    fixed += [f"{a.name} with more cards on the table" for a in kept if few]
    if len(kept) > 1 and not joint:
        fixed.append(f"two at once of: {', '.join(a.name for a in kept)}")
    return tuple(varied), (*fixed, *(one for a in axes for one in a.rest.split("; ") if one))


def merged(facts: Iterable[Data]) -> Data:
    """Facts about several parts as one position; mappings by side, seat or name are laid over each other."""
    found: Data = {}
    for more in facts:
        for key, value in more.items():
            old = found.get(key)
            found[key] = merged((old, value)) if isinstance(old, dict) and isinstance(value, dict) else value
    return found


def start_of(pair: Pair, mover: int) -> Data:
    """The beginning of a round, with this seat (counted from 1) to move."""
    return {"seats": pair.seats} if mover == 1 else {"seats": pair.seats, "turn": mover}
