"""What operations on numbers come to: the meaning of their rows, for the reference and for what is worked out before.

Division always has an answer, and no result lies beyond the bound, so that no expression can fail.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.numbers import MOST_DOUBLINGS, clamp
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.words import ROW


def _power(a: int, n: int) -> int:
    """Of a negative exponent 1 divided by the power, as ``div`` does it. What ``MOST_DOUBLINGS`` bring beyond the
    bound, more bring there: of those only whether they are even can matter."""
    size = abs(n)
    made = a ** (size if size <= MOST_DOUBLINGS else MOST_DOUBLINGS + size % 2)
    return clamp(made) if n >= 0 else 1 // made if made else 0


ARITHMETIC: dict[Row, Callable[..., int | bool]] = {
    op.PLUS: lambda a, b: clamp(a + b),
    op.MINUS: lambda a, b: clamp(a - b),
    op.TIMES: lambda a, b: clamp(a * b),
    op.DIV: lambda a, b: a // b if b else 0,
    op.MOD: lambda a, b: a % b if b else 0,
    op.POWER: _power,
    op.NEGATIVE: operator.neg,
    ROW["min(number, number)"]: min,
    ROW["max(number, number)"]: max,
    ROW["abs(number)"]: abs,
    op.LT: operator.lt,
    op.LE: operator.le,
    op.GT: operator.gt,
    op.GE: operator.ge,
}
