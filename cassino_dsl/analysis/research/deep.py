"""What is played for `simulate --deep`: players of each rung of a ladder, against each other and among themselves.

The rungs are random, greedy, learned and search. All figures are of single rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from cassino_dsl.analysis.research.deep_report import claims_of
from cassino_dsl.analysis.simulate.engines import weights_for
from cassino_dsl.analysis.simulate.figures import adjust, claim, pair, simulation
from cassino_dsl.analysis.simulate.run import located, nobody, run
from cassino_dsl.analysis.simulate.spec import Spec, task_of
from cassino_dsl.analysis.simulate.statistics import BINOMIAL, TAIL, Interval, student_quantile, unequal_test
from cassino_dsl.analysis.simulate.work import Jobs, done, hands_for, pieces_of, playing
from cassino_dsl.analysis.units.runner import Task, UnitBlock
from cassino_dsl.engine.choice import EngineName, NoEngine
from cassino_dsl.engine.layout import layout_of
from cassino_dsl.engine.native.engine import native_engine
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.players.learned.weights import LEARNED

# ---- luck and skill: which part of the variance of a result comes from the deal, and which from who plays
GROUPS = 20  # of deals, left out one after the other
TIMES = 2  # that a deal is played with the same seats
Deal = Sequence[Sequence[Sequence[float]]]  # points: by side of the one, by time, by side
Results = np.ndarray[tuple[int, int, int, int], np.dtype[np.float64]]  # of each deal, as a deal has its points


class Shares(NamedTuple):
    """Parts of the variance; together 1, or all 0 where nothing varies."""

    luck: float
    skill: float
    play: float


class Variances(NamedTuple):
    """Estimates without bias, which may come out below 0. ``gain``: what the one has more than the mean, in the measure
    whose square is skill; ``error``: by how much that square is too large."""

    luck: float
    play: float
    gain: float
    error: float

    def shares(self, least: float = -np.inf) -> Shares:
        """The parts, none of which counts as less than ``least``."""
        parts = [max(least, part) for part in (self.luck, self.gain**2 - self.error, self.play)]
        whole = sum(parts)
        return Shares(*(part / whole for part in parts)) if whole > 0 else Shares(0.0, 0.0, 0.0)

    @property
    def effect(self) -> float:
        """The gain, in standard deviations of all else."""
        rest = self.luck + self.play
        if rest > 0:
            return float(self.gain / rest**0.5)
        return float(np.copysign(np.inf, self.gain)) if self.gain else 0.0


def shares(deals: Sequence[Deal]) -> Shares:
    """The parts, none of them below 0."""
    return _variances(_results(deals)).shares(0.0)


def gain(deals: Sequence[Deal]) -> float:
    """By how many points of a round the one is above the mean of all, from whichever side; below 0: beneath it."""
    sides = len(deals[0])
    return _variances(_results(deals)).gain / float((sides / (sides - 1)) ** 0.5)


def _results(deals: Sequence[Deal]) -> Results:
    points: Results = np.asarray(deals, dtype=float)
    mean: Results = points.mean(axis=3, keepdims=True)
    return points - mean


def _variances(results: Results) -> Variances:
    """The variance of luck and of play, by an analysis of variance (deals at random, seats fixed), and the gain of the
    one over the others."""
    number, sides, times, _ = results.shape
    ways = results.mean(axis=(0, 2))  # by side of the one
    left = results - ways[None, :, None, :]
    of_deal = left.mean(axis=(1, 2))
    within = float(((left - of_deal[:, None, None, :]) ** 2).sum())
    play = within / (number * (sides * times - 1) - (sides - 1))
    luck = float((of_deal**2).sum()) / (number - 1) - play / (sides * times)
    gain = float(ways.diagonal().mean()) * (sides / (sides - 1)) ** 0.5
    return Variances(luck, play, gain, play / ((sides - 1) * sides * times * number))


def intervals(deals: Sequence[Deal]) -> tuple[Interval, Interval, Interval]:
    """Of luck, skill and play: the jackknife over groups of deals, with Student's t. The groups' parts may be below 0:
    were they cut off there, what is hardly more than nothing would look certain. For skill it is the interval of the
    gain, squared: a square near 0 is far from normal, and what it is the square of is not. It is at least as wide as
    play alone makes it, should every deal by chance show the same gain."""
    quantile = student_quantile(GROUPS - 1, 1 - TAIL)
    results = _results(deals)
    found = _variances(results)
    groups = [_variances(np.delete(results, np.s_[g::GROUPS], axis=0)) for g in range(GROUPS)]

    def half_width(each: Sequence[float]) -> float:
        return quantile * float(np.var(each) * (GROUPS - 1)) ** 0.5 if np.isfinite(each).all() else 0.0

    def around(name: str) -> Interval:
        half = half_width([getattr(group.shares(), name) for group in groups])
        middle = getattr(found.shares(0.0), name)
        return max(0.0, middle - half), min(1.0, middle + half)

    rest = found.luck + found.play
    half = half_width([group.effect for group in groups])
    if rest > 0:
        half = max(half, quantile * (found.error / rest) ** 0.5)
    ends = (max(0.0, abs(found.effect) + by) for by in (-half, half))
    least, most = (end**2 / (1 + end**2) if end < np.inf else 1.0 for end in ends)
    return around("luck"), (least, most), around("play")


ROUNDS = 10_000  # of players who decide at a glance
DEALS = 1_000  # each played twice from each side
SEARCH = "search:100"
SEARCHED = 500  # rounds in which somebody searches, if nothing else is said
PIECE = {True: 2, False: 1_000}  # rounds that are handed out at a time, by whether somebody searches


Step = Callable[[str, int, int], None]  # told of what is played: how many units are, and how many will be


@dataclass(frozen=True, slots=True)
class Deep:
    """What is to be looked at, and who plays it. ``spec``: of the simulation that it stands beside; ``searched``: the
    rounds of each kind in which somebody searches."""

    spec: Spec
    ruleset: Ruleset
    engine: EngineName = "auto"
    jobs: Jobs = None
    searched: int = SEARCHED
    step: Step = nobody

    # ---- what is played

    def ladder(self) -> list[str]:
        """The players, from the weakest on; who has learned nothing of this variant is left out."""
        learned = weights_for(self.ruleset, self.spec.seats)[0] is not None
        return ["random", "greedy", *([LEARNED] if learned else []), SEARCH]

    def against(self, upper: str, lower: str, at: int = 0) -> tuple[str, ...]:
        """One side, the first if none is named, plays as one, all others as the other."""
        side_of = self._plan().side_of
        return tuple(upper if side == at else lower for side in side_of)

    def _rounds(self, *players: str) -> Spec:
        games = self.searched if SEARCH in players else ROUNDS
        return replace(
            self.spec, players=players, unit="round", games=games, first=0, shard=(1, 1), until="", rotate=True
        )

    def _deals(self, players: tuple[str, ...], again: int) -> Task:
        task = task_of(self._rounds(*players), self.ruleset)
        return replace(task, rotates=False, again=again)

    def deals(self, player: str) -> int:
        return max(2 * GROUPS, self.searched // (TIMES * self._plan().sides)) if player == SEARCH else DEALS

    # ---- what comes of it

    def measures(self) -> dict[str, Any]:
        """All measures, as JSON has them; of what they claim, nothing is adjusted for anything else (``beside``).
        Raises ``NoEngine`` where the native engine cannot play."""
        native, reason = native_engine(self.ruleset, self.spec.seats)
        if native is None or self.engine == "reference":
            raise NoEngine(f"--deep needs the native engine: {reason or 'it was not to be used'}")
        ladder = self.ladder()
        pairs = [(upper, lower) for lower, upper in pairwise(ladder)]
        return {
            "ladder": [self._rung(*two) for two in pairs],
            "first": [first_place(name, self._simulated((name,) * self.spec.seats)) for name in ladder],
            "luck": [found for two in pairs if (found := self._luck(*two)) is not None],
        }

    def beside(self, answer: dict[str, Any]) -> None:
        """Put the measures beside the answer of the simulation, all claims of the two adjusted together."""
        answer["deep"] = self.measures()
        answer["figures"]["command"] += " --deep"
        if self.searched != SEARCHED:
            answer["figures"]["command"] += f" --searched {self.searched}"
        adjust(claims_of(answer))

    def _plan(self) -> Plan:
        return make_plan(self.ruleset, self.spec.seats)

    def _simulated(self, players: tuple[str, ...]) -> dict[str, Any]:
        """The figures of rounds; raises ``KeyboardInterrupt`` where somebody stops them."""

        def progress(number: int, whole: int, *_: float) -> None:
            self.step(f"rounds, {_who(players)}", number, whole)

        outcome = run(self._rounds(*players), self.ruleset, self.engine, self.jobs, progress=progress)
        if outcome.interrupted:
            raise KeyboardInterrupt
        return simulation(outcome)

    def _units(self, task: Task, units: int) -> Iterator[UnitBlock]:
        """What comes of so many units, piece by piece, in all processes that there may be."""
        players, work = task.players, partial(playing, task, self.engine, rows=True)
        size = PIECE[SEARCH in players]
        blocks = done(work, work(), pieces_of(units, size), hands_for(units, size, self.jobs))
        for number, block in enumerate(blocks, start=1):
            if block.fault is not None:
                raise located(block.fault, self._rounds(*players))
            self.step(f"deals, {_who(players)}", min(units, number * size), units)
            yield block

    def _rung(self, upper: str, lower: str) -> dict[str, Any]:
        answer = self._simulated(self.against(upper, lower))
        above, below = answer["by_player"]
        return {
            "player": upper,
            "against": lower,
            "rounds": answer["games"],
            **{key: above[key] for key in ("win_rate", "win_interval", "fair")},
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
        found: dict[str, Any] = {}
        for name, interval in zip(("luck", "skill", "play"), intervals(deals), strict=True):
            found |= {name: round(getattr(part, name), 6), f"{name}_interval": pair(interval)}
        return {
            "player": upper,
            "against": lower,
            "deals": len(deals),
            "times": TIMES * self._plan().sides,
            "gain": round(gain(deals) / (2 if self.ruleset.match.half_points else 1), 6),
            **found,
        }

    def _dealt(self, upper: str, lower: str) -> list[Deal]:
        """The points of all sides in each deal, played twice from each side of the one."""
        layout, sides = layout_of(self._plan()), range(self._plan().sides)
        points = [layout.column("points", side) for side in sides]

        def played(at: int, again: int) -> list[list[int]]:
            blocks = self._units(self._deals(self.against(upper, lower, at), again), self.deals(upper))
            return [[row[column] for column in points] for block in blocks for row in block.rows or ()]

        ways = [zip(*(played(at, again) for again in range(TIMES)), strict=True) for at in sides]
        return list(zip(*ways, strict=True))


def _who(players: tuple[str, ...]) -> str:
    return " and ".join(dict.fromkeys(players)) if len(set(players)) > 1 else f"all {players[0]}"


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
