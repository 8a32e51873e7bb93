"""Which part of a condition decides it: of `A and B` the one that fails, of `all(b in builds | …)` the build for which
it does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from cassino_dsl.describe.faces import with_name
from cassino_dsl.describe.pattern import Pattern, like
from cassino_dsl.describe.refusals import Core
from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.numbers import bits
from cassino_dsl.ruleset import operators as op
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type, conjuncts, free_names, with_children
from cassino_dsl.ruleset.words import AFTER, BEFORE, ROW
from cassino_dsl.why.observe import Observer, at_moment, names_kept

PLAYED = "card played"  # the name that stands for the card; no file can have a space in a name
MOST = 2  # parts of a condition that are told together
_HANDS = (ROW["hand"], ROW["hand(seat)"], ROW["kept"])
_OF_THE_PLAY: tuple[Pattern, ...] = (
    *((sign, (word,), "?x") for sign in ("=", "in") for word in ("kind", "action")),
    (">", ("count", ("cards",)), 0),
)
_NUMBERS = (ROW["value(build)"], ROW["announced"])


@dataclass(frozen=True, slots=True)
class _Within:
    """Where we are in a condition: what names stand for, and the moment that is asked about."""

    names: Mapping[str, str]
    moment: object = None


class Narrower:
    """Narrows conditions of one ruleset in frames of one position. A frame is left as it was."""

    def __init__(self, observer: Observer) -> None:
        self.observer = observer

    def cores(self, expr: Expr, holds: bool, f: Frame) -> list[Core]:
        """What decides that a condition (of the file) holds, or does not: one or two of its parts."""
        expr = self.observer.in_force(expr)
        return _of_more_than_the_play(self._narrow(expr, holds, f, _Within(self.names(expr, f))))[:MOST]

    def names(self, expr: Expr, f: Frame) -> dict[str, str]:
        """What the names that stand free in an expression stand for, and the card played."""
        told = self.observer.told
        names = {name: told(f.names[name], type) for name, type in free_names(expr).items() if name in f.names}
        return names if f.card is None else {**names, PLAYED: told(f.card, Type.CARD)}

    def _holds(self, expr: Expr, f: Frame) -> bool:
        return bool(self.observer.evaluate(expr)(f))

    def _narrow(self, expr: Expr, holds: bool, f: Frame, at: _Within) -> list[Core]:
        if isinstance(expr, Quantified):
            return self._quantified(expr, holds, f, at)
        if not isinstance(expr, Call):
            return [self._leaf(expr, holds, f, at)]
        row, args = expr.row, expr.args
        if row is op.NOT:
            return self._narrow(args[0], not holds, f, at)
        if row in (op.AND, op.OR):
            if holds == (row is op.AND):
                found = [c for a in args for c in self._narrow(a, holds, f, at)]
                return _of_more_than_the_play(found)
            return self._narrow(next(a for a in args if self._holds(a, f) == holds), holds, f, at)
        if row is op.IMPLIES:
            return self._implies(args[0], args[1], holds, f, at)
        if row is op.IF:
            return self._narrow(args[1] if self._holds(args[0], f) else args[2], holds, f, at)
        if row in (AFTER, BEFORE):
            with at_moment(f, row):
                return self._narrow(args[0], holds, f, replace(at, moment=row))
        if row in (op.NE, op.NOT_IN):
            return self._narrow(replace(expr, row=op.EQ if row is op.NE else op.IN), not holds, f, at)
        if row is op.IN:
            return self._member(expr, holds, f, at)
        return self._counted(expr, holds, f, at) or [self._leaf(expr, holds, f, at)]

    def _implies(self, when: Expr, then: Expr, holds: bool, f: Frame, at: _Within) -> list[Core]:
        if holds:
            return self._narrow(then, True, f, at) if self._holds(then, f) else self._narrow(when, False, f, at)
        asked = self._narrow(then, False, f, at)
        for part in conjuncts(when):
            told = [] if _speaks_of_the_play(part) else self._narrow(part, True, f, at)
            if len(told) == 1 and len(asked) < MOST and not _is_itself(told[0]):
                asked = [*told, *asked]
        return asked

    # ---- members

    def _quantified(self, expr: Quantified, holds: bool, f: Frame, at: _Within) -> list[Core]:
        if expr.row is op.MATCHED and not holds:
            return self._unmatched(expr, f, at)
        if expr.row not in (op.ANY, op.ALL) or holds != (expr.row is op.ANY):
            return [self._leaf(expr, holds, f, at)]
        with names_kept(f):
            for member in self._members(expr.source, f):
                f.names[expr.name] = member
                if self._holds(expr.body, f) == holds:
                    return self._narrow(expr.body, holds, f, self._with(at, expr, member))
        return [self._leaf(expr, holds, f, at)]

    def _unmatched(self, expr: Quantified, f: Frame, at: _Within) -> list[Core]:
        """Of members of which not each has a card of its own: one that has none at all."""
        with names_kept(f):
            for member in self._members(expr.source, f):
                f.names[expr.name] = member
                cards = self._members(expr.body, f)
                if not cards and isinstance(expr.body, Quantified) and expr.body.row is op.FILTER:
                    there = replace(expr.body, row=op.ANY, type=Type.BOOL)
                    return [self._leaf(there, False, f, self._with(at, expr, member))]
        return [self._leaf(expr, False, f, at)]

    def _counted(self, expr: Call, holds: bool, f: Frame, at: _Within) -> list[Core]:
        """That there is none, or some: the one that there is."""
        for shape, none in ((("=", "?count", 0), True), ((">", "?count", 0), False), ((">=", "?count", 1), False)):
            found = like(expr, shape)
            counted = found["?count"] if found else None
            if counted is None or holds == none:
                continue
            if isinstance(counted, Quantified) and counted.row is op.HOW_MANY:
                return self._quantified(replace(counted, row=op.ANY, type=Type.BOOL), True, f, at)
            inner = counted.args[0] if isinstance(counted, Call) and counted.row is ROW["count(a set)"] else None
            if isinstance(inner, Quantified) and inner.row is op.FILTER:
                return self._quantified(replace(inner, row=op.ANY, type=Type.BOOL), True, f, at)
        return []

    def _member(self, expr: Call, holds: bool, f: Frame, at: _Within) -> list[Core]:
        """That something is in a set, or is not."""
        member, whole = expr.args
        if isinstance(whole, Quantified) and whole.row is op.FILTER:
            value = self.observer.evaluate(member)(f)
            if holds or value in self._members(whole.source, f):
                with names_kept(f):
                    f.names[whole.name] = value
                    return self._narrow(whole.body, holds, f, self._with(at, whole, value))
            return self._member(replace(expr, args=(member, whole.source)), holds, f, at)
        if isinstance(whole, Call) and whole.row is op.UNION and not holds:
            value = self.observer.evaluate(member)(f)
            near = next((a for a in whole.args if isinstance(a, Quantified) and self._is_of(value, a, f)), None)
            if near is not None:
                return self._member(replace(expr, args=(member, near)), False, f, at)
        return [self._leaf(expr, holds, f, at)]

    def _is_of(self, value: Any, whole: Quantified, f: Frame) -> bool:
        return whole.row is op.FILTER and value in self._members(whole.source, f)

    def _members(self, source: Expr, f: Frame) -> list[Any]:
        found = self.observer.evaluate(source)(f)
        return bits(found) if isinstance(found, int) else list(found)

    def _with(self, at: _Within, expr: Quantified, member: Any) -> _Within:
        return replace(at, names={**at.names, expr.name: self.observer.told(member, expr.variable)})

    # ---- what is left

    def _leaf(self, expr: Expr, holds: bool, f: Frame, at: _Within) -> Core:
        stays, of_hand = self._stays(expr, f) if not holds else ("", None)
        return Core(
            expr=self.with_card(expr, f),
            plain=self._known(self.with_card(expr, f), f, frozenset()),
            holds=holds,
            names=at.names,
            left=self._left(expr, f),
            moment=at.moment,
            stays=stays,
            of_hand=(of_hand[0], self.with_card(of_hand[1], f)) if of_hand else None,
        )

    def _left(self, expr: Expr, f: Frame) -> int | None:
        if not (isinstance(expr, Call) and expr.row.compares and expr.args[0].type is Type.INT):
            return None
        left = expr.args[0]
        if isinstance(left, Literal):
            return None
        found = self.observer.evaluate(left)(f)
        return found if type(found) is int else None

    def _stays(self, expr: Expr, f: Frame) -> tuple[str, tuple[str, Expr] | None]:
        """A card that is played and was the one asked for among those of the hand."""
        if isinstance(expr, Quantified) and expr.row is op.ANY and _is_hand(expr.source):
            name, test = expr.name, expr.body
        else:
            found = like(expr, ("in", "?v", ("value", "?cards", "?place")))
            if found is None or not _is_hand(found["?cards"]):
                return "", None
            name = "c"
            while name in f.names:
                name += "c"
            card = Name(Type.CARD, name, expr.span)
            values = Call(Type.VALUES, ROW["value(card, place)"], (card, found["?place"]), expr.span)
            test = Call(Type.BOOL, op.IN, (found["?v"], values), expr.span)
        with names_kept(f):
            for number in f.cards:
                f.names[name] = number
                if self._holds(test, f):
                    return self.observer.told(number, Type.CARD), (name, test)
        return "", None

    def with_card(self, expr: Expr, f: Frame) -> Expr:
        """The card played by a name, so that it is told as itself."""
        return expr if f.card is None else with_name(expr)

    def _known(self, expr: Expr, f: Frame, inner: frozenset[str]) -> Expr:
        """Values of builds as the numbers that they are."""
        if isinstance(expr, Quantified):
            body = self._known(expr.body, f, inner | {expr.name})
            return replace(expr, source=self._known(expr.source, f, inner), body=body)
        if isinstance(expr, Call) and expr.row in _NUMBERS and free_names(expr).keys().isdisjoint({*inner, PLAYED}):
            value = self.observer.evaluate(expr)(f)
            if type(value) is int:
                return Literal(Type.INT, value, expr.span)
        return with_children(expr, lambda e: self._known(e, f, inner))


def _speaks_of_the_play(expr: Expr) -> bool:
    """Whether a condition only says which plays a rule is about: the reason names the play already."""
    return any(like(expr, shape) is not None for shape in _OF_THE_PLAY)


def _of_more_than_the_play(cores: list[Core]) -> list[Core]:
    """Cores without those that only say which kind of play it is, where there are others."""
    return [c for c in cores if not _speaks_of_the_play(c.expr)] or cores


def _is_itself(core: Core) -> bool:
    """That one card is another of its face: nobody has to be told."""
    expr = core.expr
    if not (core.holds and isinstance(expr, Call) and expr.row is op.EQ):
        return False
    told = [core.names.get(arg.name) for arg in expr.args if isinstance(arg, Name)]
    return len(told) == 2 and told[0] == told[1]


def _is_hand(expr: Expr) -> bool:
    return isinstance(expr, Call) and expr.row in _HANDS
