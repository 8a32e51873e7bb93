"""Two rulesets played on the same random numbers, unit by unit: the figures of both, and their differences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import gcd

from cassino_dsl.analysis.simulate.paired import Figure, Samples, paired
from cassino_dsl.analysis.simulate.report.verdict import place_name
from cassino_dsl.analysis.simulate.run import located
from cassino_dsl.analysis.simulate.spec import Spec
from cassino_dsl.analysis.units.runner import UNITS, Runner, Unit
from cassino_dsl.engine.layout import Layout

PAIRS = {"native": 10_000, "reference": 200}  # units of each that are played, unless somebody says how many
Rows = Sequence[Sequence[int]]
Two = tuple[Sequence[float], Sequence[float]]  # of A and of B, unit by unit


@dataclass(frozen=True, slots=True)
class PlayedRows:
    """The rows of one ruleset, read by the columns of its layout."""

    layout: Layout
    rows: Rows

    def column(self, block: str, index: int = 0) -> list[float]:
        at, worth = self.layout.column(block, index), self.layout.worth(block)
        return [worth * row[at] for row in self.rows]

    def award(self, name: str) -> list[float]:
        """Points of one award in each unit, all sides together; an award that there is not gives none."""
        number = self._number(name)
        return [0] * len(self.rows) if number is None else self.column("award_total", number)

    def step(self, block: str, award: str = "") -> float:
        """What a block counts by, or the points of an award; 0 of an award that there is not."""
        number = self._number(award) if award else 0
        return 0 if number is None else self.layout.worth(block) * self.layout.step(block, number)

    def _number(self, award: str) -> int | None:
        return self.layout.awards.index(award) if award in self.layout.awards else None

    def memory(self, name: str) -> list[int] | None:
        """A memory at the end of the rounds, all owners together."""
        at = self.layout.column("memory")
        for own, owners in self.layout.memories:
            if own == name:
                return [sum(row[at : at + owners]) for row in self.rows]
            at += owners
        return None


def rows(runner: Runner, spec: Spec, games: int, done: Callable[[int], object]) -> Rows:
    """One row for each unit, in blocks of the runner's size; a fault of the ruleset is raised, as one of ``spec``."""
    found: list[Sequence[int]] = []
    while len(found) < games:
        block = runner.block(len(found), min(runner.most, games - len(found)), rows=True)
        if block.fault is not None:
            raise located(block.fault, spec)
        assert block.rows is not None
        found.extend(block.rows)
        done(len(found))
    return found


def figures(a: PlayedRows, b: PlayedRows, players: tuple[str, ...] = (), unit: Unit = "match") -> Iterator[Figure]:
    """All figures that both have, in the order in which a report shows them; ``players``: each that played, once."""
    rounds = (a.column("rounds"), b.column("rounds"))
    plays = (a.column("plays"), b.column("plays"))
    ones = ([1] * len(a.rows), [1] * len(b.rows))

    def compare(group: str, name: str, parts: Two, wholes: Two, share: bool = False, step: float = 1) -> Figure:
        return paired(group, name, Samples(parts[0], wholes[0]), Samples(parts[1], wholes[1]), share, step)

    def block(group: str, name: str, key: str, index: int, wholes: Two, share: bool = False) -> Figure:
        step = _least(a.step(key), b.step(key)) if key == "place_points" else 1
        return compare(group, name, (a.column(key, index), b.column(key, index)), wholes, share, step)

    sides, units = min(a.layout.sides, b.layout.sides), UNITS[unit]
    places = [place_name(s, sides, sides < a.layout.seats) for s in range(sides)]
    for i, player in enumerate(players if len(players) > 1 else ()):
        yield block("win rate", f"{units} won by {player}", "player_wins", i, ones, True)
    for s in range(sides):
        yield block("win rate", f"{units} won by side {s + 1}", "wins", s, ones, True)
    for s in range(sides):
        yield block("win rate", f"rounds won by {places[s]}", "place_wins", s, rounds, True)
    for s in range(sides):
        yield block("points", f"points a round of {places[s]}", "place_points", s, rounds)
    for name in dict.fromkeys((*a.layout.awards, *b.layout.awards)):
        step = _least(a.step("award_total", name), b.step("award_total", name))
        if not step:  # in neither does it ever bring a point
            continue
        yield compare("awards", f"points for {name}", (a.award(name), b.award(name)), rounds, step=step)
    if unit == "match":
        yield block("length", "rounds a match", "rounds", 0, ones)
    yield block("length", "plays a round", "plays", 0, rounds)
    yield block("length", f"{units} without a winner", "ties", 0, ones, True)
    for name, _ in a.layout.memories:
        first, second = a.memory(name), b.memory(name)
        if first is not None and second is not None:
            yield compare("memory", f"{name} a round at the end", (first, second), rounds)
    yield block("choice", "legal plays a turn", "legal", 0, plays)
    yield block("choice", "turns with one legal play", "forced", 0, plays, True)


def _least(a: float, b: float) -> float:
    """What the difference of two numbers can move by, of which each moves by so much; points may be halves."""
    return gcd(round(2 * a), round(2 * b)) / 2
