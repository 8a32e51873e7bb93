"""How much work a question about a position may be, counted in steps: so whether it is answered depends on no clock.

A step is one form of an expression looked at, one card or set tried, one effect carried out: about a tenth of a
microsecond. What is counted is generous (a condition that is decided early counts as a whole), and always the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cassino_dsl.ruleset.errors import RunFault
from cassino_dsl.ruleset.expr import Expr, walk

STEPS = 200_000_000  # of one question: about half a minute
EFFECT = 10  # of carrying out an effect, or looking at an event
_UNLIMITED = 1 << 62


class Steps:
    """Counts down while a question is answered. Games that are only played are not limited."""

    __slots__ = ("left", "most")

    def __init__(self, most: int = STEPS) -> None:
        self.most = most
        self.left = _UNLIMITED

    @contextmanager
    def question(self) -> Iterator[None]:
        """Within it all work counts; what is asked in the course of a question is part of it."""
        if self.left <= self.most:
            yield
            return
        self.left = self.most
        try:
            yield
        finally:
            self.left = _UNLIMITED

    def take(self, number: int) -> None:
        """Count steps. Raises ``RunFault`` once there have been too many."""
        self.left -= number
        if self.left < 0:
            self.left = 0  # nothing more, also where the fault is caught in the middle of a question
            raise RunFault.too_long(self.most)


def size_of(*exprs: Expr | None) -> int:
    """The steps that it takes to look at expressions once, without what quantifiers and terms in them add."""
    return sum(1 for expr in exprs if expr is not None for _ in walk(expr))
