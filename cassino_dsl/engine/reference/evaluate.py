"""What expressions mean: each becomes a function of a frame.

Values at run time: cards are numbers, builds ``Build``s, nothing is None; sets of cards and items are
lists or tuples, sets of numbers are bits of an int, seats and sides count from 0, ranks, suits, kinds
and actions are their words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, reduce
from itertools import compress
from typing import Any

from cassino_dsl.engine.reference import functions, logic, sets, terms
from cassino_dsl.engine.reference.cards import AskedValues, CardTables
from cassino_dsl.engine.reference.functions import item_numbers
from cassino_dsl.engine.reference.limits import Steps, size_of
from cassino_dsl.engine.reference.meaning import Compile, Meaning, Value
from cassino_dsl.engine.reference.numbers import sums
from cassino_dsl.engine.reference.play import Frame
from cassino_dsl.engine.reference.restless import restless
from cassino_dsl.engine.reference.search import subsets
from cassino_dsl.engine.reference.sets import members
from cassino_dsl.engine.reference.state import Item
from cassino_dsl.engine.reference.terms import named
from cassino_dsl.language.plan.levels import TermTable
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.arithmetic import ARITHMETIC
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, Quantified
from cassino_dsl.language.ruleset.groups import largest_group
from cassino_dsl.language.ruleset.numbers import LARGEST_IN_SET, clamp
from cassino_dsl.language.ruleset.operators import ANY_GROUP, MOST_GROUPS, MOST_TRIED, TOTALLING
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.unfold_terms import Unfolder, term_table
from cassino_dsl.language.ruleset.within import calls_in, exprs_in
from cassino_dsl.language.ruleset.words import AFTER, ROW

# ---- quantifiers: the body is asked of each member of the source, in order; those that can stop early do. Of groups,
# those that a total decides are searched for, all others tried one by one
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


MEANINGS: dict[Row, Meaning] = {**logic.MEANINGS, **sets.MEANINGS, **functions.MEANINGS, **terms.MEANINGS}


class Evaluator:
    """Compiles the expressions of one plan; each only once."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tables = CardTables(plan)
        self.steps = Steps()
        self.terms: TermTable = term_table(plan.ruleset.terms)
        self._done: dict[int, tuple[Expr, Value]] = {}
        self.part_searches: dict[int, tuple[Any, ...]] = {}  # by action (``candidates.py``)
        self.reads_groups = _looks_into_builds(plan)
        for row in plan.asked:
            cases = tuple((self(case.when), case.numbers) for case in row.cases)
            asked = AskedValues(cases, row.otherwise)
            cards = {face * self.tables.copies + n: asked for face in row.faces for n in range(self.tables.copies)}
            self.tables.asked.setdefault(row.place, {}).update(cards)

    @cached_property
    def restless(self) -> frozenset[str]:
        """The parts of a position in which chance may move cards unseen."""
        return restless(self.plan.ruleset)

    def __call__(self, expr: Expr) -> Value:
        """The function that gives the value of ``expr``."""
        known = self._done.get(id(expr))
        if known is None:
            known = self._done[id(expr)] = (expr, self._compile(expr))
        return known[1]

    def maybe(self, expr: Expr | None) -> Value | None:
        return None if expr is None else self(expr)

    def _compile(self, expr: Expr) -> Value:
        if isinstance(expr, Literal):
            value = self._literal(expr)
            return lambda f: value
        if isinstance(expr, Name):
            return named(expr.name)
        if isinstance(expr, Quantified):
            return quantified(self, expr)
        return MEANINGS[expr.row](self, expr)

    def _literal(self, expr: Literal) -> Any:
        if expr.option:
            return self.plan.ruleset.chosen[expr.option]
        if expr.type is Type.CARD and expr.value is not None:
            return self.tables.first_of[str(expr.value)]
        return expr.value


def _looks_into_builds(plan: Plan) -> bool:
    """Whether some rule asks what the new build consists of: inside of `after`, or of what `after` has found."""
    tests = tuple((a.tests, tuple(test for test, _ in a.priced), a.sensible) for a in plan.actions)
    unfold = Unfolder(term_table(plan.ruleset.terms))
    rows = [{e.row for e in calls_in(unfold.expr(t))} for t in exprs_in((tests, plan.preferences))]
    return any(AFTER in called and not called.isdisjoint(_CONTENTS) for called in rows)


_CONTENTS = (ROW["groups(item)"], ROW["cards(item)"], ROW["cards(items)"])  # what builds consist of
