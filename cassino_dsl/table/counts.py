"""The running counts: what the awards ask for, as far as a seat knows it.

What was captured was shown when it was, so a seat that remembers can count piles that lie face down. Where a pile holds
what the seat has not seen, or an award asks for what is hidden, there is no number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, TypeVar

from cassino_dsl.book.describe.clauses_in_force import resolved
from cassino_dsl.book.describe.table import one_of, several_of
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.observation_history import Sight, Sighting
from cassino_dsl.engine.reference.play import Frame
from cassino_dsl.engine.reference.scoring import round_points
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.visibility import Known
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.model import Award, Memory
from cassino_dsl.language.ruleset.operators import MEMORIES
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.within import calls_in
from cassino_dsl.table.names import award_called

TOTAL = "if the round ended now"
What = Literal["most", "cards", "points", "kept", "total"]
Number = int | float | None
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Count:
    """A row, by the name of its clause and as people call it. ``what`` is counted (that of which one wants the
    ``most``, ``cards`` that are worth points, ``points`` as things stand, what the variant has ``kept`` count of;
    ``total``: what the round would bring now), for each side."""

    name: str
    called: str
    what: What
    numbers: tuple[Number, ...]

    @property
    def heading(self) -> str:
        """What stands before the row: most rows count cards and the like, and it says so of one of points."""
        return f"{self.called} (points)" if self.what == "points" else self.called


class Counts:
    """Counts for one table."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.plan = engine, engine.plan
        in_force = resolved(engine.plan.ruleset)
        self.called = {a.name: award_called(a) for a in in_force.awards}
        reads = {c.name for a in in_force.awards for c in calls_in(a) if c.row in MEMORIES}
        # whether awards look at what awards have brought
        self.follow = any(c.row.reads & {"points", "awards"} for a in in_force.awards for c in calls_in(a))
        # memory that plays lower, or are made or not by: what one can spend
        lowered = {e.name for e in in_force.effects() if e.op == "decrease"}
        asked = (c.name for a in in_force.actions for c in calls_in(replace(a, effects=())) if c.row in MEMORIES)
        self.spent = frozenset({*lowered, *asked})
        self.awards = [a for a in self.plan.awards if a.name in self.called]
        self.kept = [
            name
            for name, declared in self.plan.memory.items()
            if declared.of == "side" and declared.type is Type.INT and name not in reads
        ]

    def of(self, state: State, sight: Sight) -> tuple[Count, ...]:
        """The counts of a state as a seat knows them."""
        sighting = sight.position(state)
        return tuple(self._rows(sighting, sight))

    def _rows(self, sighting: Sighting, sight: Sight) -> Iterator[Count]:
        state, known, shown = sighting.state, sight.known, self.plan.ruleset.match.shown
        told = self._as_told(state, known)
        piles = [self.engine.scorer.captured(state, side) for side in range(self.plan.sides)]
        blind = [not sighting.unknown.isdisjoint(pile) for pile in piles]
        sure = [not any(blind)] * self.plan.sides
        for award in self.awards:
            what, numbers = self._award(award, told)
            numbers = [None if unseen else n for n, unseen in zip(numbers, blind, strict=True)]
            if what != "points" and _if_told(partial(self.engine.scorer.award, award, told)) is None:
                sure = [False] * self.plan.sides  # who gets it is not known
            elif what == "points":
                sure = [s and n is not None for s, n in zip(sure, numbers, strict=True)]
            told_of = (shown(n) if n is not None and what == "points" else n for n in numbers)
            yield Count(award.name, self.called[award.name], what, tuple(told_of))
        for name in self.kept:
            owners = known.memory[name]
            row = state.memory[name]
            if owners:
                called = several_of(self.plan.memory[name])
                yield Count(name, called, "kept", tuple(n if s in owners else None for s, n in enumerate(row)))
        if self.awards and not (state.round_over or state.match_over):
            points = round_points(self.engine.scorer, state)
            sure = sure if all(sure) or not self.follow else [False] * self.plan.sides
            yield Count(
                TOTAL, TOTAL, "total", tuple(shown(n) if s else None for n, s in zip(points, sure, strict=True))
            )

    def _as_told(self, state: State, known: Known) -> State:
        """The state without the memory that the seat does not know: who asks for it gets no answer."""
        told, of = state.shared(), self.plan.memory
        told.memory = _Told(
            (name, state.memory[name] if of[name].of == "match" else _Told((s, state.memory[name][s]) for s in owners))
            for name, owners in known.memory.items()
            if owners or of[name].of != "match"
        )
        return told

    def _award(self, award: Award, state: State) -> tuple[What, list[int | None]]:
        scorer, sides = self.engine.scorer, range(self.plan.sides)
        if award.each is not None:
            faces, copies = award.each, self.engine.evaluate.tables.copies
            return "cards", [sum(1 for c in scorer.captured(state, s) if c // copies in faces) for s in sides]
        earlier = state.points.get(award.name, [0] * self.plan.sides)
        if award.most is None and state.match_over and not state.round_over:  # the last round has been scored
            return "points", [*earlier]
        ask, seen = self.engine.evaluate(award.most or award.points), scorer.seen(state)
        numbers = [_if_told(partial(ask, Frame(seen, -1, side))) for side in sides]
        if award.most is not None:
            return "most", numbers
        return "points", [n if n is None else n + then for n, then in zip(numbers, earlier, strict=True)]


class _Untold(Exception):
    """What is asked for is not known."""


class _Told(dict[Any, Any]):
    """What is known of memory, by name, or by seat or side."""

    def __missing__(self, key: object) -> Any:
        raise _Untold


def _if_told(ask: Callable[[], T]) -> T | None:
    """What is asked for, where it follows from what is known."""
    try:
        return ask()
    except _Untold:
        return None


def grown(plan: Plan, side: int, before: State, after: State) -> Iterator[tuple[Memory, int]]:
    """What people count of a side, one by one, that has become more, and how much more."""
    for name, memory in plan.memory.items():
        if memory.of == "side" and memory.type is Type.INT and one_of(memory):
            more = after.memory[name][side] - before.memory[name][side]
            if more > 0:
                yield memory, more
