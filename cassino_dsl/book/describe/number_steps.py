"""Numbers that go by steps: a chain of conditions on one number is told number by number, in a row or as a table.

What comes of each number is worked out, so it does not matter in which words the chain is written, or in which order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from cassino_dsl.book.describe.condition_parts import POSITIVE, SIGNS, literal_numbers, with_part
from cassino_dsl.book.describe.english import ranges, table
from cassino_dsl.book.describe.expression_patterns import Found
from cassino_dsl.book.describe.phrases import Phrases
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type, walk, with_children
from cassino_dsl.language.ruleset.simplify import Facts, constant
from cassino_dsl.language.ruleset.words import COUNT

FEWEST = 3  # steps, of fewer of which a sentence is easily read
WIDEST = 100  # from the lowest number that is named to the highest


@dataclass(frozen=True, slots=True)
class NumberSteps:
    """``of``: the number that decides; ``steps``: which numbers, in words, and what comes of them; ``rest``: what comes
    of all others, where the lowest and the highest have it in common."""

    of: Expr
    steps: tuple[tuple[str, Expr], ...]
    rest: Expr | None


def number_steps(expr: Expr) -> NumberSteps | None:
    """The steps of an expression that is such a chain."""
    tests: list[Expr] = []
    values: list[Expr] = []
    while isinstance(expr, Call) and expr.row is op.IF:
        test, then, expr = expr.args
        tests.append(_renamed(test))
        values.append(then)
    values.append(expr)
    of = next(_compared(tests[0]), None) if len(values) >= FEWEST else None
    if of is None:
        return None
    named = [e for test in tests for e in walk(with_part(test, of, Name(Type.INT, "", of.span)))]
    known = [e.value for e in named if isinstance(e, Literal) and type(e.value) is int]
    numbers = range(0 if _is_count(of) else min(known) - 1, max(known) + 2)
    branches = [_branch(tests, of, number) for number in numbers] if len(numbers) <= WIDEST else [None]
    if None in branches:
        return None
    rest = branches[0] if branches[0] == branches[-1] and not _is_count(of) else None
    told = [
        (_label([number for number, _ in row], numbers, _is_count(of)), values[branch])
        for branch, row in groupby(zip(numbers, branches, strict=True), lambda at: at[1])
        if branch is not None and branch != rest
    ]
    if len(told) + (rest is not None) < FEWEST:
        return None
    return NumberSteps(of, tuple(told), None if rest is None else values[rest])


def _renamed(expr: Expr, depth: int = 0) -> Expr:
    """With names of variables by how deep they stand, so that what says the same is the same."""
    expr = with_children(expr, lambda inner: _renamed(inner, depth + 1))
    if not isinstance(expr, Quantified):
        return expr
    old, new = (Name(expr.variable, name, expr.span) for name in (expr.name, f"v{depth}"))
    return replace(expr, name=new.name, body=with_part(expr.body, old, new))


def _compared(test: Expr) -> Iterator[Expr]:
    """The numbers that a condition compares with written ones."""
    for e in walk(test):
        if isinstance(e, Call) and e.row in (*SIGNS, *POSITIVE, op.IN) and e.args[0].type is Type.INT:
            for one, other in (e.args, e.args[::-1]):
                if not isinstance(one, Literal) and (isinstance(other, Literal) or literal_numbers(other) is not None):
                    yield one


def _branch(tests: list[Expr], of: Expr, number: int) -> int | None:
    """Which value a number comes to; None where something else decides, too."""
    for place, test in enumerate(tests):
        holds = constant(with_part(test, of, Literal(Type.INT, number, of.span)), Facts())
        if not isinstance(holds, bool):
            return None
        if holds:
            return place
    return len(tests)


def _is_count(number: Expr) -> bool:
    """Whether a number is how many there are of something, which is never less than 0."""
    counted = isinstance(number, Quantified) and number.row is op.HOW_MANY
    return counted or (isinstance(number, Call) and number.row is COUNT)


def _label(numbers: list[int], among: range, counts: bool) -> str:
    """Numbers in a row, in words: those beyond the ones that are named, too."""
    if numbers[-1] == among[-1]:
        return f"{numbers[0]} or more"
    return f"{numbers[-1]} or less" if numbers[0] == among[0] and not counts else ranges(numbers)


# ---- in words


def by_steps(say: Phrases, f: Found) -> str | None:
    """A chain of conditions on one number: `1 if it is 2, 3 if it is 3 or more`."""
    steps = number_steps(f["?n"])
    if steps is None:
        return None
    of = say.number(steps.of)
    it = "it" if of == "it" or all(isinstance(value, Literal) for _, value in steps.steps) else "that number"
    told = [f"{say.operand(value)} if {it if at else of} is {label}" for at, (label, value) in enumerate(steps.steps)]
    told += [] if steps.rest is None else [f"otherwise {say.operand(steps.rest)}"]
    return ", ".join(told)


def steps_table(say: Phrases, steps: NumberSteps, head: str) -> list[str]:
    """The same as a table; ``head``: of what comes of each number."""
    of = say.number(steps.of)
    rows = [(label, say.number(value)) for label, value in steps.steps]
    rows += [] if steps.rest is None else [("any other", say.number(steps.rest))]
    return ["", *table(("number" if of == "it" else of, head), rows), ""]
