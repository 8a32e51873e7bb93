"""Sets: ordered, with each member once. Sets of cards and items are lists or tuples, sets of numbers the bits of an
int (the smallest number first), sets of anything else tuples.

A card that is written out or remembered stands for every copy of its face: where one side of `in`, `+` or `-` is
such a card or a set of them, faces are compared; otherwise it is asked for that very card. So a memory of cards holds
each face once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from cassino_dsl.engine.reference.logic import at_moment, face, negated
from cassino_dsl.engine.reference.meaning import Compile, Meaning, Value
from cassino_dsl.engine.reference.numbers import bits
from cassino_dsl.engine.reference.play import Frame
from cassino_dsl.engine.reference.terms import Argument, in_body
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name
from cassino_dsl.language.ruleset.numbers import LARGEST_IN_SET
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.types import SETS_OF_ITEMS, Type
from cassino_dsl.language.ruleset.words import COUNT

NOWHERE: Frame = None  # type: ignore[assignment]  # what is constant asks no frame
Fits = Callable[[Any], bool]  # whether something is in a set


def members(evaluate: Compile, whole: Expr) -> Value:
    """A function that gives the members of a set to run over, in order."""
    value = evaluate(whole)
    if whole.type is Type.VALUES:
        return lambda f: bits(value(f))
    return value


def is_constant(expr: Expr) -> bool:
    """Whether a set is written out, member by member."""
    if isinstance(expr, Call) and expr.row in (op.SET, op.RANGE, op.RANK_RANGE):
        return all(is_constant(a) for a in expr.args)
    return isinstance(expr, Literal)


def _once(found: Iterable[Any]) -> list[Any]:
    return list(dict.fromkeys(m for m in found if m is not None))


def _set(evaluate: Compile, call: Call) -> Value:
    if call.type is Type.VALUES:
        return _number_set(evaluate, call)
    parts = tuple(_listed(evaluate, a) for a in call.args)
    if is_constant(call):
        constant = tuple(_once(m for part in parts for m in part(NOWHERE)))
        return lambda f: constant
    return lambda f: _once(m for part in parts for m in part(f))


def _listed(evaluate: Compile, member: Expr) -> Value:
    value = evaluate(member)
    if isinstance(member, Call) and member.row is op.RANK_RANGE:
        return value
    return lambda f: (value(f),)


def _rank_range(evaluate: Compile, call: Call) -> Value:
    low, high = (evaluate(a) for a in call.args)
    between = evaluate.plan.ruleset.pack.between
    return lambda f: between(low(f), high(f))


def _number_range(evaluate: Compile, call: Call) -> Value:
    low, high = (evaluate(a) for a in call.args)

    def between(f: Frame) -> int:
        first, last = max(0, low(f)), min(LARGEST_IN_SET, high(f))
        return (1 << (last + 1)) - (1 << first) if first <= last else 0

    return between


def _number_set(evaluate: Compile, call: Call) -> Value:
    parts = [(evaluate(a), isinstance(a, Call) and a.row is op.RANGE) for a in call.args]

    def numbers(f: Frame) -> int:
        found = 0
        for value, is_range in parts:
            number = value(f)
            if is_range:
                found |= number
            elif 0 <= number <= LARGEST_IN_SET:
                found |= 1 << number
        return found

    return numbers


def _inside(evaluate: Compile, whole: Expr, by_face: bool) -> Callable[[Frame], Fits]:
    """Gives, for a frame, the question whether something is in a set: of sets put together it asks part by part."""
    copies = evaluate.tables.copies if whole.type in SETS_OF_ITEMS else 1
    if copies > 1 and isinstance(whole, Call):
        if whole.row in op.AS.values():
            return _inside(evaluate, whole.args[0], by_face)  # the known branch, as it would be asked in its `if`
        if whole.row in (op.UNION, op.WITHOUT, op.IF):
            return _inside_parts(evaluate, whole, by_face)
        if whole.row.of_a_moment:
            return at_moment(whole.row, _inside(evaluate, whole.args[0], by_face))
        if whole.row in op.TERMS:
            return in_body(evaluate, whole, lambda body: _inside(evaluate, body, by_face))
    there = _inside_whole(evaluate, whole, by_face, copies)
    if copies == 1 or not isinstance(whole, Name):
        return there

    def named(f: Frame) -> Fits:
        given = f.names[whole.name]
        if type(given) is not Argument:
            return there(f)
        return given.found(f, _inside(evaluate, given.expr, by_face))  # type: ignore[no-any-return]

    return named


def _inside_whole(evaluate: Compile, whole: Expr, by_face: bool, copies: int) -> Callable[[Frame], Fits]:
    value = evaluate(whole)
    if copies > 1 and (by_face or whole.written):

        def by_faces(f: Frame) -> Fits:
            found = {face(m, copies) for m in value(f)}
            return lambda m: face(m, copies) in found

        return by_faces
    if whole.type is Type.VALUES:

        def numbers(f: Frame) -> Fits:
            found = value(f)
            return lambda number: number >= 0 and bool(found >> number & 1)

        return numbers
    if is_constant(whole):
        constant = frozenset(value(NOWHERE))
        return lambda f: constant.__contains__
    return lambda f: value(f).__contains__


def _inside_parts(evaluate: Compile, whole: Call, by_face: bool) -> Callable[[Frame], Fits]:
    first, second = (_inside(evaluate, a, by_face) for a in whole.args[-2:])
    if whole.row is op.IF:
        test = evaluate(whole.args[0])
        return lambda f: first(f) if test(f) else second(f)

    def united(f: Frame) -> Fits:
        one, other = first(f), second(f)
        return lambda m: one(m) or other(m)

    def without(f: Frame) -> Fits:
        one, other = first(f), second(f)
        return lambda m: one(m) and not other(m)

    return united if whole.row is op.UNION else without


def _in(evaluate: Compile, call: Call) -> Value:
    member, whole = call.args
    value, inside = evaluate(member), _inside(evaluate, whole, member.written)

    def is_in(f: Frame) -> bool:
        found = value(f)
        return found is not None and inside(f)(found)

    return is_in


def _union(evaluate: Compile, call: Call) -> Value:
    first, second = call.args
    left, right = evaluate(first), evaluate(second)
    if call.type is Type.VALUES:
        return lambda f: left(f) | right(f)
    there = _inside(evaluate, first, second.written)

    def union(f: Frame) -> list[Any]:
        known = there(f)
        return [*left(f), *(m for m in right(f) if not known(m))]

    return union


def _without(evaluate: Compile, call: Call) -> Value:
    first, second = call.args
    left, right = evaluate(first), evaluate(second)
    if call.type is Type.VALUES:
        return lambda f: left(f) & ~right(f)
    taken = _inside(evaluate, second, first.written)

    def difference(f: Frame) -> list[Any]:
        gone = taken(f)
        return [m for m in left(f) if not gone(m)]

    return difference


def _count(evaluate: Compile, call: Call) -> Value:
    whole = evaluate(call.args[0])
    if call.args[0].type is Type.VALUES:
        return lambda f: whole(f).bit_count()
    return lambda f: len(whole(f))


MEANINGS: dict[Row, Meaning] = {
    op.SET: _set,
    op.RANGE: _number_range,
    op.RANK_RANGE: _rank_range,
    op.IN: _in,
    op.NOT_IN: negated(_in),
    op.UNION: _union,
    op.WITHOUT: _without,
    COUNT: _count,
    op.TOTALLING: lambda evaluate, call: evaluate(call.args[0]),
    **dict.fromkeys(op.AS.values(), lambda evaluate, call: evaluate(call.args[0])),
}
