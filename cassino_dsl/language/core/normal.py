"""The normal form of one expression: what it means, in one way of saying it.

Bound names are numbered by depth; `any`, `all` and `count` are one question each; conditions are sorted (``logic.py``),
numbers are linear (``linear.py``), what depends on one card alone is a choice of faces (``faces.py``). Two expressions
with equal forms have equal values everywhere; the opposite cannot be decided, so forms may differ where meanings agree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from cassino_dsl.language.core import linear as numbers
from cassino_dsl.language.core import logic
from cassino_dsl.language.core.constructors import is_one_of, number, plain, truth, variable
from cassino_dsl.language.core.faces import by_face, subject_of
from cassino_dsl.language.core.linear import Linear, below_zero, most, plus, zero
from cassino_dsl.language.core.logic import FALSE, TRUE, Cond, both, opposite, written
from cassino_dsl.language.core.push_after_inwards import at_moment
from cassino_dsl.language.core.sets import APART, members_written_out, put_together
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.cards import Pack
from cassino_dsl.language.ruleset.expr import (
    Call,
    Expr,
    Literal,
    Name,
    Quantified,
    children,
    print_expr,
    substituted,
    walk,
)
from cassino_dsl.language.ruleset.model import KINDS
from cassino_dsl.language.ruleset.numbers import LARGEST, LARGEST_IN_SET
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.simplify import Facts, asked_part_by_part, chosen, is_empty, missing, simplify
from cassino_dsl.language.ruleset.types import ELEMENT, SETS_OF_ITEMS, Type
from cassino_dsl.language.ruleset.within import calls_in
from cassino_dsl.language.ruleset.words import AFTER, BEFORE, COUNT, FROM, KNOWN, ME, OR_ELSE, ROW, SEATS, US

Env = Mapping[str, Expr]
_CARDS_OF, _CARDS_OF_ITEM = ROW["cards(items)"], ROW["cards(item)"]
_OWN_ZONE = {ROW["hand(seat)"]: (ME, ROW["hand"]), ROW["pile(side)"]: (US, ROW["pile"])}
_NEXT, _PREVIOUS, _LEADER, _DEALER = (ROW[key] for key in ("next(seat)", "previous(seat)", "leader", "dealer"))


@dataclass(frozen=True)
class Normalizer:
    """The forms of expressions that may speak of this pack. ``faces``: those that a card can have;
    ``actions``: all names of actions; ``facts``: what is known beside; ``tables``: what has been worked out so far of
    expressions on one card, for each face."""

    pack: Pack
    faces: tuple[str, ...]
    actions: tuple[str, ...]
    facts: Facts
    tables: dict[tuple[Expr, bool], dict[str | None, Literal] | None] = field(
        default_factory=dict, compare=False, repr=False
    )

    def __call__(self, expr: Expr, env: Env | None = None, ordered: bool = True) -> Expr:
        """The normal form of an expression; ``env`` gives the expressions for names bound outside it; ``ordered``:
        somebody may ask for the order of its members, as of all that is moved, remembered or gone through."""
        return self.form(simplify(expr, self.facts), env or {}, ordered)

    def form(self, expr: Expr, env: Env, ordered: bool = False) -> Expr:
        if isinstance(expr, Literal):
            return plain(expr)
        if isinstance(expr, Name):
            return env.get(expr.name, expr)
        if expr.type is Type.BOOL:
            return replace(written(self.condition(expr, env)), span=expr.span)
        if expr.type is Type.INT and not expr.maybe:
            return numbers.emit(self.number(expr, env), expr.span)
        if isinstance(expr, Quantified):
            return self._member_of(expr, env, ordered)
        return self.call(expr, env, ordered)

    def call(self, expr: Call, env: Env, ordered: bool) -> Expr:
        row = expr.row
        if (
            row is op.UNION and expr.type in SETS_OF_ITEMS and self.pack.copies > 1 and self.by_face(expr)
        ):  # which copy stands in the set depends on the order
            return replace(expr, args=tuple(self.form(a, env, ordered) for a in expr.args))
        if row in (op.UNION, op.SET):
            ordered = ordered and expr.type is not Type.VALUES
            return put_together(replace(expr, args=tuple(self.form(a, env, ordered) for a in expr.args)), ordered)
        if row is op.IF:
            return self.choice(expr, env, ordered)
        if (filtered := self._without(expr)) is not expr:
            return self.form(filtered, env, ordered)
        if expr.args and expr.args[-1].type is Type.PLACE and isinstance(expr.args[-1], Call):
            return self.form(_in_each_place(expr, expr.args[-1]), env, ordered)
        inner = ordered or row.ordered
        args = tuple(self.form(a, env, inner) for a in expr.args)
        if row in _OWN_ZONE and isinstance(args[0], Call) and args[0].row is _OWN_ZONE[row][0]:
            return Call(expr.type, _OWN_ZONE[row][1], (), expr.span)
        if row in (_NEXT, _PREVIOUS) and isinstance(args[0], Call):
            if args[0].row is (_PREVIOUS if row is _NEXT else _NEXT):
                return args[0].args[0]
            if row is _PREVIOUS and args[0].row is _LEADER:
                return Call(expr.type, _DEALER, (), expr.span)
        if row is FROM and not (ordered or args[0].maybe):
            return Call(expr.type, SEATS, (), expr.span)
        if row is OR_ELSE and not args[0].maybe:
            return chosen(expr, args[0], self.pack)
        if row.symmetric:
            args = tuple(sorted(args, key=print_expr))
        return replace(expr, args=args)

    def choice(self, expr: Call, env: Env, ordered: bool) -> Expr:
        test = self.condition(expr.args[0], env)
        then, other = (self.form(a, env, ordered) for a in expr.args[1:])
        if test == TRUE or then == other or self._at_one(opposite(test), other, then, env):
            return chosen(expr, then, self.pack)
        if test == FALSE or self._at_one(test, then, other, env):
            return chosen(expr, other, self.pack)
        asked, against = written(test), written(opposite(test))
        if print_expr(against) < print_expr(asked):
            asked, then, other = against, other, then
        return replace(expr, args=(asked, then, other))

    def _at_one(self, test: Cond, there: Expr, elsewhere: Expr, env: Env) -> bool:
        """Whether a condition is that a number is this one, for which what is chosen elsewhere comes to the same."""
        if not (isinstance(test, logic.Within) and len(test.ranges) == 1):
            return False
        ((low, high),) = test.ranges
        if low is None or low != high or any(part.row.of_a_moment for part in calls_in(elsewhere)):
            return False
        made = substituted(elsewhere, test.number, number(low, elsewhere.span))
        return self.form(simplify(made, self.facts), in_form(env)) == there

    def bind(self, source: Expr, name: str, env: Env, group: bool = False) -> tuple[Name, dict[str, Expr]]:
        """The variable of a quantifier over a set (or its groups), and what the body may speak of."""
        depth = 1 + max((_depth(e) for e in env.values()), default=0)
        found = variable(source, depth, source.span, group)
        return found, {**env, name: found, f" {depth}": found}

    def over_groups(self, expr: Quantified, env: Env) -> tuple[Cond, Quantified]:
        """What groups are asked for, and the question as it stands."""
        source = self.form(expr.source, env, ordered=True)
        found, inner = self.bind(source, expr.name, env, group=True)
        test = self.condition(expr.body, inner)
        return test, Quantified(expr.type, expr.row, found.name, source, written(test), expr.span)

    def members(self, expr: Quantified, env: Env, ordered: bool = False) -> tuple[Name, Expr, list[Cond], Env]:
        """The variable, the set beneath a chain of filters, what the filters ask, and the names that the body sees."""
        chain: list[tuple[str, Expr]] = []
        source = self._without(expr.source)
        while isinstance(source, Quantified) and source.row is op.FILTER:
            chain.append((source.name, source.body))
            source = self._without(source.source)
        base = self.form(source, env, ordered)
        found, inner = self.bind(base, expr.name, env)
        tests = [self.condition(body, {**inner, name: found}) for name, body in reversed(chain)]
        return found, base, tests, inner

    def _without(self, expr: Expr) -> Expr:
        """A set without another as those members of it that are not in the other, where faces have no twins."""
        if not (isinstance(expr, Call) and expr.row is op.WITHOUT) or expr.type is Type.VALUES or self.pack.copies > 1:
            return expr
        row, (source, other) = op.NOT_IN, expr.args
        if isinstance(other, Call) and other.row is op.SET and len(other.args) == 1:
            (only,) = other.args
            if not (isinstance(only, Call) and only.row is op.RANK_RANGE):
                row, other = op.NE, only
        member = Name(ELEMENT[source.type], " member", expr.span, False, source.written)
        test = Call(Type.BOOL, row, (member, other), expr.span)
        filtered = Quantified(source.type, op.FILTER, member.name, source, test, expr.span)
        return chosen(expr, filtered, self.pack)

    def _member_of(self, expr: Quantified, env: Env, ordered: bool) -> Expr:
        """`first`, or a filter."""
        first = expr.row is op.FIRST
        found, source, tests, inner = self.members(expr, env, ordered or first)
        test = both([*tests, self.condition(expr.body, inner)])
        if not first and (is_empty(source) or (test == TRUE and not asked_part_by_part(source, self.pack))):
            return source
        if first and (test == FALSE or is_empty(source)):
            return missing(expr, self.pack)
        return Quantified(expr.type, expr.row, found.name, source, written(test), expr.span)

    def by_face(self, whole: Expr) -> bool:
        """Whether some part of a set is compared by faces, of which the pack has several copies."""
        return whole.written or (self.pack.copies > 1 and any(part.written for part in walk(whole)))

    def table(self, expr: Expr, env: Env) -> tuple[Expr, dict[str | None, Literal]] | None:
        subject = subject_of(expr)
        if subject is None:
            return None
        known = env.get(subject.name, subject) if isinstance(subject, Name) else subject
        asked = subject
        if isinstance(subject, Name) and known.type is not subject.type:
            asked = replace(subject, type=known.type, maybe=known.maybe)
        if isinstance(asked, Name):  # what is asked of two cards is one question, whatever they are called
            asked = replace(asked, name="card")
        expr = expr if asked is subject else substituted(expr, subject, asked)
        key = expr, asked.maybe
        if key not in self.tables:
            self.tables[key] = by_face(expr, asked, self.facts, self.faces)
        found = self.tables[key]
        return None if found is None else (known, found)

    # ---- numbers

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
        if row in (op.DIV, op.MOD) and isinstance(expr.args[1], Literal):
            divided = self._divided(expr, self.number(expr.args[0], env), int(expr.args[1].value or 0))
            if divided is not None:
                return divided
        if row.of_a_moment:
            inner = self.number(expr.args[0], env)
            moved = Linear(inner.constant)
            for term, times in inner.terms:
                moved = plus(moved, numbers.of(at_moment(expr, numbers.expr_of(term))), times)
            return moved
        made = self.choice(expr, env, False) if row is op.IF else self.call(expr, env, False)
        return Linear(int(made.value or 0)) if isinstance(made, Literal) else numbers.of(made)

    def _divided(self, expr: Call, whole: Linear, by: int) -> Linear | None:
        """A number divided by a constant, or what that leaves: of multiples of the divisor nothing is left."""
        if not by:
            return Linear(0)
        times = numbers.linear(whole.constant // by, {term: n // by for term, n in whole.terms})
        left = plus(whole, times, -by)
        rest = Linear(left.constant if expr.row is op.MOD else 0)
        if left.terms:
            rest = numbers.of(replace(expr, args=(numbers.emit(left, expr.span), expr.args[1])))
        found = rest if expr.row is op.MOD else plus(times, rest)
        return found if max(most(whole), most(left), most(found)) <= LARGEST else None

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
        counted = _counted_at_once(expr)
        if counted is not None:
            return self.number(simplify(counted, self.facts), env)
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
        bound = in_form(env)
        while isinstance(made, Call) and made.row is op.IF:
            test, then, made = made.args
            if not isinstance(then, Literal):
                return None
            rows.append((times * int(then.value or 0), self.condition(test, bound)))
        return logic.apart(rows, times * int(made.value or 0)) if isinstance(made, Literal) else None

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

    # ---- conditions

    def condition(self, expr: Expr, env: Env) -> Cond:
        if isinstance(expr, Literal):
            return TRUE if expr.value else FALSE
        found = self.table(expr, env)
        if found is not None:
            subject, table = found
            return logic.one_of(subject, (f for f, v in table.items() if v.value), tuple(table))
        if isinstance(expr, Quantified) and expr.row is op.ANY_GROUP:  # whether there are more than none
            counted = self.number(replace(expr, type=Type.INT, row=op.HOW_MANY_GROUPS), env)
            return below_zero(plus(Linear(0), counted, -1))
        if isinstance(expr, Quantified):
            return logic.Atom(self.over(expr, env)) if expr.row is op.MATCHED else self._some(expr, env)
        if isinstance(expr, Name):
            return logic.Atom(self.form(expr, env))
        handler = _CONDITIONS.get(expr.row)
        if handler is not None:
            return handler(self, expr, env)
        return logic.Atom(self.call(expr, env, False))

    def _some(self, expr: Quantified, env: Env) -> Cond:
        """`any` asks whether a count is more than 0; `all`, whether that of the others is 0."""
        turned = expr.row is op.ALL
        body = Call(Type.BOOL, op.NOT, (expr.body,), expr.span) if turned else expr.body
        counted = self.counts(Quantified(Type.INT, op.HOW_MANY, expr.name, expr.source, body, expr.span), env)
        some = below_zero(plus(Linear(0), counted, -1))
        return opposite(some) if turned else some

    def equal(self, left: Expr, right: Expr, env: Env) -> Cond:
        """Whether two expressions are the same thing, and are something."""
        if Type.BOOL in (left.type, right.type):
            one, other = self.condition(left, env), self.condition(right, env)
            return logic.either((both((one, other)), both((opposite(one), opposite(other)))))
        if left.type is right.type is Type.INT and not (left.maybe or right.maybe):
            less, more = self.number(left, env), self.number(right, env)
            if most(less) + most(more) <= LARGEST:
                return zero(plus(less, more, -1))
        forms = [self.form(e, env) for e in (left, right)]
        if any(isinstance(f, Literal) and f.value is None for f in forms):
            return FALSE  # nothing is no thing's equal
        for subject, literal in (forms, forms[::-1]):
            if isinstance(subject, Literal) and isinstance(literal, Literal):
                return TRUE if subject.value == literal.value else FALSE
            if isinstance(literal, Literal) and (whole := self._whole(subject)):
                return logic.one_of(subject, (str(literal.value),), whole)
        args = tuple(sorted(forms, key=print_expr))
        return logic.Atom(Call(Type.BOOL, op.EQ, args, left.span))

    def _whole(self, subject: Expr) -> tuple[str | None, ...]:
        """All that something can be, where that is a short list."""
        wholes: dict[Type, tuple[str, ...]] = {
            **self.pack.word_lists,
            Type.CARD: self.faces,
            Type.ITEM: self.faces,
            Type.KIND: KINDS,
            Type.ACTION: tuple(sorted(self.actions)),
        }
        whole = wholes.get(subject.type, ())
        nothing = subject.maybe or subject.type is Type.ITEM
        return (*whole, None) if whole and nothing else whole

    def inside(self, member: Expr, whole: Expr, env: Env) -> Cond:
        """Whether something is in a set, asked part by part of sets that were put together."""
        if isinstance(whole, Call) and whole.row in (op.UNION, op.WITHOUT) and whole.type is not Type.VALUES:
            first, second = (self.inside(member, a, env) for a in whole.args)
            return logic.either((first, second)) if whole.row is op.UNION else both((first, opposite(second)))
        if isinstance(whole, Call) and whole.row is op.IF and whole.type is not Type.VALUES:
            then, other = (self.inside(member, a, env) for a in whole.args[1:])
            return logic.choose(self.condition(whole.args[0], env), then, other)
        if isinstance(whole, Quantified) and whole.row is op.FILTER and not (member.written or self.by_face(whole)):
            subject = self.form(member, env)
            # what is found now may not be put where something is asked of another moment
            now = not any(part.row.of_a_moment for part in calls_in(whole.body))
            if not subject.maybe and (isinstance(subject, Literal | Name) or now):
                inner = {**env, whole.name: subject}
                return both((self.inside(member, whole.source, env), self.condition(whole.body, inner)))
        if isinstance(whole, Call) and whole.row is op.SET:
            parts = members_written_out(whole, self.pack)
            if parts is not None:
                return self._among(member, parts, whole, env)
        if isinstance(member, Literal) and whole.type in SETS_OF_ITEMS:
            # a card of the pack lies there: some card there is that card
            it = Name(ELEMENT[whole.type], "it", member.span, False, whole.written)
            same = Call(Type.BOOL, op.EQ, (it, member), member.span)
            return self._some(Quantified(Type.BOOL, op.ANY, "it", whole, same, member.span), env)
        args = (self.form(member, env), self.form(whole, env))
        return logic.Atom(Call(Type.BOOL, op.IN, args, whole.span))

    def _among(self, member: Expr, parts: list[Literal], whole: Call, env: Env) -> Cond:
        if whole.type is not Type.VALUES:
            return logic.either(self.equal(member, p, env) for p in parts)
        told = [p for p in parts if 0 <= int(p.value or 0) <= LARGEST_IN_SET]
        value = self.number(member, env)
        if not value.constant and len(value.terms) == 1 and value.terms[0][1] == 1:  # of any size
            return logic.within(numbers.expr_of(value.terms[0][0]), tuple((int(p.value or 0),) * 2 for p in told))
        return logic.either(self.equal(member, p, env) for p in told)

    def compare(self, left: Expr, right: Expr, env: Env) -> Cond:
        """``left < right``."""
        one, other = self.number(left, env), self.number(right, env)
        if most(one) + most(other) <= LARGEST:
            return below_zero(plus(one, other, -1))
        args = tuple(numbers.emit(n, left.span) for n in (one, other))
        return logic.Atom(Call(Type.BOOL, op.LT, args, left.span))

    def known(self, expr: Expr, env: Env) -> Cond:
        """Whether something is there; of `first`, whether some member fits."""
        if isinstance(expr, Quantified) and expr.row is op.FIRST:
            return self._some(replace(expr, type=Type.BOOL, row=op.ANY), env)
        if isinstance(expr, Call) and expr.row is op.IF:
            return logic.choose(self.condition(expr.args[0], env), *(self.known(a, env) for a in expr.args[1:]))
        form = self.form(expr, env)
        if isinstance(form, Literal):
            return FALSE if form.value is None else TRUE
        return logic.Atom(Call(Type.BOOL, KNOWN, (form,), expr.span)) if form.maybe else TRUE


def _in_each_place(expr: Call, place: Call) -> Call:
    """What something counts for in one of two places: one of two numbers, each in a place that is said."""
    test, *places = place.args
    return Call(expr.type, op.IF, (test, *(replace(expr, args=(*expr.args[:-1], p)) for p in places)), expr.span)


def in_form(env: Env) -> Env:
    """The names bound where an expression stands that is in its form already: its variables are called as they are,
    and those it binds have to be called otherwise."""
    return {key: name for key, name in env.items() if key.startswith(" ")}


def _depth(expr: Expr) -> int:
    """How many quantifiers deep a variable is."""
    return int(expr.name[1:]) if isinstance(expr, Name) and expr.name[:1] == "v" and expr.name[1:].isdigit() else 0


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


def _counted_at_once(expr: Quantified) -> Expr | None:
    """Where a sum over what lies in a place counts cards of each item, the count of them all: no two share a card."""
    place, body = expr.source, expr.body
    while isinstance(place, Quantified) and place.row is op.FILTER:
        place = place.source
    if not (isinstance(place, Call) and place.row.reads and isinstance(body, Call | Quantified)):
        return None
    cards, item = next(iter(children(body)), body), Name(ELEMENT[expr.source.type], expr.name, expr.span)
    of_each = isinstance(cards, Call) and cards.row is _CARDS_OF_ITEM and cards.args == (item,)
    if not of_each or body.row not in (COUNT, op.HOW_MANY) or list(walk(body)).count(item) > 1:
        return None
    return substituted(body, cards, Call(Type.CARDS, _CARDS_OF, (expr.source,), expr.span))


def _moved(word: Call, cond: Cond) -> Cond:
    """A condition at another moment: the moment goes to what is compared."""
    if isinstance(cond, logic.Atom):
        return logic.Atom(at_moment(word, cond.expr), cond.holds)
    if isinstance(cond, logic.OneOf):
        return logic.OneOf(at_moment(word, cond.subject), cond.members, cond.whole)
    if isinstance(cond, logic.Within):
        return logic.within(at_moment(word, cond.number), cond.ranges)
    return (both if isinstance(cond, logic.AllOf) else logic.either)(_moved(word, p) for p in cond.parts)


_CONDITIONS: dict[Row, Callable[[Normalizer, Call, Env], Cond]] = {
    op.AND: lambda n, e, env: both(n.condition(a, env) for a in e.args),
    op.OR: lambda n, e, env: logic.either(n.condition(a, env) for a in e.args),
    op.NOT: lambda n, e, env: opposite(n.condition(e.args[0], env)),
    op.IMPLIES: lambda n, e, env: logic.either((opposite(n.condition(e.args[0], env)), n.condition(e.args[1], env))),
    op.IF: lambda n, e, env: logic.choose(*(n.condition(a, env) for a in e.args)),
    op.EQ: lambda n, e, env: n.equal(e.args[0], e.args[1], env),
    op.NE: lambda n, e, env: opposite(n.equal(e.args[0], e.args[1], env)),
    op.IN: lambda n, e, env: n.inside(e.args[0], e.args[1], env),
    op.NOT_IN: lambda n, e, env: opposite(n.inside(e.args[0], e.args[1], env)),
    op.LT: lambda n, e, env: n.compare(e.args[0], e.args[1], env),
    op.GT: lambda n, e, env: n.compare(e.args[1], e.args[0], env),
    op.GE: lambda n, e, env: opposite(n.compare(e.args[0], e.args[1], env)),
    op.LE: lambda n, e, env: opposite(n.compare(e.args[1], e.args[0], env)),
    KNOWN: lambda n, e, env: n.known(e.args[0], env),
    **dict.fromkeys((AFTER, BEFORE), lambda n, e, env: _moved(e, n.condition(e.args[0], env))),
}
