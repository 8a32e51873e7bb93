"""Where a number that is worked out from one other changes: for which numbers `2 * n`, `n * n` or `n div 10` reach a
constant."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from cassino_dsl.ruleset import operators as op
from cassino_dsl.ruleset.expr import Call, Expr, Literal
from cassino_dsl.ruleset.numbers import LARGEST


@dataclass(frozen=True, slots=True)
class Worked:
    """A number worked out from ``part``. ``value``: what comes of a number; it only grows or only falls, and where it
    is ``squared`` it does so from zero on."""

    part: Expr
    value: Callable[[int], int]
    squared: bool = False

    def near(self, constant: int) -> Iterator[int]:
        """The numbers at which a comparison with a constant changes its mind."""
        yield from _near(self.value, constant)
        if not self.squared:
            yield from (-n for n in _near(lambda n: self.value(-n), constant))


def worked(expr: Expr) -> Worked | None:
    """What an expression works out of its one part with constants; None where that goes up and down."""
    if isinstance(expr, Literal):
        return None
    if isinstance(expr, Call) and expr.row is op.NEGATIVE:
        return _then(worked(expr.args[0]), lambda n: -n)
    if not isinstance(expr, Call) or expr.row not in _STEPS:
        return Worked(expr, lambda n: n)
    left, right = expr.args
    if expr.row is op.TIMES and left == right:
        inner = worked(left)
        return Worked(left, lambda n: n * n, squared=True) if inner is not None and inner.part is left else None
    step = _STEPS[expr.row]
    if isinstance(right, Literal) and isinstance(right.value, int) and not isinstance(left, Literal):
        number = right.value
        return _then(worked(left), lambda n: step(n, number)) if expr.row is not op.DIV or number > 0 else None
    if isinstance(left, Literal) and isinstance(left.value, int) and expr.row is not op.DIV:
        number = left.value
        return _then(worked(right), lambda n: step(number, n))
    return None


_STEPS: dict[object, Callable[[int, int], int]] = {
    op.PLUS: lambda a, b: a + b,
    op.MINUS: lambda a, b: a - b,
    op.TIMES: lambda a, b: a * b,
    op.DIV: lambda a, b: a // b,
}


def _then(inner: Worked | None, step: Callable[[int], int]) -> Worked | None:
    if inner is None:
        return None
    before = inner.value
    return replace(inner, value=lambda n: step(before(n)))


def _near(value: Callable[[int], int], constant: int) -> Iterator[int]:
    """From zero on: the first number that comes to the constant or beyond, and the last that comes to no more."""
    way = -1 if value(LARGEST) < value(0) else 1
    for beyond in (0, 1):
        low, high = 0, LARGEST + 1
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if way * value(middle) >= way * constant + beyond else (middle + 1, high)
        if 0 < low <= LARGEST:
            yield low - beyond
