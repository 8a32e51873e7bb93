"""What is played for `simulate --deep`: players of each rung of a ladder, against each other and among themselves.

The rungs are random, greedy, learned and search. All figures are of single rounds, but for the course of matches.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from cassino_dsl.learned.weights import LEARNED, Weights
from cassino_dsl.native.engine import native_engine
from cassino_dsl.plan.make import make_plan
from cassino_dsl.plan.plan import Plan
from cassino_dsl.players.search import plays_out_as_learned
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.simulate.claims import adjust, claim, claims_of
from cassino_dsl.simulate.cluster import Cluster
from cassino_dsl.simulate.course import course_of, measured
from cassino_dsl.simulate.engines import weights_for
from cassino_dsl.simulate.figures import pair, simulation
from cassino_dsl.simulate.methods import BINOMIAL
from cassino_dsl.simulate.run import located, run
from cassino_dsl.simulate.shares import GROUPS, TIMES, Deal, gain, intervals, shares
from cassino_dsl.simulate.spec import Spec, task_of
from cassino_dsl.simulate.stakes import Stakes, StakesOfRound, kingmaking, losses, within
from cassino_dsl.simulate.statistics import unequal_test
from cassino_dsl.simulate.wanted import EngineName, NoEngine
from cassino_dsl.simulate.work import Block, Doing, Units, Work
from cassino_dsl.simulate.workers import done, hands_for
from cassino_dsl.units.layout import layout_of
from cassino_dsl.units.runner import UnitBlock

ROUNDS = 10_000  # of players who decide at a glance
MATCHES = 2_000  # whose course is looked at
DEALS = 1_000  # each played twice from each side
SEARCH = "search:100"
SEARCHED = 500  # rounds in which somebody searches, if nothing else is said
TRIED = {True: 2, False: 50}  # units that are played to say how long all take, by whether somebody searches


Step = Callable[[str, int, int], None]  # told of what is played: how many units are, and how many will be


def no_step(what: str, number: int, whole: int) -> None:
    """For callers who don't want to know."""


@dataclass(frozen=True, slots=True)
class TriedOut:
    """The choices of rounds are tried out: which, by their numbers. ``weights``: what was learned of the game."""

    ruleset: Ruleset
    seats: int
    seed: int
    weights: Weights | None = None

    def ready(self) -> Doing[list[StakesOfRound]]:
        native, reason = native_engine(self.ruleset, self.seats)
        if native is None:
            raise NoEngine(f"--deep needs the native engine: {reason}")
        stakes = Stakes(self.ruleset, self.seats, native, self.weights)
        return lambda first, count: [stakes.whole(self.seed, n) for n in range(first, first + count)]


