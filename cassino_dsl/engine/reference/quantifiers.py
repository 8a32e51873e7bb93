"""Quantifiers: the body is asked of each member of the source, in order; those that can stop early do. Of groups, those
that a total decides are searched for, all others tried one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import compress
from typing import Any

from cassino_dsl.engine.reference.frame import Frame
from cassino_dsl.engine.reference.functions import item_numbers
from cassino_dsl.engine.reference.limits import size_of
from cassino_dsl.engine.reference.meaning import Compile, Value
from cassino_dsl.engine.reference.numbers import sums
from cassino_dsl.engine.reference.search import subsets
from cassino_dsl.engine.reference.sets import members
from cassino_dsl.engine.reference.state import Item
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.arithmetic import ARITHMETIC
from cassino_dsl.language.ruleset.expr import Call, Literal, Quantified
from cassino_dsl.language.ruleset.groups import largest_group
from cassino_dsl.language.ruleset.numbers import LARGEST_IN_SET, clamp
from cassino_dsl.language.ruleset.operators import ANY_GROUP, MOST_GROUPS, MOST_TRIED, TOTALLING
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.types import Type

Group = tuple[Item, ...]


class GroupSearch:
    """The groups that a question runs over, in order; the first of them, where there are too many to look at: so no
    question can fail, and none takes long."""

    def __init__(self, evaluate: Compile, expr: Quantified) -> None:
        whole = expr.source
        self.total = evaluate(whole.args[1]) if isinstance(whole, Call) and whole.row is TOTALLING else None
        self.source = evaluate(whole)
        self.steps = evaluate.steps
        self.tables, self.most = evaluate.tables, evaluate.plan.ruleset.pack.size
        self.largest = largest_group((expr.body,), expr.name)
        known = isinstance(expr.body, Literal) and not expr.body.option and bool(expr.body.value)
        self.only_a_total = known and expr.row is ANY_GROUP and self.total is not None

    def groups(self, f: Frame) -> list[Group]:
        """The groups to look at, each once."""
        items = list(self.source(f))[: self.most]
        if self.total is None:
            items = items[:MOST_TRIED]
            chosen = subsets(len(items), self.largest)
            found = [tuple(i for at, i in enumerate(items) if n >> at & 1) for n in chosen]
        else:
            found = first_totalling(items, [item_numbers(self.tables, f, i) for i in items], self.total(f))
        self.steps.take(len(found))
        return found

    def some_total(self, f: Frame) -> bool:
        """Whether any group has the total: no group need be looked at for that."""
        wanted = self.total(f) if self.total is not None else 0
        items = list(self.source(f))[: self.most]
        numbers = [item_numbers(self.tables, f, i) for i in items]
        if wanted == 0:
            return any(n & 1 for n in numbers)
        whole = sums([n | 1 for n in numbers])  # each item or none of it
        return 0 < wanted <= LARGEST_IN_SET and bool(whole >> wanted & 1)


def first_totalling(items: list[Item], numbers: list[int], total: int) -> list[Group]:
    """The first groups with a total: item by item, each with what it makes together with later ones before the next.
    ``numbers``: what each item counts for, as bits. Nothing is begun that cannot come to the total."""
    found: list[Group] = []
    if not 0 <= total <= LARGEST_IN_SET:
        return found
    lacking = [0] * len(items)  # of items from each place on: the sums to which they can add what is lacking
    reach = 0
    for at in reversed(range(len(items))):
        reach |= sums([numbers[at], reach | 1])
        lacking[at] = sum(1 << total - n for n in range(total + 1) if reach >> n & 1)

    def extend(start: int, made: int, group: Group) -> None:
        for at in range(start, len(items)):
            if len(found) >= MOST_GROUPS or not made & lacking[at]:
                return
            more = sums([made, numbers[at]])
            if more >> total & 1:
                found.append((*group, items[at]))
            extend(at + 1, more, (*group, items[at]))

    extend(0, 1, ())
    return found


Members = Sequence[Any]
Judged = Iterator[Any]  # what the body says of each member


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

    def judged(f: Frame, names: dict[str, Any], members: Iterable[Any]) -> Iterator[Any]:
        for member in members:
            names[name] = member
            yield body(f)

    def value(f: Frame) -> Any:
        names, members = f.names, source(f)
        steps.take(size * len(members))
        hidden = names.get(name)
        found = gather(members, judged(f, names, members))
        names[name] = hidden  # a name that this one hid is there again
        return found

    if expr.type is Type.VALUES:
        return lambda f: sum(1 << m for m in value(f))
    return value


def _matched(members: Members, judged: Judged) -> bool:
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

    for member, cards in enumerate(judged):
        wanted.append(set(cards))
        if not give(member, set()):
            return False
    return True


QUANTIFIERS: dict[Row, Callable[[Members, Judged], Any]] = {
    **dict.fromkeys((op.ANY, op.ANY_GROUP), lambda members, judged: any(judged)),
    op.ALL: lambda members, judged: all(judged),
    **dict.fromkeys((op.HOW_MANY, op.HOW_MANY_GROUPS), lambda members, judged: sum(1 for holds in judged if holds)),
    op.SUM: lambda members, judged: clamp(sum(judged)),
    op.PRODUCT: lambda members, judged: reduce(ARITHMETIC[op.TIMES], judged, 1),
    op.MAX_OF: lambda members, judged: max(judged, default=0),
    op.MIN_OF: lambda members, judged: min(judged, default=0),
    op.MATCHED: _matched,
    op.FIRST: lambda members, judged: next(compress(members, judged), None),
    op.FILTER: lambda members, judged: list(compress(members, judged)),
}
