"""How far play may go before it is a fault of the ruleset, and how much work a question may be. Both engines read the
limits from here.

Work is counted in steps, so that whether a question is answered depends on no clock. A step is one form of an
expression looked at, one card or set tried, one effect carried out: about a tenth of a microsecond. What is counted is
generous (a condition that is decided early counts as a whole), and always the same."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from math import comb

from cassino_dsl.language.ruleset.expr import Expr, walk
from cassino_dsl.language.ruleset.groups import MOST_ITEMS
from cassino_dsl.language.ruleset.numbers import MOST_ROUNDS
from cassino_dsl.language.ruleset.run_fault import RunFault

MAX_PLAYS = 200_000  # sets of items in one search, and legal plays in one position
MAX_TRIED = 50_000_000  # times that a group is held against a set
MAX_ENUMERATED = 18  # items that a relation without a total may try all subsets of (of few each: `most_tried`)
MAX_DECISIONS = 5_000  # in one round
MAX_DEALS = 1_000  # in one round
MAX_REDEALS = 1_000  # of one round
MAX_ROUNDS = MOST_ROUNDS  # in one match
MAX_ASKS = 100  # decisions that wait at once
MAX_CHAIN = 1_000  # events `score changed` that one award may cause in all
MAX_NESTING = 16  # an award may change a score, which may cause an award …


def most_tried(most: int | None) -> int:
    """The items of which all groups of at most so many may be tried: those are no more than all that are tried of
    MAX_ENUMERATED items."""
    return MAX_ENUMERATED if most is None else _as_many(MAX_ENUMERATED, most)


@cache  # asked for at every search
def _as_many(items: int, most: int) -> int:
    return max(n for n in range(items, MOST_ITEMS + 1) if _subsets(n, most) <= 2**items)


def _subsets(items: int, most: int) -> int:
    return sum(comb(items, n) for n in range(1 + min(items, most)))


STEPS = 200_000_000  # of one question: about half a minute
EFFECT = 10  # of carrying out an effect, or looking at an event
_UNLIMITED = 1 << 62


class Steps:
    """Counts down while a question is answered. Games that are only played are not limited."""

    __slots__ = ("left", "most")

    def __init__(self, most: int = STEPS) -> None:
        self.most = most
        self.left = _UNLIMITED

    @property
    def taken(self) -> int:
        """The steps of all that has been asked or played until now."""
        return _UNLIMITED - self.left

    @contextmanager
    def question(self) -> Iterator[None]:
        """Within it all work counts; what is asked in the course of a question is part of it."""
        if self.left <= self.most:
            yield
            return
        before, self.left = self.left, self.most
        try:
            yield
        finally:
            self.left = before - (self.most - self.left)

    def take(self, number: int) -> None:
        """Count steps. Raises ``RunFault`` once there have been too many."""
        self.left -= number
        if self.left < 0:
            self.left = 0  # nothing more, also where the fault is caught in the middle of a question
            raise RunFault.too_long(self.most)


def size_of(*exprs: Expr | None) -> int:
    """The steps that it takes to look at expressions once, without what quantifiers and terms in them add."""
    return sum(1 for expr in exprs if expr is not None for _ in walk(expr))
