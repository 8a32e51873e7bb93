"""Sets of items put together, and whether something is in them.

A card that is written out or remembered stands for every copy of its face (``engine/sets.py``). So in a pack with
twins it is asked of each part of a set by itself whether cards or faces count; in a pack without, all sets are masks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cassino_dsl.engine.native.printer import Env, Printer, both_sets, c_type, less_set
from cassino_dsl.language.ruleset.expr import Call, Expr, Type
from cassino_dsl.language.ruleset.operators import AS, IF, UNION, WITHOUT
from cassino_dsl.language.ruleset.types import SETS_OF_ITEMS

JOINED = (UNION, WITHOUT, IF)  # sets that are put together of parts


@dataclass(frozen=True, slots=True)
class Taken:
    """The C of a set: its members (``value``), those of which `in` holds, by face or not, and a pointer to its
    members in order."""

    value: str
    inside: Callable[[bool], str]
    list: str


Leaf = Callable[[Expr, list[str]], tuple[str, str]]  # the value and the list of a part; notes what comes before


def unordered(p: Printer, env: Env) -> Leaf:
    """Parts whose order nobody asks for."""

    def leaf(part: Expr, lines: list[str]) -> tuple[str, str]:
        name = p.fresh("s")
        lines.append(f"const Items {name} = {p.items(part, env)};")
        return name, ""

    return leaf


def taken_apart(p: Printer, whole: Expr, env: Env, lines: list[str], leaf: Leaf) -> Taken:
    """The set with each of its parts worked out once, in ``lines`` that come before."""
    if isinstance(whole, Call) and whole.row in AS.values() and whole.type in SETS_OF_ITEMS:
        return taken_apart(p, whole.args[0], env, lines, leaf)  # the branch of an `if` that is known
    if not (isinstance(whole, Call) and whole.row in JOINED):
        return _part(p, whole, lines, leaf)
    one, other = (taken_apart(p, a, env, lines, leaf) for a in whole.args[-2:])
    if whole.row is IF:
        test = p.fresh("t")
        lines.append(f"const int {test} = {p.c(whole.args[0], env)};")
        choice = f"({test} ? {{}} : {{}})"
        return Taken(
            choice.format(one.value, other.value),
            lambda by_face: choice.format(one.inside(by_face), other.inside(by_face)),
            choice.format(one.list, other.list) if one.list else "",
        )
    left, right = whole.args
    of = _ITEMS if whole.type in SETS_OF_ITEMS else _WORDS
    value, united = p.fresh("s"), whole.row is UNION
    known = one.inside(right.written) if united else other.inside(left.written)
    rest = of.less.format(other.value if united else one.value, known)
    lines.append(f"const {of.unit} {value} = {of.both.format(one.value, rest) if united else rest}; (void){value};")
    join = of.both if united else of.less
    listed = ""
    if one.list:
        listed = f"(&{_listed(p, of, lines, known, other.list if united else one.list, one.list if united else '')})"
    return Taken(value, lambda by_face: join.format(one.inside(by_face), other.inside(by_face)), listed)


def _listed(p: Printer, of: _Unit, lines: list[str], known: str, source: str, start: str) -> str:
    """The list that goes on with the members of another that are not known."""
    made, i = p.fresh("l"), p.fresh("i")
    lines.append(f"List {made}; {made}.n = 0;" if not start else f"List {made} = *{start};")
    lines.append(
        f"for (int {i} = 0; {i} < {source}->n; {i}++) "
        f"if (!{of.has}({known}, {source}->code[{i}])) list_add(&{made}, {source}->code[{i}]);"
    )
    return made


def _part(p: Printer, part: Expr, lines: list[str], leaf: Leaf) -> Taken:
    value, listed = leaf(part, lines)
    twins = p.copies > 1 and part.type in SETS_OF_ITEMS
    return Taken(value, lambda by_face: f"all_twins({value})" if twins and (by_face or part.written) else value, listed)


@dataclass(frozen=True, slots=True)
class _Unit:
    """How sets of a C type are put together, and asked for a member."""

    unit: str
    has: str
    both: str
    less: str


_ITEMS = _Unit("Items", "has_item", "both({}, {})", "less({}, {})")
_WORDS = _Unit("Words", "has_word", "({} | {})", "({} & ~{})")


def joined(p: Printer, whole: Call, env: Env) -> str:
    """The C of a union or of a difference of sets of items."""
    if p.copies > 1:
        lines: list[str] = []
        made = taken_apart(p, whole, env, lines, unordered(p, env))
        return p.apart(c_type(whole.type), " ".join(lines), f"{made.value}{_FIELD.get(whole.type, '')}")
    left, right = (p.as_type(a, whole.type, env) for a in whole.args)
    if whole.type is Type.ITEMS:
        return f"{'both' if whole.row is UNION else 'less'}({left}, {right})"
    return (both_sets if whole.row is UNION else less_set)(whole.type, left, right)


_FIELD = {Type.CARDS: ".cards", Type.BUILDS: ".builds"}


def item_inside(p: Printer, member: Expr, whole: Expr, env: Env) -> str:
    """Whether a card or an item is in a set of items."""
    if p.copies > 1 and whole.type is not Type.BUILDS:
        lines: list[str] = []
        inside = taken_apart(p, whole, env, lines, unordered(p, env)).inside(member.written)
        return p.apart("int", " ".join(lines), f"has_item({inside}, {p.item(member, env)})")
    if member.type is Type.CARD and whole.type is Type.CARDS:
        return f"has_card({p.c(whole, env)}, {p.c(member, env)})"
    return f"has_item({p.items(whole, env)}, {p.item(member, env)})"


def same_members(p: Printer, e: Call, env: Env) -> str:
    """Whether two sets have the same members, in whatever order."""
    left, right = e.args
    if left.type not in SETS_OF_ITEMS:
        same = "same_numbers({}, {})" if left.type is Type.VALUES else "({} == {})"
        return same.format(p.c(left, env), p.c(right, env))
    a, b = (p.items(s, env) for s in (left, right))
    if p.copies > 1 and (left.written or right.written):
        a, b = f"all_twins({a})", f"all_twins({b})"
    return f"same_items({a}, {b})"
