"""What a standing is worth to a side: by how much it is ahead, and a match won as much as no lead can be."""

from __future__ import annotations

from collections.abc import Sequence


def lead(points: Sequence[int], side: int, lowest_wins: bool) -> int:
    """How far a side is ahead of its best rival: above it, or where the lowest wins, below."""
    rivals = [p for s, p in enumerate(points) if s != side]
    if lowest_wins:
        return min(rivals, default=0) - points[side]
    return points[side] - max(rivals, default=0)


def reward(
    numbers: Sequence[int], side: int, lowest_wins: bool, over: bool, winner: int | None, target: int | None
) -> int:
    """What it is worth to a side that a match stands so. ``numbers``: what the match compares, of each side.

    While the match goes on, that is the lead. A match that is over is worth the target to its winner, or the highest
    of the numbers where that is more, and as much is lost by all others: so far from its target a side plays for
    points, and near to it for the match. A drawn match is worth nothing.
    """
    if not over:
        return lead(numbers, side, lowest_wins)
    stake = max(target or 0, *map(abs, numbers))
    return 0 if winner is None else stake if winner == side else -stake
