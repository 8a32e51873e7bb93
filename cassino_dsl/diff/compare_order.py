"""What differs in a section of clauses, and whether those that both have stand in an order that a game can tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from cassino_dsl.core.program import program_of
from cassino_dsl.diff.change import Change, Class, Sides, changed, heaviest
from cassino_dsl.diff.clauses import Clauses
from cassino_dsl.diff.match_up import Clause, MatchUp, differences, match_section
from cassino_dsl.diff.phrase import ClausePhrases
from cassino_dsl.ruleset.model import Ruleset

C = TypeVar("C", bound=Clause)


def section_changes(
    sides: Sides,
    section: str,
    form: Callable[[Clauses, Any], Any],
    kind: Callable[[Any], Class],
    words: Callable[[ClausePhrases, Any], str],
    nothing: str,
) -> Iterator[Change]:
    """What differs in a section, its order too."""
    found = match_section(sides, section, form)
    yield from differences(sides, found, section, kind, words, nothing)
    yield from order_changes(sides, section, found, kind)


def order_changes(sides: Sides, section: str, found: MatchUp[C], kind: Callable[[C], Class]) -> Iterator[Change]:
    """The order of the clauses of a section, matched before, where one of the two rulesets is another program with the
    order of the other; it is about what the clauses are about that stand elsewhere."""
    pairs = found.same + found.changed
    mine = [c for c in getattr(sides.a, section) if any(c is a for a, _ in pairs)]
    yours = [c for c in getattr(sides.b, section) if any(c is b for _, b in pairs)]
    as_yours = [next(a for a, b in pairs if b is c) for c in yours]
    as_mine = [next(b for a, b in pairs if a is c) for c in mine]
    moved = [a for a, b in zip(mine, as_yours, strict=True) if a is not b]
    if not moved:
        return
    if _can_tell(sides, sides.a, section, as_yours) or _can_tell(sides, sides.b, section, as_mine):
        said = [", ".join(c.name for c in row) for row in (mine, yours)]
        about, spans = heaviest(map(kind, moved)), (mine[0].span, yours[0].span)
        yield changed(section, about, f"order of the {section}", said, spans)


def _can_tell(sides: Sides, ruleset: Ruleset, section: str, order: Sequence[C]) -> bool:
    """Whether a ruleset is another program where these of its clauses stand in this order."""
    waiting = iter(order)
    moved = tuple(next(waiting) if any(c is o for o in order) else c for c in getattr(ruleset, section))
    instead: dict[str, Any] = {section: moved}
    other = replace(ruleset, **instead)
    return any(program_of(other, seats) != program_of(ruleset, seats) for seats in sides.seats)
