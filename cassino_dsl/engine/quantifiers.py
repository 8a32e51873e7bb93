"""Quantifiers: the body is asked of each member of the source, in order; those that can stop early do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.groups import GroupSearch
from cassino_dsl.engine.meaning import Compile, Value
from cassino_dsl.engine.sets import members
from cassino_dsl.engine.steps import size_of
from cassino_dsl.ruleset import operators as op
from cassino_dsl.ruleset.expr import Quantified
from cassino_dsl.ruleset.numbers import clamp
from cassino_dsl.ruleset.row import Row
from cassino_dsl.ruleset.types import Type

Judged = Iterator[tuple[Any, Any]]  # each member with what the body says of it


def quantified(evaluate: Compile, expr: Quantified) -> Value:
    """The meaning of a quantifier."""
    source: Value
    name, body, gather = expr.name, evaluate(expr.body), QUANTIFIERS[expr.row]
    if expr.row.groups:
        search = GroupSearch(evaluate, expr)
        if search.only_a_total:
            return search.some_total
        source = search.groups
    else:
        source = members(evaluate, expr.source)

    steps, size = evaluate.steps, size_of(expr.body)

    def judged(f: Frame) -> Judged:
        names = f.names
        for member in source(f):
            steps.take(size)
            names[name] = member
            yield member, body(f)

    def value(f: Frame) -> Any:
        names = f.names
        hidden = names.get(name)
        found = gather(judged(f))
        names[name] = hidden  # a name that this one hid is there again
        return found

    if expr.type is Type.VALUES:
        return lambda f: sum(1 << m for m in value(f))
    return value


def _matched(judged: Judged) -> bool:
    """Whether each member can be given a card of its own. Who comes later may take a card from another member that
    then finds one elsewhere (augmenting paths): so no choice made early is ever wrong."""
    wanted: list[set[int]] = []
    owner: dict[int, int] = {}

    def give(member: int, asked: set[int]) -> bool:
        while left := wanted[member] - asked:
            card = left.pop()
            asked.add(card)
            if card not in owner or give(owner[card], asked):
                owner[card] = member
                return True
        return False

    for member, (_, cards) in enumerate(judged):
        wanted.append(set(cards))
        if not give(member, set()):
            return False
    return True


QUANTIFIERS: dict[Row, Callable[[Judged], Any]] = {
    **dict.fromkeys((op.ANY, op.ANY_GROUP), lambda judged: any(fits for _, fits in judged)),
    op.ALL: lambda judged: all(fits for _, fits in judged),
    **dict.fromkeys((op.HOW_MANY, op.HOW_MANY_GROUPS), lambda judged: sum(1 for _, fits in judged if fits)),
    op.SUM: lambda judged: clamp(sum(number for _, number in judged)),
    op.MAX_OF: lambda judged: max((number for _, number in judged), default=0),
    op.MIN_OF: lambda judged: min((number for _, number in judged), default=0),
    op.MATCHED: _matched,
    op.FIRST: lambda judged: next((m for m, fits in judged if fits), None),
    op.FILTER: lambda judged: [m for m, fits in judged if fits],
}
