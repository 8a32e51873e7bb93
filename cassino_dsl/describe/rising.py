"""Points that rise by steps with a number of cards: said by their steps, not by a formula that has to be worked out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, pairwise

from cassino_dsl.describe.english import ranges
from cassino_dsl.describe.phrases import Phrases
from cassino_dsl.ruleset.cards import Pack
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Type, all_of, conjuncts
from cassino_dsl.ruleset.model import Award
from cassino_dsl.ruleset.operators import DIV
from cassino_dsl.ruleset.simplify import Facts, constant
from cassino_dsl.ruleset.within import calls_in
from cassino_dsl.ruleset.words import COUNT

_SHOWN = 3  # steps that are told before `and so on`
Step = tuple[int, list[int]]  # points, and for how many cards


def by_count(award: Award, say: Phrases) -> str | None:
    """`6 for 20 cards in the pile, 8 for 21 or 22, and so on`; None for points of any other form."""
    count, pack = _counted(award), say.table.ruleset.pack
    steps = list(_steps(award, count, pack)) if count is not None else []
    if count is None or not _is_regular(steps):
        return None
    told = [f"{points} for {ranges(numbers)}" for points, numbers in steps[:_SHOWN]]
    rest = ", and so on" if len(steps) > _SHOWN else ""
    return f"{told[0]} {say.members(count.args[0]).plural}, {', '.join(told[1:])}{rest}"


def beside_count(award: Award, pack: Pack) -> Expr | None:
    """What an award asks beside the number of cards, which is said with its points."""
    count, test = _counted(award), award.condition
    if count is None or test is None:
        return test
    rest = [t for t in conjuncts(test) if not isinstance(_given(t, count, 0, pack), bool)]
    return all_of(rest, test.span) if rest else None


def _counted(award: Award) -> Call | None:
    """The one number of cards that points depend on by steps."""
    counts = {e for e in calls_in(award.points) if e.row is COUNT}
    by_steps = any(e.row is DIV for e in calls_in(award.points))
    return next(iter(counts)) if by_steps and len(counts) == 1 else None


def _given(expr: Expr, count: Call, number: int, pack: Pack) -> bool | int | str | None:
    """What an expression comes to with a number of cards, where it asks for nothing else."""
    return constant(_with(expr, count, number), Facts(pack))


def _steps(award: Award, count: Call, pack: Pack) -> Iterator[Step]:
    """The points for each number of cards for which any are given, equal ones together."""
    given: list[tuple[int, int]] = []
    for number in range(pack.size + 1):
        tests = conjuncts(award.condition) if award.condition is not None else ()
        points = _given(award.points, count, number, pack)
        if not isinstance(points, int):
            return
        if points and not any(_given(test, count, number, pack) is False for test in tests):
            given.append((points, number))
    for points, numbers in groupby(given, key=lambda g: g[0]):
        yield points, [number for _, number in numbers]


def _is_regular(steps: list[Step]) -> bool:
    """Whether the steps after the first are alike, so that `and so on` says them all."""
    inner = steps[1:-1]
    rises = {b[0] - a[0] for a, b in pairwise(steps)}
    alike = len(rises) == 1 and len({len(numbers) for _, numbers in inner}) <= 1
    return len(steps) > 1 and alike and (not inner or len(steps[-1][1]) <= len(inner[0][1]))


def _with(expr: Expr, count: Call, number: int) -> Expr:
    """An expression in which a count of cards is a number."""
    if expr == count:
        return Literal(Type.INT, number, expr.span)
    if isinstance(expr, Call):
        return replace(expr, args=tuple(_with(a, count, number) for a in expr.args))
    return expr
