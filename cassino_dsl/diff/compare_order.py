"""Clauses that both rulesets have, in another order, where a game can tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from cassino_dsl.core.program import program_of
from cassino_dsl.diff.change import Change, Class, Sides, changed, heaviest
from cassino_dsl.diff.clauses import Clauses
from cassino_dsl.diff.match_up import Clause, match_up
from cassino_dsl.diff.memory_use import Uses
from cassino_dsl.ruleset.model import Event, Ruleset

C = TypeVar("C", bound=Clause)


@dataclass(frozen=True, slots=True)
class Section:
    """Clauses that are asked one after the other: ``form`` is what one of them means, ``kind`` what they are about."""

    name: str
    form: Callable[[Clauses, Any], Any]
    kind: Class

    def clauses(self, ruleset: Ruleset) -> tuple[Any, ...]:
        found: tuple[Any, ...] = getattr(ruleset, self.name)
        return found


SECTIONS = (
    Section("memory", lambda c, m: (c.memory(m), m.name), "legality"),
    Section("actions", lambda c, a: (*c.action(a).values(), c.tests(a, ()), c.step(a)), "legality"),
    Section("rules", lambda c, r: c.rule(r), "legality"),
    Section("preferences", lambda c, p: c.preference(p), "legality"),
    Section("events", lambda c, e: c.event(e), "legality"),
    Section("awards", lambda c, a: c.award(a), "scoring"),
)


def order_changes(sides: Sides) -> Iterator[Change]:
    """Sections whose clauses stand in another order, where one of the two rulesets is another program with the order of
    the other."""
    names = {"memory": sides.names.memory, "actions": sides.names.actions, "awards": sides.names.awards}
    for section in SECTIONS:
        both = section.clauses(sides.a), section.clauses(sides.b)
        found = match_up(sides, *both, section.form, names.get(section.name))
        pairs = found.same + found.changed
        mine, yours = ([c for c in row if any(c is pair[i] for pair in pairs)] for i, row in enumerate(both))
        as_yours = [next(a for a, b in pairs if b is c) for c in yours]
        as_mine = [next(b for a, b in pairs if a is c) for c in mine]
        if _same(mine, as_yours):
            continue
        if _can_tell(sides, sides.a, section, as_yours) or _can_tell(sides, sides.b, section, as_mine):
            said = [", ".join(c.name for c in row) for row in (mine, yours)]
            kind, spans = _kind(sides, section, mine, as_yours), (mine[0].span, yours[0].span)
            yield changed(section.name, kind, f"order of the {section.name}", said, spans)


def _same(mine: Sequence[C], yours: Sequence[C]) -> bool:
    return all(a is b for a, b in zip(mine, yours, strict=True))


def _kind(sides: Sides, section: Section, mine: Sequence[Any], yours: Sequence[Any]) -> Class:
    """What the clauses are about that stand elsewhere."""
    if section.name != "events":
        return section.kind
    uses = Uses(sides.a)
    moved: list[Event] = [a for a, b in zip(mine, yours, strict=True) if a is not b]
    return heaviest(uses.event_class(event) for event in moved)


def _can_tell(sides: Sides, ruleset: Ruleset, section: Section, order: Sequence[Any]) -> bool:
    """Whether a ruleset is another program where these of its clauses stand in this order."""
    waiting = iter(order)
    moved = tuple(next(waiting) if any(c is o for o in order) else c for c in section.clauses(ruleset))
    instead: dict[str, Any] = {section.name: moved}
    other = replace(ruleset, **instead)
    return any(program_of(other, seats) != program_of(ruleset, seats) for seats in sides.seats)
