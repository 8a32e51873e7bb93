"""Numbers that go by steps: a chain of conditions on one number is told number by number, as a table.

What comes of each number is worked out, so it does not matter in which words the chain is written, or in which order.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from cassino_dsl.book.describe.condition_parts import POSITIVE, SIGNS, literal_numbers
from cassino_dsl.book.describe.english import ranges, table
from cassino_dsl.book.describe.phrases import Phrases
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Quantified, Type, substituted, walk
from cassino_dsl.language.ruleset.simplify import Facts, constant
from cassino_dsl.language.ruleset.words import COUNT

FEWEST = 3  # steps, of fewer of which a sentence is easily read
WIDEST = 100  # from the lowest number that is named to the highest


def number_steps(expr: Expr) -> tuple[Expr, list[tuple[str, Expr]]] | None:
    """Of an expression that is such a chain, the number that decides; and which numbers, in words, with what comes of
    them."""
    tests, values = list[Expr](), list[Expr]()
    while isinstance(expr, Call) and expr.row is op.IF:
        test, then, expr = expr.args
        tests.append(test)
        values.append(then)
    values.append(expr)
    compared = [pair for test in tests for pair in _compared(test)]
    if not compared or len(values) < FEWEST:
        return None
    of = compared[0][0]
    counts = (isinstance(of, Quantified) and of.row is op.HOW_MANY) or (isinstance(of, Call) and of.row is COUNT)
    known = [n for one, written in compared if one == of for n in written]
    numbers = range(0 if counts else min(known) - 1, max(known) + 2)
    branches = [_branch(tests, of, number) for number in numbers] if len(numbers) <= WIDEST else [None]
    if None in branches:
        return None
    rows = [(at, [n for n, _ in row]) for at, row in groupby(zip(numbers, branches, strict=True), lambda pair: pair[1])]
    told = [(_label(row, numbers, counts), values[branch]) for branch, row in rows if branch is not None]
    return (of, told) if len(told) >= FEWEST else None


def _compared(test: Expr) -> Iterator[tuple[Expr, list[int]]]:
    """The numbers that a condition compares with written ones, and these."""
    for e in walk(test):
        if isinstance(e, Call) and e.row in (*SIGNS, *POSITIVE, op.IN) and e.args[0].type is Type.INT:
            for one, other in (e.args, e.args[::-1]):
                written = [int(other.value or 0)] if isinstance(other, Literal) else literal_numbers(other)
                if written and not isinstance(one, Literal):
                    yield one, written


def _branch(tests: list[Expr], of: Expr, number: int) -> int | None:
    """Which value a number comes to; None where something else decides, too."""
    put = Literal(Type.INT, number, of.span)
    holds = [constant(substituted(test, of, put), Facts()) for test in tests]
    return (*holds, True).index(True) if all(isinstance(h, bool) for h in holds) else None


def _label(numbers: list[int], among: range, counts: bool) -> str:
    """Numbers in a row, in words: those beyond the ones that are named, too."""
    if numbers[-1] == among[-1]:
        return f"{numbers[0]} or more"
    return f"{numbers[-1]} or less" if numbers[0] == among[0] and not counts else ranges(numbers)


def steps_table(say: Phrases, steps: tuple[Expr, list[tuple[str, Expr]]], head: str) -> list[str]:
    """The steps in words; ``head``: of what comes of each number."""
    of = say.number(steps[0])
    rows = [(label, say.number(value)) for label, value in steps[1]]
    return ["", *table(("number" if of == "it" else of, head), rows), ""]
