"""Where to look next, when no combination of a race reaches the goals: between which values of an option that is a
number, or how far beyond them, a goal that is missed should be met, if its figure goes on as a straight line through
the two nearest values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from math import ceil, floor

from cassino_dsl.analysis.research.goals import Goal, Measured

FAR = 4  # times the span of what was tried: further away a straight line says nothing
STEPS = 4  # values that are proposed, about
_NUMBER = re.compile(r"-?\d+$")

Seen = tuple[tuple[str, ...], Measured]  # the varied values of a combination, and the figure of the goal
Line = list[tuple[int, Measured]]


def next_look(keys: Sequence[str], goal: Goal, best: Seen, others: Sequence[Seen]) -> str:
    """A sentence; "" where no option that was varied is a number that is shown to move the figure towards the goal."""
    for at, key in enumerate(keys):
        kept = [one for one in (best, *others) if _apart_from(one[0], at) == _apart_from(best[0], at)]
        line: Line = sorted((int(values[at]), figure) for values, figure in kept if _NUMBER.match(values[at]))
        found = _crossing(line, goal.wanted)
        if found is not None:
            low, high, met = found
            step = max(1, round((high - low) / STEPS))
            words = f"--vary {key}={low}..{high}" + (f":{step}" if step > 1 else "")
            rest = zip(_apart_from(tuple(keys), at), _apart_from(best[0], at), strict=True)
            words += "".join(f" --set {other}={value}" for other, value in rest if other != "with")
            where = "between" if line[0][0] <= met <= line[-1][0] else "beyond"
            line_says = f"by a straight line `{goal.name}` is there at about {key}={round(met)}"
            return f"Look next {where} the values that were tried, where {line_says}: `{words}`."
    return ""


def _crossing(line: Line, wanted: float) -> tuple[int, int, float] | None:
    """The values among which the line is at the number that is wanted, and where."""
    moved = [
        ((a, x.value), (b, y.value))
        for (a, x), (b, y) in pairwise(line)
        if x.high < y.low or y.high < x.low  # else nothing shows that the option moves it
    ]
    between = [((a, x), (b, y)) for (a, x), (b, y) in moved if min(x, y) < wanted < max(x, y)]
    for (a, x), (b, y) in between:
        if b - a > 1:
            return a + 1, b - 1, a + (b - a) * (wanted - x) / (y - x)
    if not moved or between:
        return None  # of neighbours: no whole number lies between
    (a, x), (b, y) = moved[-1] if abs(line[-1][1].value - wanted) < abs(line[0][1].value - wanted) else moved[0]
    span = line[-1][0] - line[0][0]
    met = a + (b - a) * (wanted - x) / (y - x)
    if min(abs(met - value) for value, _ in line) > FAR * span or met <= 0 or line[0][0] <= met <= line[-1][0]:
        return None
    edge = line[-1][0] if met > line[-1][0] else line[0][0]
    past = met + (met - edge) / 2
    return (edge + 1, ceil(past), met) if met > edge else (max(1, floor(past)), edge - 1, met)


def _apart_from(values: tuple[str, ...], at: int) -> tuple[str, ...]:
    return values[:at] + values[at + 1 :]
