"""Sets of numbers as the bits of an int."""

from __future__ import annotations


def bits(numbers: int) -> list[int]:
    """The members of a set of numbers, smallest first."""
    found = []
    while numbers:
        low = numbers & -numbers
        found.append(low.bit_length() - 1)
        numbers ^= low
    return found
