"""What a choice is worth: how much the second-best play loses, how much any play by lot, and, for who cannot win any
more, how far it decides which of the others does. And when a round is decided, by the chances to win it.

The best play of so many is the one that was also lucky. So the plays are ranked by what they come to in some worlds,
and what they lose is measured in others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from cassino_dsl.engine.play import Play
from cassino_dsl.engine.scoring import Standing
from cassino_dsl.learned.weights import FINE
from cassino_dsl.players.worlds import Tried
from cassino_dsl.simulate.decisive import behind, decisiveness, drama, mean_of
from cassino_dsl.simulate.observe import round_winner
from cassino_dsl.simulate.statistics import clustered, ratio_interval
from cassino_dsl.simulate.tried import OpenChoice, TriedRounds, mean_leads

SURE = 10**6  # chances are counted in whole parts
WORLDS = 30  # to rank the plays in, and as many to measure them in


@dataclass(frozen=True, slots=True)
class Loss:
    """Of one choice, in parts of a point: what the second-best play loses, and what any does. ``swing``: how far it
    decides who of the others wins, in parts of ``SURE``; None where the side that plays may still win. ``chances``: of
    all sides to win the round after the best play, as the seat that made it sees it; empty where it had but one."""

    second: int
    any: int
    swing: int | None = None
    chances: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class StakesOfRound:
    """Of all choices of a round, and the side that won it, if one did."""

    choices: tuple[Loss, ...]
    winner: int | None


class Stakes(TriedRounds[Loss]):
    """Players who make the best play that they find."""

    def whole(self, seed: int, number: int) -> StakesOfRound:
        """The choices of a round and its end."""
        playing, choices = self.round(seed, number), []
        while True:
            try:
                choices.append(next(playing))
            except StopIteration as end:
                return StakesOfRound(tuple(choices), self._winner(end.value))

    def _winner(self, standing: Standing) -> int | None:
        plan = self.engine.plan
        points = [sum(row[side] for row in standing.awards.values()) for side in range(plan.sides)]
        return round_winner(points, standing, plan.ruleset.match.winner == "lowest")

    def take(self, choice: OpenChoice) -> tuple[Play, Loss]:
        if len(choice.plays) == 1:
            return choice.plays[0], Loss(0, 0)
        first, other = (self.tried(choice, choice.plays, start, WORLDS) for start in (0, WORLDS))
        leads = mean_leads(first)
        order = sorted(range(len(leads)), key=lambda i: -leads[i])
        best, second = order[0], order[1]
        side = self.engine.plan.side_of[choice.seat]
        loss = lost(mean_leads(other), best, second, swing(first, other, side))
        return choice.plays[best], replace(loss, chances=chances(first, other, best))


def lost(came: list[int], best: int, second: int, swing: int | None = None) -> Loss:
    """What the second of two plays, and any, came to less than the best."""
    return Loss(came[best] - came[second], came[best] - sum(came) // len(came), swing)


def chances(first: Tried, other: Tried, play: int) -> tuple[float, ...]:
    """The share of all worlds in which each side wins the round after a play."""
    times = first.times[play] + other.times[play]
    won = zip(first.won[play], other.won[play], strict=True)
    return tuple((a + b) / max(1, times) for a, b in won)


def swing(first: Tried, other: Tried, side: int) -> int | None:
    """How far a side that won in none of the ``first`` worlds, whatever it played, decides who of the others wins: of
    its plays and the other sides, those between which the chances of one side differed most, by how much they differ in
    the ``other`` worlds, in parts of ``SURE``. None where it might win, or where there is but one other side."""
    sides = len(first.won[0])
    if sides < 3 or any(won[side] for won in first.won):
        return None
    chances = [[_chances(tried, s) for s in range(sides) if s != side] for tried in (first, other)]
    apart = max(range(sides - 1), key=lambda s: max(chances[0][s]) - min(chances[0][s]))
    seen, held = chances[0][apart], chances[1][apart]
    return held[seen.index(max(seen))] - held[seen.index(min(seen))]


def _chances(tried: Tried, side: int) -> list[int]:
    """The share of worlds that a side wins after each play, in parts of ``SURE``."""
    return [SURE * won[side] // times if times else 0 for won, times in zip(tried.won, tried.times, strict=True)]


def losses(rounds: Sequence[Sequence[Loss]], half_points: bool) -> dict[str, Any]:
    """Both as JSON has them, rounds being clusters of choices."""
    point = FINE * (2 if half_points else 1)
    found: dict[str, Any] = {"rounds": len(rounds), "decisions": sum(map(len, rounds)), "worlds": 2 * WORLDS}
    for name in ("second", "any"):
        worth = [[getattr(loss, name) for loss in one] for one in rounds]
        found[name], found[f"{name}_interval"] = _mean(worth, point)
    return found


def kingmaking(rounds: Sequence[Sequence[Loss]]) -> dict[str, Any]:
    """How often who decides cannot win any more, and how far the choice then decides who does, as JSON has it."""
    hopeless = [[loss.swing for loss in one if loss.swing is not None] for one in rounds]
    share = sum(map(len, hopeless)) / max(1, sum(map(len, rounds)))
    of_rounds = [(len(without), len(one)) for without, one in zip(hopeless, rounds, strict=True)]
    share_interval = [round(end, 6) for end in clustered(len(rounds), *_products(of_rounds))]
    swing, swing_interval = _mean(hopeless, SURE)
    return {
        "decisions": sum(map(len, hopeless)),
        "share": round(share, 6),
        "share_interval": share_interval,
        "swing": swing,
        "swing_interval": swing_interval,
    }


def within(rounds: Sequence[StakesOfRound]) -> dict[str, Any]:
    """When rounds are decided, and how often their winners come from behind, as JSON has it: the looks are at the
    decisions whose plays were tried out."""
    won = [(round.winner, looks) for round in rounds if round.winner is not None and (looks := _looks(round))]
    look = 1 / max((len(looks) for _, looks in won), default=1)
    dramas, drama_interval = mean_of([drama(behind(looks, winner)) for winner, looks in won], look, 1)
    decisive = [decisiveness(looks, winner, len(looks)) for winner, looks in won]
    mean, interval = mean_of(decisive, look, 1)
    return {
        "won": len(won),
        "looks": sum(len(looks) for _, looks in won) / max(1, len(won)),
        "decisiveness": mean,
        "decisiveness_interval": interval,
        "drama": dramas,
        "drama_interval": drama_interval,
    }


def _looks(round: StakesOfRound) -> list[tuple[float, ...]]:
    return [choice.chances for choice in round.choices if choice.chances]


def _mean(rounds: Sequence[Sequence[int]], unit: int) -> tuple[float, list[float] | None]:
    """The mean over choices and its interval, rounds being clusters of choices; those without any say nothing. The
    least step is what one world of those in which it is measured can move."""
    held = [one for one in rounds if one]
    of_rounds = [(sum(one), len(one)) for one in held]
    values = [*Counter(chain.from_iterable(held)).items()]
    interval = ratio_interval(len(held), *_products(of_rounds), values, unit // WORLDS)
    mean = round(sum(total for total, _ in of_rounds) / max(1, sum(size for _, size in of_rounds)) / unit, 6)
    return mean, None if interval is None else [round(n / unit, 6) for n in interval]


def _products(of_rounds: Sequence[tuple[int, int]]) -> tuple[int, int, int, int, int]:
    """What the statistics of a ratio ask of totals and sizes."""
    totals, sizes = [total for total, _ in of_rounds], [size for _, size in of_rounds]
    cross = sum(total * size for total, size in of_rounds)
    return sum(totals), sum(n * n for n in totals), cross, sum(sizes), sum(n * n for n in sizes)
