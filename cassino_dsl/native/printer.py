"""Prints expressions as C: every row that the core has is bound in one table, see ``calls/``, those of quantifiers in
``quantifiers.py``. Both are handed to the printer by whoever makes it (``unit.py``).

The C of an expression is again an expression (with GNU statement expressions where it has to loop), so that
everything nests as it does in the language. What it may speak of has fixed names: ``x`` the context, ``S`` the
state, ``f`` the frame. Sets of cards are masks, sets of items ``Items``, sets of numbers ``Numbers``, sets of
anything else ``Words``; nothing is -1, in place of a number NO_NUMBER.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count

from cassino_dsl.native.expressions import uses
from cassino_dsl.native.words import Words
from cassino_dsl.plan.plan import Plan
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type
from cassino_dsl.ruleset.row import Row
from cassino_dsl.ruleset.words import BEFORE

C_TYPES: dict[Type, str] = {
    Type.BOOL: "int",
    Type.INT: "i64",
    Type.CARDS: "Mask",
    Type.BUILDS: "Mask",
    Type.ITEMS: "Items",
    Type.VALUES: "Numbers",
}
WORD_SETS = (Type.RANKS, Type.SUITS, Type.COLOURS, Type.SEATS, Type.SIDES, Type.KINDS, Type.ACTIONS)


def nothing(type: Type) -> str:
    """The C of nothing in place of a single thing."""
    return "NO_NUMBER" if type is Type.INT else "NOTHING"


class Unsupported(Exception):
    """A construct that the native engine cannot do; the message is its word in the language."""


def c_type(type: Type) -> str:
    """The C type of a value."""
    return C_TYPES.get(type, "Words" if type in WORD_SETS else "int")


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound name: its C text, its type, and of builds whether it is ``old`` (on the table now), ``new`` (the one
    that the play makes), ``any`` that has been made, or ``ahead``, either; the last two may be nothing. Of a group of
    items ``chosen`` gives the list that it is of, and what is chosen of it: it keeps that order."""

    text: str
    type: Type
    build: str = "any"
    chosen: str = ""


@dataclass(frozen=True, slots=True)
class Env:
    """Where an expression stands: which state it sees (``now``, ``after`` the play, ``before`` it, or ``full``:
    every pile holds the whole pack), the names bound around it, the function that gives the score of a side, and
    whether the play is ``made``: what was taken no longer lies where it lay."""

    view: str = "now"
    names: Mapping[str, Bound] = field(default_factory=dict)
    level: int = 0
    score: str = "score_of"
    made: bool = False

    def bind(self, name: str, bound: Bound) -> Env:
        return replace(self, names={**self.names, name: bound})

    def seen(self, view: str) -> Env:
        return replace(self, view=view)

    @property
    def state(self) -> str:
        """The C expression for the state that is seen."""
        return "f->before" if self.view == "before" else "S"


class Place:
    """Where expressions are printed. Here everything is worked out where it stands; inside the loops of an action some
    of it is worked out before them (``hoist.py``). ``hand_is_kept``: no play takes from a hand or brings cards into
    one, beside the cards played."""

    hand_is_kept = False

    def value(self, e: Expr, env: Env) -> str | None:
        """The variable that holds the value of an expression."""
        return None

    def old_builds(self, e: Quantified, env: Env) -> str | None:
        """The variable that holds the builds on the table now that fit a body seen after the play."""
        return None

    def values_held(self, cards: str) -> str | None:
        """The C of the values of cards in hand, where there is a shorter way than to ask each."""
        return None


Print = Callable[["Printer", Call, Env], str]
PrintQuantified = Callable[["Printer", Quantified, Env], str]


class Printer:
    """Prints the expressions of one plan: calls by a table, quantifiers by one function."""

    def __init__(self, plan: Plan, calls: Mapping[Row, Print], quantified: PrintQuantified) -> None:
        self.plan = plan
        self.words = Words(plan)
        self.calls, self.quantified = calls, quantified
        self.numbers = count(100)  # of names: none is that of a type of the C, such as i64
        self.sources: list[Expr] = []  # of groups, where the position decides them
        self.tables: list[tuple[str, list[int]]] = []  # of what is known before play: the type in C, and what is in it
        self.copies = plan.ruleset.pack.copies
        self.place = Place()
        self.looks_back = uses(plan, BEFORE)  # whether anything asks of the state before a play that is made

    @contextmanager
    def at(self, place: Place) -> Iterator[None]:
        """Print in another place for a while."""
        outer, self.place = self.place, place
        try:
            yield
        finally:
            self.place = outer

    def fresh(self, stem: str = "v") -> str:
        """A C name that nothing else has: ``i_64`` is no type of the runtime."""
        return f"{stem}_{next(self.numbers)}"

    def table(self, type: str, members: list[int]) -> str:
        """The C name of a table."""
        if (type, members) not in self.tables:
            self.tables.append((type, members))
        return f"KNOWN_{self.tables.index((type, members))}"

    def c(self, expr: Expr, env: Env) -> str:
        """The C of an expression, of the C type of its type."""
        if isinstance(expr, Literal):
            return self.literal(expr)
        if isinstance(expr, Name):
            return env.names[expr.name].text
        known = self.place.value(expr, env)
        if known is not None:
            return known
        if isinstance(expr, Quantified):
            return self.quantified(self, expr, env)
        return self.calls[expr.row](self, expr, env)

    def literal(self, expr: Literal) -> str:
        if expr.type is Type.INT and expr.maybe:
            return nothing(expr.type)
        number = self.words.number(expr)
        return f"((i64){number})" if expr.type is Type.INT else str(number)

    def as_type(self, expr: Expr, wanted: Type, env: Env) -> str:
        """The C of an expression where another type is wanted: a card as an item, of items the cards."""
        text = self.c(expr, env)
        if wanted is Type.ITEMS:
            if expr.type is Type.CARDS:
                return f"((Items){{{text}, 0}})"
            if expr.type is Type.BUILDS:
                return f"((Items){{0, {text}}})"
        if wanted is Type.ITEM and expr.type is Type.BUILD:
            return f"item_of_build({text})"
        if wanted in (Type.CARDS, Type.BUILDS) and expr.type is Type.ITEMS:
            return self.of_items(text, wanted)
        if {wanted, expr.type} == {Type.CARDS, Type.BUILDS}:
            return "((Mask)0)"  # no build is a card
        return text

    def of_items(self, text: str, wanted: Type) -> str:
        """Of a set of items the cards, or the builds, or all."""
        field = {Type.CARDS: ".cards", Type.BUILDS: ".builds"}.get(wanted)
        return f"({text}){field}" if field else text

    def items(self, expr: Expr, env: Env) -> str:
        return self.as_type(expr, Type.ITEMS, env)

    def item(self, expr: Expr, env: Env) -> str:
        return self.as_type(expr, Type.ITEM, env)


def number_of(p: Printer, what: Expr, env: Env, make: Callable[[str], str]) -> str:
    """The C of a number that a single thing has; nothing has none. ``make`` gives it from the C of the thing."""
    text = p.c(what, env)
    if not what.maybe:
        return make(text)
    name = p.fresh("w")
    return f"({{ const int {name} = {text}; {name} < 0 ? NO_NUMBER : {make(name)}; }})"


def bound_build(expr: Expr, env: Env) -> str:
    """What is known of a build by its name: see ``Bound``."""
    return env.names[expr.name].build if isinstance(expr, Name) else "any"
