"""Prints expressions as C: every function of the language has one entry in a table, see ``calls/``.

The C of an expression is again an expression (with GNU statement expressions where it has to loop), so that
everything nests as it does in the language. What it may speak of has fixed names: ``x`` the context, ``S`` the
state, ``f`` the frame. Sets of cards are masks, sets of items ``Items``, sets of numbers ``Numbers``, sets of
anything else ``Words``; nothing is -1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count

from cassino_dsl.native.words import Words
from cassino_dsl.plan.plan import Plan
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type, free_names

C_TYPES: dict[Type, str] = {
    Type.BOOL: "int",
    Type.INT: "i64",
    Type.CARDS: "Mask",
    Type.BUILDS: "Mask",
    Type.ITEMS: "Items",
    Type.VALUES: "Numbers",
}
WORD_SETS = (Type.RANKS, Type.SUITS, Type.COLOURS, Type.SEATS, Type.SIDES, Type.KINDS, Type.ACTIONS)
OPTIONAL = (Type.CARD, Type.BUILD, Type.ITEM, Type.RANK, Type.SUIT, Type.SEAT, Type.SIDE, Type.COLOUR, Type.NONE)


class Unsupported(Exception):
    """A construct that the native engine cannot do; the message is its word in the language."""


def c_type(type: Type) -> str:
    """The C type of a value."""
    return C_TYPES.get(type, "Words" if type in WORD_SETS else "int")


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound name: its C text, its type, and of builds whether it is ``old`` (on the table now), ``new`` (the one
    that the play makes) or not known (``any``, and it may be nothing)."""

    text: str
    type: Type
    build: str = "any"


@dataclass(frozen=True, slots=True)
class Env:
    """Where an expression stands: which state it sees (``now``, ``after`` the play, ``before`` it, or ``full``:
    every pile holds the whole pack), and the names bound around it."""

    view: str = "now"
    names: Mapping[str, Bound] = field(default_factory=dict)
    level: int = 0

    def bind(self, name: str, bound: Bound) -> Env:
        return replace(self, names={**self.names, name: bound})

    def seen(self, view: str) -> Env:
        return replace(self, view=view)

    @property
    def state(self) -> str:
        """The C expression for the state that is seen."""
        return "f->before" if self.view == "before" else "S"


Print = Callable[["Printer", Call, Env], str]


class Printer:
    """Prints the expressions of one plan. ``hoist`` may give an expression a place where it is worked out once."""

    def __init__(self, plan: Plan) -> None:
        from cassino_dsl.native.calls import CALLS

        self.plan = plan
        self.words = Words(plan)
        self.calls: dict[str, Print] = CALLS
        self.numbers = count(1)
        self.sources: list[Expr] = []  # of groups, where the position decides them
        self.tables: list[tuple[str, list[int]]] = []  # of what is known before play: the type in C, and what is in it
        self.copies = plan.ruleset.pack.copies
        self.hoist: Callable[[Expr, Env], str | None] = lambda expr, env: None
        self.hoist_builds: Callable[[Quantified, Env, bool], str | None] = lambda expr, env, wanted: None

    def fresh(self, stem: str = "v") -> str:
        """A C name that nothing else has."""
        return f"{stem}{next(self.numbers)}"

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
        known = self.hoist(expr, env)
        if known is not None:
            return known
        if isinstance(expr, Quantified):
            from cassino_dsl.native.quantifiers import quantified

            return quantified(self, expr, env)
        if expr.function == "if" and expr.type is Type.INT:
            known = self._of_card(expr, env)
            if known is not None:
                return known
        if expr.function not in self.calls:
            raise Unsupported(expr.function)
        return self.calls[expr.function](self, expr, env)

    def _of_card(self, expr: Call, env: Env) -> str | None:
        """A choice of numbers by what a card is, looked up."""
        from cassino_dsl.native.fixed import numbers_by_card

        names = free_names(expr)
        if list(names.values()) != [Type.CARD]:
            return None
        (name,) = names
        numbers = numbers_by_card(self, expr, name)
        return None if numbers is None else f"{self.table('i64', numbers)}[{env.names[name].text}]"

    def literal(self, expr: Literal) -> str:
        number = self.words.number(expr)
        return f"((i64){number})" if expr.type is Type.INT else str(number)

    def as_type(self, expr: Expr, wanted: Type, env: Env) -> str:
        """The C of an expression where a wider type is wanted: a card as an item, cards as items."""
        text = self.c(expr, env)
        if wanted is Type.ITEMS:
            if expr.type is Type.CARDS:
                return f"((Items){{{text}, 0}})"
            if expr.type is Type.BUILDS:
                return f"((Items){{0, {text}}})"
        if wanted is Type.ITEM and expr.type is Type.BUILD:
            return f"item_of_build({text})"
        if wanted in (Type.CARDS, Type.BUILDS) and expr.type is Type.ITEMS:
            return f"({text}).{'cards' if wanted is Type.CARDS else 'builds'}"
        return text

    def items(self, expr: Expr, env: Env) -> str:
        return self.as_type(expr, Type.ITEMS, env)

    def item(self, expr: Expr, env: Env) -> str:
        return self.as_type(expr, Type.ITEM, env)


def bound_build(expr: Expr, env: Env) -> str:
    """What is known of a build: ``old``, ``new`` or ``any``."""
    return env.names[expr.name].build if isinstance(expr, Name) else "any"
