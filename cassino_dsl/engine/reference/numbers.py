"""Numbers in play: sets of them as the bits of an int, and the limit of what lasts."""

from __future__ import annotations

from typing import Any

from cassino_dsl.language.ruleset.cards import Pack
from cassino_dsl.language.ruleset.expr import ELEMENT, Type
from cassino_dsl.language.ruleset.numbers import LARGEST_IN_SET, LARGEST_KEPT
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.language.ruleset.types import SETS_OF_WORDS


def bits(numbers: int) -> list[int]:
    """The members of a set of numbers, smallest first."""
    found = []
    while numbers:
        low = numbers & -numbers
        found.append(low.bit_length() - 1)
        numbers ^= low
    return found


LIMIT = (1 << LARGEST_IN_SET + 1) - 1  # the numbers that a set can hold


def sums(masks: list[int]) -> int:
    """All sums that can be made by one number from each set; of no sets, only 0."""
    total = 1
    for mask in masks:
        made = 0
        while mask:
            low = mask & -mask
            made |= total << (low.bit_length() - 1)
            mask ^= low
        total = made & LIMIT
    return total


def number_bit(number: int) -> int:
    """The set that holds one number; nothing where no set can hold it."""
    return 1 << number if 0 <= number <= LARGEST_IN_SET else 0


def within(number: int, award: str | None = None) -> int:
    """A number that is remembered, or scored by an award: past the limit something multiplies without end."""
    if abs(number) > LARGEST_KEPT:
        raise RunFault.endless("a number that is remembered" if award is None else points_of(award), LARGEST_KEPT)
    return number


def points_of(award: str) -> str:
    """What passes the limit where an award gives too much."""
    return f"the points of `{award}`, or the score with them,"


def remembered(type: Type, value: Any, pack: Pack) -> Any:
    """What memory of a type starts with or becomes: a number within the limit; cards in a list of its own, each face
    once, because a remembered card stands for every copy; other sets in the order of the pack or the table."""
    if type is Type.CARDS:
        found: dict[int, int] = {}
        for card in value:
            found.setdefault(card // pack.copies, card)
        return list(found.values())
    if type in SETS_OF_WORDS:
        words = pack.word_lists.get(ELEMENT[type])
        return tuple(sorted({*value}, key=words.index if words else None))
    return max(-LARGEST_KEPT, min(LARGEST_KEPT, value)) if type is Type.INT else value
