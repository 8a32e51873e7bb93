"""Two rulesets over one position: what each allows, what each makes of a play, how each scores, what seats see there.

Positions are their JSON in a form that both read: memory that only one of them has stays as it is
at the start, but for that of builds where it is said: the other does not read it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

from cassino_dsl.engine.position.position import Position, position_json
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.observation_history import seen_in_play
from cassino_dsl.engine.reference.play import DONE, Play
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.text import WrittenPlay, written
from cassino_dsl.language.diagnostics.cassino_error import CassinoError
from cassino_dsl.language.ruleset.model import ASIDE, Ruleset
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.match.basic_game import BasicGame
from cassino_dsl.players.plays_seen import knowledge_of, written_seen

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
    leader: int  # of the round that would follow

    def as_json(self) -> Data:
        """One answer in the words of `cassino score`."""
        return {
            "points": {str(s + 1): n for s, n in enumerate(self.totals)},
            "awards": {k: {str(s + 1): n for s, n in enumerate(v) if n} for k, v in self.awards.items() if any(v)},
            "scores": {str(s + 1): n for s, n in enumerate(self.scores)},
            "over": self.over,
            "winner": None if self.winner is None else self.winner + 1,
            **({} if self.playoff is None else {"playoff": self.playoff}),
            **({} if self.over else {"leads": self.leader + 1}),
        }


class Player:
    """One of the two rulesets, for one number of seats; ``first``: the other, in the order of whose pack cards are
    written."""

    def __init__(self, ruleset: Ruleset, seats: int, first: Player | None = None) -> None:
        self.game = BasicGame(ruleset)
        self.engine: Engine = self.game.engine(seats)
        self.tables, self.memory = self.engine.evaluate.tables, self.engine.plan.memory
        self.rounds: dict[int, list[State]] = {}  # first rounds of matches that have been played, by their keys
        self.of_builds = {*self.engine.plan.build_memory}
        own = tuple(dict.fromkeys(self.tables.text))
        self.order: dict[str, int] = first.order if first is not None else {text: n for n, text in enumerate(own)}
        self.turned = self.in_order(own) != own  # whether its own order is another

    def in_order(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Cards in the order of the first pack, then those that it lacks."""
        return tuple(sorted(cards, key=lambda text: self.order.get(text, len(self.order))))

    def read(self, data: Data) -> Position | None:
        """The position, or None where this ruleset has no such position."""
        mine = dict(data)
        if "builds" in data:
            known = {*BUILD_KEYS, *self.of_builds}
            mine["builds"] = [{k: v for k, v in build.items() if k in known} for build in data["builds"]]
        mine["memory"] = {k: v for k, v in data.get("memory", {}).items() if k in self.memory}
        try:
            return self.game.read(mine)
        except CassinoError:
            return None

    def data(self, state: State) -> Data:
        """A state with all its cards known, as data."""
        seats = frozenset(range(self.engine.plan.seats))
        return position_json(Position(self.engine, state, seats, "listed"))

    def legal(self, state: State) -> dict[WrittenPlay, Play]:
        """The legal plays, as they are written."""
        return {self._form(written(self.tables, play)): play for play in self.engine.legal(state)}

    def _form(self, play: WrittenPlay) -> WrittenPlay:
        return replace(play, play=self.in_order(play.play), take=self.in_order(play.take)) if self.turned else play

    @property
    def secrets(self) -> Collection[int]:
        """The numbers of the actions of which some seats are not told all."""
        return knowledge_of(self.engine).secret

    def told(self, state: State, form: WrittenPlay, play: Play) -> tuple[WrittenPlay, ...]:
        """A play as each seat is told of it; ``form``: as who makes it would write it."""
        if play is DONE or play.action.index not in self.secrets:
            return (form,) * self.engine.plan.seats
        knowledge, after = knowledge_of(self.engine), self.engine.step(state, play)

        def told(seat: int) -> WrittenPlay:
            seen = seen_in_play(knowledge, seat, state, play, after)
            return self._form(written_seen(self.tables, play, seen, knowledge.told(state, seat, play)))

        return tuple(map(told, range(self.engine.plan.seats)))

    def score(self, state: State) -> Scored | None:
        """The round scored as if it were over; None where the ruleset itself breaks down on it."""
        after = state.copy()
        try:
            standing = self.engine.finish(after, checked=False)
            leader = self.engine.next_leader(after)
        except RunFault:
            return None
        sides, shown = range(self.engine.plan.sides), self.engine.plan.ruleset.match.shown
        awards: dict[str, list[float]] = {k: [shown(n) for n in row] for k, row in standing.awards.items()}
        totals = tuple(sum(row[s] for row in awards.values()) for s in sides)
        target, playoff = (None if n is None else shown(n) for n in (standing.target, after.target))
        return Scored(
            totals, awards, tuple(map(shown, standing.scores)), standing.winner, standing.over, target, playoff, leader
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
    """Two rulesets that are asked the same questions; the second in the names of the first (``Sides.renamed``)."""

    def __init__(self, a: Ruleset, b: Ruleset, seats: int) -> None:
        self.seats, self.rulesets = seats, (a, b)
        self.a = Player(a, seats)
        self.b = Player(b, seats, self.a)
        self.memory = self.a.memory.keys() & self.b.memory.keys()
        theirs = {z.name: z.of for z in b.zones}
        self.zones = {z.name: z.of for z in a.zones if theirs.get(z.name) == z.of}  # that both have, and whose they are
        self.build_memory = self.a.of_builds & self.b.of_builds

    @property
    def work(self) -> int:
        """How much has been asked of the two, in steps (``engine/reference/limits.py``)."""
        return self.a.engine.evaluate.steps.taken + self.b.engine.evaluate.steps.taken

    def common(self, data: Data) -> Data:
        """The part of a position that both rulesets can read; what stands at its default is left out. Where the
        packs are in two orders, hands and piles are in that of the first: which card lies on which is not compared."""
        kept = {k: v for k, v in data.items() if k not in ("memory", "zones", "builds")}
        for key in ("hands", "piles") if self.b.turned else ():
            kept[key] = {owner: " ".join(self.a.in_order(row.split())) for owner, row in data.get(key, {}).items()}
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
        """The position in both rulesets, or None where one of them has no such position: where numbers of what is asked
        mean something else in the two, it is not the same."""
        a = self.a.read(data)
        b = self.b.read(data) if a is not None else None
        return None if a is None or b is None or a.state.asks != b.state.asks else (a, b)


def in_zone(name: str, owner: str, cards: str) -> Data:
    """Cards in a declared zone; ``owner``: the number of its side or seat, or "" where it is nobody's."""
    if name == ASIDE.name:
        return {name: cards}
    return {"zones": {name: {owner: cards} if owner else cards}}
