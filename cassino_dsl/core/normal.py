"""The normal form of one expression: what it means, in one way of saying it.

Bound names are numbered by depth; `any`, `all` and `count` are one question each; conditions are sorted (``logic.py``),
numbers are linear (``linear.py``), what depends on one card alone is a choice of faces (``faces.py``). Two expressions
with equal forms have equal values everywhere; the opposite cannot be decided, so forms may differ where meanings agree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from cassino_dsl.core import linear as numbers
from cassino_dsl.core.build import number
from cassino_dsl.core.forms_of_calls import Env
from cassino_dsl.core.forms_of_numbers import NumberForms
from cassino_dsl.core.linear import Linear, below_zero, most, plus, zero
from cassino_dsl.core.logic import (
    FALSE,
    TRUE,
    AllOf,
    Atom,
    Cond,
    OneOf,
    Within,
    both,
    choose,
    either,
    one_of,
    opposite,
    within,
)
from cassino_dsl.core.moments import at_moment
from cassino_dsl.core.sets import members_written_out
from cassino_dsl.ruleset import operators as op
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified, print_expr
from cassino_dsl.ruleset.model import KINDS
from cassino_dsl.ruleset.numbers import LARGEST, LARGEST_IN_SET
from cassino_dsl.ruleset.row import Row
from cassino_dsl.ruleset.types import ELEMENT, SETS_OF_ITEMS, Type
from cassino_dsl.ruleset.within import calls_in
from cassino_dsl.ruleset.words import AFTER, BEFORE, KNOWN


@dataclass(frozen=True)
class Normalizer(NumberForms):
    """Conditions, and with them all expressions."""

    def condition(self, expr: Expr, env: Env) -> Cond:
        if isinstance(expr, Literal):
            return TRUE if expr.value else FALSE
        found = self.table(expr, env)
        if found is not None:
            subject, table = found
            return one_of(subject, (f for f, v in table.items() if v.value), tuple(table))
        if isinstance(expr, Quantified) and expr.row is op.ANY_GROUP:  # whether there are more than none
            counted = self.number(replace(expr, type=Type.INT, row=op.HOW_MANY_GROUPS), env)
            return below_zero(plus(Linear(0), counted, -1))
        if isinstance(expr, Quantified):
            return Atom(self.over(expr, env)) if expr.row is op.MATCHED else self._some(expr, env)
        if isinstance(expr, Name):
            return Atom(self.form(expr, env))
        handler = _CONDITIONS.get(expr.row)
        if handler is not None:
            return handler(self, expr, env)
        return Atom(self.call(expr, env, False))

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
            return either((both((one, other)), both((opposite(one), opposite(other)))))
        if left.type is right.type is Type.INT and not (left.maybe or right.maybe):
            less, more = self.number(left, env), self.number(right, env)
            if most(less) + most(more) <= LARGEST:
                return zero(plus(less, more, -1))
        forms = [self.form(e, env) for e in (left, right)]
        if any(isinstance(f, Literal) and f.value is None for f in forms):
            return FALSE  # nothing is no thing's equal
        if all(isinstance(f, Literal) for f in forms):
            values = [f.value for f in forms if isinstance(f, Literal)]
            return TRUE if values[0] is not None and values[0] == values[1] else FALSE
        for subject, literal in (forms, forms[::-1]):
            whole = self._whole(subject)
            if whole and isinstance(literal, Literal) and not isinstance(subject, Literal):
                return one_of(subject, (str(literal.value),) if literal.value is not None else (), whole)
        args = tuple(sorted(forms, key=print_expr))
        return Atom(Call(Type.BOOL, op.EQ, args, left.span))

    def _whole(self, subject: Expr) -> tuple[str | None, ...]:
        """All that something can be, where that is a short list."""
        ranks = tuple(dict.fromkeys((*self.pack.ranks, *(f.rank for f in self.pack.faces))))
        wholes: dict[Type, tuple[str, ...]] = {
            Type.CARD: self.faces,
            Type.ITEM: self.faces,
            Type.RANK: ranks,
            Type.SUIT: tuple(s.letter for s in self.pack.suits),
            Type.COLOUR: ("black", "red"),
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
            return either((first, second)) if whole.row is op.UNION else both((first, opposite(second)))
        if isinstance(whole, Call) and whole.row is op.IF and whole.type is not Type.VALUES:
            then, other = (self.inside(member, a, env) for a in whole.args[1:])
            return choose(self.condition(whole.args[0], env), then, other)
        if isinstance(whole, Quantified) and whole.row is op.FILTER and not (member.written or self.by_face(whole)):
            subject = self.form(member, env)
            if not subject.maybe and (isinstance(subject, Literal | Name) or not _of_moments(whole.body)):
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
        return Atom(Call(Type.BOOL, op.IN, args, whole.span))

    def _among(self, member: Expr, parts: list[Expr], whole: Call, env: Env) -> Cond:
        if whole.type is not Type.VALUES:
            return either(self.equal(member, p, env) for p in parts)
        told = [p for p in parts if isinstance(p, Literal) and 0 <= int(p.value or 0) <= LARGEST_IN_SET]
        others = [p for p in parts if not isinstance(p, Literal)]
        value = self.number(member, env)
        if not value.constant and len(value.terms) == 1 and value.terms[0][1] == 1:  # of any size
            found = within(numbers.expr_of(value.terms[0][0]), tuple((int(p.value or 0),) * 2 for p in told))
        else:
            found = either(self.equal(member, p, env) for p in told)
        if not others:
            return found
        low, high = (number(n, member.span) for n in (0, LARGEST_IN_SET))
        fits = both((opposite(self.compare(member, low, env)), opposite(self.compare(high, member, env))))
        return either((found, both((fits, either(self.equal(member, p, env) for p in others)))))

    def compare(self, left: Expr, right: Expr, env: Env) -> Cond:
        """``left < right``."""
        one, other = self.number(left, env), self.number(right, env)
        if most(one) + most(other) <= LARGEST:
            return below_zero(plus(one, other, -1))
        args = tuple(numbers.emit(n, left.span) for n in (one, other))
        return Atom(Call(Type.BOOL, op.LT, args, left.span))

    def known(self, expr: Expr, env: Env) -> Cond:
        """Whether something is there; of `first`, whether some member fits."""
        if isinstance(expr, Quantified) and expr.row is op.FIRST:
            return self._some(replace(expr, type=Type.BOOL, row=op.ANY), env)
        form = self.form(expr, env)
        if isinstance(form, Literal):
            return FALSE if form.value is None else TRUE
        return Atom(Call(Type.BOOL, KNOWN, (form,), expr.span)) if form.maybe else TRUE


def _of_moments(expr: Expr) -> bool:
    """Whether something of it is asked of another moment: what is found now may not be put there."""
    return any(part.row.of_a_moment for part in calls_in(expr))


def _at_moment(n: Normalizer, e: Call, env: Env) -> Cond:
    return _moved(e, n.condition(e.args[0], env))


def _moved(word: Call, cond: Cond) -> Cond:
    """A condition at another moment: the moment goes to what is compared."""
    if isinstance(cond, Atom):
        return Atom(at_moment(word, cond.expr), cond.holds)
    if isinstance(cond, OneOf):
        return OneOf(at_moment(word, cond.subject), cond.members, cond.whole)
    if isinstance(cond, Within):
        return within(at_moment(word, cond.number), cond.ranges)
    return (both if isinstance(cond, AllOf) else either)(_moved(word, p) for p in cond.parts)


def _implied(n: Normalizer, e: Call, env: Env) -> Cond:
    return either((opposite(n.condition(e.args[0], env)), n.condition(e.args[1], env)))


_CONDITIONS: dict[Row, Callable[[Normalizer, Call, Env], Cond]] = {
    op.AND: lambda n, e, env: both(n.condition(a, env) for a in e.args),
    op.OR: lambda n, e, env: either(n.condition(a, env) for a in e.args),
    op.NOT: lambda n, e, env: opposite(n.condition(e.args[0], env)),
    op.IMPLIES: _implied,
    op.IF: lambda n, e, env: choose(*(n.condition(a, env) for a in e.args)),
    op.EQ: lambda n, e, env: n.equal(e.args[0], e.args[1], env),
    op.NE: lambda n, e, env: opposite(n.equal(e.args[0], e.args[1], env)),
    op.IN: lambda n, e, env: n.inside(e.args[0], e.args[1], env),
    op.NOT_IN: lambda n, e, env: opposite(n.inside(e.args[0], e.args[1], env)),
    op.LT: lambda n, e, env: n.compare(e.args[0], e.args[1], env),
    op.GT: lambda n, e, env: n.compare(e.args[1], e.args[0], env),
    op.GE: lambda n, e, env: opposite(n.compare(e.args[0], e.args[1], env)),
    op.LE: lambda n, e, env: opposite(n.compare(e.args[1], e.args[0], env)),
    KNOWN: lambda n, e, env: n.known(e.args[0], env),
    AFTER: _at_moment,
    BEFORE: _at_moment,
}
