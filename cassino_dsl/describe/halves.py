"""A ruleset that counts in half points, said in points: what is given is half of what its clauses say, and what they
ask for is twice what people see."""

from __future__ import annotations

from dataclasses import replace

from cassino_dsl.ruleset.expr import Call, Expr, Literal, Quantified, Type, with_children
from cassino_dsl.ruleset.model import Award, Effect, Ruleset
from cassino_dsl.ruleset.operators import EQ, GE, GT, IF, LE, LT, MAX_OF, MIN_OF, MINUS, NE, NEGATIVE, PLUS, SUM, TIMES
from cassino_dsl.ruleset.within import mapped
from cassino_dsl.ruleset.words import ROW

HALF = "half"  # as a number in a product: half of the other
_POINTS = frozenset({ROW["score(side)"], ROW["points(side)"], ROW["earned(award, side)"], ROW["secured(side)"]})
_COMPARISONS = frozenset({EQ, NE, LT, LE, GT, GE})
_SPREADING = frozenset(
    {PLUS, MINUS, NEGATIVE, ROW["min(number, number)"], ROW["max(number, number)"], ROW["abs(number)"]}
)
_OVER = frozenset({SUM, MAX_OF, MIN_OF})


def in_points(ruleset: Ruleset) -> Ruleset:
    """The ruleset for the eyes of a rulebook alone: no engine plays it."""
    if not ruleset.match.half_points:
        return ruleset
    seen = mapped(ruleset, _seen)
    match = seen.match
    return replace(
        seen.with_effects(_effects),
        awards=tuple(map(_award, seen.awards)),
        match=replace(
            match,
            target=match.target and _halved(match.target),
            playoff=match.playoff and _halved(match.playoff),
            compare=match.compare and _halved(match.compare),
        ),
    )


def _award(award: Award) -> Award:
    given = award.tie_points is not None and award.tie == "each"
    tie = _halved(award.tie_points) if given and award.tie_points is not None else award.tie_points
    return replace(award, points=_halved(award.points), tie_points=tie)


def _effects(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    return tuple(map(_effect, effects))


def _effect(effect: Effect) -> Effect:
    exprs = effect.exprs
    if effect.op == "award":
        exprs = (_halved(exprs[0]), *exprs[1:])
    return replace(effect, exprs=exprs, body=_effects(effect.body), other=_effects(effect.other))


def _seen(expr: Expr) -> Expr:
    """The same of points as people see them: twice as many are counted."""
    found = with_children(expr, _seen)
    if not isinstance(expr, Call):
        return found
    if expr.row in _POINTS:
        return Call(Type.INT, TIMES, (Literal(Type.INT, 2, expr.span), found), expr.span)
    if expr.row in _COMPARISONS and any(map(_asks, expr.args)):
        return with_children(found, _halved)
    return found


def _asks(expr: Expr) -> bool:
    """Whether a number is one of points, or made of such."""
    if isinstance(expr, Quantified):
        return expr.type is Type.INT and _asks(expr.body)
    if not isinstance(expr, Call) or expr.type is not Type.INT:
        return False
    return expr.row in _POINTS or any(map(_asks, expr.args))


def _halved(expr: Expr) -> Expr:
    """Half of a number: in each of its parts where it has such, else as a product with ``HALF``."""
    if isinstance(expr, Literal) and isinstance(expr.value, int):
        return replace(expr, value=expr.value // 2 if expr.value % 2 == 0 else str(expr.value / 2))
    if isinstance(expr, Quantified) and expr.row in _OVER:
        return replace(expr, body=_halved(expr.body))
    if isinstance(expr, Call):
        if expr.row is IF:
            return replace(expr, args=(expr.args[0], *map(_halved, expr.args[1:])))
        if expr.row in _SPREADING:
            return with_children(expr, _halved)
        if expr.row is TIMES:
            even = next((a for a in expr.args if isinstance(a, Literal) and a.value == 2), None)
            if even is not None:
                return next(a for a in expr.args if a is not even)
    return Call(Type.INT, TIMES, (Literal(Type.INT, HALF, expr.span), expr), expr.span)
