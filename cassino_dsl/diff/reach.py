"""How far numbers of a ruleset can go: what can fall below zero, and whether points are given in mid-round."""

from __future__ import annotations

from collections.abc import Iterator

from cassino_dsl.diff.reads import reads
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Type, walk
from cassino_dsl.ruleset.model import Ruleset, every
from cassino_dsl.ruleset.operators import MEMORIES, MINUS, NEGATIVE, TERMS

POINTS = ""  # stands for points beside the names of memory
_AFTER = ("round over", "round scored")  # nothing is played between these events and the next round


def gains_in_play(ruleset: Ruleset) -> bool:
    """Whether scores can change before the round is over."""
    if ruleset.match.at_once and any(a.each is not None for a in ruleset.awards):
        return True
    effects = [a.effects for a in ruleset.actions] + [r.price for r in ruleset.rules]
    effects += [e.effects for e in ruleset.events if e.on not in _AFTER]
    return any(e.op == "award" for some in effects for e in every(some))


def falling(ruleset: Ruleset) -> frozenset[str]:
    """The names of memory whose numbers can be below zero; with ``POINTS``, where points can."""
    found: frozenset[str] = frozenset()
    while True:
        more = found | {name for name, op, expr in _written(ruleset) if op == "decrease" or _below(expr, found)}
        if more == found:
            return found
        found = more


def _written(ruleset: Ruleset) -> Iterator[tuple[str, str, Expr]]:
    """The numbers that come into memory and into points, and how."""
    for memory in ruleset.memory:
        yield from ((memory.name, "assign", e) for e in _numbers(memory.starts, memory.becomes))
    for effect in ruleset.effects():
        name = POINTS if effect.op == "award" else effect.name
        if effect.op in ("assign", "increase", "decrease", "award"):
            yield from ((name, effect.op, e) for e in _numbers(*effect.exprs))
    for award in ruleset.awards:
        yield from ((POINTS, "award", e) for e in _numbers(award.points, award.tie_points))


def _numbers(*exprs: Expr | None) -> Iterator[Expr]:
    return (e for e in exprs if e is not None and e.type is Type.INT)


def _below(expr: Expr, falls: frozenset[str]) -> bool:
    """Whether a number may be below zero, where these are; it says so of some that may not."""
    for part in walk(expr):
        if isinstance(part, Literal) and isinstance(part.value, int) and part.value < 0:
            return True
        if isinstance(part, Name) and part.type is Type.INT:
            return True
        if isinstance(part, Call):
            counted = POINTS in falls and bool(reads(part) & {"scores", "points"})
            if part.row in (MINUS, NEGATIVE, *TERMS) or counted or (part.row in MEMORIES and part.name in falls):
                return True
    return False
