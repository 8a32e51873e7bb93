"""How much it matters: both rulesets played on the same random numbers, unit by unit.

The key of a match depends on the seed and its number alone, and the order of the cards only on that key and the
faces; so the same match of two rulesets is the same shuffle, also where one pack has cards that the other lacks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cassino_dsl.diff.paired import ADJUSTED, Figure, Samples, adjusted, compared, paired
from cassino_dsl.diff.renaming import Renaming
from cassino_dsl.plan.make import make_plan
from cassino_dsl.ruleset.errors import RunFault
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.simulate.engines import make_runner
from cassino_dsl.simulate.report.table import signed
from cassino_dsl.simulate.report.verdict import ORDINALS, who_played
from cassino_dsl.simulate.wanted import EngineName
from cassino_dsl.units.layout import Layout, layout_of
from cassino_dsl.units.runner import Runner, Task

Rows = Sequence[Sequence[int]]
Two = tuple[Sequence[float], Sequence[float]]  # of A and of B, unit by unit
Progress = Callable[[int, int], None]
GAMES = {"native": 10_000, "reference": 200}  # units played unless `--games` says how many


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
        real, likely = self.told("real"), self.told("likely")
        said = [f"real: {', '.join(real)}" if real else "no difference is shown to be real"]
        if likely:
            said.append(f"likely, but of {compared(self.figures)} compared: {', '.join(likely)}")
        open_, none = self.named("noise"), self.named("none")
        if open_:
            said.append(f"not shown to differ: {', '.join(open_)}")
        if none:
            said.append(f"no pair of matches differs in {len(none)} figures, so fewer than {self.rarer} do")
        return "; ".join(said)

    def told(self, verdict: str) -> list[str]:
        """The figures with this verdict, each with its difference."""
        return [
            f"{f.name} ({signed(f.difference, (f.low, f.high), f.share)})" for f in self.figures if f.verdict == verdict
        ]

    @property
    def who(self) -> str:
        """Who played, and with how many seats."""
        return f"{self.seats} seats, {who_played(self.players)}"

    @property
    def rarer(self) -> str:
        """In how few matches what no pair has shown may still happen: 3 in as many as were played."""
        return f"{300 / self.games:.3g} %"

    def as_json(self) -> dict[str, Any]:
        return {
            "unit": "match",
            "games": self.games,
            "seed": self.seed,
            "seats": self.seats,
            "players": list(self.players),
            "engine": self.engine,
            "method": ADJUSTED,
            "tests": compared(self.figures),
            "figures": [f.as_json() for f in self.figures],
            "real": self.named("real"),
            "likely": self.named("likely"),
            "noise": self.named("noise"),
            "same": self.named("none"),
            "text": self.summary(),
        }


@dataclass(frozen=True, slots=True)
class PlayedRows:
    """The rows of one ruleset, read by the columns of its layout. ``names``: its names in the other's words."""

    layout: Layout
    rows: Rows
    names: Renaming

    def column(self, block: str, index: int = 0) -> list[float]:
        at, worth = self.layout.column(block, index), self.layout.worth(block)
        return [worth * row[at] for row in self.rows]

    def award(self, name: str) -> list[float]:
        """Points of one award in each unit, all sides together; an award that there is not gives none."""
        own = next((a for a in self.layout.awards if self.names.awards.get(a, a) == name), None)
        if own is None:
            return [0] * len(self.rows)
        number, sides = self.layout.awards.index(own), self.layout.sides
        at, worth = self.layout.award_column("award_points", number, 0), self.layout.worth("award_points")
        return [worth * sum(row[at : at + sides]) for row in self.rows]

    def memory(self, name: str) -> list[int] | None:
        """A memory at the end of the rounds, all owners together."""
        at = self.layout.column("memory")
        for own, owners in self.layout.memories:
            if self.names.memory.get(own, own) == name:
                return [sum(row[at : at + owners]) for row in self.rows]
            at += owners
        return None


def measure(
    a: Ruleset,
    b: Ruleset,
    seats: int,
    names: Renaming,
    players: tuple[str, ...],
    seed: int,
    games: int | None = None,
    engine: EngineName = "auto",
    progress: Progress | None = None,
) -> MeasuredEffect:
    """Play both and compare; ``games`` None: as many as the engine plays in a few seconds."""
    (run_a, name_a, _), (run_b, name_b, _) = (
        make_runner(Task(r, seats, "match", players, seed), engine) for r in (a, b)
    )
    engine_name = name_a if name_a == name_b else "reference"
    games = games or GAMES[engine_name]
    done = progress or (lambda number, whole: None)
    rows_a = rows(run_a, games, lambda n: done(n, 2 * games))
    rows_b = rows(run_b, games, lambda n: done(games + n, 2 * games))
    mine = PlayedRows(layout_of(make_plan(a, seats)), rows_a, Renaming())
    yours = PlayedRows(layout_of(make_plan(b, seats)), rows_b, names)
    return MeasuredEffect(games, seed, seats, players, engine_name, adjusted([*figures(mine, yours)]))


def rows(runner: Runner, games: int, done: Callable[[int], None]) -> Rows:
    """One row for each unit, in blocks of the runner's size; a fault of the ruleset is raised."""
    found: list[Sequence[int]] = []
    while len(found) < games:
        block = runner.block(len(found), min(runner.most, games - len(found)), rows=True)
        if block.fault is not None:
            raise RunFault(block.fault.code, f"{block.fault.message} (match {block.fault.unit})", block.fault.help)
        assert block.rows is not None
        found.extend(block.rows)
        done(len(found))
    return found


def figures(a: PlayedRows, b: PlayedRows) -> Iterator[Figure]:
    """All figures that both have, in the order in which a report shows them."""
    rounds = (a.column("rounds"), b.column("rounds"))
    plays = (a.column("plays"), b.column("plays"))
    ones = ([1] * len(a.rows), [1] * len(b.rows))

    def compare(group: str, name: str, parts: Two, wholes: Two, share: bool = False) -> Figure:
        return paired(group, name, Samples(parts[0], wholes[0]), Samples(parts[1], wholes[1]), share)

    def block(group: str, name: str, key: str, index: int, wholes: Two, share: bool = False) -> Figure:
        return compare(group, name, (a.column(key, index), b.column(key, index)), wholes, share)

    sides = min(a.layout.sides, b.layout.sides)
    for s in range(sides):
        yield block("win rate", f"matches won by side {s + 1}", "wins", s, ones, True)
    for s in range(sides):
        yield block("win rate", f"rounds won, {ORDINALS[s]} to play", "place_wins", s, rounds, True)
    for s in range(sides):
        yield block("points", f"points a round, {ORDINALS[s]} to play", "place_points", s, rounds)
    own = [b.names.awards.get(x, x) for x in b.layout.awards]
    for name in dict.fromkeys((*a.layout.awards, *own)):
        yield compare("awards", f"points for {name}", (a.award(name), b.award(name)), rounds)
    yield block("length", "rounds a match", "rounds", 0, ones)
    yield block("length", "plays a round", "plays", 0, rounds)
    yield block("length", "matches without a winner", "ties", 0, ones, True)
    for name, _ in a.layout.memories:
        first, second = a.memory(name), b.memory(name)
        if first is not None and second is not None:
            yield compare("memory", f"{name} a round", (first, second), rounds)
    yield block("choice", "legal plays a turn", "legal", 0, plays)
    yield block("choice", "turns with one legal play", "forced", 0, plays, True)
