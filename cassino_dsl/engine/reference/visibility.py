"""What a seat knows of a state: which cards it sees, and what of the memory.

This is the one place that says so. What is shown of a table, to people and to players, is made from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from cassino_dsl.engine.reference.evaluate import Evaluator
from cassino_dsl.engine.reference.game import decides, decision
from cassino_dsl.engine.reference.play import DONE, Frame, Play
from cassino_dsl.engine.reference.state import FIELDS, Build, Kind, State
from cassino_dsl.language.ruleset.expr import Expr, Name, walk
from cassino_dsl.language.ruleset.visible import OWNER, is_kept_back, usual

Row = tuple[int | None, ...]  # cards as they lie; None: one that is not seen


class Telling(Enum):
    """How much of what a play decides somebody is told: all; which action it is; or no more than that it is secret."""

    ALL = 2
    NAME = 1
    NOTHING = 0


@dataclass(frozen=True, slots=True)
class Known:
    """What a seat knows. ``zones``: by the key of a position or the name of a declared one, a row for each seat or
    side, or one of all. ``memory``: by name, of which seats or sides (0 of the match) the value is seen. ``builds``: of
    each build on the table, the names of the memory that is seen."""

    zones: dict[str, tuple[Row, ...]]
    memory: dict[str, frozenset[int]]
    builds: tuple[frozenset[str], ...]


class Knowledge:
    """Says for one plan what seats know."""

    def __init__(self, evaluate: Evaluator) -> None:
        self.evaluate, self.plan = evaluate, evaluate.plan
        self.fields = [f for f in FIELDS if f.kind in (Kind.CARDS, Kind.HELD)]
        span, declared = self.plan.deal_hand.span, self.plan.ruleset.zones
        conditions = {z: usual(z, declared, span) for z in (*OWNER, *(z.name for z in declared))}
        self.conditions: dict[str, Expr] = conditions | self.plan.visible
        # of most zones a seat sees all that lies there, or nothing: they ask for no card
        asking = {z for z, e in self.conditions.items() for p in walk(e) if isinstance(p, Name) and p.name == "c"}
        self.turned_up = self.plan.turned_up
        self.alike = self.conditions.keys() - asking
        hidden = [a for a in self.plan.actions if is_kept_back(a.seen)]
        steps = Counter(a.step for a in hidden)
        self.secret = {a.index: Telling.NAME if steps[a.step] == 1 else Telling.NOTHING for a in hidden}

    def of(self, state: State, seat: int) -> Known:
        """What a seat knows of a state."""
        zones = {}
        for field in self.fields:
            value = getattr(state, field.name)
            rows = [value] if field.of == "match" else value
            zones[field.key] = self._rows(state, seat, field.key, rows)
        if self.turned_up and state.stock and self._turned_up(state):
            zones["stock"] = ((*zones["stock"][0][:-1], state.stock[-1]),)
        for name, rows in state.zones.items():
            zones[name] = self._rows(state, seat, name, rows)
        return Known(zones, self._memory(state, seat), tuple(self._of_build(state, seat, b) for b in state.builds))

    def told(self, state: State, seat: int, play: Play) -> Telling:
        """How much a seat is told of what a play decides that is made in a state. Who makes it knows it; which of
        several secret actions of a step it is, is secret, too."""
        if play is DONE or play.seat == seat or play.action.index not in self.secret:
            return Telling.ALL
        sees = self.evaluate.maybe(play.action.seen)
        all_told = sees is None or sees(self._frame(state, seat, s=play.seat))
        return Telling.ALL if all_told else self.secret[play.action.index]

    def _turned_up(self, state: State) -> bool:
        """Whether the next card of the stock lies open, because all that can be done is to play it."""
        _, machine, at = decision(self.plan, state)
        return decides(state) and machine.steps(at) in self.turned_up

    def _rows(self, state: State, seat: int, zone: str, rows: Sequence[Sequence[int]]) -> tuple[Row, ...]:
        sees = self.evaluate(self.conditions[zone])
        if zone in self.alike:
            return tuple(
                tuple(row) if sees(self._frame(state, seat, s=s)) else (None,) * len(row) for s, row in enumerate(rows)
            )
        return tuple(
            tuple(c if sees(self._frame(state, seat, s=s, c=c)) else None for c in row) for s, row in enumerate(rows)
        )

    def _memory(self, state: State, seat: int) -> dict[str, frozenset[int]]:
        found = {}
        for name, declared in self.plan.memory.items():
            if name not in self.plan.build_memory:
                owners = range({"seat": self.plan.seats, "side": self.plan.sides}.get(declared.of, 1))
                sees = self.evaluate.maybe(declared.seen)
                found[name] = frozenset(s for s in owners if sees is None or sees(self._frame(state, seat, s=s)))
        return found

    def _of_build(self, state: State, seat: int, build: Build) -> frozenset[str]:
        seen = {name: self.plan.memory[name].seen for name in self.plan.build_memory}
        f = self._frame(state, seat, b=build)
        return frozenset(name for name, when in seen.items() if when is None or self.evaluate(when)(f))

    def _frame(self, state: State, seat: int, **names: Any) -> Frame:
        f = Frame(state, seat, self.plan.side_of[seat])
        f.names = names
        return f
