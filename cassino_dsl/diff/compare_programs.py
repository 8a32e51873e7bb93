"""Programs that differ although no clause does: something stands in another order, or stands in one of the two alone,
and somebody can tell."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import unified_diff

from cassino_dsl.core.order import memory_in_order
from cassino_dsl.core.passes import core_of
from cassino_dsl.core.program import Program
from cassino_dsl.diff.change import UNSEEN, Change, Class, Sides
from cassino_dsl.ruleset.document import yaml_lines
from cassino_dsl.ruleset.model import Ruleset

_KINDS: dict[str, Class] = {"awards": "scoring", "match": "match", "deal": "deal", "pack": "deck"}


def program_change(sides: Sides, told: Iterable[Change]) -> Change | None:
    """The first place in which the two programs part, beside clauses that were told to alter no game."""
    unseen = [c for c in told if c.kind in UNSEEN]
    # what one of the two has alone says nothing of a clause of that name in the other
    not_a, not_b = {c.path for c in unseen if c.a is not None}, {c.path for c in unseen if c.b is not None}
    for seats, (mine, yours) in zip(sides.seats, sides.programs, strict=True):
        old = _sections(mine, sides.a, seats, not_a)
        new = _sections(yours, sides.renamed, seats, not_b)
        for section in old | new:
            if old.get(section) != new.get(section):
                return _change(section, old.get(section, []), new.get(section, []))
    return None


def _sections(program: Program, ruleset: Ruleset, seats: int, unseen: set[str]) -> dict[str, list[str]]:
    """The lines of each section, without the clauses that alter no game."""
    core = core_of(ruleset, seats)
    unread = {
        "memory": [f"memory.{name}" in unseen for name, _ in memory_in_order(core)],
        "events": [f"events.{e.event.name}" in unseen for events in core.events.values() for e in events],
    }
    found = {}
    for section, data in program.data.items():
        if section in unread and isinstance(data, dict):
            keys = [k for k, skip in zip(data, unread[section], strict=True) if not skip]
            data = {k if section == "memory" else str(i): data[k] for i, k in enumerate(keys)}
            if not data:
                continue
        found[section] = yaml_lines({section: data})
    return found


def _change(section: str, mine: list[str], yours: list[str]) -> Change:
    lines = list(unified_diff(mine, yours, lineterm="", n=0))[3:]
    old = next((line[1:].strip() for line in lines if line.startswith("-")), None)
    new = next((line[1:].strip() for line in lines if line.startswith("+")), None)
    if old is None or new is None:
        text = f"only in A: {old}" if new is None else f"only in B: {new}"
    else:
        text = f"the clauses are the same, but not the order in which they are asked: {old} → {new}"
    return Change("program", _KINDS.get(section, "legality"), old, new, text, None, None)
