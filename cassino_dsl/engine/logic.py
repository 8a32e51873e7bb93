"""Logic, numbers, comparisons, what may be nothing, and looking ahead and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.meaning import Compile, Meaning, Value, strictly
from cassino_dsl.engine.state import State
from cassino_dsl.ruleset import operators as op
from cassino_dsl.ruleset.arithmetic import ARITHMETIC
from cassino_dsl.ruleset.expr import Call
from cassino_dsl.ruleset.row import Row
from cassino_dsl.ruleset.types import CARDLIKE, ELEMENT, Type
from cassino_dsl.ruleset.words import AFTER, BEFORE, KNOWN, OR_ELSE


def _and(evaluate: Compile, call: Call) -> Value:
    left, right = (evaluate(a) for a in call.args)
    return lambda f: left(f) and right(f)


def _or(evaluate: Compile, call: Call) -> Value:
    left, right = (evaluate(a) for a in call.args)
    return lambda f: left(f) or right(f)


def _implies(evaluate: Compile, call: Call) -> Value:
    left, right = (evaluate(a) for a in call.args)
    return lambda f: not left(f) or right(f)


def _if(evaluate: Compile, call: Call) -> Value:
    test, then, other = (evaluate(a) for a in call.args)
    return lambda f: then(f) if test(f) else other(f)


def _equal(evaluate: Compile, call: Call) -> Value:
    """`=` on cards compares faces: twins are equal. Nothing equals nothing: two builds are not of one rank."""
    left, right = (evaluate(a) for a in call.args)
    if call.args[0].type in ELEMENT and call.args[0].type is not Type.VALUES:
        return _same_members(evaluate, call)
    copies = evaluate.tables.copies
    by_face = copies > 1 and all(a.type in CARDLIKE for a in call.args)

    def equal(f: Frame) -> bool:
        first, second = left(f), right(f)
        if first is None or second is None:
            return False
        return face(first, copies) == face(second, copies) if by_face else bool(first == second)

    if by_face or any(a.maybe for a in call.args):
        return equal
    return lambda f: left(f) == right(f)


def _same_members(evaluate: Compile, call: Call) -> Value:
    """Two sets are the same where they have the same members, in whatever order."""
    left, right = (evaluate(a) for a in call.args)
    copies = evaluate.tables.copies
    by_face = copies > 1 and any(a.written for a in call.args)

    def members(found: Any) -> set[Any]:
        return {face(m, copies) for m in found} if by_face else set(found)

    return lambda f: members(left(f)) == members(right(f))


def face(item: Any, copies: int) -> Any:
    """What is compared of an item: the face of a card, a build itself."""
    return item // copies if type(item) is int else item


def _unequal(evaluate: Compile, call: Call) -> Value:
    equal = _equal(evaluate, call)
    return lambda f: not equal(f)


def _known(evaluate: Compile, call: Call) -> Value:
    value = evaluate(call.args[0])
    return lambda f: value(f) is not None


def _or_else(evaluate: Compile, call: Call) -> Value:
    first, second = (evaluate(a) for a in call.args)

    def or_else(f: Frame) -> Any:
        value = first(f)
        return second(f) if value is None else value

    return or_else


_MOMENTS: dict[Row, Callable[[Frame], State]] = {AFTER: lambda f: f.ahead(f), BEFORE: lambda f: f.before or f.state}


def at_moment(word: Row, inner: Value) -> Value:
    """What is found in the position after or before the play."""
    moment = _MOMENTS[word]

    def found(f: Frame) -> Any:
        now = f.state
        f.state = moment(f)
        try:
            return inner(f)
        finally:
            f.state = now

    return found


def _moment(evaluate: Compile, call: Call) -> Value:
    return at_moment(call.row, evaluate(call.args[0]))


MEANINGS: dict[Row, Meaning] = {
    op.AND: _and,
    op.OR: _or,
    op.IMPLIES: _implies,
    op.NOT: strictly(lambda a: not a),
    op.IF: _if,
    op.EQ: _equal,
    op.NE: _unequal,
    **{row: strictly(function) for row, function in ARITHMETIC.items()},
    KNOWN: _known,
    OR_ELSE: _or_else,
    AFTER: _moment,
    BEFORE: _moment,
}
