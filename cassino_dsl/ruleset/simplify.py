"""The algebra of typed expressions: what is known is worked out, what is not stays as it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from cassino_dsl.ruleset.cards import Pack
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type
from cassino_dsl.ruleset.span import Span


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known: values of names and of standing names (``kind``, ``deals`` …), sizes of sets
    (``seats``, ``stock`` …), and the pack."""

    pack: Pack | None = None
    names: Mapping[str, Literal] = field(default_factory=dict)
    standing: Mapping[str, Literal] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)


def simplify(expr: Expr, facts: Facts) -> Expr:
    """``expr`` with everything worked out that ``facts`` decide."""
    if isinstance(expr, Literal):
        return expr
    if isinstance(expr, Name):
        return facts.names.get(expr.name, expr)
    if isinstance(expr, Quantified):
        inner = replace(facts, names={k: v for k, v in facts.names.items() if k != expr.name})
        return _quantified(replace(expr, source=simplify(expr.source, facts), body=simplify(expr.body, inner)))
    if not expr.args and expr.function in facts.standing:
        return replace(facts.standing[expr.function], span=expr.span)
    args = tuple(simplify(a, facts) for a in expr.args)
    call = replace(expr, args=args)
    worked = _LOGIC[expr.function](call) if expr.function in _LOGIC else _work_out(call, facts)
    return worked if worked is not None else call


def constant(expr: Expr | None, facts: Facts) -> bool | int | str | None:
    """The value of an expression that the facts decide, else None."""
    if expr is None:
        return None
    found = simplify(expr, facts)
    return found.value if isinstance(found, Literal) else None


def numbers(expr: Expr, facts: Facts) -> tuple[int, ...] | None:
    """The members of a constant set of numbers (or the one number), else None."""
    found = simplify(expr, facts)
    if isinstance(found, Literal):
        if found.value is None:
            return ()
        return (found.value,) if isinstance(found.value, int) else None
    if isinstance(found, Call) and found.function == "set" and found.type is Type.VALUES:
        members: list[int] = []
        for arg in found.args:
            if isinstance(arg, Call) and arg.function == "range":
                low, high = arg.args
                if not (isinstance(low, Literal) and isinstance(high, Literal)):
                    return None
                members.extend(range(int(low.value or 0), min(int(high.value or 0), 1000) + 1))
            elif isinstance(arg, Literal) and isinstance(arg.value, int):
                members.append(arg.value)
            else:
                return None
        return tuple(sorted(set(members)))
    return None


def _literal(value: bool | int | str | None, type: Type, span: Span) -> Literal:
    return Literal(type, value, span)


def _bool(expr: Expr) -> bool | None:
    return expr.value if isinstance(expr, Literal) and isinstance(expr.value, bool) else None


def _and(call: Call) -> Expr | None:
    left, right = call.args
    for one, other in ((left, right), (right, left)):
        if _bool(one) is False:
            return _literal(False, Type.BOOL, call.span)
        if _bool(one) is True:
            return other
    return None


def _or(call: Call) -> Expr | None:
    left, right = call.args
    for one, other in ((left, right), (right, left)):
        if _bool(one) is True:
            return _literal(True, Type.BOOL, call.span)
        if _bool(one) is False:
            return other
    return None


def _implies(call: Call) -> Expr | None:
    left, right = call.args
    if _bool(left) is False or _bool(right) is True:
        return _literal(True, Type.BOOL, call.span)
    if _bool(left) is True:
        return right
    if _bool(right) is False:
        return _negate(left, call.span)
    return None


def _not(call: Call) -> Expr | None:
    value = _bool(call.args[0])
    return None if value is None else _literal(not value, Type.BOOL, call.span)


def _negate(expr: Expr, span: Span) -> Expr:
    call = Call(Type.BOOL, "not", (expr,), span)
    return _not(call) or call


def _if(call: Call) -> Expr | None:
    test, then, other = call.args
    value = _bool(test)
    return None if value is None else (then if value else other)


_LOGIC: dict[str, Callable[[Call], Expr | None]] = {
    "and": _and,
    "or": _or,
    "implies": _implies,
    "not": _not,
    "if": _if,
}

LARGEST_PRODUCT = 10**12


def product(a: int, b: int) -> int:
    """A product, at most 10¹² either way: whatever an expression then adds to it, 64 bits hold."""
    return max(-LARGEST_PRODUCT, min(LARGEST_PRODUCT, a * b))


