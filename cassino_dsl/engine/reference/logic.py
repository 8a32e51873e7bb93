"""Logic, numbers, comparisons, what may be nothing, and looking ahead and back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from cassino_dsl.engine.reference.meaning import Compile, Meaning, Value, of_values, strictly
from cassino_dsl.engine.reference.play import Frame
from cassino_dsl.engine.reference.state import State
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.arithmetic import ARITHMETIC
from cassino_dsl.language.ruleset.expr import Call
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.types import CARDLIKE, ELEMENT, Type
from cassino_dsl.language.ruleset.words import AFTER, BEFORE, KNOWN, OR_ELSE


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

    if by_face or all(a.maybe for a in call.args):
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


def negated(meaning: Meaning) -> Meaning:
    """The meaning of what holds where something does not."""

    def make(evaluate: Compile, call: Call) -> Value:
        holds = meaning(evaluate, call)
        return lambda f: not holds(f)

    return make


def _or_else(first: Value, second: Value) -> Value:
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


MEANINGS: dict[Row, Meaning] = {
    op.AND: of_values(lambda left, right: lambda f: left(f) and right(f)),
    op.OR: of_values(lambda left, right: lambda f: left(f) or right(f)),
    op.IMPLIES: of_values(lambda left, right: lambda f: not left(f) or right(f)),
    op.NOT: strictly(lambda a: not a),
    op.IF: of_values(lambda test, then, other: lambda f: then(f) if test(f) else other(f)),
    op.EQ: _equal,
    op.NE: negated(_equal),
    **{row: strictly(function) for row, function in ARITHMETIC.items()},
    KNOWN: of_values(lambda value: lambda f: value(f) is not None),
    OR_ELSE: of_values(_or_else),
    **{row: of_values(partial(at_moment, row)) for row in _MOMENTS},
}
