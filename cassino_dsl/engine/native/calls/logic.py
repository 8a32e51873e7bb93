"""Logic, numbers and comparisons."""

from __future__ import annotations

from cassino_dsl.engine.native.fixed import looked_up
from cassino_dsl.engine.native.members import same_members
from cassino_dsl.engine.native.printer import Env, Print, Printer, c_type, nothing, text
from cassino_dsl.language.core.bounds import may_exceed
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Type
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.types import CARDLIKE, ELEMENT
from cassino_dsl.language.ruleset.words import KNOWN, OR_ELSE, ROW


def _arithmetic(operator: str, function: str) -> Print:
    """An operation on two numbers; the function also bounds what comes of them, where that can be needed."""

    def show(p: Printer, e: Call, env: Env) -> str:
        left, right = (p.c(a, env) for a in e.args)
        return f"{function}({left}, {right})" if may_exceed(e) else f"({left} {operator} {right})"

    return show


def _if(p: Printer, e: Call, env: Env) -> str:
    known = looked_up(p, e, env) if e.type is Type.INT else None
    if known is not None:
        return known
    test, then, other = e.args
    return f"({p.c(test, env)} ? {p.as_type(then, e.type, env)} : {p.as_type(other, e.type, env)})"


def _or_else(p: Printer, e: Call, env: Env) -> str:
    first, second = (p.as_type(a, e.type, env) for a in e.args)
    if not e.args[0].maybe:
        return first
    return p.let(c_type(e.type), c_type(e.type), first, lambda it: f"{it} != {nothing(e.type)} ? {it} : {second}", "o")


def _sides(e: Call) -> tuple[Expr, Expr]:
    """What a comparison compares: a difference with 0 is a comparison of the two, which needs no bound."""
    left, right = e.args
    if isinstance(right, Literal) and right.value == 0 and isinstance(left, Call) and left.row is op.MINUS:
        first, second = left.args
        return first, second
    return left, right


def _equal(p: Printer, e: Call, env: Env) -> str:
    if e.args[0].type in ELEMENT:
        return same_members(p, e, env)
    left, right = _sides(e)
    types = (left.type, right.type)
    if Type.ITEM in types or set(types) == {Type.CARD, Type.BUILD}:
        a, b = (p.item(s, env) for s in (left, right))
    else:
        a, b = (p.c(s, env) for s in (left, right))
    if p.copies > 1 and all(t in CARDLIKE for t in types) and set(types) != {Type.BUILD}:  # a build has no face
        a, b = f"face_of({a})", f"face_of({b})"
    if not (left.maybe and right.maybe) or (b.lstrip("-").isdigit() and int(b) >= 0):
        return f"({a} == {b})"
    none = nothing(left.type)
    return p.let(c_type(left.type), "int", a, lambda name: f"{name} != {none} && {name} == {b}", "e")


CALLS: dict[Row, Print] = {
    op.AND: text("({0} && {1})"),
    op.OR: text("({0} || {1})"),
    op.NOT: text("(!{0})"),
    op.IF: _if,
    OR_ELSE: _or_else,
    KNOWN: lambda p, e, env: f"({p.c(e.args[0], env)} != {nothing(e.args[0].type)})" if e.args[0].maybe else "1",
    op.EQ: _equal,
    op.LT: lambda p, e, env: "({} < {})".format(*(p.c(a, env) for a in _sides(e))),
    op.PLUS: _arithmetic("+", "add"),
    op.MINUS: _arithmetic("-", "subtract"),
    op.TIMES: _arithmetic("*", "product"),
    op.POWER: text("power({0}, {1})"),
    op.NEGATIVE: text("(-{0})"),
    op.DIV: text("divide({0}, {1})"),
    op.MOD: text("remainder_of({0}, {1})"),
    ROW["min(number, number)"]: text("lesser({0}, {1})"),
    ROW["max(number, number)"]: text("greater({0}, {1})"),
    ROW["abs(number)"]: text("without_sign({0})"),
}
