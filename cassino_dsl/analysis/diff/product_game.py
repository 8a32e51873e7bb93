"""Two rulesets over one position: what each allows, what each makes of a play, how each scores, and where they part:

- ``plays``: they allow different plays
- ``score``: they give different points for the round, if it were over
- ``end``: they do not agree whether the match is over, or who has won it
- ``course``: the same play leads on to different positions
- ``deal``: the same stock is dealt out differently

Where something follows by itself (``course``, ``deal``), every card of the position must have its place: what is
not known could be anything.

Positions are the JSON of design.md 6 in a form that both read: memory that only one of them has stays as it is
at the start, but for that of builds where it is said: the other does not read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from cassino_dsl.analysis.diff.renaming import Renaming
from cassino_dsl.engine.position.position import Position, position_json
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.text import WrittenPlay, text_of_written, written
from cassino_dsl.language.diagnostics.cassino_error import CassinoError
from cassino_dsl.language.ruleset.model import ASIDE, Ruleset
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.match.basic_game import BasicGame

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
    """One of the two rulesets, for one number of seats. ``names``: its names as the first ruleset says them."""

    def __init__(self, ruleset: Ruleset, seats: int, names: Renaming) -> None:
        self.game = BasicGame(ruleset)
        self.engine: Engine = self.game.engine(seats)
        self.names = names
        self.tables = self.engine.evaluate.tables
        # its own names as the first ruleset says them, and those of the first as its own
        self.said = {n: names.memory.get(n, n) for n in self.engine.plan.memory}
        self.said_zones = {z.name: names.zones.get(z.name, z.name) for z in ruleset.zones if z != ASIDE}
        self.own, self.own_zones = ({v: k for k, v in said.items()} for said in (self.said, self.said_zones))
        self.rounds: dict[int, list[State]] = {}  # first rounds of matches that have been played, by their keys
        self.of_builds = {self.said[n] for n in self.engine.plan.build_memory}

    def read(self, data: Data) -> Position | None:
        """The position, or None where this ruleset has no such position."""
        mine = dict(data)
        if "builds" in data:
            known = {*BUILD_KEYS, *self.of_builds}
            mine["builds"] = [{k: v for k, v in build.items() if k in known} for build in data["builds"]]
        mine["memory"] = {k: v for k, v in data.get("memory", {}).items() if k in self.own}
        try:
            return self.game.read(_in_names(mine, self.own, self.own_zones))
        except CassinoError:
            return None

    def data(self, state: State) -> Data:
        """A state with all its cards known, as data in the first ruleset's names."""
        seats = frozenset(range(self.engine.plan.seats))
        return self.shown(Position(self.engine, state, seats, "listed"))

    def shown(self, position: Position) -> Data:
        """What a position shows, in the first ruleset's names."""
        return _in_names(position_json(position), self.said, self.said_zones)

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
            leader = self.engine.next_leader(after)
        except RunFault:
            return None
        sides, shown = range(self.engine.plan.sides), self.engine.plan.ruleset.match.shown
        awards: dict[str, list[float]]
        awards = {self.names.awards.get(k, k): [shown(n) for n in row] for k, row in standing.awards.items()}
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


def _in_names(data: Data, memory: Mapping[str, str], zones: Mapping[str, str]) -> Data:
    """A position with other names for memory, also of builds, and for zones."""
    found = {**data, "memory": {memory.get(k, k): v for k, v in data["memory"].items()}}
    if "zones" in data:
        found["zones"] = {zones.get(k, k): v for k, v in data["zones"].items()}
    if "builds" in data:
        found["builds"] = [{memory.get(k, k): v for k, v in build.items()} for build in data["builds"]]
    return found


class Pair:
    """Two rulesets that are asked the same questions."""

    def __init__(self, a: Ruleset, b: Ruleset, seats: int, names: Renaming) -> None:
        self.seats = seats
        self.a, self.b = Player(a, seats, Renaming()), Player(b, seats, names)
        self.memory = self.a.own.keys() & self.b.own.keys()
        theirs = {names.zones.get(z.name, z.name): z.of for z in b.zones}
        self.zones = {z.name: z.of for z in a.zones if theirs.get(z.name) == z.of}  # that both have, and whose they are
        self.build_memory = self.a.of_builds & self.b.of_builds

    @property
    def work(self) -> int:
        """How much has been asked of the two, in steps (``engine/reference/limits.py``)."""
        return self.a.engine.evaluate.steps.taken + self.b.engine.evaluate.steps.taken

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


