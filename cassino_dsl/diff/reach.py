"""How far numbers of a ruleset can go: what can fall below zero, whether points are given in mid-round, and whether the
stock is what the deals have left."""

from __future__ import annotations

from collections.abc import Iterator

from cassino_dsl.diff.reads import reads
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Type, children
from cassino_dsl.ruleset.model import Ruleset, every
from cassino_dsl.ruleset.operators import MEMORIES, MINUS, NEGATIVE
from cassino_dsl.ruleset.unfold import Unfolder, term_table
from cassino_dsl.ruleset.within import calls_in, exprs_in
from cassino_dsl.ruleset.words import ROW

# what the numbers of a deal may read and be the same in every round
_SCHEDULED = frozenset(("stock", "deals", "seats", "seat", "leader"))
_STOCK = ("stock", "bottom", "anywhere")
_SECURED = ROW["secured(side)"]  # made of the points of awards
POINTS = ""  # stands for points beside the names of memory


def given_in_play(ruleset: Ruleset) -> frozenset[str]:
    """The names under which points can come before the round is over."""
    at_once = {a.name for a in ruleset.awards if ruleset.match.at_once and a.each is not None}
    effects = [a.effects for a in ruleset.actions] + [r.price for r in ruleset.rules]
    effects += [e.effects for e in ruleset.events if not e.row.over]
    return frozenset(at_once | {e.name for some in effects for e in every(some) if e.op == "award"})


def asked_by_deals(ruleset: Ruleset) -> frozenset[str]:
    """What the numbers of its deals read."""
    unfold = Unfolder(term_table(ruleset.terms))
    numbers = (unfold.expr(number) for number in exprs_in(ruleset.deal))
    return frozenset().union(*(reads(call) for number in numbers for call in calls_in(number)))


def changes_stock(ruleset: Ruleset) -> bool:
    """Whether cards may come from or go to the stock beside the deals, or what happens decides how many are dealt. What
    an effect or a play moves is taken to lie there unless all that it asks for lies elsewhere."""
    if not asked_by_deals(ruleset) <= _SCHEDULED:
        return True
    unfold = Unfolder(term_table(ruleset.terms))
    for action in ruleset.actions:
        taken = (unfold.expr(part.source) for part in action.take)
        if action.played.source == "stock" or action.to in _STOCK or any(map(_in_stock, taken)):
            return True
    effects = list(ruleset.effects())
    return any(
        "deal" in e.row.writes
        or (e.op == "move" and e.zone in _STOCK)
        or any(map(_in_stock, map(unfold.expr, e.exprs)))
        for e in effects
    )


def _in_stock(expr: Expr) -> bool:
    """Whether a card that is asked for may lie in the stock: one that is asked of it, written out, or remembered."""
    if expr.type in (Type.BOOL, Type.INT):
        return False  # it is counted, not moved
    if isinstance(expr, Literal):
        return expr.type is Type.CARD and expr.value is not None
    if isinstance(expr, Call) and (
        "stock" in reads(expr) or (expr.row in MEMORIES and expr.type in (Type.CARD, Type.CARDS))
    ):
        return True
    return any(map(_in_stock, children(expr)))


def falling(ruleset: Ruleset) -> frozenset[str]:
    """The names of memory whose numbers can be below zero; with ``POINTS``, where points can."""
    found: frozenset[str] = frozenset()
    unfold = Unfolder(term_table(ruleset.terms))
    written = [(name, op, unfold.expr(expr)) for name, op, expr in _written(ruleset)]
    while True:
        more = found | {name for name, op, expr in written if op == "decrease" or _below(expr, found)}
        if more == found:
            return found
        found = more


def _written(ruleset: Ruleset) -> Iterator[tuple[str, str, Expr]]:
    """The numbers that come into memory and into points, and how."""
    for memory in ruleset.memory:
        yield from ((memory.name, "assign", e) for e in _numbers(memory.starts, memory.becomes))
    for effect in ruleset.effects():
        name = POINTS if effect.op == "award" else effect.name
        if effect.row.writes & {"memory", "points"}:
            yield from ((name, effect.op, e) for e in _numbers(*effect.exprs))
    for award in ruleset.awards:
        yield from ((POINTS, "award", e) for e in _numbers(award.points, award.tie_points))


def _numbers(*exprs: Expr | None) -> Iterator[Expr]:
    return (e for e in exprs if e is not None and e.type is Type.INT)


def _below(expr: Expr, falls: frozenset[str]) -> bool:
    """Whether a number, or one of a set, may be below zero, where these are; it says so of some that may not."""
    if isinstance(expr, Literal):
        return isinstance(expr.value, int) and expr.value < 0
    if isinstance(expr, Name):
        return True
    if isinstance(expr, Call):
        counted = POINTS in falls and (bool(reads(expr) & {"scores", "points"}) or expr.row is _SECURED)
        if expr.row in (MINUS, NEGATIVE) or counted or (expr.row in MEMORIES and expr.name in falls):
            return True
    return any(_below(part, falls) for part in children(expr) if part.type in (Type.INT, Type.VALUES))
