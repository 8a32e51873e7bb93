"""Which values of options come nearest to some goals: a race in which games are spent where they decide.

All candidates play the same deals. After each heat the better half goes on, and the games of a heat are shared among
those who are left (sequential halving: Karnin, Koren and Somekh, *Almost optimal exploration in multi-armed bandits*,
2013). Where the winner of the race cannot reach the goals, who lost early may still be able to: those who are not ruled
out catch up, heat by heat, with as many games as the race had. Where the winner can, these games are its own. At last
the best plays on deals that nobody has seen: what is said of it comes from these, since the best of many has mostly
been lucky, too.

Who is *ruled out*. Every candidate plays the same stretches of deals in the same order, so that what it has played is
always one of a few beginnings of one sequence, whatever came of them. Each of these looks, and each goal, gets an equal
part of the doubt (Bonferroni). That no candidate reaches the goals is said where each by itself is beyond chance: who
does reach them would have to be among those (an intersection of tests: Berger, 1982). Where that is not so, the
candidates are tested together after Hochberg (1988): in at most 5 of 100 races any that reaches the goals is ruled out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import accumulate, chain, product
from operator import add

from cassino_dsl.simulate.goals import Goal
from cassino_dsl.simulate.jackknife import DOUBT, GROUPS, Groups, Reader, Reading, reading, tail
from cassino_dsl.simulate.statistics import hochberg

Play = Callable[[int, int, int], Groups]  # of a candidate: first unit, how many


class Stopped(Exception):
    """Somebody stopped the race."""


@dataclass(frozen=True)
class Schedule:
    """``heats``: how many candidates take part in each heat of the race, and how many units each of them plays in it.
    ``spare``: units for those who are not ruled out when it is over. ``proof``: units of the best alone."""

    heats: tuple[tuple[int, int], ...]
    spare: int
    proof: int

    @property
    def units(self) -> int:
        return sum(size * units for size, units in self.heats) + self.spare + self.proof

    @cached_property
    def stretches(self) -> tuple[tuple[int, int], ...]:
        """First unit and length of all that a candidate can play one after the other before the proof: the heats, and
        once more as much."""
        lengths = [units for _, units in self.heats]
        lengths += [sum(lengths)] if lengths else []
        return tuple(zip(accumulate(lengths, initial=0), lengths, strict=False))

    @property
    def fresh(self) -> int:
        """The first unit of the proof."""
        return sum(units for _, units in self.stretches)

    @property
    def looks(self) -> int:
        """How often a candidate can be looked at: after each stretch, and in the end."""
        return len(self.stretches) + 1


def schedule_for(candidates: int, games: int) -> Schedule:
    """One half of the games for the race and the proof of what it shows, the other where it decides. Raises
    ``ValueError`` where they are too few."""
    sizes = [candidates]
    while sizes[-1] > 1:
        sizes.append((sizes[-1] + 1) // 2)
    parts = 2 * len(sizes)

    def whole(units: int) -> int:
        return units // GROUPS * GROUPS

    heats = tuple((size, whole(games // parts // size)) for size in sizes[:-1])
    schedule = Schedule(heats, games * len(heats) // parts, whole(games * 2 // parts))
    if not all(units for _, units in heats) or not schedule.proof:
        least = GROUPS * (candidates * parts if heats else 1)
        raise ValueError(f"{candidates} choices need at least {least:,} games")
    return schedule


class Entry:
    """What a candidate has played: the groups of each stretch, in their order, and of its proof."""

    def __init__(self, number: int, reader: Reader) -> None:
        self.number = number
        self._reader = reader
        self._parts: tuple[Groups, ...] = ()
        self._proof: tuple[Groups, ...] = ()
        self._readings: dict[int, Reading] = {}  # by how many heats; they are looked at more than once

    def add(self, groups: Groups) -> None:
        self._parts += (groups,)

    def prove(self, groups: Groups) -> Reading:
        self._proof = (groups,)
        return reading(self.number, self._proof, self._reader)

    @property
    def heats(self) -> int:
        return len(self._parts)

    def figures(self) -> tuple[float, ...]:
        """Those of all units, and nothing of how sure they are."""
        return self._reader.figures(self.number, reduce(add, chain(*self._parts)))

    def reading(self, heats: int | None = None) -> Reading:
        """What was seen in all, or in the first few heats."""
        parts = (*self._parts, *self._proof)[:heats]
        if len(parts) not in self._readings:
            self._readings[len(parts)] = reading(self.number, parts, self._reader)
        return self._readings[len(parts)]


@dataclass(frozen=True)
class Judged:
    """A candidate after the race. ``level``: the games do not tell it from the best. ``p``: how likely it would look so
    far from the goals if it reached them, adjusted for all looks and candidates; ``out``: too unlikely."""

    number: int
    heats: int
    seen: Reading
    miss: float
    level: bool
    p: float

    @property
    def out(self) -> bool:
        return self.p <= DOUBT


@dataclass(frozen=True)
class Tuned:
    """``ranking``: all candidates, the best first. ``proof``: the best on fresh deals, from unit ``fresh`` on.
    ``reached``: True, if the best reaches the goals there; False, if all candidates are ruled out; None: neither.
    ``units``: played in all."""

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

    @cached_property
    def open(self) -> tuple[Judged, ...]:
        """Those, beside the best, that the games do not rule out."""
        return tuple(judged for judged in self.ranking[1:] if not judged.out)


def race(goals: tuple[Goal, ...], schedule: Schedule, candidates: int, play: Play, reader: Reader) -> Tuned:
    """Let candidates 0, 1, … race. ``play`` may raise ``Stopped``: nothing can be said before the race is over."""
    return _Race(goals, schedule, [Entry(number, reader) for number in range(candidates)], play).run()


class _Race:
    def __init__(self, goals: tuple[Goal, ...], schedule: Schedule, entries: list[Entry], play: Play) -> None:
        self.goals, self.schedule, self.entries, self._play = goals, schedule, entries, play
        self.chances = [1.0] * len(entries)  # that each would look so far from the goals: the least of all looks
        self.units, self.spare = 0, schedule.spare

    def run(self) -> Tuned:
        winner = self._halving()
        if winner not in self._open():
            self._catch_up()
        left = self._open()
        best = winner if winner in left or not left else min(left, key=self._miss)
        units = self.schedule.proof + (self.spare // GROUPS * GROUPS if left else 0)
        self.units += units
        proof = best.prove(self._play(best.number, self.schedule.fresh, units))
        self._look(best, proof)
        ranking = self._ranking(best, proof)
        reached = None
        if all(goal.reached(*proof.interval(i)) for i, goal in enumerate(self.goals)):
            reached = True
        elif all(judged.out for judged in ranking):
            reached = False
        return Tuned(self.goals, ranking, proof, self.schedule.fresh, reached, self.units)

    def _halving(self) -> Entry:
        left = self.entries
        for size, _ in self.schedule.heats:
            if len(left) > size:
                left = sorted(left, key=self._miss)[:size]
                left.sort(key=lambda entry: entry.number)
            for entry in left:
                self._next(entry)
        for entry in self.entries if self.schedule.heats else ():
            self._look(entry, entry.reading())
        return min(left, key=self._miss) if self.schedule.heats else left[0]

    def _catch_up(self) -> None:
        """Those who may still reach the goals play on, who has played least first, until the games are spent."""
        while behind := [entry for entry in self._open() if entry.heats < len(self.schedule.stretches)]:
            least = min(entry.heats for entry in behind)
            for entry in behind:
                if entry.heats == least:
                    if self.schedule.stretches[least][1] > self.spare:
                        return
                    self.spare -= self.schedule.stretches[least][1]
                    self._next(entry)
                    self._look(entry, entry.reading())

    def _next(self, entry: Entry) -> None:
        first, units = self.schedule.stretches[entry.heats]
        entry.add(self._play(entry.number, first, units))
        self.units += units

    def _miss(self, entry: Entry) -> float:
        return missed(self.goals, entry.figures())

    def _look(self, entry: Entry, seen: Reading) -> None:
        least = min(seen.chance(i, goal.beyond(seen.figures[i])) for i, goal in enumerate(self.goals))
        p = min(1.0, self.schedule.looks * len(self.goals) * least)
        self.chances[entry.number] = min(self.chances[entry.number], p)

    def _open(self) -> list[Entry]:
        """Those who may reach the goals, each looked at by itself."""
        return [entry for entry in self.entries if self.chances[entry.number] > DOUBT]

    def _ranking(self, best: Entry, proof: Reading) -> tuple[Judged, ...]:
        """The best; then who is not ruled out; who came furthest is first, and among those the nearest."""
        found = []
        for entry, p in zip(self.entries, hochberg(self.chances), strict=True):
            seen = entry.reading()
            level = entry is not best and not self._worse(entry, best, proof)
            found.append(Judged(entry.number, entry.heats, seen, missed(self.goals, seen.figures), level, p))
        return tuple(sorted(found, key=lambda one: (one.number != best.number, one.out, -one.heats, one.miss)))

    def _worse(self, entry: Entry, best: Entry, proof: Reading) -> bool:
        """Whether a candidate is further from the goals than the best. Whoever is truly nearest is the best, or level
        with it, in 95 of 100 races: half of the doubt is for either way to be told from it."""
        doubt = DOUBT / 2
        nearest = self._misses(entry.reading(), doubt / 2 / self.schedule.looks)[0]
        return nearest > self._misses(proof, doubt / 2)[1] or self._worse_in_pairs(entry, best, doubt)

    def _misses(self, seen: Reading, doubt: float) -> tuple[float, float]:
        """The least and the most that all goals together may be missed by."""
        each = [goal.misses(*seen.interval(i, doubt / len(self.goals))) for i, goal in enumerate(self.goals)]
        return (sum(least for least, _ in each), sum(most for _, most in each))

    def _worse_in_pairs(self, entry: Entry, best: Entry, doubt: float) -> bool:
        """On the same deals, on whichever side of the numbers wished the best may truly be. Which is the best was
        chosen by these deals, so any two are held against each other, at every look (Bonferroni)."""
        heats = min(entry.heats, best.heats)
        mine, other = entry.reading(heats), best.reading(heats)
        own = [max(g.slopes, key=lambda s: s * (f - g.wanted)) for g, f in zip(self.goals, mine.figures, strict=True)]
        step = sum(goal.scale * max(*steps) for goal, *steps in zip(self.goals, mine.steps, other.steps, strict=True))
        chance = doubt / ((len(self.entries) - 1) * len(self.schedule.stretches))

        def apart(slopes: Sequence[int], a: Sequence[float], b: Sequence[float]) -> float:
            each = zip(self.goals, own, slopes, a, b, strict=True)
            return sum(g.scale * (s * (x - g.wanted) - t * (y - g.wanted)) for g, s, t, x, y in each)

        for slopes in product(*(goal.slopes for goal in self.goals)):
            without = [apart(slopes, a, b) for a, b in zip(mine.without, other.without, strict=True)]
            if tail(without, step, apart(slopes, mine.figures, other.figures)) > chance:
                return False
        return True


def missed(goals: Sequence[Goal], figures: Sequence[float]) -> float:
    """How far figures are from the goals, all together."""
    return sum(goal.miss(figure) for goal, figure in zip(goals, figures, strict=True))


def pieces(first: int, units: int, most: int) -> Iterator[tuple[int, int, int]]:
    """The group, first unit and length of pieces of at most ``most`` units that make up ``units`` from ``first`` on."""
    each = units // GROUPS
    for group in range(GROUPS):
        start, end = first + group * each, first + (group + 1) * each
        while start < end:
            count = min(most, end - start)
            yield group, start, count
            start += count