# ---- where they part

About = Literal["plays", "score", "end", "course", "deal"]


@dataclass(frozen=True, slots=True)
class PositionDifference:
    """A difference in a position. ``a`` and ``b``: the two answers, for all but plays."""

    about: About
    only_a: tuple[str, ...] = ()
    only_b: tuple[str, ...] = ()
    play: str | None = None
    a: Data | None = None
    b: Data | None = None


def difference_in(pair: Pair, data: Data, *abouts: About) -> PositionDifference | None:
    """The difference in a position, of the first of these kinds of which there is one, if both have the position."""
    both = pair.read(data)
    if both is None:
        return None
    find = {"plays": _plays, "course": _course, "deal": _deal}.get(abouts[0])
    try:
        return find(pair, *both) if find is not None else _scored(pair, *both, abouts)
    except RunFault:
        return None  # more plays than can be looked at


def _plays(pair: Pair, a: Position, b: Position) -> PositionDifference | None:
    if pair.a.engine.decider(a.state) not in a.known_hands:
        return None
    mine, yours = set(pair.a.legal(a.state)), set(pair.b.legal(b.state))
    if mine == yours:
        return None
    only_a, only_b = (tuple(sorted(map(text_of_written, plays))) for plays in (mine - yours, yours - mine))
    return PositionDifference("plays", only_a, only_b)


def _scored(pair: Pair, a: Position, b: Position, abouts: Iterable[About]) -> PositionDifference | None:
    mine, yours = pair.a.score(a.state), pair.b.score(b.state)
    if mine is None or yours is None:
        return None
    # a playoff starts the scores anew: that is how a match ends, not what a round is worth
    differ = {"score": mine.totals != yours.totals, "end": _end(mine) != _end(yours)}
    about = next((about for about in abouts if differ[about]), None)
    return None if about is None else PositionDifference(about, a=mine.as_json(), b=yours.as_json())


def _end(scored: Scored) -> Any:
    return (scored.over, scored.winner, *((scored.scores, scored.playoff, scored.leader) if not scored.over else ()))


def _course(pair: Pair, a: Position, b: Position) -> PositionDifference | None:
    """The first play, in the order of texts, that both allow and that leads on differently."""
    if not a.complete:
        return None
    mine, yours = pair.a.legal(a.state), pair.b.legal(b.state)
    for form in sorted((form for form in mine if form in yours), key=text_of_written):
        after_a, after_b = pair.a.follow(a, mine[form]), pair.b.follow(b, yours[form])
        if after_a is not None and after_b is not None:
            found = _between(pair, "course", after_a, after_b, text_of_written(form))
            if found is not None:
                return found
    return None


def _deal(pair: Pair, a: Position, b: Position) -> PositionDifference | None:
    """What differs once the cards have been dealt."""
    if not a.complete or a.state.deals:
        return None
    return _between(pair, "deal", pair.a.deal(a), pair.b.deal(b), None)


def _between(pair: Pair, about: About, a: Position, b: Position, play: str | None) -> PositionDifference | None:
    """What differs after a play or a deal, key by key."""
    old, new = differing(pair.common(pair.a.shown(a)), pair.common(pair.b.shown(b)))
    if {*old, *new} <= {"chances"}:
        return None  # how much was left to chance is to be seen of nothing
    return PositionDifference(about, play=play, a=old, b=new)


def differing(old: Any, new: Any) -> tuple[Any, Any]:
    """Of two mappings, only what differs."""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return old, new
    keys = [k for k in dict.fromkeys((*old, *new)) if old.get(k) != new.get(k)]
    inner = {k: differing(old.get(k), new.get(k)) for k in keys}
    return {k: v[0] for k, v in inner.items()}, {k: v[1] for k, v in inner.items()}
