"""Makes expressions of the normal form: each takes its place in the file from what it is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cassino_dsl.core.ranges import Range, Ranges
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified, children
from cassino_dsl.ruleset.operators import AND, ANY, ANY_GROUP, EQ, HOW_MANY, HOW_MANY_GROUPS, IN, LT, NOT, OR, SET
from cassino_dsl.ruleset.row import Row
from cassino_dsl.ruleset.span import Source, Span
from cassino_dsl.ruleset.types import ELEMENT, SET_OF, Type
from cassino_dsl.ruleset.words import COUNT

NOWHERE = Source("", "").whole()  # where what no file says stands
LITERAL_TYPE = {Type.ITEM: Type.CARD, Type.BUILD: Type.CARD}  # what is written down of an item is a face


def truth(value: bool, span: Span) -> Literal:
    return Literal(Type.BOOL, value, span)


def number(value: int, span: Span) -> Literal:
    return Literal(Type.INT, value, span)


def plain(literal: Literal) -> Literal:
    """A constant as the core has it: a suit by one name, whatever the pack calls it."""
    return replace(literal, span=NOWHERE) if literal.type is Type.SUIT else literal


def negated(expr: Expr) -> Expr:
    if isinstance(expr, Literal):
        return truth(not expr.value, expr.span)
    if isinstance(expr, Call) and expr.row is NOT:
        return expr.args[0]
    return Call(Type.BOOL, NOT, (expr,), expr.span)


def conjunction(parts: Sequence[Expr]) -> Expr:
    return _chain(AND, parts)


def disjunction(parts: Sequence[Expr]) -> Expr:
    return _chain(OR, parts)


def _chain(row: Row, parts: Sequence[Expr]) -> Expr:
    whole, *more = parts
    for part in more:
        whole = Call(Type.BOOL, row, (whole, part), part.span)
    return whole


def is_one_of(subject: Expr, words: tuple[str, ...]) -> Expr:
    """The subject is one of these words."""
    type, span = LITERAL_TYPE.get(subject.type, subject.type), subject.span
    if not words:
        return truth(False, span)
    literals = tuple(plain(Literal(type, w, span)) for w in words)
    if len(literals) == 1:
        return Call(Type.BOOL, EQ, (subject, literals[0]), span)
    return Call(Type.BOOL, IN, (subject, Call(SET_OF[type], SET, literals, span)), span)


def any_of(counted: Expr) -> Expr:
    """Where a number counts members, whether there is one."""
    if isinstance(counted, Call) and counted.row is not COUNT:  # at another moment
        return Call(Type.BOOL, counted.row, (any_of(counted.args[0]),), counted.span)
    if isinstance(counted, Quantified):
        row = ANY_GROUP if counted.row is HOW_MANY_GROUPS else ANY
        return Quantified(Type.BOOL, row, counted.name, counted.source, counted.body, counted.span)
    source = children(counted)[0]
    return Quantified(Type.BOOL, ANY, "v", source, truth(True, counted.span), counted.span)


def how_many(name: str, source: Expr, test: Expr, span: Span) -> Expr:
    """How many members fit; a test that is true is none."""
    if isinstance(test, Literal):
        return Call(Type.INT, COUNT, (source,), span) if test.value else number(0, span)
    return Quantified(Type.INT, HOW_MANY, name, source, test, span)


def lies_in(subject: Expr, ranges: Ranges) -> Expr:
    """The number lies in one of these ranges."""
    return disjunction([_between(subject, r) for r in ranges])


def _between(subject: Expr, span: Range) -> Expr:
    low, high = span
    if low is not None and low == high:
        return Call(Type.BOOL, EQ, (subject, number(low, subject.span)), subject.span)
    parts: list[Expr] = []
    if low is not None:
        parts.append(negated(Call(Type.BOOL, LT, (subject, number(low, subject.span)), subject.span)))
    if high is not None:
        parts.append(Call(Type.BOOL, LT, (subject, number(high + 1, subject.span)), subject.span))
    return conjunction(parts)


def variable(source: Expr, depth: int, span: Span, group: bool = False) -> Name:
    """The variable of a quantifier over a set (or its groups), so many quantifiers deep."""
    return Name(source.type if group else ELEMENT[source.type], f"v{depth}", span, False, source.written)
