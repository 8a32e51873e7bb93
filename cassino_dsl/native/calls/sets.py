"""Sets: written out, united, counted, asked for a member."""

from __future__ import annotations

from collections.abc import Iterable

from cassino_dsl.native.members import item_inside, joined
from cassino_dsl.native.ordered import ranks_between
from cassino_dsl.native.printer import Env, Print, Printer
from cassino_dsl.ruleset.expr import Call, Expr, Type
from cassino_dsl.ruleset.numbers import LARGEST_IN_SET
from cassino_dsl.ruleset.operators import AS, IN, ONLY_BUILDS, RANGE, RANK_RANGE, SET, TOTALLING, UNION, WITHOUT
from cassino_dsl.ruleset.row import Row
from cassino_dsl.ruleset.types import SETS_OF_ITEMS
from cassino_dsl.ruleset.words import COUNT


def _set(p: Printer, e: Call, env: Env) -> str:
    if e.type is Type.ITEMS:
        text = "((Items){0, 0})"
        for a in e.args:
            text = f"both({text}, item_set({p.item(a, env)}))"
        return text
    ranges = [isinstance(a, Call) and a.row in (RANGE, RANK_RANGE) for a in e.args]
    texts = [p.c(a, env) for a in e.args]
    unit, bit = _BITS.get(e.type, ("Words", "word_bit"))
    return f"(({unit}){_union(t if is_set else f'{bit}({t})' for t, is_set in zip(texts, ranges, strict=True))})"


_BITS = {Type.VALUES: ("Numbers", "number_bit"), Type.CARDS: ("Mask", "bit"), Type.BUILDS: ("Mask", "bit")}


def _union(parts: Iterable[str]) -> str:
    texts = list(parts)
    return "(" + " | ".join(texts) + ")" if texts else "0"


def _range(p: Printer, e: Call, env: Env) -> str:
    low, high = (p.c(a, env) for a in e.args)
    return f"number_range({low}, {high})"


def _rank_range(p: Printer, e: Call, env: Env) -> str:
    return f"{sum(1 << rank for rank in ranks_between(p, e))}ull"


def _join(operator: str) -> Print:
    def show(p: Printer, e: Call, env: Env) -> str:
        if e.type in SETS_OF_ITEMS:
            return joined(p, e, env)
        left, right = (p.c(a, env) for a in e.args)
        return f"({left} {operator}{right})"

    return show


def _count(p: Printer, e: Call, env: Env) -> str:
    whole = e.args[0]
    count = {
        Type.ITEMS: "count_items",
        Type.CARDS: "count_bits",
        Type.BUILDS: "count_bits",
        Type.VALUES: "count_numbers",
    }.get(whole.type, "__builtin_popcountll")
    return f"((i64){count}({p.c(whole, env)}))"


def asked_one_by_one(whole: Expr) -> bool:
    """Whether a number is held against each member of a set that is written out, and the set is never made."""
    if not (isinstance(whole, Call) and whole.row is SET and whole.type is Type.VALUES):
        return False
    return not any(isinstance(a, Call) and a.row is RANGE for a in whole.args)


def _in(p: Printer, e: Call, env: Env) -> str:
    member, whole = e.args
    if whole.type in SETS_OF_ITEMS:
        return item_inside(p, member, whole, env)
    if asked_one_by_one(whole):
        assert isinstance(whole, Call)
        number = p.fresh("m")
        same = " || ".join(f"{number} == {p.c(a, env)}" for a in whole.args) or "0"
        held = f"{number} >= 0 && {number} <= {LARGEST_IN_SET}"
        return f"({{ const i64 {number} = {p.c(member, env)}; {held} && ({same}); }})"
    has = "has_number" if whole.type is Type.VALUES else "has_word"
    return f"{has}({p.c(whole, env)}, {p.c(member, env)})"


CALLS: dict[Row, Print] = {
    SET: _set,
    RANGE: _range,
    RANK_RANGE: _rank_range,
    UNION: _join("| "),
    WITHOUT: _join("& ~"),
    COUNT: _count,
    IN: _in,
    TOTALLING: lambda p, e, env: p.c(e.args[0], env),
    ONLY_BUILDS: lambda p, e, env: f"({p.items(e.args[0], env)}).builds",
    **{row: lambda p, e, env: p.as_type(e.args[0], e.type, env) for row in AS.values()},
}
