"""Expressions that depend on one card alone, worked out for every face.

`rank(c) in {J, Q, K}`, `c in {Jc, Qc, …}` and `order(rank(c)) > 10` become the same choice of faces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cassino_dsl.ruleset.cards import Face, Pack
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type
from cassino_dsl.ruleset.simplify import divide, product, remainder

NO_CARD = "no card"  # the row for builds, and for plays of several cards
_PRINTED = {"rank", "suit", "colour", "pips"}
_WORKED = (
    "eq ne in not_in set range and or not implies if plus minus times div mod negative lt le gt ge min max abs order"
)
_STATIC = _PRINTED | set(_WORKED.split())
_CARDLIKE = (Type.CARD, Type.ITEM)


class NotStatic(Exception):
    """The expression needs more than a face to be worked out."""


def subject_of(expr: Expr) -> Expr | None:
    """The one card that an expression speaks of, if it speaks of nothing else: a name, or `card`."""
    found: list[Expr] = []
    if not _collect(expr, found) or not found:
        return None
    first = found[0]
    same = all(_key(f) == _key(first) for f in found)
    return first if same and not isinstance(expr, Name) and expr is not first else None


def _key(expr: Expr) -> tuple[str, str]:
    return ("name", expr.name) if isinstance(expr, Name) else ("call", "card")


def _collect(expr: Expr, found: list[Expr]) -> bool:
    """Whether everything in the expression is static; the cards it speaks of go to ``found``."""
    if isinstance(expr, Literal):
        return True
    if isinstance(expr, Name) or (isinstance(expr, Call) and expr.function == "card" and not expr.args):
        found.append(expr)
        return expr.type in _CARDLIKE
    if isinstance(expr, Quantified) or expr.function not in _STATIC:
        return False
    return all(_collect(a, found) for a in expr.args)


def rows(expr: Expr, subject: Expr, pack: Pack, faces: Iterable[str]) -> Mapping[str, Any]:
    """The value of ``expr`` for each of these faces of the pack, and where there is no card."""
    by_text = {face.text: face for face in pack.faces}
    found = {text: _value(expr, _key(subject), by_text[text], pack) for text in faces}
    found[NO_CARD] = _value(expr, _key(subject), None, pack)
    return found


def _value(expr: Expr, subject: tuple[str, str], face: Face | None, pack: Pack) -> Any:
    if isinstance(expr, Literal):
        return expr.value
    if isinstance(expr, Name | Quantified) or expr.function == "card":
        return face.text if face else None
    name = expr.function
    if name == "set":
        return _members(expr, subject, face, pack)
    if name in _PRINTED and _key_of(expr.args[0]) == subject:
        return _printed(name, face, pack)
    values = [_value(a, subject, face, pack) for a in expr.args]
    if name in _PRINTED:
        literal = next((f for f in pack.faces if f.text == values[0]), None)
        return _printed(name, literal, pack)
    return _worked_out(name, expr, values, pack)


def _key_of(expr: Expr) -> tuple[str, str] | None:
    return _key(expr) if isinstance(expr, Name | Call) else None


def _printed(name: str, face: Face | None, pack: Pack) -> Any:
    if face is None:
        return 0 if name == "pips" else None
    if name == "rank":
        return face.rank
    if name == "suit":
        return face.suit or None
    if name == "pips":
        return face.pips
    return next((s.colour for s in pack.suits if s.letter == face.suit), None)


def _members(expr: Call, subject: tuple[str, str], face: Face | None, pack: Pack) -> list[Any]:
    found: list[Any] = []
    for arg in expr.args:
        if isinstance(arg, Call) and arg.function == "range":
            low, high = (_value(a, subject, face, pack) for a in arg.args)
            if arg.type is Type.RANK:
                if low not in pack.ranks or high not in pack.ranks:
                    raise NotStatic
                found.extend(pack.ranks[pack.ranks.index(low) : pack.ranks.index(high) + 1])
            else:
                found.extend(range(max(0, low), min(127, high) + 1))
        else:
            found.append(_value(arg, subject, face, pack))
    return found


def _worked_out(name: str, expr: Call, values: list[Any], pack: Pack) -> Any:
    if name in ("eq", "ne"):
        left, right = values
        plain = expr.args[0].type in (Type.INT, Type.BOOL) or Type.NONE in (expr.args[0].type, expr.args[1].type)
        return ((plain or left is not None) and left == right) == (name == "eq")
    if name in ("in", "not_in"):
        if not isinstance(values[1], list):
            raise NotStatic
        return (values[0] in values[1]) == (name == "in")
    if name == "if":
        return values[1] if values[0] else values[2]
    if name == "order":
        return pack.ranks.index(values[0]) + 1 if values[0] in pack.ranks else 0
    if any(v is None or isinstance(v, list) for v in values) or name not in _ARITHMETIC:
        raise NotStatic
    return _ARITHMETIC[name](*values)


_ARITHMETIC: dict[str, Any] = {
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "implies": lambda a, b: not a or b,
    "not": lambda a: not a,
    "plus": lambda a, b: a + b,
    "minus": lambda a, b: a - b,
    "times": product,
    "div": divide,
    "mod": remainder,
    "negative": lambda a: -a,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "min": min,
    "max": max,
    "abs": abs,
}
