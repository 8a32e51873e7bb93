"""Pairs of members of two lists that fit each other, each with the first that is left for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def take(left: list[Any], right: list[Any], into: list[Any], fits: Callable[[Any, Any], bool]) -> None:
    """Move the first members of pairs, which are lists or tuples, from both lists into one of pairs."""
    for one in list(left):
        other = next((o for o in right if fits(one, o)), None)
        if other is not None:
            left.remove(one)
            right.remove(other)
            into.append((one[0], other[0]))
