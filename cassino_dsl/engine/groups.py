"""Groups in conditions: those that a total decides are searched for, all others tried one by one."""

from __future__ import annotations

from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.functions import item_numbers, sums
from cassino_dsl.engine.meaning import Compile, Value
from cassino_dsl.engine.state import Item
from cassino_dsl.ruleset.expr import Call, Literal, Quantified
from cassino_dsl.ruleset.numbers import LARGEST_IN_SET
from cassino_dsl.ruleset.operators import ANY_GROUP, MOST_GROUPS, MOST_TRIED, TOTALLING

Group = tuple[Item, ...]


class GroupSearch:
    """The groups that a question runs over, in order; the first of them, where there are too many to look at: so no
    question can fail, and none takes long."""

    def __init__(self, evaluate: Compile, expr: Quantified) -> None:
        whole, self.total = expr.source, _NO_TOTAL
        if isinstance(whole, Call) and whole.row is TOTALLING:
            self.total = evaluate(whole.args[1])
        self.source = evaluate(whole)
        self.steps = evaluate.steps
        self.tables, self.most = evaluate.tables, evaluate.plan.ruleset.pack.size
        known = isinstance(expr.body, Literal) and not expr.body.option and bool(expr.body.value)
        self.only_a_total = known and expr.row is ANY_GROUP and self.total is not _NO_TOTAL

    def groups(self, f: Frame) -> list[Group]:
        """The groups to look at, each once."""
        items = list(self.source(f))[: self.most]
        if self.total is _NO_TOTAL:
            items = items[:MOST_TRIED]
            found = [tuple(i for at, i in enumerate(items) if n >> at & 1) for n in range(1, 1 << len(items))]
        else:
            found = first_totalling(items, [item_numbers(self.tables, f, i) for i in items], self.total(f))
        self.steps.take(len(found))
        return found

    def some_total(self, f: Frame) -> bool:
        """Whether any group has the total: no group need be looked at for that."""
        wanted = self.total(f)
        items = list(self.source(f))[: self.most]
        whole = sums([item_numbers(self.tables, f, i) | 1 for i in items])  # each item or none of it
        return 0 < wanted <= LARGEST_IN_SET and bool(whole >> wanted & 1)


def _no_total(f: Frame) -> int:
    return 0


_NO_TOTAL: Value = _no_total


def first_totalling(items: list[Item], numbers: list[int], total: int) -> list[Group]:
    """The first groups with a total: item by item, each with what it makes together with later ones before the next.
    ``numbers``: what each item counts for, as bits. Nothing is begun that cannot come to the total."""
    found: list[Group] = []
    if not 0 < total <= LARGEST_IN_SET:
        return found
    lacking = [0] * len(items)  # of items from each place on: the sums to which they can add what is lacking
    reach = 1
    for at in reversed(range(len(items))):
        reach |= sums([numbers[at], reach])
        lacking[at] = sum(1 << total - n for n in range(1, total + 1) if reach >> n & 1)

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
