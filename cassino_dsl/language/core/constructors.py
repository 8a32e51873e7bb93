"""Makes expressions of the normal form: each takes its place in the file from what it is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, Quantified, children
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.ruleset.types import ELEMENT, SET_OF, Type
from cassino_dsl.language.ruleset.words import COUNT

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
    if isinstance(expr, Call) and expr.row is op.NOT:
        return expr.args[0]
    return Call(Type.BOOL, op.NOT, (expr,), expr.span)


def conjunction(parts: Sequence[Expr]) -> Expr:
    return _chain(op.AND, parts)


def disjunction(parts: Sequence[Expr]) -> Expr:
    return _chain(op.OR, parts)


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
        return Call(Type.BOOL, op.EQ, (subject, literals[0]), span)
    return Call(Type.BOOL, op.IN, (subject, Call(SET_OF[type], op.SET, literals, span)), span)


def any_of(counted: Expr) -> Expr:
    """Where a number counts members, whether there is one."""
    if isinstance(counted, Call) and counted.row is not COUNT:  # at another moment
        return Call(Type.BOOL, counted.row, (any_of(counted.args[0]),), counted.span)
    if isinstance(counted, Quantified):
        row = op.ANY_GROUP if counted.row is op.HOW_MANY_GROUPS else op.ANY
        return Quantified(Type.BOOL, row, counted.name, counted.source, counted.body, counted.span)
    source = children(counted)[0]
    return Quantified(Type.BOOL, op.ANY, "v", source, truth(True, counted.span), counted.span)


def how_many(name: str, source: Expr, test: Expr, span: Span) -> Expr:
    """How many members fit; a test that is true is none."""
    if isinstance(test, Literal):
        return Call(Type.INT, COUNT, (source,), span) if test.value else number(0, span)
    return Quantified(Type.INT, op.HOW_MANY, name, source, test, span)


def variable(source: Expr, depth: int, span: Span, group: bool = False) -> Name:
    """The variable of a quantifier over a set (or its groups), so many quantifiers deep."""
    return Name(source.type if group else ELEMENT[source.type], f"v{depth}", span, False, source.written)
