"""Terms, as their author wrote them: a call evaluates the body, in which a parameter is whatever stands in its place.

An argument is not worked out beforehand: beneath `after(…)` in the body it is asked of the position after the play.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.meaning import Compile, Meaning, Value
from cassino_dsl.engine.steps import size_of
from cassino_dsl.ruleset.expr import Call
from cassino_dsl.ruleset.operators import TERM, TERM_OR_NOTHING
from cassino_dsl.ruleset.row import Row


@dataclass(frozen=True, slots=True)
class Argument:
    """What stands in the place of a parameter: an expression, and the names where it was written."""

    value: Value
    names: dict[str, Any]


def named(name: str) -> Value:
    """The meaning of a bound name."""

    def look_up(f: Frame) -> Any:
        found = f.names[name]
        if type(found) is not Argument:
            return found
        here, f.names = f.names, found.names
        try:
            return found.value(f)
        finally:
            f.names = here

    return look_up


def _term(evaluate: Compile, call: Call) -> Value:
    term = evaluate.terms[(call.name, tuple(a.type for a in call.args))]
    arguments = tuple((name, evaluate(arg)) for (name, _), arg in zip(term.params, call.args, strict=True))
    body = evaluate(term.body)
    steps, size = evaluate.steps, size_of(term.body)

    def value(f: Frame) -> Any:
        steps.take(size)
        here = f.names
        f.names = {name: Argument(arg, here) for name, arg in arguments}
        try:
            return body(f)
        finally:
            f.names = here

    return value


MEANINGS: dict[Row, Meaning] = {TERM: _term, TERM_OR_NOTHING: _term}
