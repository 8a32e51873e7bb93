"""Terms, as their author wrote them: a call evaluates the body, in which a parameter is whatever stands in its place.

An argument is not worked out beforehand: beneath `after(…)` in the body it is asked of the position after the play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from cassino_dsl.engine.reference.limits import size_of
from cassino_dsl.engine.reference.meaning import Compile, Meaning, Value
from cassino_dsl.engine.reference.play import Frame
from cassino_dsl.language.ruleset.expr import Call, Expr, Name
from cassino_dsl.language.ruleset.operators import TERM, TERM_OR_NOTHING
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.types import SETS_OF_ITEMS


@dataclass(frozen=True, slots=True)
class Argument:
    """What stands in the place of a parameter: an expression, and the names where it was written."""

    expr: Expr
    value: Value
    names: dict[str, Any]

    def found(self, f: Frame, inner: Value) -> Any:
        """What is found where the argument was written."""
        here, f.names = f.names, self.names
        try:
            return inner(f)
        finally:
            f.names = here


def arguments(evaluate: Compile, params: Iterable[str], args: Iterable[Expr]) -> Callable[[Frame], dict[str, Any]]:
    """Gives, for a frame, what the parameters of a term or a named effect stand for. A name stands for the same in any
    position; of a set, what is asked of it is asked of how it was written."""
    given = list(zip(params, args, strict=True))
    names = [(name, arg.name) for name, arg in given if isinstance(arg, Name) and arg.type not in SETS_OF_ITEMS]
    others = [(name, arg, evaluate(arg)) for name, arg in given if name not in dict(names)]

    def stand_for(f: Frame) -> dict[str, Any]:
        here = f.names
        found = {name: here[same] for name, same in names}
        for name, arg, value in others:
            found[name] = Argument(arg, value, here)
        return found

    return stand_for


def named(name: str) -> Value:
    """The meaning of a bound name."""

    def look_up(f: Frame) -> Any:
        found = f.names[name]
        return found.found(f, found.value) if type(found) is Argument else found

    return look_up


def in_body(evaluate: Compile, call: Call, make: Callable[[Expr], Value]) -> Value:
    """What is made of the body of a term, found where its parameters stand for the arguments of a call."""
    term = evaluate.terms[(call.name, tuple(a.type for a in call.args))]
    given = arguments(evaluate, (name for name, _ in term.params), call.args)
    inner, steps, size = make(term.body), evaluate.steps, size_of(term.body)

    def value(f: Frame) -> Any:
        steps.take(size)
        here = f.names
        f.names = given(f)
        try:
            return inner(f)
        finally:
            f.names = here

    return value


def _term(evaluate: Compile, call: Call) -> Value:
    return in_body(evaluate, call, evaluate)


MEANINGS: dict[Row, Meaning] = {TERM: _term, TERM_OR_NOTHING: _term}
