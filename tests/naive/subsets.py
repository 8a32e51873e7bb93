"""Brute force over sets: every subset, every way to cut a set into groups of one total."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import TypeVar

from .cards import Values

T = TypeVar("T")

Groups = tuple[tuple[int, ...], ...]
"""A partition of positions 0, 1, 2 … into groups."""


def subsets(things: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """Every subset, the empty one first."""
    for size in range(len(things) + 1):
        yield from combinations(things, size)


@lru_cache(maxsize=1 << 17)
def can_total(values: tuple[Values, ...], target: int) -> bool:
    """Can each item pick one of its values so that they add up to the target?"""
    return any(sum(pick) == target for pick in product(*values))


@lru_cache(maxsize=1 << 17)
def split(values: tuple[Values, ...], target: int) -> Groups | None:
    """Some way to cut all the items into groups that each total the target, or None.

    The first item lies in some group: try every set of companions for it, then cut what is left.
    """
    if not values:
        return ()
    others = range(1, len(values))
    for companions in subsets(others):
        group = (0, *companions)
        if not can_total(tuple(values[i] for i in group), target):
            continue
        left = [i for i in others if i not in companions]
        tail = split(tuple(values[i] for i in left), target)
        if tail is not None:
            return (group, *(tuple(left[i] for i in part) for part in tail))
    return None
