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
    values: tuple[Data, ...] = ({},)
    said: str = ""
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

    What does not go in is given up in this order: cards on the table, down to one; values of two parts at once, with
    more cards on the table and of the last parts first; the last card on the table; parts, the last first.
    """
    kept = list(axes)
    while kept:
        alone = list(_alone(kept))
        for number, least in ((len(kept), min(cards, 1)), (1, 0)):
            size = prod(len(a.values) for a in kept) - 1 if number > 1 else len(alone)
            fits = next((k for k in range(cards, least - 1, -1) if size * positions(k) <= budget), None)
            if fits is None:
                continue
            found, few = [Context(start, cards)], fits
            facts = alone if number == 1 else [*alone, *_joint(kept)]
            found += _contexts(facts, start, reachable, fits)
            if number == 1:
                number, few = _joined(kept, positions, fits, budget - size * positions(fits))
                found += _contexts(_joint(kept[:number]), start, reachable, few)
            return Contexts(tuple(found), *_said(axes, kept, kept[:number], (cards, fits, few)))
        kept.pop()
    return Contexts((Context(start, cards),), *_said(axes, (), (), (cards, cards, cards)))


def _joined(axes: Sequence[Axis], positions: Callable[[int], int], most: int, budget: int) -> tuple[int, int]:
    """Of how many axes, the first, values are tried together beside those that are tried alone, and with at most how
    many cards on the table."""
    for number in range(len(axes), 1, -1):
        size = prod(len(a.values) for a in axes[:number]) - sum(len(a.values) - 1 for a in axes[:number]) - 1
        for cards in range(most, -1, -1):
            if size * positions(cards) <= budget:
                return number, cards
    return 1, 0


def _contexts(facts: Iterable[Data], start: Data, reachable: Callable[[Data], bool], cards: int) -> Iterator[Context]:
    return (Context(merged((start, f)), cards) for f in facts if reachable({**start, **f}))


def _alone(axes: Sequence[Axis]) -> Iterator[Data]:
    """One axis away from the start at a time."""
    return (value for axis in axes for value in axis.values if value)


def _joint(axes: Sequence[Axis]) -> Iterator[Data]:
    """Every combination of two or more that are away from the start, the fewest first."""
    for facts in sorted(product(*(a.values for a in axes)), key=lambda facts: sum(1 for f in facts if f)):
        if sum(1 for f in facts if f) > 1:
            yield merged(facts)


def _said(
    axes: Sequence[Axis], kept: Sequence[Axis], joined: Sequence[Axis], cards: tuple[int, int, int]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """``joined``: the axes of which two are varied at once. ``cards``: with at most how many cards on the table
    positions are tried at the start, with one axis away from it, and with several."""
    wanted, fits, joint = cards
    few = "" if fits == wanted else f" ({_at_most(fits)})"
    names = [a.name for a in kept if len(a.values) > 1]
    varied = [f"{a.name}: {a.said}{few}" for a in kept if len(a.values) > 1]
    fixed = [f"{a.name}: {a.said}" for a in axes[len(kept) :] if len(a.values) > 1]
    fixed += [f"{name} with more cards on the table" for name in names if few]
    together = [a.name for a in joined if len(a.values) > 1]
    if len(names) > 1 and (together != names or joint < fits):
        left_out = f", but for {', '.join(together)} {_at_most(joint)}" if len(together) > 1 else ""
        fixed.append(f"two at once of: {', '.join(names)}{left_out}")
    return tuple(varied), (*fixed, *(one for a in axes for one in a.rest.split("; ") if one))


def _at_most(cards: int) -> str:
    number = f"at most {cards} card{'' if cards == 1 else 's'}" if cards else "no card"
    return f"with {number} on the table"


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
