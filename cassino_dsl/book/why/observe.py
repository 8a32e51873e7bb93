"""What a condition sees: the values of its sub-expressions in a frame, for people; and which part of it decides it: of
`A and B` the one that fails, of `all(b in builds | …)` the build for which it does.

Among the values terms stay as the file writes them (`court(card)`); each member of a quantifier is looked at by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from cassino_dsl.book.describe.condition_parts import PLAYED, with_name
from cassino_dsl.book.describe.english import YOU, joined
from cassino_dsl.book.describe.expression_patterns import Pattern, like
from cassino_dsl.engine.reference.evaluate import Evaluator
from cassino_dsl.engine.reference.logic import at_moment
from cassino_dsl.engine.reference.numbers import bits
from cassino_dsl.engine.reference.play import Frame
from cassino_dsl.engine.reference.state import Build, State
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.document import word_of
from cassino_dsl.language.ruleset.expr import (
    ELEMENT,
    Call,
    Expr,
    Literal,
    Name,
    Quantified,
    Type,
    conjuncts,
    free_names,
    print_expr,
    walk,
)
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.simplify import Facts, simplify
from cassino_dsl.language.ruleset.unfold_terms import Unfolder, term_table
from cassino_dsl.language.ruleset.words import AFTER, BEFORE, ROW

MAX_VALUES = 40  # of one condition
MAX_MEMBERS = 8  # of one set that a quantifier runs over
_THERE = " on the table"  # said of a card that is there, and may be none of those played and taken
MOST = 2  # parts of a condition that are told together
_OF_THE_PLAY: tuple[Pattern, ...] = (
    *((sign, (word,), "?x") for sign in ("=", "in") for word in ("kind", "action")),
    (">", ("count", ("cards",)), 0),
)


@dataclass(frozen=True, slots=True)
class Core:
    """A part of a condition, and that it holds, or does not. ``names``: what bound names stand for; ``moment``:
    `after(…)` or `before(…)`, where it is asked then; ``left`` and ``right``: the numbers that are compared."""

    expr: Expr
    holds: bool
    names: Mapping[str, str]
    moment: Row | None = None
    left: int | None = None
    right: int | None = None


@contextmanager
def names_kept(f: Frame) -> Iterator[None]:
    """Names that are bound inside are as before after it."""
    names = dict(f.names)
    try:
        yield
    finally:
        f.names = names


class Observer:
    """Evaluates expressions as they stand in the file. Lives for one question, and its evaluator with it."""

    def __init__(self, evaluate: Evaluator, state: State, seat: int) -> None:
        self.builds, self.me = state.builds, seat
        self.plan = evaluate.plan
        self.tables = evaluate.tables
        self.evaluate = Evaluator(evaluate.plan)
        self.evaluate.steps = evaluate.steps  # it is one question
        self.evaluate.reads_groups = True  # a build that is looked at is shown as it will lie
        self.facts = Facts(evaluate.plan.ruleset.pack)
        self.unfold = Unfolder(term_table(evaluate.plan.ruleset.terms))

    def in_force(self, expr: Expr) -> Expr:
        """An expression of the file with its terms written out, and what options decide worked out."""
        return simplify(self.unfold.expr(expr), self.facts)

    def value(self, expr: Expr, f: Frame) -> Any:
        """The value of an expression of the file."""
        return self.evaluate(self.unfold.expr(expr))(f)

    def seen(self, expr: Expr, f: Frame) -> dict[str, Any]:
        """The values of what the expression speaks of, by its text; as JSON."""
        found: dict[str, Any] = {}
        with names_kept(f):
            self._walk(expr, f, "", {}, found)
        return found

    def _walk(self, expr: Expr, f: Frame, around: str, members: dict[str, str], found: dict[str, Any]) -> None:
        """``around``: `after` or `before`, where we look from; ``members``: the members that are looked at, by name."""
        if len(found) >= MAX_VALUES or isinstance(expr, Literal):
            return
        if isinstance(expr, Name) and expr.name in members:
            return  # the label of what is said of it names it
        if isinstance(expr, Quantified) and not expr.row.groups:
            self._each(expr, f, around, members, found)
        elif isinstance(expr, Call) and expr.row.of_a_moment:
            at_moment(expr.row, lambda f: self._walk(expr.args[0], f, expr.row.word, members, found))(f)
        elif isinstance(expr, Call) and expr.row in op.SPELT:
            for arg in expr.args:
                self._walk(arg, f, around, members, found)
        else:
            text = print_expr(expr)
            mentioned = {e.name for e in walk(expr) if isinstance(e, Name)}
            where = "".join(f" for {name} = {shown}" for name, shown in members.items() if name in mentioned)
            label = (f"{around}({text})" if around else text) + where
            if label not in found:
                found[label] = self.shown(self.value(expr, f), expr.type)
                inside = expr.args if isinstance(expr, Call) else (expr.source,) if isinstance(expr, Quantified) else ()
                for arg in inside:
                    self._walk(arg, f, around, members, found)

    def _each(self, expr: Quantified, f: Frame, around: str, members: dict[str, str], found: dict[str, Any]) -> None:
        """What the body of a quantifier sees of each member, one after the other."""
        self._walk(expr.source, f, around, members, found)
        kind = ELEMENT[expr.source.type]
        for member in self._members(expr.source, f)[:MAX_MEMBERS]:
            f.names[expr.name] = member
            self._walk(expr.body, f, around, {**members, expr.name: self.text(member, kind)}, found)

    # ---- which part of a condition decides it

    def cores(self, expr: Expr, holds: bool, f: Frame) -> list[Core]:
        """What decides that a condition (of the file) holds, or does not: one or two of its parts."""
        expr = self.in_force(expr)
        return _of_more_than_the_play(self._narrow(Core(expr, holds, self.names(expr, f)), f))[:MOST]

    def names(self, expr: Expr, f: Frame) -> dict[str, str]:
        """What the names that stand free in an expression stand for, and the card played."""
        told = self.told
        names = {name: told(f.names[name], type) for name, type in free_names(expr).items() if name in f.names}
        return names if f.card is None else {**names, PLAYED: told(f.card, Type.CARD)}

    def _members(self, source: Expr, f: Frame) -> list[Any]:
        found = self.value(source, f)
        return bits(found) if isinstance(found, int) else list(found)

    def _narrow(self, at: Core, f: Frame) -> list[Core]:
        """What decides a part of the condition."""
        expr, holds = at.expr, at.holds
        if isinstance(expr, Quantified):
            return self._quantified(expr, at, f)
        if not isinstance(expr, Call):
            return [self._leaf(at, f)]
        row, args = expr.row, expr.args

        def narrow(part: Expr, holds: bool = holds) -> list[Core]:
            return self._narrow(replace(at, expr=part, holds=holds), f)

        if row is op.NOT:
            return narrow(args[0], not holds)
        if row in (op.AND, op.OR):
            decides = [a for a in args if bool(self.value(a, f)) == holds]
            parts = args if holds == (row is op.AND) else decides[:1]
            return _of_more_than_the_play([c for a in parts for c in narrow(a)])
        if row is op.IMPLIES and not holds:
            asked = narrow(args[1])
            asked = asked[:1] if all(_speaks_of_the_play(core.expr) for core in asked) else asked
            for part in conjuncts(args[0]):
                told = [] if _speaks_of_the_play(part) else narrow(part, True)
                asked = [*told, *asked] if len(told) == 1 and len(asked) < MOST else asked
            return asked
        if row is op.IMPLIES:
            then = bool(self.value(args[1], f))
            return narrow(args[1] if then else args[0], then)
        if row is op.IF:
            return narrow(args[1] if self.value(args[0], f) else args[2])
        if row in (AFTER, BEFORE):
            return at_moment(row, partial(self._narrow, replace(at, expr=args[0], moment=row)))(f)  # type: ignore[no-any-return]
        if row in (op.NE, op.NOT_IN):
            return narrow(replace(expr, row=op.EQ if row is op.NE else op.IN), not holds)
        if row is op.IN:
            return self._member(expr, at, f)
        some = _that_there_is(expr, holds)
        return [self._leaf(at, f)] if some is None else self._quantified(some, replace(at, expr=some, holds=True), f)

    def _quantified(self, expr: Quantified, at: Core, f: Frame) -> list[Core]:
        """The member that decides: the first for which `any` holds, or `all` does not."""
        if expr.row in (op.ANY, op.ALL) and at.holds == (expr.row is op.ANY):
            with names_kept(f):
                for member in self._members(expr.source, f):
                    f.names[expr.name] = member
                    if bool(self.value(expr.body, f)) == at.holds:
                        core = self._of_member(at, expr, member)
                        if at.holds and any(like(expr.source, (zone,)) is not None for zone in ("loose", "table")):
                            core = replace(core, names={**core.names, expr.name: f"{core.names[expr.name]}{_THERE}"})
                        return self._narrow(core, f)
        if expr.row is op.MATCHED and not at.holds and isinstance(expr.body, Quantified):
            with names_kept(f):
                for member in self._members(expr.source, f):
                    f.names[expr.name] = member
                    if not self.value(expr.body, f):  # it has no card at all, whatever the others are given
                        core = self._of_member(at, expr, member)
                        some = replace(expr.body, row=op.ANY, type=Type.BOOL)
                        return [self._leaf(replace(core, expr=some), f)]
        return [self._leaf(at, f)]

    def _member(self, expr: Call, at: Core, f: Frame) -> list[Core]:
        """That something is in a set, or is not."""
        member, whole = expr.args
        value = self.value(member, f)
        if isinstance(whole, Call) and whole.row is op.UNION and not at.holds:
            filters = [a for a in whole.args if isinstance(a, Quantified) and a.row is op.FILTER]
            some = [a for a in whole.args if self.value(a, f)]  # of what is empty nothing need be said
            near = next((a for a in filters if value in self._members(a.source, f)), None)
            if near is None and len(some) == 1:
                return self._member(within := replace(expr, args=(member, some[0])), replace(at, expr=within), f)
            whole = near or whole
        if not (isinstance(whole, Quantified) and whole.row is op.FILTER):
            return [self._leaf(at, f)]
        if not at.holds and value not in self._members(whole.source, f):
            among = replace(expr, args=(member, whole.source))
            return self._member(among, replace(at, expr=among), f)
        with names_kept(f):
            f.names[whole.name] = value
            return self._narrow(self._of_member(at, whole, value), f)

    def _of_member(self, at: Core, expr: Quantified, member: Any) -> Core:
        """What a quantifier asks of one member."""
        return replace(at, expr=expr.body, names={**at.names, expr.name: self.told(member, expr.variable)})

    def _leaf(self, at: Core, f: Frame) -> Core:
        expr = at.expr
        left, right = (
            (self._number(e, f) for e in expr.args) if isinstance(expr, Call) and expr.row.compares else (None,) * 2
        )
        return replace(at, expr=self.with_card(expr, f), left=left, right=right)

    def _number(self, expr: Expr, f: Frame) -> int | None:
        found = self.value(expr, f) if expr.type is Type.INT else None
        return found if type(found) is int else None

    def with_card(self, expr: Expr, f: Frame) -> Expr:
        """The card played by a name, so that it is told as itself."""
        return expr if f.card is None else with_name(expr)

    # ---- values for people and JSON

    def shown(self, value: Any, type: Type) -> Any:
        """A value as JSON: cards and builds as text, seats from 1, sets of numbers as lists."""
        if value is None or isinstance(value, bool):
            return value
        if type is Type.VALUES:
            return bits(value)
        if type in ELEMENT:
            return [self.shown(v, ELEMENT[type]) for v in value]
        return value if type is Type.INT else self.text(value, type)

    def text(self, value: Any, type: Type) -> str:
        """One value as a word or two."""
        if value is None:
            return "none"
        if isinstance(value, Build):
            return f"build {value.value} ({self._groups(value)})"
        if type in (Type.CARD, Type.ITEM):
            return str(self.tables.text[value])
        if type in (Type.SEAT, Type.SIDE):
            return f"{type.value} {value + 1}"
        if type is Type.SUIT:
            return next((s.name for s in self.plan.ruleset.pack.suits if s.letter == value), str(value))
        return word_of(value)

    def told(self, value: Any, type: Type) -> str:
        """One value as the reasons of `why` name it: `9s`, `the build of 8`, `you`; several joined."""
        if value is None:
            return "nothing"
        if type in (Type.CARDS, Type.BUILDS, Type.ITEMS):
            return joined([self.told(v, Type.ITEM) for v in value])
        if isinstance(value, Build):
            alike = sum(b.value == value.value for b in self.builds)
            return f"the build of {value.value}" + (f" ({self._groups(value)})" if alike > 1 else "")
        if type in (Type.SEAT, Type.SIDE) and value == (self.me if type is Type.SEAT else self.plan.side_of[self.me]):
            return YOU if type is Type.SEAT or self.plan.sides == self.plan.seats else "your side"
        if type is Type.SEAT or (type is Type.SIDE and self.plan.sides == self.plan.seats):
            return f"player {value + 1}"
        text, pack = self.text(value, type), self.plan.ruleset.pack
        named = {Type.CARD: pack.said, Type.ITEM: pack.said, Type.RANK: pack.rank_word}
        return named.get(type, str)(text)

    def _groups(self, build: Build) -> str:
        return " + ".join(" ".join(self.tables.text[c] for c in g) for g in build.groups)


def _that_there_is(expr: Call, holds: bool) -> Quantified | None:
    """Of a condition that there is none, or some, of a set: that there is one, where there is."""
    for shape, none in ((("=", "?n", 0), True), ((">", "?n", 0), False), ((">=", "?n", 1), False)):
        counted = (like(expr, shape) or {}).get("?n")
        if counted is None or holds == none:
            continue
        inner = counted.args[0] if isinstance(counted, Call) and counted.row is ROW["count(a set)"] else counted
        if isinstance(inner, Quantified) and inner.row in (op.FILTER, op.HOW_MANY):
            return replace(inner, row=op.ANY, type=Type.BOOL)
    return None


def _speaks_of_the_play(expr: Expr) -> bool:
    """Whether a condition only says which plays a rule is about: the reason names the play already."""
    return any(like(expr, shape) is not None for shape in _OF_THE_PLAY)


def _of_more_than_the_play(cores: list[Core]) -> list[Core]:
    """Cores without those that only say which kind of play it is, where there are others."""
    return [c for c in cores if not _speaks_of_the_play(c.expr)] or cores