_NUMERIC: dict[str, Callable[[int, int], int | bool]] = {
    "plus": lambda a, b: a + b,
    "minus": lambda a, b: a - b,
    "times": product,
    "min": min,
    "max": max,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}


def divide(a: int, b: int) -> int:
    """Whole division, rounding down; by zero it is 0, so that no expression can fail."""
    return a // b if b else 0


def remainder(a: int, b: int) -> int:
    """What whole division leaves; by zero it is 0."""
    return a % b if b else 0


def _work_out(call: Call, facts: Facts) -> Expr | None:
    name, args, span = call.function, call.args, call.span
    if name == "count" and isinstance(args[0], Call) and not args[0].args and args[0].function in facts.sizes:
        return _literal(facts.sizes[args[0].function], Type.INT, span)
    if name == "known" and isinstance(args[0], Literal):
        return _literal(args[0].value is not None, Type.BOOL, span)
    if name == "or_else" and isinstance(args[0], Literal):
        return args[0] if args[0].value is not None else args[1]
    if name in ("in", "not_in"):
        inside = _inside(args[0], args[1])
        return None if inside is None else _literal(inside == (name == "in"), Type.BOOL, span)
    if not args or not all(isinstance(a, Literal) for a in args):
        return None
    values = [a.value for a in args if isinstance(a, Literal)]
    if name in ("eq", "ne"):
        # nothing equals nothing, unless it is written down
        unknown = values[0] is None and Type.NONE not in (args[0].type, args[1].type)
        return _literal((values[0] == values[1] and not unknown) == (name == "eq"), Type.BOOL, span)
    if all(isinstance(v, int) for v in values):
        whole = [int(v) for v in values if v is not None]
        if name in _NUMERIC:
            result = _NUMERIC[name](whole[0], whole[1])
            return _literal(result, Type.BOOL if isinstance(result, bool) else Type.INT, span)
        if name in ("div", "mod"):
            return _literal((divide if name == "div" else remainder)(whole[0], whole[1]), Type.INT, span)
        if name in ("negative", "abs"):
            return _literal(-whole[0] if name == "negative" else abs(whole[0]), Type.INT, span)
    return _of_card(call, values[0], facts) if facts.pack else None


def _inside(member: Expr, whole: Expr) -> bool | None:
    if not (isinstance(member, Literal) and isinstance(whole, Call) and whole.function == "set"):
        return None
    undecided = False
    for arg in whole.args:
        if isinstance(arg, Literal):
            if arg.value == member.value:
                return True
        elif isinstance(arg, Call) and arg.function == "range" and arg.type is Type.INT:
            low, high = arg.args
            if isinstance(low, Literal) and isinstance(high, Literal) and isinstance(member.value, int):
                if int(low.value or 0) <= member.value <= int(high.value or 0):
                    return True
            else:
                undecided = True
        else:
            undecided = True
    return None if undecided else False


def _of_card(call: Call, value: bool | int | str | None, facts: Facts) -> Expr | None:
    assert facts.pack is not None
    if call.function == "order":
        return _literal(facts.pack.ranks.index(str(value)) + 1 if value in facts.pack.ranks else 0, Type.INT, call.span)
    number = facts.pack.number_of(str(value)) if call.args[0].type is Type.CARD else None
    if number is None:
        return None
    face = facts.pack.faces[number]
    if call.function == "rank":
        return _literal(face.rank, Type.RANK, call.span)
    if call.function == "suit":
        return _literal(face.suit or None, Type.SUIT, call.span)
    if call.function == "pips":
        return _literal(face.pips, Type.INT, call.span)
    if call.function == "colour":
        colour = next((s.colour for s in facts.pack.suits if s.letter == face.suit), None)
        return _literal(colour, Type.COLOUR, call.span)
    return None


def _quantified(expr: Quantified) -> Expr:
    value = _bool(expr.body)
    if value is None or expr.operator in ("first", "sum", "max", "min"):
        return expr
    if expr.operator == "filter":
        return expr.source if value else replace(expr)
    if expr.operator == "any" and not value:
        return _literal(False, Type.BOOL, expr.span)
    if expr.operator == "all" and value:
        return _literal(True, Type.BOOL, expr.span)
    if expr.operator == "count":
        return Call(Type.INT, "count", (expr.source,), expr.span) if value else _literal(0, Type.INT, expr.span)
    return expr
