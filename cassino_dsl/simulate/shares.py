"""Luck and skill: which part of the variance of a result comes from the deal, and which from who plays.

Each deal is played four times: two players sit as named and with seats changed, and each time twice, with other lots.
What then differs between deals is luck, what differs between the two ways to sit is skill, the rest is play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cassino_dsl.simulate.statistics import TAIL

GROUPS = 20  # of deals, left out one after the other
TIMES = 2  # that a deal is played with the same seats
Deal = tuple[Sequence[float], Sequence[float]]  # leads of the first side, as named and with seats changed


@dataclass(frozen=True, slots=True)
class Shares:
    """Parts of the variance; together 1, or all 0 where nothing varies."""

    luck: float
    skill: float
    play: float


def shares(deals: Sequence[Deal]) -> Shares:
    """The parts, none of them below 0."""
    luck, skill, play = (max(0.0, part) for part in _parts(deals))
    return _shared(luck, skill, play)


def _shared(luck: float, skill: float, play: float) -> Shares:
    whole = luck + skill + play
    return Shares(luck / whole, skill / whole, play / whole) if whole > 0 else Shares(0.0, 0.0, 0.0)


def _parts(deals: Sequence[Deal]) -> tuple[float, float, float]:
    """The variance of luck, of skill and of play, by an analysis of variance (deals at random, seats fixed): estimates
    without bias, which may come out below 0."""
    number, times = len(deals), len(deals[0][0])
    means = [sum(sum(deal[s]) for deal in deals) / (number * times) for s in (0, 1)]
    between = within = 0.0
    for deal in deals:
        left = [x - means[s] for s in (0, 1) for x in deal[s]]
        mean = sum(left) / len(left)
        between += len(left) * mean * mean
        within += sum((x - mean) ** 2 for x in left)
    play = within / (number * (2 * times - 1) - 1)
    luck = (between / (number - 1) - play) / (2 * times)
    half = (means[0] - means[1]) / 2
    return luck, half * half - play / (2 * times * number), play


def intervals(deals: Sequence[Deal]) -> tuple[tuple[float, float], ...]:
    """Of luck, skill and play: the jackknife over groups of deals, with Student's t. The groups' parts may be below 0:
    were they cut off there, what is hardly more than nothing would look certain."""
    from scipy.special import stdtrit

    groups = [_shared(*_parts([deal for i, deal in enumerate(deals) if i % GROUPS != g])) for g in range(GROUPS)]
    whole, found = shares(deals), []
    for name in ("luck", "skill", "play"):
        each = [float(getattr(one, name)) for one in groups]
        mean = sum(each) / GROUPS
        error = (sum((x - mean) ** 2 for x in each) * (GROUPS - 1) / GROUPS) ** 0.5
        half, middle = float(stdtrit(GROUPS - 1, 1 - TAIL)) * error, float(getattr(whole, name))
        found.append((max(0.0, middle - half), min(1.0, middle + half)))
    return tuple(found)
