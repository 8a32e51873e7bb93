"""Which values of options come nearest to some goals: a race in which games are spent where they decide.

All candidates play the same deals. After each heat the better half goes on, and the games of a heat are shared among
those who are left (sequential halving: Karnin, Koren and Somekh, *Almost optimal exploration in multi-armed bandits*,
2013). Who wins the race plays once more, on deals that nobody has seen: what is said of it comes from these, since the
best of many has mostly been lucky, too.

How sure a figure is: the units of a heat are played in ``GROUPS`` groups, and the figure is worked out without each of
them in turn (the jackknife), so that it holds for any figure, and for differences on the same deals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import accumulate
from operator import add

from cassino_dsl.simulate.goals import Goal
from cassino_dsl.simulate.statistics import Interval
from cassino_dsl.units.tally import Tally

GROUPS = 20
DOUBT = 0.05

Groups = tuple[Tally, ...]  # of units one after the other, ``GROUPS`` of them
Read = Callable[[int, Tally], tuple[float, ...]]  # of a candidate: the figure of each goal
Play = Callable[[int, int, int], Groups]  # of a candidate: first unit, how many


class Stopped(Exception):
    """Somebody stopped the race."""


def heats(candidates: int, games: int) -> list[tuple[int, int]]:
    """How many candidates take part in each heat, and how many units each of them plays in it; the last is of the
    winner alone. Raises ``ValueError`` where the games are too few."""
    sizes = [candidates]
    while sizes[-1] > 1:
        sizes.append((sizes[-1] + 1) // 2)
    units = [games // len(sizes) // size // GROUPS * GROUPS for size in sizes]
    if not units[0]:
        raise ValueError(f"{candidates} choices need at least {candidates * len(sizes) * GROUPS:,} games")
    return list(zip(sizes, units, strict=True))


class Entry:
    """What a candidate has played: the groups of each heat it was in."""

    def __init__(self, number: int, read: Read) -> None:
        self.number = number
        self._read = read
        self._heats: tuple[Groups, ...] = ()

    def add(self, groups: Groups) -> None:
        self._heats += (groups,)

    @property
    def heats(self) -> int:
        return len(self._heats)

    def figures(self) -> tuple[float, ...]:
        """Those of all units, and nothing of how sure they are."""
        return self._read(self.number, reduce(add, (tally for heat in self._heats for tally in heat)))

    def reading(self, first: int = 0, end: int | None = None) -> Reading:
        """What was seen in heats ``first`` to ``end``, without it."""
        parts = self._heats[first:end]
        groups = [reduce(add, (heat[g] for heat in parts)) for g in range(GROUPS)]
        before, after = list(accumulate(groups)), list(accumulate(reversed(groups)))[::-1]
        inner = [a + b for a, b in zip(before, after[2:], strict=False)]
        left_out = [after[1], *inner, before[-2]]
        return Reading(
            before[-1], self._read(self.number, before[-1]), tuple(self._read(self.number, t) for t in left_out)
        )


@dataclass(frozen=True)
class Reading:
    """Figures of a candidate, one for each goal: of all units, and without each group."""

    tally: Tally
    figures: tuple[float, ...]
    without: tuple[tuple[float, ...], ...]

    def interval(self, goal: int, doubt: float = DOUBT) -> Interval:
        """The interval of a figure; ``doubt``: how often it may fail."""
        half = _half([one[goal] for one in self.without], self.tally.units, doubt)
        return (self.figures[goal] - half, self.figures[goal] + half)


@dataclass(frozen=True)
class Judged:
    """A candidate after the race. ``level``: the games do not tell it from the best."""

    number: int
    heats: int
    seen: Reading
    miss: float
    level: bool


@dataclass(frozen=True)
class Tuned:
    """``ranking``: all candidates, the best first. ``proof``: the best on fresh deals, from
    unit ``fresh`` on. ``reached``: whether it reaches
    the goals there; None: too few games to say. ``units``: played in all."""

    goals: tuple[Goal, ...]
    ranking: tuple[Judged, ...]
    proof: Reading
    fresh: int
    reached: bool | None
    units: int

    @cached_property
    def level(self) -> tuple[Judged, ...]:
        """Those which the games do not tell from the best."""
        return tuple(judged for judged in self.ranking[1:] if judged.level)


def race(goals: tuple[Goal, ...], plan: Sequence[tuple[int, int]], play: Play, read: Read) -> Tuned:
    """Let candidates 0, 1, … race. ``play`` may raise ``Stopped``: nothing can be said before the race is over."""
    entries = [Entry(number, read) for number in range(plan[0][0])]
    left, first = entries, 0
    for size, units in plan:
        if len(left) > size:
            left = sorted(left, key=lambda entry: missed(goals, entry.figures()))[:size]
            left.sort(key=lambda entry: entry.number)
        for entry in left:
            entry.add(play(entry.number, first, units))
        first += units
    (best,) = left
    ranking = _ranking(goals, entries, best)
    proof = best.reading(best.heats - 1)
    spent = sum(size * units for size, units in plan)
    return Tuned(goals, ranking, proof, first - plan[-1][1], _reached(goals, ranking, proof), spent)


def missed(goals: Sequence[Goal], figures: Sequence[float]) -> float:
    """How far figures are from the goals, all together."""
    return sum(goal.miss(figure) for goal, figure in zip(goals, figures, strict=True))


def _ranking(goals: tuple[Goal, ...], entries: Sequence[Entry], best: Entry) -> tuple[Judged, ...]:
    """Who came furthest is first, and among those the nearest."""
    of_best = {heats: best.reading(0, heats) for heats in {entry.heats for entry in entries}}
    found = []
    for entry in entries:
        mine = entry.reading()
        level = entry is not best and not _worse(goals, mine, of_best[entry.heats])
        found.append(Judged(entry.number, entry.heats, mine, missed(goals, mine.figures), level))
    return tuple(sorted(found, key=lambda judged: (-judged.heats, judged.miss)))


def _worse(goals: tuple[Goal, ...], mine: Reading, best: Reading) -> bool:
    """Whether a candidate is further from the goals than the best, on the same deals and beyond chance."""
    pairs = zip(mine.without, best.without, strict=True)
    without = [missed(goals, a) - missed(goals, b) for a, b in pairs]
    apart = missed(goals, mine.figures) - missed(goals, best.figures)
    return apart > _half(without, mine.tally.units, DOUBT)


def _reached(goals: tuple[Goal, ...], ranking: Sequence[Judged], proof: Reading) -> bool | None:
    """True, if the best reaches every goal within its interval; False, if no candidate could, when what may fail is
    shared among all of them (Bonferroni); otherwise nothing can be said."""
    if all(goal.reached(*proof.interval(i)) for i, goal in enumerate(goals)):
        return True
    doubt = DOUBT / (len(ranking) * len(goals))

    def possible(seen: Reading) -> bool:
        return all(goal.reachable(*seen.interval(i, doubt)) for i, goal in enumerate(goals))

    return None if any(possible(judged.seen) for judged in ranking) else False


def _half(without: Sequence[float], units: int, doubt: float) -> float:
    """Half the width of an interval, from what a figure is without each group. What was the same all the time may
    differ by one in fewer than 3 of so many units (the rule of three)."""
    from scipy.special import stdtrit

    mean = sum(without) / len(without)
    spread = sum((one - mean) ** 2 for one in without) * (len(without) - 1) / len(without)
    return max(float(stdtrit(len(without) - 1, 1 - doubt / 2)) * math.sqrt(spread), 3 / units)


def pieces(first: int, units: int, most: int) -> Iterator[tuple[int, int, int]]:
    """The group, first unit and length of pieces of at most ``most`` units that make up ``units`` from ``first`` on."""
    each = units // GROUPS
    for group in range(GROUPS):
        start, end = first + group * each, first + (group + 1) * each
        while start < end:
            count = min(most, end - start)
            yield group, start, count
            start += count
