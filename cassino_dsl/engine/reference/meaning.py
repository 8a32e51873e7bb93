"""What the makers of meanings share: the shape of an entry in the table of words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from cassino_dsl.engine.reference.cards import CardTables
from cassino_dsl.engine.reference.limits import Steps
from cassino_dsl.engine.reference.play import Frame
from cassino_dsl.language.plan.levels import TermTable
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.expr import Call, Expr

Value = Callable[[Frame], Any]


class Compile(Protocol):
    """Gives the function of an expression; knows the plan and its cards."""

    plan: Plan
    tables: CardTables
    steps: Steps
    terms: TermTable

    def __call__(self, expr: Expr) -> Value: ...


Meaning = Callable[[Compile, Call], Value]  # of one row: the function of a call of it


def every(tests: Iterable[Value]) -> Value:
    """What holds where all of these do."""
    tests = tuple(tests)
    if len(tests) == 1:
        return tests[0]

    def holds(f: Frame) -> bool:
        for test in tests:  # noqa: SIM110  # `all` of a generator takes twice as long
            if not test(f):
                return False
        return True

    return holds


def strictly(function: Callable[..., Any], empty: Any = None) -> Meaning:
    """The meaning of a function of values: of nothing it gives nothing (or ``empty``, where that is its nothing)."""

    def make(evaluate: Compile, call: Call) -> Value:
        args = tuple(evaluate(a) for a in call.args)
        if not any(a.maybe for a in call.args):
            if len(args) == 1:
                (only,) = args
                return lambda f: function(only(f))
            if len(args) == 2:
                first, second = args
                return lambda f: function(first(f), second(f))
            return lambda f: function(*(a(f) for a in args))

        def value(f: Frame) -> Any:
            values = [a(f) for a in args]
            return empty if any(v is None for v in values) else function(*values)

        return value

    return make


def of_values(make: Callable[..., Value]) -> Meaning:
    """The meaning of what asks its arguments itself: some perhaps not at all."""
    return lambda evaluate, call: make(*(evaluate(a) for a in call.args))


def with_evaluator(make: Callable[[Compile], Meaning]) -> Meaning:
    """The meaning of what asks the plan, or the tables of its cards."""
    return lambda evaluate, call: make(evaluate)(evaluate, call)


def of_frame(read: Value) -> Meaning:
    """The meaning of a standing name."""
    return lambda evaluate, call: read


def of_owner(read: Callable[[Frame, Any], Any], nothing: Any = None) -> Meaning:
    """The meaning of what the frame holds of something; of nothing it holds ``nothing``."""

    def make(evaluate: Compile, call: Call) -> Value:
        owner = evaluate(call.args[-1])

        def of(f: Frame) -> Any:
            whose = owner(f)
            return nothing if whose is None else read(f, whose)

        return of

    return make


def of_plan(make: Callable[[Plan], Any]) -> Meaning:
    """The meaning of what the plan decides."""

    def constant(evaluate: Compile, call: Call) -> Value:
        value = make(evaluate.plan)
        return lambda f: value

    return constant
