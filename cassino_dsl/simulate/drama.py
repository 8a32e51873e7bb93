"""Drama: how often the lead changes, and when the later winner leads for good.

The standing is looked at several times in a unit. In a match: after each round, by the scores. In a single
round: before each deal but the first, by the points that the round would bring as it stands, and at its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from cassino_dsl.simulate.layout import LEAD_BINS


def leader(points: Sequence[int], lowest: bool = False) -> int | None:
    """The side that is ahead of all others, if one is."""
    best = min(points) if lowest else max(points)
    return points.index(best) if points.count(best) == 1 else None


def lead_changes(leaders: Sequence[int | None]) -> int:
    """How often another side than the last leader came to lead; looks without a leader change nothing."""
    ahead = [side for side in leaders if side is not None]
    return sum(1 for before, after in pairwise(ahead) if before != after)


def lead_since(leaders: Sequence[int | None], winner: int) -> int:
    """The number (from 1) of the look since which the winner has led without a break; the last one for a
    winner who does not lead even then (a race may be won from behind)."""
    since = len(leaders)
    while since > 1 and leaders[since - 1] == winner and leaders[since - 2] == winner:
        since -= 1
    return since


def lead_bin(since: int, looks: int) -> int:
    """Which tenth of the unit that is."""
    return (since - 1) * LEAD_BINS // looks
