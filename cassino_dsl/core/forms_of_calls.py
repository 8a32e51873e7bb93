"""The normal form of what is neither a condition nor a number: calls, sets, and the variables of quantifiers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace

from cassino_dsl.core import faces as one_card
from cassino_dsl.core import linear as numbers
from cassino_dsl.core.build import plain, variable
from cassino_dsl.core.linear import Linear
from cassino_dsl.core.logic import FALSE, TRUE, Cond, both, opposite, written
from cassino_dsl.core.sets import ordered_set, unordered
from cassino_dsl.ruleset import operators as op
from cassino_dsl.ruleset.cards import Pack
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified, print_expr, walk, with_children
from cassino_dsl.ruleset.simplify import Facts, asked_part_by_part, chosen, is_empty, missing, simplify
from cassino_dsl.ruleset.types import SETS_OF_ITEMS, Type
from cassino_dsl.ruleset.words import FROM, ME, OR_ELSE, ROW, SEATS, US

Env = Mapping[str, Expr]
_OWN_ZONE = {ROW["hand(seat)"]: (ME, ROW["hand"]), ROW["pile(side)"]: (US, ROW["pile"])}
_NEXT, _PREVIOUS, _LEADER, _DEALER = (ROW[key] for key in ("next(seat)", "previous(seat)", "leader", "dealer"))


@dataclass(frozen=True)
class CallForms(ABC):
    """The forms of expressions that may speak of this pack. ``faces``: those that a card can have;
    ``actions``: all names of actions; ``facts``: what is known beside."""

    pack: Pack
    faces: tuple[str, ...]
    actions: tuple[str, ...]
    facts: Facts

    @abstractmethod
    def number(self, expr: Expr, env: Env) -> Linear:
        """A number as a constant and multiples of what cannot be worked out."""

    @abstractmethod
    def condition(self, expr: Expr, env: Env) -> Cond:
        """What has to hold."""

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
            return _standing_at(written(self.condition(expr, env)), expr)
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
        if row in (op.UNION, op.SET) and expr.type is not Type.VALUES:
            args = tuple(self.form(a, env, ordered) for a in expr.args)
            return ordered_set(replace(expr, args=args)) if ordered else unordered(replace(expr, args=args))
        if row in (op.UNION, op.SET):
            return unordered(replace(expr, args=tuple(self.form(a, env) for a in expr.args)))
        if row is op.IF:
            return self.choice(expr, env, ordered)
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
        if test == TRUE or then == other:
            return chosen(expr, then, self.pack)
        if test == FALSE:
            return chosen(expr, other, self.pack)
        asked, against = written(test), written(opposite(test))
        if print_expr(against) < print_expr(asked):
            asked, then, other = against, other, then
        return replace(expr, args=(asked, then, other))

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
        source = expr.source
        while isinstance(source, Quantified) and source.row is op.FILTER:
            chain.append((source.name, source.body))
            source = source.source
        base = self.form(source, env, ordered)
        found, inner = self.bind(base, expr.name, env)
        tests = [self.condition(body, {**inner, name: found}) for name, body in reversed(chain)]
        return found, base, tests, inner

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
        subject = one_card.subject_of(expr)
        if subject is None:
            return None
        known = env.get(subject.name, subject) if isinstance(subject, Name) else subject
        asked = subject if known.type is subject.type else _retyped(subject, known)
        expr = expr if asked is subject else _substituted(expr, subject, asked)
        table = one_card.table(expr, asked, self.facts, self.faces)
        return None if table is None else (known, table)


def _standing_at(expr: Expr, of: Expr) -> Expr:
    """The expression, said to stand where another did."""
    return replace(expr, span=of.span)


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


def _retyped(subject: Expr, known: Expr) -> Expr:
    return replace(subject, type=known.type, maybe=known.maybe) if isinstance(subject, Name) else subject


def _substituted(expr: Expr, old: Expr, new: Expr) -> Expr:
    if expr == old:
        return new
    return with_children(expr, lambda e: _substituted(e, old, new))
