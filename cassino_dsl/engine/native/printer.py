"""Prints expressions as C: every row that the core has is bound in one table, see ``calls/``, those of quantifiers in
``quantifiers.py``. Both are handed to the printer by whoever makes it (``translation_unit.py``).

The C of an expression is again an expression (where it has to loop, the call of a function of its own), so that
everything nests as it does in the language. What it may speak of has fixed names: ``x`` the context, ``S`` the
state, ``f`` the frame. Sets of cards are masks, sets of items ``Items``, sets of numbers ``Numbers``, sets of
anything else ``Words``; nothing is -1, in place of a number NO_NUMBER.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count

from cassino_dsl.engine.native.expressions import reads_groups, uses
from cassino_dsl.engine.native.words import Words
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type, children
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.words import AFTER, BEFORE

C_TYPES: dict[Type, str] = {
    Type.BOOL: "int",
    Type.INT: "i64",
    Type.CARDS: "Mask",
    Type.BUILDS: "Mask",
    Type.ITEMS: "Items",
    Type.VALUES: "Numbers",
}
WORD_SETS = (*(Type.RANKS, Type.SUITS, Type.COLOURS, Type.MARKS), *(Type.SEATS, Type.SIDES, Type.KINDS, Type.ACTIONS))


# sets that may be of two words, and what ends the names of what is done with them
WIDE = {Type.CARDS: "", Type.BUILDS: "", Type.VALUES: "_numbers"}
_SOME = {Type.ITEMS: "any_items", Type.CARDS: "is_some", Type.BUILDS: "is_some", Type.VALUES: "any_number"}


def empty(type: Type) -> str:
    """A set without members, of cards, builds, numbers or words."""
    return ("NO_NUMBERS" if type is Type.VALUES else "EMPTY") if type in WIDE else "((Words)0)"


def some(type: Type, text: str) -> str:
    """Whether a set has a member."""
    return f"{_SOME[type]}({text})" if type in _SOME else f"({text} != 0)"


def both_sets(type: Type, left: str, right: str) -> str:
    """What is in one of two sets that are no sets of items, or in both."""
    return f"join{WIDE[type]}({left}, {right})" if type in WIDE else f"({left} | {right})"


def less_set(type: Type, left: str, right: str) -> str:
    """What is in the left one of two sets that are no sets of items, and not in the right one."""
    return f"without{WIDE[type]}({left}, {right})" if type in WIDE else f"({left} & ~{right})"


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
    """A bound name: its C text, its type, and of builds whether it is ``old`` (on the table now), ``any`` that has
    been made, or ``ahead``, where it may also be the one that the play makes; these two may be nothing. Of a group of
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

    def values_held(self, cards: str) -> str | None:
        """The C of the values of cards in hand, where there is a shorter way than to ask each."""
        return None


_STANDING = {"card": "int", "hand": "Mask", "held": "Held", "me": "int"}  # in the loops of an action
_SPOKEN = re.compile(rf"(?<![\w.>])(?:[a-z]_\d+|{'|'.join(_STANDING)})\b(?!\()")
_DECLARED = re.compile(r"\b(?:int|i64|u32|Mask|Numbers|Words|Items|List|Given|Totalling) \*?(\w+)(?= ?[=;])")

Print = Callable[["Printer", Call, Env], str]
PrintQuantified = Callable[["Printer", Quantified, Env], str]


