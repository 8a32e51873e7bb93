"""The running counts: what the awards ask for, as far as a seat knows it.

What was captured was shown when it was, so a seat that remembers can count piles that lie face down. Where a pile holds
what the seat has not seen, or an award asks for what is hidden, there is no number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from cassino_dsl.book.describe.clauses_in_force import resolved
from cassino_dsl.book.describe.table import one_of, several_of
from cassino_dsl.engine.reference.frame import Frame
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.observation_history import Sight, Sighting
from cassino_dsl.engine.reference.scoring import round_points
from cassino_dsl.engine.reference.state import State
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.model import Award, Memory
from cassino_dsl.language.ruleset.operators import MEMORIES
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.within import calls_in
from cassino_dsl.table.names import award_called

TOTAL = "if the round ended now"
What = Literal["most", "cards", "points", "kept", "total"]
Number = int | float | None


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
        self.reads = {a.name: {c.name for c in calls_in(a) if c.row in MEMORIES} for a in in_force.awards}
        # memory that plays lower, or are made or not by: what one can spend
        lowered = {e.name for e in in_force.effects() if e.op == "decrease"}
        asked = (c.name for a in in_force.actions for c in calls_in(replace(a, effects=())) if c.row in MEMORIES)
        self.spent = frozenset({*lowered, *asked})
        self.awards = [a for a in self.plan.awards if a.name in self.reads]
        self.kept = [
            name
            for name, declared in self.plan.memory.items()
            if declared.of == "side" and declared.type is Type.INT and name not in self.reads
        ]

    def of(self, state: State, sight: Sight) -> tuple[Count, ...]:
        """The counts of a state as a seat knows them."""
        sighting = sight.position(state)
        return tuple(self._rows(sighting, sight))

    def _rows(self, sighting: Sighting, sight: Sight) -> Iterator[Count]:
        state, known, shown = sighting.state, sight.known, self.plan.ruleset.match.shown
        hidden = {name for name, owners in known.memory.items() if len(owners) < self._owners(name)}
        piles = [self.engine.scorer.captured(state, side) for side in range(self.plan.sides)]
        blind = [not sighting.unknown.isdisjoint(pile) for pile in piles]
        sure = True
        for award in self.awards:
            what, numbers = self._award(award, state)
            secret = bool(self.reads[award.name] & hidden)
            sure = sure and not secret and not any(blind)
            kept = (None if secret or unseen else n for n, unseen in zip(numbers, blind, strict=True))
            yield Count(
                award.name,
                self.called[award.name],
                what,
                tuple(n if n is None or what != "points" else shown(n) for n in kept),
            )
        for name in self.kept:
            owners = known.memory[name]
            row = state.memory[name]
            if owners:
                called = several_of(self.plan.memory[name])
                yield Count(name, called, "kept", tuple(n if s in owners else None for s, n in enumerate(row)))
        if self.awards and not (state.round_over or state.match_over):
            points = round_points(self.engine.scorer, state)
            yield Count(TOTAL, TOTAL, "total", tuple(shown(n) if sure else None for n in points))

    def _award(self, award: Award, state: State) -> tuple[What, list[int]]:
        scorer, sides = self.engine.scorer, range(self.plan.sides)
        if award.most is not None:
            most, seen = self.engine.evaluate(award.most), scorer.seen(state)
            return "most", [most(Frame(seen, -1, side)) for side in sides]
        if award.each is not None:
            faces, copies = award.each, self.engine.evaluate.tables.copies
            return "cards", [sum(1 for c in scorer.captured(state, s) if c // copies in faces) for s in sides]
        earlier = state.points.get(award.name, [0] * self.plan.sides)
        if state.match_over and not state.round_over:  # the last round has been scored
            return "points", list(earlier)
        return "points", [now + then for now, then in zip(scorer.award(award, state), earlier, strict=True)]

    def _owners(self, name: str) -> int:
        return {"seat": self.plan.seats, "side": self.plan.sides}.get(self.plan.memory[name].of, 1)


def grown(plan: Plan, side: int, before: State, after: State) -> Iterator[tuple[Memory, int]]:
    """What people count of a side, one by one, that has become more, and how much more."""
    for name, memory in plan.memory.items():
        if memory.of == "side" and memory.type is Type.INT and one_of(memory):
            more = after.memory[name][side] - before.memory[name][side]
            if more > 0:
                yield memory, more
