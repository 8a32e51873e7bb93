"""How sure a figure is that comes out of many sums: the jackknife over groups of units.

The units are played in ``GROUPS`` groups, and the figure is worked out without each of them in turn; how these values
spread says how the figure itself spreads, whatever it is made of, and so it does for differences on the same deals.

Where few units bring what a figure counts, the groups say too little: without a single tie all of them are alike. There
the variance is taken as it would be if the truth lay where it is asked about, as the score test of a Poisson number
does: with ``s``, by how much one event more moves the figure, ``s · d`` is added at the distance ``d`` from what was
seen, so that ``t = d / √(variance + s · d)``, and an interval holds all that lies no further than the quantile of
Student's t. What has never happened may so happen in fewer than 4.4 of the units. The more events there are, the less
is added: half of it where the variance is that of ``FEW`` events.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from operator import add
from typing import Protocol

from cassino_dsl.simulate.statistics import Interval
from cassino_dsl.units.tally import Tally

GROUPS = 20
FEW = 10
DOUBT = 0.05

Groups = tuple[Tally, ...]  # of units one after the other, ``GROUPS`` of them


class Reader(Protocol):
    """Reads the figures of a candidate, one for each goal, out of what it has played."""

    def figures(self, number: int, tally: Tally) -> tuple[float, ...]: ...

    def steps(self, number: int, tally: Tally) -> tuple[float, ...]:
        """By how much one event more moves each of them."""
        ...


@dataclass(frozen=True)
class Reading:
    """Figures of a candidate, one for each goal: of all units, without each group, and what a step of each is."""

    tally: Tally
    figures: tuple[float, ...]
    without: tuple[tuple[float, ...], ...]
    steps: tuple[float, ...]

    def interval(self, goal: int, doubt: float = DOUBT) -> Interval:
        """The interval of a figure; ``doubt``: how often it may fail."""
        half = half_width([one[goal] for one in self.without], self.steps[goal], doubt)
        return (self.figures[goal] - half, self.figures[goal] + half)

    def chance(self, goal: int, away: float) -> float:
        """How likely a figure is seen so far from the true one, on either side."""
        return 2 * tail([one[goal] for one in self.without], self.steps[goal], away)


def reading(number: int, parts: Sequence[Groups], reader: Reader) -> Reading:
    """What was seen in some heats of a candidate, their groups put together."""
    groups = [reduce(add, (part[g] for part in parts)) for g in range(GROUPS)]
    before, after = list(accumulate(groups)), list(accumulate(reversed(groups)))[::-1]
    inner = [a + b for a, b in zip(before, after[2:], strict=False)]
    left_out = [after[1], *inner, before[-2]]
    whole = before[-1]
    figures = reader.figures(number, whole)
    without = tuple(reader.figures(number, tally) for tally in left_out)
    return Reading(whole, figures, without, reader.steps(number, whole))


def half_width(without: Sequence[float], step: float, doubt: float) -> float:
    """How far from a figure all lies that ``tail`` takes for possible, with half of the doubt on either side."""
    from scipy.special import stdtrit

    t, variance = float(stdtrit(len(without) - 1, 1 - doubt / 2)), spread(without)
    more = _added(variance, step) * t / 2
    return t * (more + math.sqrt(variance + more * more))


def tail(without: Sequence[float], step: float, away: float) -> float:
    """How likely a figure is seen so far above the true one, or so far below it: one of the two."""
    from scipy.special import stdtr

    if away <= 0:
        return 0.5
    variance = spread(without)
    variance += _added(variance, step) * away
    return float(stdtr(len(without) - 1, -away / math.sqrt(variance))) if variance else 0.0


def spread(without: Sequence[float]) -> float:
    """The variance of a figure, from what it is without each group."""
    mean = sum(without) / len(without)
    return sum((one - mean) ** 2 for one in without) * (len(without) - 1) / len(without)


def _added(variance: float, step: float) -> float:
    return step / (1 + variance / (FEW * step * step)) if step else 0.0
