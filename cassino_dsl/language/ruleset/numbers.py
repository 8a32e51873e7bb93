"""Numbers have one bound, sets of numbers one width, and division always has an answer, so that no expression can
fail, and every engine works with 64 bits."""

from __future__ import annotations

LARGEST = 10**12  # the result of every `+`, `-`, `*` and `sum` is at most this, either way
MOST_DOUBLINGS = 40  # so many of 1 lie beyond the largest
LARGEST_KEPT = 10**9  # what is remembered or scored is at most this, either way
LARGEST_IN_SET = 127  # sets of numbers hold 0 to 127; what would lie outside is left out
MOST_CARDS = 128  # in a pack
MOST_ROUNDS = 2_000  # in one match
MOST_MEMBERS = 3 * MOST_CARDS  # of a set: cards, builds, and builds of another moment


def clamp(number: int) -> int:
    """The nearest number within the bound."""
    if -LARGEST <= number <= LARGEST:
        return number
    return LARGEST if number > 0 else -LARGEST