class Printer:
    """Prints the expressions of one plan: calls by a table, quantifiers by one function."""

    def __init__(
        self, plan: Plan, calls: Mapping[Row, Print], quantified: PrintQuantified, counts_groups: bool = False
    ) -> None:
        self.plan = plan
        self.words = Words(plan)
        self.calls, self.quantified = calls, quantified
        self.numbers = count(100)  # of names: none is that of a type of the C, such as i64
        self.sources: list[Expr] = []  # of groups, where the position decides them
        self.tables: list[tuple[str, list[int]]] = []  # of what is known before play: the type in C, and what is in it
        self.fitting: dict[tuple[Expr, str], int | None] = {}  # cards that fit (``fixed.py``)
        self.types = dict(_STANDING)  # in C, of names that expressions may speak of
        self.functions: list[tuple[str, str]] = []  # what expressions call: the head, and what is in it
        self.copies = plan.ruleset.pack.copies
        self.place = Place()
        self.counts_groups = counts_groups or reads_groups(plan)  # whether builds say of how many groups they consist
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

    def named(self, type: str, stem: str) -> str:
        """The same of something of a type in C, of which expressions may speak."""
        name = self.fresh(stem)
        self.types[name] = type
        return name

    def apart(self, type: str, statements: str, result: str) -> str:
        """The C of what takes statements to work out: a function of its own, which is handed what they speak of."""
        text = f"{statements} return {result};"
        own = set(_DECLARED.findall(text))
        spoken = [name for name in dict.fromkeys(_SPOKEN.findall(text)) if name not in own]
        heads = ["Context *x", "const State *S", "const Frame *f", *(f"{self.types[name]} {name}" for name in spoken)]
        name = f"apart_{next(self.numbers)}"
        self.functions.append((f"static inline {type} {name}({', '.join(heads)})", text))
        return f"{name}({', '.join(['x', 'S', 'f', *spoken])})"

    def let(self, type: str, made: str, text: str, inner: Callable[[str], str], stem: str = "v") -> str:
        """The C (of the type ``made``) of what is said of a value that is worked out once and has a name."""
        name = self.named(type, stem)
        return self.apart(made, f"const {type} {name} = {text};", inner(name))

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
                return f"((Items){{{text}, EMPTY}})"
            if expr.type is Type.BUILDS:
                return f"((Items){{EMPTY, {text}}})"
        if wanted is Type.ITEM and expr.type is Type.BUILD:
            return f"item_of_build({text})"
        if wanted in (Type.CARDS, Type.BUILDS) and expr.type is Type.ITEMS:
            return self.of_items(text, wanted)
        if {wanted, expr.type} == {Type.CARDS, Type.BUILDS}:
            return "EMPTY"  # no build is a card
        return text

    def of_items(self, text: str, wanted: Type) -> str:
        """Of a set of items the cards, or the builds, or all."""
        field = {Type.CARDS: ".cards", Type.BUILDS: ".builds"}.get(wanted)
        return f"({text}){field}" if field else text

    def items(self, expr: Expr, env: Env) -> str:
        return self.as_type(expr, Type.ITEMS, env)

    def item(self, expr: Expr, env: Env) -> str:
        return self.as_type(expr, Type.ITEM, env)


def text(now: str, after: str = "", full: str = "") -> Print:
    """A row whose C is a text, perhaps another one where the state after the play, or full piles, are seen: in it
    ``{0}`` … are the arguments, ``{S}`` is the state that is seen."""

    def show(p: Printer, e: Call, env: Env) -> str:
        said = {"after": after, "full": full}.get(env.view) or now
        return said.format(*(p.c(a, env) for a in e.args), S=env.state)

    return show


def number_text(text: str) -> Print:
    """A row whose C is a number that its last argument has, ``{0}``, which may be nothing and then has none; the
    others are ``{1}`` …"""

    def show(p: Printer, e: Call, env: Env) -> str:
        others = [p.c(a, env) for a in e.args[:-1]]
        return number_of(p, e.args[-1], env, lambda it: text.format(it, *others, S=env.state, score=env.score))

    return show


def number_of(p: Printer, what: Expr, env: Env, make: Callable[[str], str]) -> str:
    """The C of a number that a single thing has; nothing has none. ``make`` gives it from the C of the thing."""
    text = p.c(what, env)
    if not what.maybe:
        return make(text)
    return p.let("int", "i64", text, lambda it: f"{it} < 0 ? NO_NUMBER : {make(it)}", "w")


def bound_build(expr: Expr, env: Env) -> str:
    """What is known of a build by its name: see ``Bound``."""
    return env.names[expr.name].build if isinstance(expr, Name) else "any"


_WITH_BUILDS = (Type.BUILD, Type.BUILDS, Type.ITEM, Type.ITEMS)


def ahead(e: Expr, env: Env) -> bool:
    """Whether a build of an item or a set of items may be the one that the play makes."""
    if isinstance(e, Name):
        return env.names[e.name].build == "ahead"
    if isinstance(e, Quantified):
        return ahead(e.source, env)
    if isinstance(e, Call) and e.row in (AFTER, BEFORE):
        return ahead(e.args[0], env.seen("after" if e.row is AFTER else "before"))
    parts = [part for part in children(e) if part.type in _WITH_BUILDS]
    return any(ahead(part, env) for part in parts) if parts else env.view == "after"


def found_in(source: Expr, env: Env) -> str:
    """What is known of a build found in a set."""
    return "ahead" if ahead(source, env) else "any"


def build_value(slot: str, env: Env, new: bool) -> str:
    """The C of the value that a build has announced, by the name of its slot; ``new``: it may be one yet to be made."""
    old = f"(i64){env.state}->build[{slot}].value"
    return f"({slot} == NEW ? f->value : {old})" if new else f"({old})"
