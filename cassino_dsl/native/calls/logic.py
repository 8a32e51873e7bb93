"""Logic, numbers and comparisons."""

from __future__ import annotations

from cassino_dsl.native.printer import OPTIONAL, Env, Print, Printer
from cassino_dsl.ruleset.expr import Call, Type

_CARDLIKE = (Type.CARD, Type.ITEM, Type.BUILD)


def _infix(operator: str) -> Print:
    def show(p: Printer, e: Call, env: Env) -> str:
        left, right = (p.c(a, env) for a in e.args)
        return f"({left} {operator} {right})"

    return show


def _prefix(before: str) -> Print:
    return lambda p, e, env: f"({before}{p.c(e.args[0], env)})"


def _function(name: str) -> Print:
    return lambda p, e, env: f"{name}({', '.join(p.c(a, env) for a in e.args)})"


def _implies(p: Printer, e: Call, env: Env) -> str:
    left, right = (p.c(a, env) for a in e.args)
    return f"(!{left} || {right})"


def _if(p: Printer, e: Call, env: Env) -> str:
    test, then, other = e.args
    return f"({p.c(test, env)} ? {p.as_type(then, e.type, env)} : {p.as_type(other, e.type, env)})"


def _or_else(p: Printer, e: Call, env: Env) -> str:
    first, second = (p.as_type(a, e.type, env) for a in e.args)
    if e.type not in OPTIONAL:
        return first
    name = p.fresh("o")
    return f"({{ int {name} = {first}; {name} != NOTHING ? {name} : {second}; }})"


def _known(p: Printer, e: Call, env: Env) -> str:
    text = p.c(e.args[0], env)
    return f"({text} != NOTHING)" if e.args[0].type in OPTIONAL else "1"


def _equal(p: Printer, e: Call, env: Env) -> str:
    left, right = e.args
    types = (left.type, right.type)
    same = _same(p, e, env)
    if Type.NONE in types and any(t not in OPTIONAL for t in types):
        same = "0"
    return same if e.function == "eq" else f"(!{same})"


def _same(p: Printer, e: Call, env: Env) -> str:
    left, right = e.args
    types = (left.type, right.type)
    if Type.ITEMS in types or Type.ITEM in types:
        wanted = Type.ITEMS if Type.ITEMS in types else Type.ITEM
        a, b = (p.as_type(s, wanted, env) for s in (left, right))
    else:
        a, b = (p.c(s, env) for s in (left, right))
        if set(types) == {Type.CARD, Type.BUILD}:
            a, b = (p.as_type(s, Type.ITEM, env) for s in (left, right))
    if p.copies > 1 and all(t in _CARDLIKE for t in types):
        a, b = f"face_of({a})", f"face_of({b})"
    if Type.NONE in types or left.type not in OPTIONAL:
        return f"({a} == {b})"
    if right.type in OPTIONAL and b.lstrip("-").isdigit() and int(b) >= 0:
        return f"({a} == {b})"
    name = p.fresh("e")
    return f"({{ int {name} = {a}; {name} != NOTHING && {name} == {b}; }})"


CALLS: dict[str, Print] = {
    "and": _infix("&&"),
    "or": _infix("||"),
    "not": _prefix("!"),
    "implies": _implies,
    "if": _if,
    "or_else": _or_else,
    "known": _known,
    "eq": _equal,
    "ne": _equal,
    "lt": _infix("<"),
    "le": _infix("<="),
    "gt": _infix(">"),
    "ge": _infix(">="),
    "times": _function("product"),
    "negative": _prefix("-"),
    "div": _function("divide"),
    "mod": _function("remainder_of"),
    "min": _function("lesser"),
    "max": _function("greater"),
    "abs": _function("without_sign"),
}
