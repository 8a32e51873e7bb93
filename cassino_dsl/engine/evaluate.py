"""What expressions mean: each becomes a function of a frame.

Values at run time: cards are numbers, builds ``Build``s, nothing is None; sets of cards and items are
lists or tuples, sets of numbers are bits of an int, seats and sides count from 0, ranks, suits, kinds
and actions are their words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cassino_dsl.engine.cards import CardTables
from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.functions import function
from cassino_dsl.engine.numbers import bits
from cassino_dsl.plan.plan import Plan
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type, walk
from cassino_dsl.ruleset.simplify import divide, product, remainder

Value = Callable[[Frame], Any]
_CARDLIKE = {Type.CARD, Type.ITEM, Type.BUILD}
_SETS_OF_ITEMS = {Type.CARDS, Type.ITEMS, Type.BUILDS}


class Evaluator:
    """Compiles the expressions of one plan; each only once."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tables = CardTables(plan)
        self._done: dict[int, tuple[Expr, Value]] = {}
        self.reads_groups = _looks_into_builds(plan)

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
            name = expr.name
            return lambda f: f.names[name]
        if isinstance(expr, Quantified):
            return self._quantified(expr)
        return self._call(expr)

    def _literal(self, expr: Literal) -> Any:
        if expr.type is Type.CARD and expr.value is not None:
            return self.tables.first_of[str(expr.value)]
        return expr.value

    def _quantified(self, expr: Quantified) -> Value:
        name, source, body = expr.name, self._members(expr.source), self(expr.body)
        operator = expr.operator

        def members(f: Frame) -> Any:
            names = f.names
            for member in source(f):
                names[name] = member
                yield member, body(f)

        if operator == "any":

            def any_(f: Frame) -> bool:
                names = f.names
                for member in source(f):
                    names[name] = member
                    if body(f):
                        return True
                return False

            return any_
        if operator == "all":

            def all_(f: Frame) -> bool:
                names = f.names
                for member in source(f):
                    names[name] = member
                    if not body(f):
                        return False
                return True

            return all_
        if operator == "count":
            return lambda f: sum(1 for _, fits in members(f) if fits)
        if operator == "sum":
            return lambda f: sum(number for _, number in members(f))
        if operator in ("max", "min"):
            best = max if operator == "max" else min
            return lambda f: best((number for _, number in members(f)), default=0)
        if operator == "first":
            return lambda f: next((m for m, fits in members(f) if fits), None)
        if expr.type is Type.VALUES:
            return lambda f: sum(1 << m for m, fits in members(f) if fits)
        return lambda f: [m for m, fits in members(f) if fits]

    def _members(self, expr: Expr) -> Value:
        """A function that gives something to run over, in order."""
        value = self(expr)
        if expr.type is Type.VALUES:
            return lambda f: bits(value(f))
        return value

    def _call(self, expr: Call) -> Value:
        name, args = expr.function, expr.args
        special = getattr(self, f"_{name}_", None)
        if special is not None:
            result: Value = special(expr)
            return result
        values = tuple(self(a) for a in args)
        if name in ("eq", "ne"):
            return self._equal(args[0], args[1], name == "eq")
        if name in ("in", "not_in"):
            inside = self._inside(args[0], args[1])
            return inside if name == "in" else lambda f: not inside(f)
        if name in ("plus", "minus"):
            return self._plus_minus(expr, values)
        return function(self, expr, values)

    # ---- logic: the right side is looked at only where it matters

    def _and_(self, expr: Call) -> Value:
        left, right = (self(a) for a in expr.args)
        return lambda f: left(f) and right(f)

    def _or_(self, expr: Call) -> Value:
        left, right = (self(a) for a in expr.args)
        return lambda f: left(f) or right(f)

    def _implies_(self, expr: Call) -> Value:
        left, right = (self(a) for a in expr.args)
        return lambda f: not left(f) or right(f)

    def _not_(self, expr: Call) -> Value:
        inner = self(expr.args[0])
        return lambda f: not inner(f)

    def _if_(self, expr: Call) -> Value:
        test, then, other = (self(a) for a in expr.args)
        return lambda f: then(f) if test(f) else other(f)

    def _or_else_(self, expr: Call) -> Value:
        first, second = (self(a) for a in expr.args)

        def or_else(f: Frame) -> Any:
            value = first(f)
            return second(f) if value is None else value

        return or_else

    # ---- time

    def _after_(self, expr: Call) -> Value:
        inner = self(expr.args[0])

        def after(f: Frame) -> Any:
            now = f.state
            f.state = f.ahead(f)
            try:
                return inner(f)
            finally:
                f.state = now

        return after

    def _before_(self, expr: Call) -> Value:
        inner = self(expr.args[0])

        def before(f: Frame) -> Any:
            now = f.state
            f.state = f.before or now
            try:
                return inner(f)
            finally:
                f.state = now

        return before

    # ---- numbers

    def _negative_(self, expr: Call) -> Value:
        inner = self(expr.args[0])
        return lambda f: -inner(f)

    def _times_(self, expr: Call) -> Value:
        left, right = (self(a) for a in expr.args)
        return lambda f: product(left(f), right(f))

    def _div_(self, expr: Call) -> Value:
        left, right = (self(a) for a in expr.args)
        return lambda f: divide(left(f), right(f))

    def _mod_(self, expr: Call) -> Value:
        left, right = (self(a) for a in expr.args)
        return lambda f: remainder(left(f), right(f))

    def _lt_(self, expr: Call) -> Value:
        left, right = (self(a) for a in expr.args)
        return lambda f: left(f) < right(f)

    def _le_(self, expr: Call) -> Value:
        left, right = (self(a) for a in expr.args)
        return lambda f: left(f) <= right(f)

    def _gt_(self, expr: Call) -> Value:
        left, right = (self(a) for a in expr.args)
        return lambda f: left(f) > right(f)

    def _ge_(self, expr: Call) -> Value:
        left, right = (self(a) for a in expr.args)
        return lambda f: left(f) >= right(f)

    # ---- sets

    def _set_(self, expr: Call) -> Value:
        if expr.type is Type.VALUES:
            return self._number_set(expr)
        if all(isinstance(a, Literal) for a in expr.args) or any(_is_range(a) for a in expr.args):
            members = self._constant_members(expr)
            return lambda f: members
        values = tuple(self(a) for a in expr.args)
        return lambda f: tuple(member for v in values if (member := v(f)) is not None)

    def _constant_members(self, expr: Call) -> tuple[Any, ...]:
        found: list[Any] = []
        ranks = self.plan.ruleset.pack.ranks
        for arg in expr.args:
            if isinstance(arg, Call) and arg.function == "range":
                low, high = (a.value for a in arg.args if isinstance(a, Literal))
                found.extend(ranks[ranks.index(str(low)) : ranks.index(str(high)) + 1])
            elif isinstance(arg, Literal):
                found.append(self._literal(arg))
        return tuple(found)

    def _number_set(self, expr: Call) -> Value:
        parts: list[tuple[Value, Value]] = []
        for arg in expr.args:
            ends = arg.args if isinstance(arg, Call) and arg.function == "range" else (arg, arg)
            parts.append((self(ends[0]), self(ends[1])))

        def numbers(f: Frame) -> int:
            found = 0
            for low, high in parts:
                first, last = max(0, low(f)), min(127, high(f))
                if first <= last:
                    found |= (1 << (last + 1)) - (1 << first)
            return found

        return numbers

    def _plus_minus(self, expr: Call, values: tuple[Value, ...]) -> Value:
        left, right = values
        plus = expr.function == "plus"
        if expr.type is Type.INT:
            return (lambda f: left(f) + right(f)) if plus else (lambda f: left(f) - right(f))
        if expr.type is Type.VALUES:
            return (lambda f: left(f) | right(f)) if plus else (lambda f: left(f) & ~right(f))
        if plus:

            def union(f: Frame) -> list[Any]:
                first = left(f)
                return [*first, *(m for m in right(f) if m not in first)]

            return union

        def difference(f: Frame) -> list[Any]:
            without = right(f)
            return [m for m in left(f) if m not in without]

        return difference

    def _equal(self, left_expr: Expr, right_expr: Expr, wanted: bool) -> Value:
        left, right = self(left_expr), self(right_expr)
        copies = self.tables.copies
        if Type.NONE in (left_expr.type, right_expr.type):
            return lambda f: (left(f) == right(f)) == wanted
        if left_expr.type in (Type.INT, Type.VALUES, Type.BOOL):
            return lambda f: (left(f) == right(f)) == wanted

        # nothing equals nothing: a build has no rank, and two of them are not of one rank
        def equal(f: Frame) -> bool:
            first = left(f)
            return (first is not None and first == right(f)) == wanted

        def equal_faces(f: Frame) -> bool:
            first = left(f)
            return (first is not None and _face(first, copies) == _face(right(f), copies)) == wanted

        # `=` on cards compares faces: twins are equal
        return equal_faces if copies > 1 and left_expr.type in _CARDLIKE and right_expr.type in _CARDLIKE else equal

    def _inside(self, member_expr: Expr, whole_expr: Expr) -> Value:
        member, whole = self(member_expr), self(whole_expr)
        if whole_expr.type is Type.VALUES:

            def number_inside(f: Frame) -> bool:
                number = member(f)
                return number >= 0 and bool(whole(f) >> number & 1)

            return number_inside
        copies = self.tables.copies
        by_face = isinstance(member_expr, Literal) or _has_literals(whole_expr) or _is_memory(whole_expr)
        if copies > 1 and whole_expr.type in _SETS_OF_ITEMS and by_face:
            return lambda f: _face(member(f), copies) in {_face(m, copies) for m in whole(f)}
        return lambda f: member(f) in whole(f)


def _looks_into_builds(plan: Plan) -> bool:
    """Whether some rule asks, looking ahead, what the new build consists of."""
    tests = [t.expr for a in plan.actions for t in (*a.tests, *(test for test, _ in a.priced))]
    tests += [e for p in plan.preferences for e in (p.prefer, p.over, p.number, p.among) if e is not None]
    ahead = [e for t in tests for e in walk(t) if isinstance(e, Call) and e.function == "after"]
    return any(isinstance(e, Call) and e.function in ("groups", "cards") for a in ahead for e in walk(a))


def _face(item: Any, copies: int) -> Any:
    return item // copies if type(item) is int else item


def _is_range(expr: Expr) -> bool:
    return isinstance(expr, Call) and expr.function == "range"


def _is_memory(expr: Expr) -> bool:
    """Memory holds faces: which of two twins was meant is not written into positions."""
    return isinstance(expr, Call) and expr.function == "memory"


def _has_literals(expr: Expr) -> bool:
    """A set written out as faces stands for all copies of them."""
    return isinstance(expr, Call) and expr.function == "set" and all(isinstance(a, Literal) for a in expr.args)
