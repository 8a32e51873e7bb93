"""What a condition sees: the values of its sub-expressions in a frame, for people.

Terms stay as the file writes them (`court(card)`); inside a quantifier each member is looked at by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cassino_dsl.describe.english import YOU, joined
from cassino_dsl.engine.evaluate import Evaluator
from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.numbers import bits
from cassino_dsl.engine.state import Build, State
from cassino_dsl.ruleset.document import word_of
from cassino_dsl.ruleset.expr import ELEMENT, Call, Expr, Literal, Name, Quantified, Type, print_expr, walk
from cassino_dsl.ruleset.operators import SPELT
from cassino_dsl.ruleset.row import Row
from cassino_dsl.ruleset.simplify import Facts, simplify
from cassino_dsl.ruleset.unfold import Unfolder, term_table
from cassino_dsl.ruleset.words import AFTER

MAX_VALUES = 40  # of one condition
MAX_MEMBERS = 8  # of one set that a quantifier runs over


@contextmanager
def names_kept(f: Frame) -> Iterator[None]:
    """Names that are bound inside are as before after it."""
    names = dict(f.names)
    try:
        yield
    finally:
        f.names = names


@contextmanager
def at_moment(f: Frame, word: Row) -> Iterator[None]:
    """What is asked inside is asked of the position after the play, or before it."""
    now = f.state
    f.state = f.ahead(f) if word is AFTER else f.before or now
    try:
        yield
    finally:
        f.state = now


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
            self._members(expr, f, around, members, found)
        elif isinstance(expr, Call) and expr.row.of_a_moment:
            with at_moment(f, expr.row):
                self._walk(expr.args[0], f, expr.row.word, members, found)
        elif isinstance(expr, Call) and expr.row in SPELT:
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

    def _members(self, expr: Quantified, f: Frame, around: str, members: dict[str, str], found: dict[str, Any]) -> None:
        """What the body of a quantifier sees of each member, one after the other."""
        source = self.value(expr.source, f)
        self._walk(expr.source, f, around, members, found)
        kind = ELEMENT[expr.source.type]
        for member in (bits(source) if isinstance(source, int) else list(source))[:MAX_MEMBERS]:
            f.names[expr.name] = member
            self._walk(expr.body, f, around, {**members, expr.name: self.text(member, kind)}, found)

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
        return self.text(value, type)

    def _groups(self, build: Build) -> str:
        return " + ".join(" ".join(self.tables.text[c] for c in g) for g in build.groups)
