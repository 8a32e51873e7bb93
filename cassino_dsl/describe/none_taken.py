"""What has to be so where a part that may take one set takes none: what is asked of a set, asked of the empty one."""

from __future__ import annotations

from dataclasses import replace

from cassino_dsl.describe.pattern import Pattern, like
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Quantified, Type, conjuncts
from cassino_dsl.ruleset.model import Part, Ruleset
from cassino_dsl.ruleset.operators import SET, UNION
from cassino_dsl.ruleset.simplify import Facts, is_empty, simplify
from cassino_dsl.ruleset.unfold import Unfolder, term_table
from cassino_dsl.ruleset.words import COUNT

_ALONE_A_RUN: Pattern = ("run", ("set", ("card",)))  # a card by itself is one


def asked_of_none(part: Part, ruleset: Ruleset) -> list[Expr]:
    """The conditions that are left; none where nothing is asked any more."""
    if part.where is None:
        return []
    empty = {part.variable: Call(Type.ITEMS, SET, (), part.span)}
    asked = _without_empty(Unfolder(term_table(ruleset.terms)).expr(part.where, empty))
    left = conjuncts(simplify(asked, Facts(ruleset.pack)))
    return [test for test in left if not isinstance(test, Literal) and like(test, _ALONE_A_RUN) is None]


def _without_empty(expr: Expr) -> Expr:
    """An expression without the empty set where it counts 0 or is added to another."""
    if isinstance(expr, Quantified):
        return replace(expr, source=_without_empty(expr.source), body=_without_empty(expr.body))
    if not isinstance(expr, Call):
        return expr
    args = tuple(map(_without_empty, expr.args))
    if expr.row is COUNT and is_empty(args[0]):
        return Literal(Type.INT, 0, expr.span)
    if expr.row is UNION and any(map(is_empty, args)):
        return args[1] if is_empty(args[0]) else args[0]
    return replace(expr, args=args)
