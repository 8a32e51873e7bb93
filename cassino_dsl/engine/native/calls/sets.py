"""Sets: written out, united, counted, asked for a member."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from cassino_dsl.engine.native.members import item_inside, joined
from cassino_dsl.engine.native.ordered import ranks_between
from cassino_dsl.engine.native.printer import Env, Print, Printer, both_sets, empty, less_set, text
from cassino_dsl.engine.native.words import mask_literal
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Type
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
    bit, of_words = _BITS.get(e.type, ("word_bit", ""))
    known = [member for member in e.args if isinstance(member, Literal) and member.value is not None]
    if of_words and len(known) == len(e.args):
        numbers = {p.words.number(member) for member in known}
        return mask_literal(sum(1 << n for n in numbers if 0 <= n <= LARGEST_IN_SET), of_words)
    parts = []
    for member in e.args:
        is_range = isinstance(member, Call) and member.row in (op.RANGE, op.RANK_RANGE)
        parts.append(p.c(member, env) if is_range else f"{bit}({p.c(member, env)})")
    return reduce(lambda one, other: both_sets(e.type, one, other), parts) if parts else empty(e.type)


# a member as a set, and a set whose words are known
_BITS = {Type.VALUES: ("number_bit", "number_set"), **dict.fromkeys((Type.CARDS, Type.BUILDS), ("bit", "set_of"))}


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


def asked_one_by_one(whole: Expr) -> list[Expr] | None:
    """The members of a set of numbers that is written out, where a number is held against each and the set is never
    made."""
    if not (isinstance(whole, Call) and whole.type is Type.VALUES and whole.row in (op.SET, op.UNION)):
        return None
    if whole.row is op.SET:
        return None if any(isinstance(a, Call) and a.row is op.RANGE for a in whole.args) else list(whole.args)
    left, right = (asked_one_by_one(part) for part in whole.args)
    return None if left is None or right is None else left + right


def _in(p: Printer, e: Call, env: Env) -> str:
    member, whole = e.args
    if whole.type in SETS_OF_ITEMS:
        return item_inside(p, member, whole, env)
    members = asked_one_by_one(whole)
    if members is not None:

        def is_one(number: str) -> str:
            same = " || ".join(f"{number} == {p.c(a, env)}" for a in members) or "0"
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
