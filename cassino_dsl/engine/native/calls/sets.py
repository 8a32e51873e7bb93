"""Sets: written out, united, counted, asked for a member."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from cassino_dsl.engine.native.members import item_inside, joined
from cassino_dsl.engine.native.ordered import ranks_between
from cassino_dsl.engine.native.printer import Env, Print, Printer, both_sets, empty, less_set, text
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import Call, Expr, Type
from cassino_dsl.language.ruleset.numbers import LARGEST_IN_SET
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.types import SETS_OF_ITEMS
from cassino_dsl.language.ruleset.words import COUNT


def _set(p: Printer, e: Call, env: Env) -> str:
    if e.type is Type.ITEMS:
        text = "((Items){EMPTY, EMPTY})"
        for a in e.args:
            text = f"both({text}, item_set({p.item(a, env)}))"
        return text
    bit = _BITS.get(e.type, "word_bit")
    parts = []
    for member in e.args:
        is_range = isinstance(member, Call) and member.row in (op.RANGE, op.RANK_RANGE)
        parts.append(p.c(member, env) if is_range else f"{bit}({p.c(member, env)})")
    if not parts:
        return empty(e.type)
    return reduce(lambda one, other: both_sets(e.type, one, other), parts)


_BITS = {Type.VALUES: "number_bit", Type.CARDS: "bit", Type.BUILDS: "bit"}


def _join(made: Callable[[Type, str, str], str]) -> Print:
    def show(p: Printer, e: Call, env: Env) -> str:
        if e.type in SETS_OF_ITEMS:
            return joined(p, e, env)
        left, right = (p.c(a, env) for a in e.args)
        return made(e.type, left, right)

    return show


def _count(p: Printer, e: Call, env: Env) -> str:
    whole = e.args[0]
    count = {
        Type.ITEMS: "count_items",
        Type.CARDS: "count_bits",
        Type.BUILDS: "count_bits",
        Type.VALUES: "count_numbers",
    }.get(whole.type, "ones")
    return f"((i64){count}({p.c(whole, env)}))"


def asked_one_by_one(whole: Expr) -> bool:
    """Whether a number is held against each member of a set that is written out, and the set is never made."""
    if not (isinstance(whole, Call) and whole.row is op.SET and whole.type is Type.VALUES):
        return False
    return not any(isinstance(a, Call) and a.row is op.RANGE for a in whole.args)


def _in(p: Printer, e: Call, env: Env) -> str:
    member, whole = e.args
    if whole.type in SETS_OF_ITEMS:
        return item_inside(p, member, whole, env)
    if asked_one_by_one(whole):
        assert isinstance(whole, Call)

        def is_one(number: str) -> str:
            same = " || ".join(f"{number} == {p.c(a, env)}" for a in whole.args) or "0"
            return f"{number} >= 0 && {number} <= {LARGEST_IN_SET} && ({same})"

        return p.let("i64", "int", p.c(member, env), is_one, "m")
    has = "has_number" if whole.type is Type.VALUES else "has_word"
    return f"{has}({p.c(whole, env)}, {p.c(member, env)})"


CALLS: dict[Row, Print] = {
    op.SET: _set,
    op.RANGE: text("number_range({0}, {1})"),
    op.RANK_RANGE: lambda p, e, env: f"{sum(1 << rank for rank in ranks_between(p, e))}ull",
    op.UNION: _join(both_sets),
    op.WITHOUT: _join(less_set),
    COUNT: _count,
    op.IN: _in,
    op.TOTALLING: lambda p, e, env: p.c(e.args[0], env),
    op.ONLY_BUILDS: lambda p, e, env: f"({p.items(e.args[0], env)}).builds",
    **{row: lambda p, e, env: p.as_type(e.args[0], e.type, env) for row in op.AS.values()},
}
