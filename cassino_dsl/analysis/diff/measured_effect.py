"""How much it matters: both rulesets played on the same random numbers, unit by unit.

The key of a match depends on the seed and its number alone, and the order of the cards only on that key and the
faces; so the same match of two rulesets is the same shuffle, also where one pack has cards that the other lacks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cassino_dsl.analysis.diff.sides import Sides
from cassino_dsl.analysis.simulate.answer import words_of
from cassino_dsl.analysis.simulate.differences import PAIRS, PlayedRows, figures, rows
from cassino_dsl.analysis.simulate.engines import make_runner
from cassino_dsl.analysis.simulate.paired import Figure, adjusted, compared
from cassino_dsl.analysis.simulate.report.table import signed
from cassino_dsl.analysis.simulate.report.verdict import FEWEST, warnings, who_played
from cassino_dsl.analysis.simulate.spec import Spec
from cassino_dsl.analysis.simulate.statistics import HOLM
from cassino_dsl.analysis.units.runner import Task
from cassino_dsl.engine.choice import EngineName
from cassino_dsl.players.names import timed


@dataclass(frozen=True, slots=True)
class MeasuredEffect:
    """What playing has shown."""

    games: int
    seed: int
    seats: int
    players: tuple[str, ...]
    engine: str
    figures: tuple[Figure, ...]

    def named(self, verdict: str) -> list[str]:
        """The figures with this verdict."""
        return [f.name for f in self.figures if f.verdict == verdict]

    def summary(self) -> str:
        """Which differences are real, in one line."""
        real = self.told("real")
        said = [f"real: {', '.join(real)}" if real else "no difference is shown to be real"]
        open_, none = self.named("noise"), self.named("none")
        if open_:
            said.append(f"not shown to differ: {', '.join(open_)}")
        if none:
            said.append(f"no pair of matches differs in {len(none)} figures, {self.rarer}")
        return "; ".join(said)

    def told(self, verdict: str) -> list[str]:
        """The figures with this verdict, each with its difference; last the points that only one of the two gives at
        all, which may be the same ones by another name."""
        one_sided = {f.name for f in self.figures if f.group == "awards" and not (f.a and f.b)}
        found = sorted((f for f in self.figures if f.verdict == verdict), key=lambda f: f.name in one_sided)
        return [f"{f.name} ({signed(f.difference, (f.low, f.high), f.share)})" for f in found]

    @property
    def who(self) -> str:
        """Who played, and with how many seats."""
        return f"{self.seats} seats, {who_played(self.players)}"

    @property
    def rarer(self) -> str:
        """In how few matches what no pair has shown may still happen: 3 in as many as were played, which says nothing
        where these are few."""
        if self.games >= FEWEST:
            return f"so fewer than {300 / self.games:.3g} % do"
        return f"but {self.games} are too few to say how many do"

    def as_json(self) -> dict[str, Any]:
        """``same`` and ``likely`` are empty: what is played says of no figure that it is the same (rulesets that say
        the same are not played), and an interval of one figure alone that leaves 0 out says nothing among many."""
        return {
            "unit": "match",
            "games": self.games,
            "seed": self.seed,
            "seats": self.seats,
            "players": list(self.players),
            "engine": self.engine,
            "repeatable": not timed(self.players),
            "warnings": list(warnings(self.players)),
            "method": HOLM,
            "tests": compared(self.figures),
            "figures": [f.as_json() for f in self.figures],
            "real": self.named("real"),
            "likely": [],
            "noise": self.named("noise"),
            "same": [],
            "no_pair_differs": self.named("none"),
            "text": self.summary(),
        }


def measure(
    sides: Sides,
    players: tuple[str, ...],
    seed: int,
    games: int | None = None,
    engine: EngineName = "auto",
    progress: Callable[[int, int], object] = lambda number, whole: None,
) -> MeasuredEffect:
    """Play both, with a seat for each player, and compare; ``games`` None: as many as go in a few seconds."""
    tasks = [Task(r, len(players), "match", players, seed) for r in (sides.a, sides.b)]
    (run_a, name_a, _), (run_b, name_b, _) = (make_runner(task, engine) for task in tasks)
    engine_name = name_a if name_a == name_b else "reference"
    games = games or PAIRS[engine_name]
    mine = PlayedRows(run_a.layout, rows(run_a, _spec(tasks[0], games), games, lambda n: progress(n, 2 * games)))
    called = run_b.layout.called(sides.names.awards, sides.names.memory)
    told = rows(run_b, _spec(tasks[1], games), games, lambda n: progress(games + n, 2 * games))
    yours = PlayedRows(called, told)
    found = figures(mine, yours, tuple(map(str, tasks[0].different)))
    names_alone = tuple(map(str, players))  # an answer holds no player of one's own
    return MeasuredEffect(games, seed, len(players), names_alone, engine_name, adjusted([*found]))


def _spec(task: Task, games: int) -> Spec:
    """What plays one of the two alone."""
    ruleset, names, (asked, settings) = task.ruleset, tuple(map(str, task.players)), words_of(task.ruleset)
    laid = tuple(rule.file for rule in ruleset.laid if rule.name in asked)
    return Spec(ruleset.files[0], laid, settings, task.seats, task.unit, names, task.seed, games)
