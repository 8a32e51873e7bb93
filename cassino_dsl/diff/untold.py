"""What two programs differ in beside the changes that are told: a part in which they part although no clause does, or
one that only another change lets show.

The first ruleset is given, clause by clause, what was told of the second. Where that is not yet the program of the
second, something is untold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from difflib import unified_diff
from typing import Any, TypeVar

from cassino_dsl.core.passes import PASSES
from cassino_dsl.core.program import Program, program_of_core
from cassino_dsl.diff.change import Change, Class, Sides
from cassino_dsl.plan.make import make_plan
from cassino_dsl.plan.plan import Plan, PlannedAction, PlannedEvent
from cassino_dsl.ruleset.document import yaml_lines
from cassino_dsl.ruleset.model import Ruleset, every

T = TypeVar("T")
_FIRST = 2  # passes, after which no clause needs another to be read
_KINDS: dict[str, Class] = {
    "pack": "deck",
    "deal": "deal",
    "visible": "deal",
    "awards": "scoring",
    "events": "scoring",
    "match": "match",
}


def untold_change(sides: Sides, told: Iterable[Change]) -> Change | None:
    """The first place in which the programs part beside what is told."""
    found = ToldChanges(told)
    for seats, (_, yours) in zip(sides.seats, sides.programs, strict=True):
        mine = found.given(_known(sides.a, seats), _known(sides.renamed, seats))
        if mine is not None and mine != yours:
            return _change(seats, mine, yours)
    return None


def tells_all(sides: Sides, told: Iterable[Change]) -> bool:
    """Whether the programs part nowhere beside what is told, as far as that can be said: of one deck."""
    found = ToldChanges(told)
    return all(
        found.given(_known(sides.a, seats), _known(sides.renamed, seats)) == yours
        for seats, (_, yours) in zip(sides.seats, sides.programs, strict=True)
    )


def _known(ruleset: Ruleset, seats: int) -> Plan:
    plan = make_plan(ruleset, seats)
    for step in PASSES[:_FIRST]:
        plan = step.run(plan)
    return plan


class ToldChanges:
    """What changes tell."""

    def __init__(self, changes: Iterable[Change]) -> None:
        changes = list(changes)
        self.paths = {c.path for c in changes}
        self.spans = {s for c in changes for s in (c.a_span, c.b_span) if s is not None}

    def section(self, *keys: str) -> bool:
        """Whether something of these sections is told."""
        return any(path.partition(".")[0] in keys for path in self.paths)

    def clause(self, section: str, name: str, *spans: object) -> bool:
        """Whether something of a clause is told."""
        path = f"{section}.{name}"
        return any(s in self.spans for s in spans) or any(p == path or p.startswith(f"{path}.") for p in self.paths)

    def given(self, a: Plan, b: Plan) -> Program | None:
        """The program of A with what is told of B; None where that is another deck."""
        pack = a.ruleset.pack
        if self.section("pack", "seats", "sides") or pack.faces != b.ruleset.pack.faces or a.sides != b.sides:
            return None
        alone = {m: p for m, p in a.memory.items() if m not in b.memory and not self.clause("memory", m, p.memory.span)}
        ruleset = replace(
            b.ruleset,
            pack=pack,
            match=b.ruleset.match if self.section("match") else a.ruleset.match,
            zones=b.ruleset.zones if self.section("zones") else a.ruleset.zones,
        )
        deal = {key: b if self.clause("deal", key) else a for key in ("hand", "table", "zones", "batch")}
        later = (
            b if self.clause("deal", "hand") or self.clause("deal", "later") else a
        )  # it is the first deal, if not said
        match = self._of("match", a, b)
        plan = replace(
            b,
            ruleset=ruleset,
            values=self._of("values", a, b).values,
            turn=self._of("turn", a, b).turn,
            actions=self._actions(a, b),
            preferences=self._clauses("preferences", a.preferences, b.preferences, lambda p: p),
            events=self._events(a, b),
            memory={
                **alone,
                **{n: self._clause("memory", a.memory.get(n), m, lambda m: m.memory) for n, m in b.memory.items()},
            },
            build_memory=(*b.build_memory, *(m for m in a.build_memory if m in alone)),
            awards=self._clauses("awards", a.awards, b.awards, lambda x: x.award),
            deal_hand=deal["hand"].deal_hand,
            deal_table=deal["table"].deal_table,
            deal_zones=deal["zones"].deal_zones,
            deal_later=later.deal_later,
            deal_batch=deal["batch"].deal_batch,
            pile_order=self._of("piles", a, b).pile_order,
            visible=self._of("visible", a, b).visible,
            target=match.target,
            rounds=match.rounds,
            playoff=match.playoff,
            over=match.over,
            compare=match.compare,
            leads=match.leads,
        )
        plan = replace(plan, asks={pattern: {**a.asks, **b.asks}[pattern] for pattern in _asked(plan)})
        for step in PASSES[_FIRST:]:
            plan = step.run(plan)
        return program_of_core(plan)

    def _of(self, section: str, a: Plan, b: Plan) -> Plan:
        return b if self.section(section) else a

    def _clauses(
        self, section: str, a: Sequence[T], b: Sequence[T], clause: Callable[[T], Any], beside: str = ""
    ) -> tuple[T, ...]:
        """The clauses of B, those of which nothing is told as A has them; all of A where nothing is told of any, nor of
        the section that needs them."""
        if not self.section(section, beside):
            return tuple(a)
        if section in self.paths:  # their order
            return tuple(b)
        mine = {x.name: x for x in a}  # type: ignore[attr-defined]
        return tuple(self._clause(section, mine.get(x.name), x, clause) for x in b)  # type: ignore[attr-defined]

    def _clause(self, section: str, mine: T | None, yours: T, clause: Callable[[T], Any]) -> T:
        if mine is None:
            return yours
        one, other = clause(mine), clause(yours)
        spans = [getattr(c, "span", None) for c in (one, other)]
        return yours if self.clause(section, other.name, *spans) else mine

    def _actions(self, a: Plan, b: Plan) -> tuple[PlannedAction, ...]:
        """Rules stand in every action; a turn has the steps of all actions, also of one that nobody can take."""
        if self.section("rules"):
            return b.actions
        places = {x.name: x for x in b.actions}

        def placed(action: PlannedAction) -> PlannedAction:
            place = places.get(action.name, action)
            return replace(action, index=place.index, fingerprint=place.fingerprint)

        found = self._clauses("actions", a.actions, b.actions, lambda x: x.action, "turn")
        return tuple(map(placed, found)) if self.section("actions", "turn") else found

    def _events(self, a: Plan, b: Plan) -> dict[str, tuple[PlannedEvent, ...]]:
        """Events stand by what they follow; in the order of the file there."""
        if not self.section("events"):
            return a.events
        mine = {e.event.name: e for events in a.events.values() for e in events}
        yours = {e.event.name: e for events in b.events.values() for e in events}
        found = [
            yours[e.name]
            if "events" in self.paths
            else self._clause("events", mine.get(e.name), yours[e.name], lambda x: x.event)
            for e in b.ruleset.events
        ]
        return {on: tuple(e for e in found if e.event.on == on) for on in b.events}


def _asked(plan: Plan) -> Iterable[object]:
    """The patterns that effects ask for, in the order in which a plan notes them."""
    for action in plan.actions:
        for effects in (*(price for _, price in action.priced), action.effects):
            yield from (e.pattern for e in every(effects) if e.pattern is not None)
    for events in plan.events.values():
        yield from (e.pattern for event in events for e in every(event.effects) if e.pattern is not None)


def _change(seats: int, mine: Program, yours: Program) -> Change:
    old, new = ({key: yaml_lines({key: part}) for key, part in p.data.items()} for p in (mine, yours))
    section = next(key for key in {**old, **new} if old.get(key) != new.get(key))
    lines = list(unified_diff(old.get(section, []), new.get(section, []), lineterm="", n=0))[3:]
    gone = next((line[1:].strip() for line in lines if line.startswith("-")), None)
    come = next((line[1:].strip() for line in lines if line.startswith("+")), None)
    said = f"{gone} stands elsewhere" if gone == come else f"{gone or 'nothing'} → {come or 'nothing'}"
    text = f"in the core for {seats} seats (`cassino show --as core`), {section}: {said}"
    return Change("program", _KINDS.get(section, "legality"), gone, come, text, None, None)
