"""Which values of options come nearest to some goals: a race in which games are spent where they decide.

All candidates play the same deals. After each heat the better half goes on, and the games of a heat are shared among
those who are left (sequential halving: Karnin, Koren and Somekh, *Almost optimal exploration in multi-armed bandits*,
2013). At last the best plays on deals that nobody has seen: what is said of it comes from these, since the best of many
has mostly been lucky, too.

Intervals are those of a report. A candidate is *ruled out* where the interval of a figure lies beyond a goal, made as
wide as for all goals and all heats after which it might have been looked at (Bonferroni). That no candidate reaches the
goals is said where each by itself is ruled out: who does reach them would have to be among those (an intersection of
tests: Berger, 1982).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import log

from cassino_dsl.analysis.research.goals import Goal, Measured, check_goals, figures_of, read_goal
from cassino_dsl.analysis.simulate.figures import simulation
from cassino_dsl.analysis.simulate.run import Progress, RunOutcome, nobody
from cassino_dsl.analysis.simulate.session import LoadRuleset, Session, begin, play
from cassino_dsl.analysis.simulate.spec import Spec
from cassino_dsl.analysis.simulate.statistics import TAIL, Interval
from cassino_dsl.analysis.simulate.work import Jobs
from cassino_dsl.engine.choice import EngineName
from cassino_dsl.engine.layout import Tally, empty, layout_of
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.model import Ruleset

LEAST = 20  # units of a candidate in a heat

Play = Callable[[int, Sequence[int], int, int], Sequence[Tally]]  # number of the heat, who, first unit, how many
Read = Callable[[int, Tally], tuple[Measured, ...]]  # of a candidate: its figures, one for each goal


@dataclass(frozen=True)
class Schedule:
    """``heats``: how many candidates take part in each heat of the race, and how many units each of them plays in it.
    ``proof``: units of the best alone."""

    heats: tuple[tuple[int, int], ...]
    proof: int

    @property
    def units(self) -> int:
        return sum(size * units for size, units in self.heats) + self.proof


def schedule_for(candidates: int, games: int) -> Schedule:
    """Each heat and the proof have as many games. Raises ``ValueError`` where they are too few."""
    sizes = []
    while candidates > 1:
        sizes.append(candidates)
        candidates = (candidates + 1) // 2
    share = games // (len(sizes) + 1)
    least = LEAST * max(sizes, default=1)
    if share < least:
        raise ValueError(f"{max(sizes, default=1)} choices need at least {least * (len(sizes) + 1):,} games")
    return Schedule(tuple((size, share // size) for size in sizes), share)


@dataclass(frozen=True)
class Judged:
    """A candidate after the race. ``level``: the games do not tell it from the best. ``out``: it would hardly look so
    far from the goals if it reached them."""

    number: int
    games: int
    seen: tuple[Measured, ...]
    miss: float
    level: bool
    out: bool


@dataclass(frozen=True)
class Tuned:
    """``ranking``: all candidates, the best first. ``proof``: the best in ``games`` on fresh deals, from unit ``fresh``
    on. ``reached``: True, if the best reaches the goals there; False, if all candidates are ruled out; None: neither.
    ``units``: played in all."""

    goals: tuple[Goal, ...]
    ranking: tuple[Judged, ...]
    proof: tuple[Measured, ...]
    fresh: int
    games: int
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


def race(goals: tuple[Goal, ...], schedule: Schedule, candidates: int, play: Play, read: Read) -> Tuned:
    """Let candidates 0, 1, … race. ``play`` may raise what stops it: nothing can be said before the race is over."""
    left, fresh = list(range(candidates)), 0
    sums: dict[int, Tally] = {}
    seen: dict[int, tuple[Measured, ...]] = {}
    for heat, (size, units) in enumerate(schedule.heats, start=1):
        left = sorted(sorted(left, key=lambda n: missed(goals, seen[n]))[:size]) if seen else left
        for number, tally in zip(left, play(heat, left, fresh, units), strict=True):
            sums[number] = sums[number] + tally if number in sums else tally
            seen[number] = read(number, sums[number])
        fresh += units
    best = min(left, key=lambda n: missed(goals, seen[n])) if seen else 0
    tally = play(len(schedule.heats) + 1, [best], fresh, schedule.proof)[0]
    proof = read(best, tally)
    if not seen:  # who is alone has nothing but the proof
        sums[best], seen[best] = tally, proof
    tests = len(goals) * (len(schedule.heats) + 1)
    _, most = misses(goals, proof, 2 * len(goals))

    def judged(number: int) -> Judged:
        found = seen[number]
        least, _ = misses(goals, found, 2 * tests)
        reaching = reachable(goals, found, tests) and (number != best or reachable(goals, proof, tests))
        level = number != best and least <= most
        return Judged(number, sums[number].units, found, missed(goals, found), level, not reaching)

    ranking = sorted(map(judged, sums), key=lambda one: (one.number != best, one.out, -one.games, one.miss))
    reached = all(goal.reached(one.low, one.high) for goal, one in zip(goals, proof, strict=True))
    told = True if reached else False if all(one.out for one in ranking) else None
    return Tuned(goals, tuple(ranking), proof, fresh, schedule.proof, told, schedule.units)


def missed(goals: Sequence[Goal], seen: Sequence[Measured]) -> float:
    """How far figures are from the goals, all together."""
    return sum(goal.miss(one.value) for goal, one in zip(goals, seen, strict=True))


def misses(goals: Sequence[Goal], seen: Sequence[Measured], tests: int) -> tuple[float, float]:
    """The least and the most that all goals together may be missed by, as one of so many tests."""
    each = [goal.misses(*widened(one, tests)) for goal, one in zip(goals, seen, strict=True)]
    return sum(least for least, _ in each), sum(most for _, most in each)


def reachable(goals: Sequence[Goal], seen: Sequence[Measured], tests: int) -> bool:
    """Whether figures may reach all goals, as one of so many tests."""
    return all(goal.reachable(*widened(one, tests)) for goal, one in zip(goals, seen, strict=True))


def widened(seen: Measured, tests: int) -> Interval:
    """The interval of a figure as wide as for so many tests together. It grows with the logarithm of the doubt, as that
    of an event which never came does; the tail of a mean is shorter."""
    more = log(TAIL / tests) / log(TAIL)
    return seen.value - more * (seen.value - seen.low), seen.value + more * (seen.high - seen.value)


# ---- the race of a contest of `cassino tune`


class Stopped(Exception):
    """Somebody stopped the race."""


def tune(
    contest: Session,
    load: LoadRuleset,
    engine: EngineName = "auto",
    jobs: Jobs = None,
    progress: Progress = nobody,
    remark: Callable[[str], None] = nobody,
) -> tuple[Tuned, str]:
    """Play the race of every combination, or go on with one; also the name of what was tuned. The ``games`` of a
    contest are those of all together; each heat is a session of simulations, in a folder of its own beneath that of
    ``--out``, so that a race goes on where it was left. Raises ``ValueError`` where it cannot be played as wished,
    ``BadResult`` where the folder holds something else, ``Stopped`` where somebody stopped it, ``RunFault`` where play
    shows a fault."""
    schedule = schedule_for(len(contest.specs), contest.specs[0].games)
    goals = tuple(map(read_goal, contest.goals))
    none = [nothing_played(spec, load(spec)) for spec in contest.specs]
    check_goals(goals, [figures_of(simulation(one)) for one in none])
    begin(contest)
    once, done = lru_cache(maxsize=None)(remark), 0

    def heat(at: int, numbers: Sequence[int], first: int, units: int) -> list[Tally]:
        nonlocal done
        specs = tuple(replace(contest.specs[n], first=first, games=units) for n in numbers)
        session, tallies = Session(specs, contest.folder and contest.folder / f"heat-{at}"), []

        def told(n: int, _: int, here: int, seconds: float) -> None:
            progress(done + n, schedule.units, here, seconds)

        for outcome in play(session, load, engine, jobs, told, once):
            if outcome.interrupted:
                raise Stopped
            tallies.append(outcome.tally)
            done += units
        return tallies

    def read(number: int, tally: Tally) -> tuple[Measured, ...]:
        found = figures_of(simulation(replace(none[number], tally=tally)))
        return tuple(found[goal.name] for goal in goals)

    return race(goals, schedule, len(none), heat, read), none[0].ruleset.name


def nothing_played(spec: Spec, ruleset: Ruleset) -> RunOutcome:
    layout = layout_of(make_plan(ruleset, spec.seats))
    return RunOutcome(spec, ruleset, layout, empty(layout), {}, 0.0)
