"""Two rulesets over one position: what each allows, what each makes of a play, how each scores.

Positions are the JSON of design.md 6 in a form that both read: memory that only one of them has stays as it is
at the start, but for that of builds where it is said: the other does not read it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from cassino_dsl.diff.renaming import Renaming
from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.state import State
from cassino_dsl.engine.text import WrittenPlay, text_of_written, written
from cassino_dsl.game import CassinoError, Game
from cassino_dsl.position.position import Position, position_json
from cassino_dsl.ruleset.errors import RunFault
from cassino_dsl.ruleset.model import ASIDE, Ruleset

Data = dict[str, Any]
BUILD_KEYS = ("value", "groups", "owed")


@dataclass(frozen=True, slots=True)
class Scored:
    """What a finished round comes to: points of the round by side and by award, and how things stand; points are those
    that people see."""

    totals: tuple[float, ...]
    awards: dict[str, list[float]]
    scores: tuple[float, ...]
    winner: int | None
    over: bool
    target: float | None
    playoff: float | None

    def as_json(self) -> Data:
        """One answer in the words of `cassino score`."""
        return {
            "points": {str(s + 1): n for s, n in enumerate(self.totals)},
            "awards": {k: {str(s + 1): n for s, n in enumerate(v) if n} for k, v in self.awards.items() if any(v)},
            "scores": {str(s + 1): n for s, n in enumerate(self.scores)},
            "over": self.over,
            "winner": None if self.winner is None else self.winner + 1,
            **({} if self.playoff is None else {"playoff": self.playoff}),
        }


class Player:
    """One of the two rulesets, for one number of seats. ``names``: its names as the first ruleset says them."""

    def __init__(self, ruleset: Ruleset, seats: int, names: Renaming) -> None:
        self.game = Game(ruleset)
        self.engine: Engine = self.game.engine(seats)
        self.names = names
        self.tables = self.engine.evaluate.tables
        memory = self.engine.plan.memory
        self.own = {names.memory.get(n, n): n for n in memory}  # the first ruleset's name -> its own
        zones = [z for z in ruleset.zones if z != ASIDE]
        self.own_zones = {names.zones.get(z.name, z.name): z.name for z in zones}
        self.rounds: dict[int, list[State]] = {}  # first rounds of matches that have been played, by their keys
        self.of_builds = {names.memory.get(n, n) for n in self.engine.plan.build_memory}

    def read(self, data: Data) -> Position | None:
        """The position, or None where this ruleset has no such position."""
        mine = dict(data)
        if "zones" in data:
            mine["zones"] = {self.own_zones.get(k, k): v for k, v in data["zones"].items()}
        mine["memory"] = {self.own[k]: v for k, v in data.get("memory", {}).items() if k in self.own}
        if "builds" in data:
            mine["builds"] = [
                {self.own.get(k, k): v for k, v in b.items() if k in BUILD_KEYS or k in self.of_builds}
                for b in data["builds"]
            ]
        try:
            return self.game.read(mine)
        except CassinoError:
            return None

    def data(self, state: State) -> Data:
        """A state with all its cards known, as data in the first ruleset's names."""
        seats = frozenset(range(self.engine.plan.seats))
        return self.shown(Position(self.engine, state, seats, "listed"))

    def shown(self, position: Position) -> Data:
        """What a position shows, in the first ruleset's names."""
        data, names = position_json(position), self.names.memory
        data["memory"] = {names.get(k, k): v for k, v in data["memory"].items()}
        if "zones" in data:
            data["zones"] = {self.names.zones.get(k, k): v for k, v in data["zones"].items()}
        for build in data.get("builds", []):
            for key in [k for k in build if k in names]:
                build[names[key]] = build.pop(key)
        return data

    def legal(self, state: State) -> dict[WrittenPlay, Play]:
        """The legal plays, as they would be written with the first ruleset's names."""
        found = {}
        for play in self.engine.legal(state):
            form = written(self.tables, play)
            name = self.names.actions.get(form.name, form.name)
            found[replace(form, name=name) if form.name else form] = play
        return found

    def score(self, state: State) -> Scored | None:
        """The round scored as if it were over; None where the ruleset itself breaks down on it."""
        after = state.copy()
        try:
            standing = self.engine.finish(after, checked=False)
        except RunFault:
            return None
        sides, shown = range(self.engine.plan.sides), self.engine.plan.ruleset.match.shown
        awards: dict[str, list[float]]
        awards = {self.names.awards.get(k, k): [shown(n) for n in row] for k, row in standing.awards.items()}
        totals = tuple(sum(row[s] for row in awards.values()) for s in sides)
        target, playoff = (None if n is None else shown(n) for n in (standing.target, after.target))
        return Scored(
            totals, awards, tuple(map(shown, standing.scores)), standing.winner, standing.over, target, playoff
        )

    def follow(self, position: Position, play: Play) -> Position | None:
        """The position after a play and all that follows by itself; every card must have its place."""
        try:
            state = self.engine.settle(self.engine.step(position.state, play))
        except RunFault:
            return None
        return replace(position, state=state)

    def deal(self, position: Position) -> Position:
        """The position once the first deal has been made from its stock."""
        return replace(position, state=self.engine.settle(position.state.copy()))


class Pair:
    """Two rulesets that are asked the same questions."""

    def __init__(self, a: Ruleset, b: Ruleset, seats: int, names: Renaming) -> None:
        self.seats = seats
        self.a, self.b = Player(a, seats, Renaming()), Player(b, seats, names)
        self.memory = self.a.own.keys() & self.b.own.keys()
        theirs = {names.zones.get(z.name, z.name): z.of for z in b.zones}
        self.zones = {z.name: z.of for z in a.zones if theirs.get(z.name) == z.of}  # that both have, and whose they are
        self.build_memory = self.a.of_builds & self.b.of_builds

    def common(self, data: Data) -> Data:
        """The part of a position that both rulesets can read; what stands at its default is left out."""
        kept = {k: v for k, v in data.items() if k not in ("memory", "zones", "builds")}
        builds = [
            {k: v for k, v in build.items() if k in BUILD_KEYS or k in self.build_memory}
            for build in data.get("builds", [])
        ]
        common = {
            "zones": {k: v for k, v in data.get("zones", {}).items() if k in self.zones},
            "memory": {k: v for k, v in data.get("memory", {}).items() if k in self.memory},
            "builds": builds,
        }
        return kept | {k: v for k, v in common.items() if v}

    def read(self, data: Data) -> tuple[Position, Position] | None:
        """The position in both rulesets, or None where one of them has no such position."""
        a = self.a.read(data)
        b = self.b.read(data) if a is not None else None
        return None if a is None or b is None else (a, b)


def in_zone(name: str, owner: str, cards: str) -> Data:
    """Cards in a declared zone; ``owner``: the number of its side or seat, or "" where it is nobody's."""
    if name == ASIDE.name:
        return {name: cards}
    return {"zones": {name: {owner: cards} if owner else cards}}


def in_order(plays: set[WrittenPlay]) -> list[str]:
    """The texts of plays in a fixed order."""
    return sorted(text_of_written(p) for p in plays)
