"""Which clause of one ruleset answers which of the other: by equal core text first, then by name; and whether those
that both have stand in an order that a game can tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cassino_dsl.analysis.diff.core_by_clause import NOTHING
from cassino_dsl.analysis.diff.sides import Sides
from cassino_dsl.language.core.program import program_of
from cassino_dsl.language.ruleset.model import Ruleset


@dataclass(frozen=True, slots=True)
class Alignment:
    """``same``: pairs of equal meaning; ``changed``: of one name; the rest stands on one side alone. ``idle``: the ids
    of clauses that never do anything, such as those that an option switches off."""

    same: list[tuple[Any, Any]] = field(default_factory=list)
    changed: list[tuple[Any, Any]] = field(default_factory=list)
    only_a: list[Any] = field(default_factory=list)
    only_b: list[Any] = field(default_factory=list)
    idle: set[int] = field(default_factory=set)

    @property
    def different(self) -> list[tuple[Any, Any]]:
        """Pairs that differ, None on the side that has nothing."""
        return [*self.changed, *((a, None) for a in self.only_a), *((None, b) for b in self.only_b)]


def align(
    mine: Iterable[Any], yours: Iterable[Any], forms: Sequence[Mapping[str, Sequence[Any]]], names: Mapping[str, str]
) -> Alignment:
    """Match clauses by their ``forms``, those of either side by name. Those that say NOTHING count as absent, unless
    the other side has one of that name. ``names`` says how names of the second are said in the first."""
    found = Alignment()
    called = {id(b): names.get(b.name, b.name) for b in yours}
    left = [(a, forms[0][a.name]) for a in mine]
    right = [(b, forms[1][called[id(b)]]) for b in yours]
    found.idle.update(id(c) for c, form in (*left, *right) if set(map(str, form)) == {NOTHING})

    def take(into: list[tuple[Any, Any]], same_form: bool, same_name: bool) -> None:
        for one in list(left):
            fits = (
                o
                for o in right
                if (not same_form or o[1] == one[1]) and (not same_name or called[id(o[0])] == one[0].name)
            )
            if (other := next(fits, None)) is not None:
                left.remove(one)
                right.remove(other)
                into.append((one[0], other[0]))

    take(found.same, True, True)
    take(found.same, True, False)
    take(found.changed, False, True)
    found.only_a.extend(c for c, _ in left if id(c) not in found.idle)
    found.only_b.extend(c for c, _ in right if id(c) not in found.idle)
    return found


def order_told(sides: Sides, section: str, found: Alignment) -> tuple[list[Any], list[Any], list[Any]] | None:
    """The clauses of a section that both have, in either order, and those that stand elsewhere; where one of the two
    rulesets is another program with the order of the other."""
    pairs = found.same + found.changed
    mine = [c for c in getattr(sides.a, section) if any(c is a for a, _ in pairs)]
    yours = [c for c in getattr(sides.b, section) if any(c is b for _, b in pairs)]
    as_yours = [next(a for a, b in pairs if b is c) for c in yours]
    as_mine = [next(b for a, b in pairs if a is c) for c in mine]
    moved = [a for a, b in zip(mine, as_yours, strict=True) if a is not b]
    told = moved and (_is_another(sides, sides.a, section, as_yours) or _is_another(sides, sides.b, section, as_mine))
    return (mine, yours, moved) if told else None


def _is_another(sides: Sides, ruleset: Ruleset, section: str, order: Sequence[Any]) -> bool:
    """Whether a ruleset is another program where these of its clauses stand in this order."""
    waiting = iter(order)
    moved = tuple(next(waiting) if any(c is o for o in order) else c for c in getattr(ruleset, section))
    instead: dict[str, Any] = {section: moved}
    other = replace(ruleset, **instead)
    return any(program_of(other, seats) != program_of(ruleset, seats) for seats in sides.seats)