@dataclass(frozen=True, slots=True)
class Deep:
    """What is to be looked at, and who plays it. ``spec``: of the simulation that it stands beside; ``searched``: the
    rounds of each kind in which somebody searches."""

    spec: Spec
    ruleset: Ruleset
    engine: EngineName = "auto"
    jobs: int | Cluster | None = None
    searched: int = SEARCHED
    step: Step = no_step

    # ---- what is played

    def ladder(self) -> list[str]:
        """The players, from the weakest on; who has learned nothing of this variant is left out."""
        learned = weights_for(self.ruleset, self.spec.seats)[0] is not None
        return ["random", "greedy", *([LEARNED] if learned else []), SEARCH]

    def against(self, upper: str, lower: str, at: int = 0) -> tuple[str, ...]:
        """One side, the first if none is named, plays as one, all others as the other."""
        side_of = self._plan().side_of
        return tuple(upper if side == at else lower for side in side_of)

    def alone(self, player: str) -> tuple[str, ...]:
        return (player,) * self.spec.seats

    def _rounds(self, *players: str) -> Spec:
        games = self.searched if SEARCH in players else ROUNDS
        return replace(
            self.spec, players=players, unit="round", games=games, first=0, shard=(1, 1), until="", rotate=True
        )

    def _matches(self, player: str) -> Units:
        return Units(task_of(replace(self._rounds(*self.alone(player)), unit="match"), self.ruleset), self.engine, True)

    def _deals(self, players: tuple[str, ...], again: int) -> Units:
        task = task_of(self._rounds(*players), self.ruleset)
        return Units(replace(task, rotates=False, again=again), self.engine, rows=True)

    def _choices(self) -> TriedOut:
        weights = weights_for(self.ruleset, self.spec.seats)[0]
        return TriedOut(self.ruleset, self.spec.seats, self.spec.seed, weights)

    def matches(self, player: str) -> int:
        return self.searched // 4 if player == SEARCH else MATCHES

    def deals(self, player: str) -> int:
        return max(2 * GROUPS, self.searched // (TIMES * self._sides())) if player == SEARCH else DEALS

    def chosen(self) -> int:
        return self.searched // 5

    # ---- how long it takes

    def estimate(self) -> float:
        """About how many seconds all of it takes: a little is played of everything, and what has to be compiled is."""
        native, reason = native_engine(self.ruleset, self.spec.seats)
        if native is None or self.engine == "reference":
            raise NoEngine(f"--deep needs the native engine: {reason or 'it was not to be used'}")
        started, worked = time.perf_counter(), time.process_time()
        seconds = sum(self._seconds(work, units, searched) for work, units, searched in self._all())
        share = (time.process_time() - worked) / max(1e-9, time.perf_counter() - started)
        return seconds / max(share, self._cores())

    def _all(self) -> Iterator[tuple[Work[Any], int, bool]]:
        """All that is played: what, how many units of it, and whether somebody searches in it."""
        ladder = self.ladder()
        pairs = [(upper, lower) for lower, upper in pairwise(ladder)]
        for players in (*(self.against(*two) for two in pairs), *map(self.alone, ladder)):
            spec = self._rounds(*players)
            yield Units(task_of(spec, self.ruleset), self.engine), spec.games, SEARCH in players
        for upper, lower in pairs:
            units = self._sides() * TIMES * self.deals(upper)
            yield self._deals(self.against(upper, lower), 0), units, upper == SEARCH
        for player in ladder[-2:]:
            yield self._matches(player), self.matches(player), player == SEARCH
        yield self._choices(), self.chosen(), True

    def _seconds(self, work: Work[Any], units: int, searched: bool) -> float:
        do, tried = work.ready(), TRIED[searched]
        started = time.process_time()
        do(0, tried)
        return (time.process_time() - started) / tried * units

    # ---- what comes of it

    def measures(self) -> dict[str, Any]:
        """All measures, as JSON has them; of what they claim, nothing is adjusted for anything else (``beside``)."""
        ladder = self.ladder()
        pairs = [(upper, lower) for lower, upper in pairwise(ladder)]
        alone = {name: self._simulated(self.alone(name)) for name in ladder}
        awards = {name: answer["figures"]["awards"] for name, answer in alone.items()}
        return {
            "ladder": [self._rung(*two) for two in pairs],
            "first": [first_place(name, answer) for name, answer in alone.items()],
            "awards": _by_award(awards, "decided"),
            "awards_intervals": _by_award(awards, "decided_interval"),
            "luck": [found for two in pairs if (found := self._luck(*two)) is not None],
            **self.tried_out(),
            "course": self._course(ladder[-2]),  # of the best who need not search
            "course_searched": self._course(SEARCH),
        }

    def beside(self, answer: dict[str, Any]) -> None:
        """Put the measures beside the answer of the simulation, all claims of the two adjusted together."""
        answer["deep"] = self.measures()
        answer["figures"]["command"] += " --deep"
        if self.searched != SEARCHED:
            answer["figures"]["command"] += f" --searched {self.searched}"
        adjust(claims_of(answer))

    def _sides(self) -> int:
        return self._plan().sides

    def _plan(self) -> Plan:
        return make_plan(self.ruleset, self.spec.seats)

    def _cores(self) -> float:
        """How many processors will play."""
        return self.jobs.cores() if isinstance(self.jobs, Cluster) else free_cores(self.jobs or os.cpu_count() or 1)

    def _simulated(self, players: tuple[str, ...]) -> dict[str, Any]:
        """The figures of rounds; raises ``KeyboardInterrupt`` where somebody stops them."""

        def progress(number: int, whole: int, *_: float) -> None:
            self.step(f"rounds, {_who(players)}", number, whole)

        outcome = run(self._rounds(*players), self.ruleset, self.engine, self.jobs, progress=progress)
        if outcome.interrupted:
            raise KeyboardInterrupt
        return simulation(outcome)

    def _played(self, work: Work[Block], units: int, searched: bool, what: str) -> Iterator[Block]:
        """What comes of so many units, piece by piece, in all processes that there may be."""
        size = 2 if searched else MATCHES // 2
        pieces = ((n, min(size, units - n)) for n in range(0, units, size))
        for number, block in enumerate(done(work, work.ready(), pieces, hands_for(units, size, self.jobs)), start=1):
            self.step(what, min(units, number * size), units)
            yield block

    def _units(self, work: Units, units: int) -> Iterator[UnitBlock]:
        what = f"{'matches' if work.records else 'deals'}, {_who(work.task.players)}"
        for block in self._played(work, units, SEARCH in work.task.players, what):
            if block.fault is not None:
                raise located(block.fault, replace(self._rounds(*work.task.players), unit=work.task.unit))
            yield block

    def _rung(self, upper: str, lower: str) -> dict[str, Any]:
        answer = self._simulated(self.against(upper, lower))
        above, below = answer["by_player"]
        return {
            "player": upper,
            "against": lower,
            "rounds": answer["games"],
            "win_rate": above["win_rate"],
            "win_interval": above["win_interval"],
            "fair": above["fair"],
            "better": False,
            **claim(answer["figures"]["fairness"]["players"]["p"], BINOMIAL),
            "points_per_round": [above["points_per_round"], below["points_per_round"]],
        }

    def _luck(self, upper: str, lower: str) -> dict[str, Any] | None:
        """The parts of luck and skill; None where nothing ever varied, and there is nothing to be a part of."""
        deals = self._dealt(upper, lower)
        part = shares(deals)
        if not any((part.luck, part.skill, part.play)):
            return None
        luck, skill, play = map(pair, intervals(deals))
        return {
            "player": upper,
            "against": lower,
            "deals": len(deals),
            "times": TIMES * self._sides(),
            "gain": round(gain(deals) / (2 if self.ruleset.match.half_points else 1), 6),
            "luck": round(part.luck, 6),
            "luck_interval": luck,
            "skill": round(part.skill, 6),
            "skill_interval": skill,
            "play": round(part.play, 6),
            "play_interval": play,
        }

    def _dealt(self, upper: str, lower: str) -> list[Deal]:
        """The points of all sides in each deal, played twice from each side of the one."""
        layout, sides = layout_of(self._plan()), range(self._sides())
        points = [layout.column("points", side) for side in sides]

        def played(at: int, again: int) -> list[list[int]]:
            blocks = self._units(self._deals(self.against(upper, lower, at), again), self.deals(upper))
            return [[row[column] for column in points] for block in blocks for row in block.rows or ()]

        ways = [zip(*(played(at, again) for again in range(TIMES)), strict=True) for at in sides]
        return list(zip(*ways, strict=True))

    def tried_out(self) -> dict[str, Any]:
        rounds = [
            one for block in self._played(self._choices(), self.chosen(), True, "choices tried out") for one in block
        ]
        choices = [one.choices for one in rounds]
        made = {} if self._sides() == 2 else {"kingmaking": kingmaking(choices)}
        as_learned = self._choices().weights is not None and plays_out_as_learned(self._plan())
        by = {"played_out": "learned" if as_learned else "most"}
        return {"choice": {**losses(choices, self.ruleset.match.half_points), **by}, **made, "within": within(rounds)}

    def _course(self, player: str) -> dict[str, Any]:
        lowest = self.ruleset.match.winner == "lowest"
        blocks = self._units(self._matches(player), self.matches(player))
        courses = (course_of(record, lowest) for block in blocks for record in block.records or ())
        return {"player": player, **measured(courses)}


def _who(players: tuple[str, ...]) -> str:
    return " and ".join(dict.fromkeys(players)) if len(set(players)) > 1 else f"all {players[0]}"


def free_cores(hands: int) -> float:
    """How many processors so many processes will have, if all that the machine does now is shared evenly."""
    cores, busy = os.cpu_count() or 1, os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return min(hands, max(cores - busy, cores * hands / (busy + hands)))


def first_place(player: str, answer: dict[str, Any]) -> dict[str, Any]:
    """What the first place is worth between equal players."""
    order, rounds = answer["order"], answer["games"]
    leader, tied = order[0], answer["figures"]["tied_rounds"]
    decided = sum(place["wins"] for place in order)
    return {
        "player": player,
        "rounds": rounds,
        "win_rate": leader["win_rate"],
        "win_interval": leader["win_interval"],
        "fair": round((1 - tied) / len(order), 6),
        **claim(unequal_test(leader["wins"], decided, 1 / len(order)), BINOMIAL),
    }


def _by_award(awards: dict[str, dict[str, Any]], figure: str) -> dict[str, dict[str, Any]]:
    """A figure of each award, by player."""
    names = next(iter(awards.values()))
    return {name: {player: found[name][figure] for player, found in awards.items()} for name in names}
