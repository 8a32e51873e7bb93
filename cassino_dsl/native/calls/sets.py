"""Sets: written out, united, counted, asked for a member."""

from __future__ import annotations

from cassino_dsl.native.printer import WORD_SETS, Env, Print, Printer
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Type

_ITEM_SETS = (Type.CARDS, Type.BUILDS, Type.ITEMS)


def _set(p: Printer, e: Call, env: Env) -> str:
    if e.type is Type.VALUES:
        return _union(_numbers(p, a, env) for a in e.args)
    if e.type is Type.CARDS:
        return _union(f"bit({p.c(a, env)})" for a in e.args)
    if e.type is Type.BUILDS:
        return _union(f"bit({p.c(a, env)})" for a in e.args)
    if e.type is Type.ITEMS:
        text = "((Items){0, 0})"
        for a in e.args:
            text = f"both({text}, item_set({p.item(a, env)}))"
        return text
    return f"((Words){_union(_words(p, a, env) for a in e.args)})"


def _union(parts: object) -> str:
    texts = list(parts)  # type: ignore[call-overload]
    return "(" + " | ".join(texts) + ")" if texts else "0"


def _numbers(p: Printer, member: Expr, env: Env) -> str:
    if isinstance(member, Call) and member.function == "range":
        low, high = (p.c(a, env) for a in member.args)
        return f"number_range({low}, {high})"
    return f"number_bit({p.c(member, env)})"


def _words(p: Printer, member: Expr, env: Env) -> str:
    if isinstance(member, Call) and member.function == "range":
        ranks = p.plan.ruleset.pack.ranks
        low, high = (ranks.index(str(a.value)) for a in member.args if isinstance(a, Literal))
        return f"{sum(1 << i for i in range(low, high + 1))}u"
    return f"word_bit({p.c(member, env)})"


def _plus(p: Printer, e: Call, env: Env) -> str:
    left, right = e.args
    if e.type is Type.ITEMS:
        return f"both({p.items(left, env)}, {p.items(right, env)})"
    operator = "+" if e.type is Type.INT else "|"
    return f"({p.c(left, env)} {operator} {p.c(right, env)})"


def _minus(p: Printer, e: Call, env: Env) -> str:
    left, right = e.args
    if e.type is Type.INT:
        return f"({p.c(left, env)} - {p.c(right, env)})"
    if e.type is Type.ITEMS:
        return f"less({p.items(left, env)}, {p.items(right, env)})"
    if e.type in (Type.CARDS, Type.BUILDS):
        other = p.as_type(right, e.type, env) if right.type in (e.type, Type.ITEMS) else "(Mask)0"
        return f"({p.c(left, env)} & ~{other})"
    return f"({p.c(left, env)} & ~{p.c(right, env)})"


def _count(p: Printer, e: Call, env: Env) -> str:
    whole = e.args[0]
    text = p.c(whole, env)
    if whole.type is Type.ITEMS:
        return f"((i64)count_items({text}))"
    if whole.type in (Type.CARDS, Type.BUILDS):
        return f"((i64)count_bits({text}))"
    if whole.type is Type.VALUES:
        return f"((i64)count_numbers({text}))"
    return f"((i64)__builtin_popcountll({text}))"


def _in(p: Printer, e: Call, env: Env) -> str:
    inside = _inside(p, e.args[0], e.args[1], env)
    return inside if e.function == "in" else f"(!{inside})"


def _inside(p: Printer, member: Expr, whole: Expr, env: Env) -> str:
    if whole.type is Type.VALUES:
        return f"has_number({p.c(whole, env)}, {p.c(member, env)})"
    if whole.type in _ITEM_SETS:
        return _item_inside(p, member, whole, env)
    if whole.type in WORD_SETS:
        return f"has_word({p.c(whole, env)}, {p.c(member, env)})"
    if isinstance(whole, Call) and whole.function == "set":  # option words
        return "(" + (" || ".join(f"{p.c(member, env)} == {p.c(a, env)}" for a in whole.args) or "0") + ")"
    return "0"


def _item_inside(p: Printer, member: Expr, whole: Expr, env: Env) -> str:
    written = isinstance(whole, Call) and whole.function == "set" and all(isinstance(a, Literal) for a in whole.args)
    text = p.c(whole, env)
    remembered = isinstance(whole, Call) and whole.function == "memory"  # memory holds faces
    if p.copies > 1 and (isinstance(member, Literal) or written or remembered):
        # a face that is written out stands for all its copies
        return f"has_card(all_copies(({p.items(whole, env)}).cards), {p.c(member, env)})"
    if member.type is Type.CARD and whole.type is Type.CARDS:
        return f"has_card({text}, {p.c(member, env)})"
    return f"has_item({p.items(whole, env)}, {p.item(member, env)})"


CALLS: dict[str, Print] = {
    "set": _set,
    "plus": _plus,
    "minus": _minus,
    "count": _count,
    "in": _in,
    "not_in": _in,
}
