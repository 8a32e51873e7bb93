"""The normal form of numbers: a constant and multiples of what cannot be worked out (``linear.py``)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cassino_dsl.core import linear as numbers
from cassino_dsl.core.build import is_one_of, number, truth
from cassino_dsl.core.forms_of_calls import CallForms, Env, in_form
from cassino_dsl.core.linear import Linear, most, plus
from cassino_dsl.core.logic import FALSE, TRUE, Cond, both, opposite, written
from cassino_dsl.core.moments import at_moment
from cassino_dsl.core.sets import APART
from cassino_dsl.ruleset import operators as op
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified, print_expr
from cassino_dsl.ruleset.numbers import LARGEST
from cassino_dsl.ruleset.row import Row
from cassino_dsl.ruleset.types import Type
from cassino_dsl.ruleset.words import COUNT, ROW


@dataclass(frozen=True)
class NumberForms(CallForms):
    """Numbers, over conditions that are yet to come."""

    def number(self, expr: Expr, env: Env) -> Linear:
        if isinstance(expr, Literal):
            return Linear(int(expr.value or 0))
        by_card = self._by_card(expr, env)
        if by_card is not None:
            return by_card
        if isinstance(expr, Quantified):
            return self._number_over(expr, env)
        if isinstance(expr, Call):
            return self._number_of_call(expr, env)
        return numbers.of(self.form(expr, env))

    def _number_of_call(self, expr: Call, env: Env) -> Linear:
        row = expr.row
        if row is COUNT:
            source = expr.args[0]
            every = Quantified(Type.INT, op.HOW_MANY, "v", source, truth(True, expr.span), expr.span)
            return self._number_over(every, env)
        if row in (op.PLUS, op.MINUS, op.NEGATIVE, op.TIMES):
            parts = [self.number(a, env) for a in expr.args]
            joined = _arithmetic(row, parts)
            if joined is not None and most(joined) <= LARGEST and all(most(p) <= LARGEST for p in parts):
                return joined
            args = tuple(numbers.emit(p, expr.span) for p in parts)
            if row.symmetric:
                args = tuple(sorted(args, key=print_expr))
            return numbers.of(replace(expr, args=args))
        if row.of_a_moment:
            inner = self.number(expr.args[0], env)
            moved = Linear(inner.constant)
            for term, times in inner.terms:
                moved = plus(moved, numbers.of(at_moment(expr, numbers.expr_of(term))), times)
            return moved
        made = self.choice(expr, env, False) if row is op.IF else self.call(expr, env, False)
        return Linear(int(made.value or 0)) if isinstance(made, Literal) else numbers.of(made)

    def _number_over(self, expr: Quantified, env: Env) -> Linear:
        if expr.row is op.HOW_MANY:
            return self.counts(expr, env)
        if expr.row.groups:
            test, whole = self.over_groups(expr, env)
            return Linear(0) if test == FALSE else numbers.of(whole)
        if expr.row is op.SUM:
            return self._sum(expr, env)
        return numbers.of(self.over(expr, env))

    def over(self, expr: Quantified, env: Env) -> Expr:
        """A quantifier as it stands, over the members that the filters beneath it leave."""
        found, source, tests, inner = self.members(expr, env)
        body = self.form(expr.body, inner)
        return Quantified(expr.type, expr.row, found.name, self._filtered(found, source, both(tests)), body, expr.span)

    def _filtered(self, found: Name, source: Expr, test: Cond) -> Expr:
        if test == TRUE:
            return source
        return Quantified(source.type, op.FILTER, found.name, source, written(test), source.span)

    def counts(self, expr: Quantified, env: Env) -> Linear:
        """How many members fit; of zones that have nothing in common, each by itself."""
        total = Linear(0)
        for part in _apart(expr):
            found, source, tests, inner = self.members(part, env)
            test = both([*tests, self.condition(part.body, inner)])
            total = plus(total, numbers.counted(found, source, test))
        return total

    def _sum(self, expr: Quantified, env: Env) -> Linear:
        """A sum; one of `1 if P else 0` counts, one of what each face is worth counts faces."""
        found, source, tests, inner = self.members(expr, env)
        test, body = both(tests), self.number(expr.body, inner)
        worth = self._worth(body, inner)
        if worth is not None:
            total = Linear(0)
            for value, fits in worth:
                total = plus(total, numbers.counted(found, source, both((test, fits))), value)
            return total if most(total) <= LARGEST else numbers.of(self._summed(expr, found, source, test, body))
        return numbers.of(self._summed(expr, found, source, test, body))

    def _summed(self, expr: Quantified, found: Name, source: Expr, test: Cond, body: Linear) -> Expr:
        chosen = self._filtered(found, source, test)
        return Quantified(Type.INT, op.SUM, found.name, chosen, numbers.emit(body, expr.span), expr.span)

    def _worth(self, body: Linear, env: Env) -> list[tuple[int, Cond]] | None:
        """Where a number is one of several constants by a chain of conditions: each constant with its condition.
        These are in their form, and stand where ``env`` says."""
        if not body.terms:
            return [(body.constant, TRUE)]
        ((term, times), *more) = body.terms
        made = numbers.expr_of(term)
        if more or body.constant or not (isinstance(made, Call) and made.row is op.IF):
            return None
        rows: list[tuple[int, Cond]] = []
        rest: Cond = TRUE
        bound = in_form(env)
        while isinstance(made, Call) and made.row is op.IF:
            test, then, other = made.args
            fits = self.condition(test, bound)
            if not isinstance(then, Literal):
                return None
            rows.append((times * int(then.value or 0), both((rest, fits))))
            rest, made = both((rest, opposite(fits))), other
        if not isinstance(made, Literal):
            return None
        return [*rows, (times * int(made.value or 0), rest)]

    def _by_card(self, expr: Expr, env: Env) -> Linear | None:
        """A number that depends on one card alone: a chain of choices of faces."""
        found = self.table(expr, env)
        if found is None:
            return None
        subject, table = found
        values: dict[int, list[str | None]] = {}
        for face, value in table.items():
            values.setdefault(int(value.value or 0), []).append(face)
        if any(v.value is None for v in table.values()):
            return None
        *first, last = sorted(values, key=lambda v: (None in values[v], len(values[v]), v))
        made: Expr = number(last, expr.span)
        for worth in reversed(first):
            fits = is_one_of(subject, tuple(f for f in values[worth] if f is not None))
            made = Call(Type.INT, op.IF, (fits, number(worth, expr.span), made), expr.span)
        return numbers.of(made) if first else Linear(last)


def _arithmetic(row: Row, parts: list[Linear]) -> Linear | None:
    if row is op.NEGATIVE:
        return plus(Linear(0), parts[0], -1)
    if row is not op.TIMES:
        return plus(parts[0], parts[1], 1 if row is op.PLUS else -1)
    for one, other in (parts, parts[::-1]):
        if not one.terms:
            return plus(Linear(0), other, one.constant)
    return None


def _apart(expr: Quantified) -> list[Quantified]:
    """The same question of each zone by itself, where a set is put together of zones with nothing in common."""
    parts: list[Expr] = [expr.source]
    for part in parts:
        if isinstance(part, Call) and part.row is op.UNION:
            parts += part.args
        elif isinstance(part, Call) and part.row is ROW["table"]:
            parts += [Call(Type.CARDS, ROW["loose"], (), part.span), Call(Type.BUILDS, ROW["builds"], (), part.span)]
    zones = [p for p in parts if isinstance(p, Call) and p.row in APART]
    leaves = [p for p in parts if not (isinstance(p, Call) and p.row in (op.UNION, ROW["table"]))]
    if len(leaves) < 2 or len(zones) != len(leaves) or len({z.row for z in zones}) != len(zones):
        return [expr]
    return [replace(expr, source=zone) for zone in zones]
