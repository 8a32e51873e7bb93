"""What expressions mean: each becomes a function of a frame.

Values at run time: cards are numbers, builds ``Build``s, nothing is None; sets of cards and items are
lists or tuples, sets of numbers are bits of an int, seats and sides count from 0, ranks, suits, kinds
and actions are their words.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from cassino_dsl.engine.reference import functions, logic, sets, terms
from cassino_dsl.engine.reference.cards import AskedValues, CardTables
from cassino_dsl.engine.reference.limits import Steps
from cassino_dsl.engine.reference.meaning import Meaning, Value
from cassino_dsl.engine.reference.quantifiers import quantified
from cassino_dsl.engine.reference.restless import restless
from cassino_dsl.engine.reference.terms import named
from cassino_dsl.language.plan.levels import TermTable
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.expr import Expr, Literal, Name, Quantified
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.unfold_terms import Unfolder, term_table
from cassino_dsl.language.ruleset.within import calls_in, exprs_in
from cassino_dsl.language.ruleset.words import AFTER, ROW

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
