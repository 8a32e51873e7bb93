"""What is played for `simulate --deep`: players of each rung of a ladder, against each other and among themselves.

The rungs are random, greedy, learned and search. All figures are of single rounds, but for the course of matches.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from cassino_dsl.learned.weights import LEARNED
from cassino_dsl.native.engine import native_engine
from cassino_dsl.plan.make import make_plan
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.simulate.course import course_of, measured
from cassino_dsl.simulate.engines import make_runner, weights_for
from cassino_dsl.simulate.figures import pair, simulation
from cassino_dsl.simulate.run import located, run
from cassino_dsl.simulate.shares import TIMES, Deal, intervals, shares
from cassino_dsl.simulate.spec import Spec, task_of
from cassino_dsl.simulate.stakes import Stakes, kingmaking, losses
from cassino_dsl.simulate.wanted import EngineName, NoEngine
from cassino_dsl.units.layout import layout_of

ROUNDS = 2_000  # of players who decide at a glance
MATCHES = 500  # whose course is looked at
DEALS = 300  # each played four times
SEARCH = "search:100"
SEARCHED = 60  # rounds in which somebody searches
CHOSEN = 20  # rounds whose choices are looked at
TRIED = 2  # of the rounds in which somebody searches, before it is said how long all will take


@dataclass(frozen=True, slots=True)
class Deep:
    """What is to be looked at, and who plays it. ``spec``: of the simulation that it stands beside."""

    spec: Spec
    ruleset: Ruleset
    engine: EngineName = "auto"
    jobs: int | None = None

    # ---- what is played

    def rounds(self, players: tuple[str, ...], games: int) -> dict[str, Any]:
        """The figures of so many rounds; raises ``KeyboardInterrupt`` where somebody stops them."""
        outcome = run(self._spec(players, games), self.ruleset, self.engine, self.jobs)
        if outcome.interrupted:
            raise KeyboardInterrupt
        return simulation(outcome)

    def _spec(self, players: tuple[str, ...], games: int) -> Spec:
        return replace(
            self.spec, players=players, unit="round", games=games, first=0, shard=(1, 1), until="", rotate=True
        )

    def ladder(self) -> list[str]:
        """The players, from the weakest on; who has learned nothing of this variant is left out."""
        learned = weights_for(self.ruleset, self.spec.seats)[0] is not None
        return ["random", "greedy", *([LEARNED] if learned else []), SEARCH]

    def against(self, upper: str, lower: str) -> tuple[str, ...]:
        """The first side plays as one, all others as the other."""
        side_of = make_plan(self.ruleset, self.spec.seats).side_of
        return tuple(upper if side == 0 else lower for side in side_of)

    def games(self, *players: str) -> int:
        return SEARCHED if SEARCH in players else ROUNDS

    def estimate(self) -> float:
        """About how many seconds all of it takes: most of that is search."""
        ladder = self.ladder()
        task = task_of(self._spec(self.against(SEARCH, ladder[-2]), TRIED), self.ruleset)
        runner, engine, remark = make_runner(task, self.engine)  # what has to be compiled is compiled here
        if engine != "native":
            raise NoEngine(f"--deep needs the native engine: {remark or 'it was not to be used'}")
        started = time.perf_counter()
        runner.block(0, TRIED)
        return (time.perf_counter() - started) / TRIED * (SEARCHED * 3 + CHOSEN * 4)  # one side searches, then all

    # ---- what comes of it

    def measures(self) -> dict[str, Any]:
        """All measures, as JSON has them."""
        ladder = self.ladder()
        alone = {name: self.rounds((name,) * self.spec.seats, self.games(name)) for name in ladder}
        best = ladder[-2]  # of those who need not search
        return {
            "ladder": [self._rung(upper, lower) for lower, upper in pairwise(ladder)],
            "first": [_first(name, answer) for name, answer in alone.items()],
            "awards": {
                name: {player: answer["figures"]["awards"][name]["decided"] for player, answer in alone.items()}
                for name in alone["random"]["figures"]["awards"]
            },
            "luck": [] if self._sides() != 2 else [self._luck(up, low) for low, up in pairwise(ladder[:-1])],
            **self._choices(),
            "course": {"player": best, **self._course(best)},
        }

    def _sides(self) -> int:
        return make_plan(self.ruleset, self.spec.seats).sides

    def _rung(self, upper: str, lower: str) -> dict[str, Any]:
        answer = self.rounds(self.against(upper, lower), self.games(upper, lower))
        above, below = answer["by_player"]
        return {
            "player": upper,
            "against": lower,
            "rounds": answer["games"],
            "win_rate": above["win_rate"],
            "win_interval": above["win_interval"],
            "fair": above["fair"],
            "better": bool(answer["figures"]["fairness"]["players"]["real"] and above["win_rate"] > above["fair"]),
            "points_per_round": [above["points_per_round"], below["points_per_round"]],
        }

    def _luck(self, upper: str, lower: str) -> dict[str, Any]:
        deals = list(self._deals(upper, lower))
        part = shares(deals)
        luck, skill, play = map(pair, intervals(deals))
        return {
            "player": upper,
            "against": lower,
            "deals": len(deals),
            "luck": round(part.luck, 6),
            "luck_interval": luck,
            "skill": round(part.skill, 6),
            "skill_interval": skill,
            "play": round(part.play, 6),
            "play_interval": play,
        }

    def _deals(self, upper: str, lower: str) -> Iterator[Deal]:
        """The leads of the first side in each deal, played four times."""
        layout = layout_of(make_plan(self.ruleset, self.spec.seats))
        points = [layout.column("points", side) for side in (0, 1)]
        played = []
        for players in (self.against(upper, lower), self.against(lower, upper)):
            for again in range(TIMES):
                task = replace(task_of(self._spec(players, DEALS), self.ruleset), rotates=False, again=again)
                rows = make_runner(task, self.engine)[0].block(0, DEALS, rows=True).rows or ()
                played.append([row[points[0]] - row[points[1]] for row in rows])
        for one, two, three, four in zip(*played, strict=True):
            yield (one, two), (three, four)

    def _choices(self) -> dict[str, Any]:
        native, reason = native_engine(self.ruleset, self.spec.seats)
        if native is None:
            raise NoEngine(f"--deep needs the native engine: {reason}")
        stakes = Stakes(self.ruleset, self.spec.seats, native)
        rounds = [list(stakes.round(self.spec.seed, number)) for number in range(CHOSEN)]
        made = {} if self._sides() == 2 else {"kingmaking": kingmaking(rounds)}
        return {"choice": losses(rounds, self.ruleset.match.half_points), **made}

    def _course(self, player: str) -> dict[str, Any]:
        spec = replace(self._spec((player,) * self.spec.seats, MATCHES), unit="match")
        lowest = self.ruleset.match.winner == "lowest"
        block = make_runner(task_of(spec, self.ruleset), self.engine)[0].block(0, MATCHES, records=True)
        if block.fault is not None:
            raise located(block.fault, spec)
        return measured(course_of(record, lowest) for record in block.records or ())


def _first(player: str, answer: dict[str, Any]) -> dict[str, Any]:
    """What the first place is worth between equal players."""
    leader, tied = answer["order"][0], answer["figures"]["tied_rounds"]
    return {
        "player": player,
        "rounds": answer["games"],
        "win_rate": leader["win_rate"],
        "win_interval": leader["win_interval"],
        "fair": round((1 - tied) / len(answer["order"]), 6),
        "real": answer["figures"]["fairness"]["order"]["real"],
    }
