"""Random well-typed expressions, grown from the table of functions and the forms of the grammar."""

from __future__ import annotations

import random
from collections.abc import Callable

from cassino_dsl.check.scope import BUILT, CHOICE
from cassino_dsl.ruleset.expr import ELEMENT, SET_OF, Type
from cassino_dsl.ruleset.operators import QUANTIFIERS
from cassino_dsl.ruleset.row import Row
from cassino_dsl.ruleset.types import SINGLE
from cassino_dsl.ruleset.words import FUNCTIONS

OFFERS = CHOICE | BUILT  # everything that any place offers
SETS = sorted(set(ELEMENT) - {Type.KINDS, Type.ACTIONS}, key=lambda t: t.value)  # those stand after `kind in` only
MEMORY = {
    "n_match": ((), Type.INT),
    "n_side": ((Type.SIDE,), Type.INT),
    "n_seat": ((Type.SEAT,), Type.INT),
    "n_build": ((Type.BUILD,), Type.INT),
    "flag": ((), Type.BOOL),
    "one_card": ((), Type.CARD),
    "some_cards": ((), Type.CARDS),
    "one_rank": ((), Type.RANK),
    "one_suit": ((), Type.SUIT),
    "one_seat": ((), Type.SEAT),
    "one_side": ((), Type.SIDE),
    "some_numbers": ((), Type.VALUES),
}
TERMS = {
    "low": ((Type.CARD,), Type.BOOL),
    "between": ((Type.INT, Type.INT), Type.INT),
    "mine": ((), Type.CARDS),
}
VARIANT = """\
dsl: 1
extends: cassino
options:
  quick: {is: bool, default: true}
  limit: {is: int, default: 7}
memory:
  n_match: {is: int}
  n_side: {is: int, of: side}
  n_seat: {is: int, of: seat}
  n_build: {is: int, of: build}
  flag: {is: bool}
  one_card: {is: card}
  some_cards: {is: cards}
  one_rank: {is: rank}
  one_suit: {is: suit}
  one_seat: {is: seat}
  one_side: {is: side}
  some_numbers: {is: numbers}
terms:
  low(c): or_else(pips(c), 0) < limit
  between(a1, b1): (a1 + b1) div 2
  mine: kept + {c in loose | low(c)}
rules:
  uses them: mine = mine and between(1, 2) = 1
"""
LITERALS: dict[Type, list[str]] = {
    Type.BOOL: ["true", "false", "quick"],
    Type.INT: ["0", "1", "12", "9999999", "limit", "target"],
    Type.CARD: ["As", "10d", "2c", "Kh"],
    Type.RANK: ["A", "J", "K"],
    Type.SUIT: ["spades", "clubs"],
    Type.COLOUR: ["red", "black"],
    Type.PLACE: ["hand", "table", "build", "pile"],
    Type.AWARD: ["cards", "spades", "big_cassino"],
    Type.KIND: ["kind"],
    Type.ACTION: ["action"],
}
WORDS = {Type.KIND: ["capture", "build", "trail", "other"], Type.ACTION: ["pair", "capture", "trail"]}
COMPARED = [Type.INT, Type.CARD, Type.BUILD, Type.ITEM, Type.RANK, Type.SUIT, Type.COLOUR, Type.SEAT, Type.SIDE]


def _types(row: Row) -> tuple[Type, ...] | None:
    """The types of a row's parameters, where it has some and none is generic."""
    types = tuple(p for p in row.params if isinstance(p, Type))
    return types if types and len(types) == len(row.params) else None


class Grower:
    """Grows one expression. ``names``: the variables bound around it, with their types."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.fresh = 0

    def grow(self, type: Type, depth: int, names: tuple[tuple[str, Type], ...] = ()) -> str:
        """A text of this type, in brackets where it is more than one word or call."""
        if depth <= 0 or self.rng.random() < 0.1:
            return self.leaf(type, names)
        forms: list[Callable[[Type, int, tuple[tuple[str, Type], ...]], str | None]] = [self.call, self.call]
        forms += [self.choice, self.look] if type not in WORDS else []
        if type is Type.BOOL:
            forms += [self.logic, self.logic, self.compare, self.compare, self.member, self.quantifier, self.known]
        elif type is Type.INT:
            forms += [self.sum, self.sum, self.quantifier, self.count]
        elif type in ELEMENT:
            forms += [self.filter, self.union, self.enumerated]
        elif type in SET_OF and type not in WORDS:
            forms += [self.first, self.or_else]
        found = self.rng.choice(forms)(type, depth - 1, names)
        return found if found is not None else self.leaf(type, names)

    def leaf(self, type: Type, names: tuple[tuple[str, Type], ...]) -> str:
        choices = [name for name, bound in names if bound is type]
        choices += LITERALS.get(type, [])
        choices += [f.word for f in FUNCTIONS if f.result is type and not f.params and f.needs in OFFERS]
        choices += [name for name, (params, result) in (MEMORY | TERMS).items() if result is type and not params]
        if type is Type.ITEMS:
            choices += ["loose + builds", "table"]
        if type is Type.ITEM:
            choices += ["first(i in table | true)"]
        if type is Type.COLOURS:
            choices += ["{red, black}"]
        if type is Type.VALUES:
            choices += ["{1..5}", "{7}"]
        return self.wrapped(self.rng.choice(choices))

    def wrapped(self, text: str) -> str:
        return f"({text})" if " " in text and text[0] not in "{(" else text

    def name(self) -> str:
        self.fresh += 1
        return f"x{self.fresh}"

    # ---- forms of every type

    def call(self, type: Type, depth: int, names: tuple[tuple[str, Type], ...]) -> str | None:
        rows = [
            (f.word, params)
            for f in FUNCTIONS
            if f.result is type and f.needs in OFFERS and (params := _types(f)) is not None
        ]
        rows += [(name, params) for name, (params, result) in (MEMORY | TERMS).items() if result is type and params]
        if not rows:
            return None
        name, params = self.rng.choice(rows)
        called = f"{name}({', '.join(self.grow(p, depth, names) for p in params)})"
        # of something that may be nothing, a number may be nothing
        return f"or_else({called}, 0)" if type is Type.INT and set(params) & SINGLE else called

    def choice(self, type: Type, depth: int, names: tuple[tuple[str, Type], ...]) -> str:
        then, other = self.grow(type, depth, names), self.grow(type, depth, names)
        return f"({then} if {self.grow(Type.BOOL, depth, names)} else {other})"

    def look(self, type: Type, depth: int, names: tuple[tuple[str, Type], ...]) -> str | None:
        if type in (Type.PLACE, Type.AWARD):
            return None
        return f"{self.rng.choice(['before', 'after'])}({self.grow(type, depth, names)})"

    # ---- yes or no

    def logic(self, type: Type, depth: int, names: tuple[tuple[str, Type], ...]) -> str:
        word = self.rng.choice(["and", "or", "implies", "not"])
        left = self.grow(Type.BOOL, depth, names)
        return f"(not {left})" if word == "not" else f"({left} {word} {self.grow(Type.BOOL, depth, names)})"

    def compare(self, type: Type, depth: int, names: tuple[tuple[str, Type], ...]) -> str:
        if self.rng.random() < 0.2:
            kind = self.rng.choice(list(WORDS))
            return f"({kind.name.lower()} {self.rng.choice(['=', '!='])} {self.rng.choice(WORDS[kind])})"
        compared = self.rng.choice(COMPARED)
        signs = ["=", "!=", *(["<", "<=", ">", ">="] if compared is Type.INT else [])]
        left, right = self.grow(compared, depth, names), self.grow(compared, depth, names)
        return f"({left} {self.rng.choice(signs)} {right})"

    def member(self, type: Type, depth: int, names: tuple[tuple[str, Type], ...]) -> str:
        if self.rng.random() < 0.1:
            kind = self.rng.choice(list(WORDS))
            return f"({kind.name.lower()} in {{{', '.join(WORDS[kind][:2])}}})"
        whole = self.rng.choice(SETS)
        left, right = self.grow(ELEMENT[whole], depth, names), self.grow(whole, depth, names)
        return f"({left} {self.rng.choice(['in', 'not in'])} {right})"

    def known(self, type: Type, depth: int, names: tuple[tuple[str, Type], ...]) -> str:
        return f"known({self.grow(self.rng.choice([Type.CARD, Type.SEAT, Type.RANK]), depth, names)})"

    # ---- numbers

    def sum(self, type: Type, depth: int, names: tuple[tuple[str, Type], ...]) -> str:
        sign = self.rng.choice(["+", "-", "*", "div", "mod", "negative"])
        left = self.grow(Type.INT, depth, names)
        return f"(-{left})" if sign == "negative" else f"({left} {sign} {self.grow(Type.INT, depth, names)})"

    def count(self, type: Type, depth: int, names: tuple[tuple[str, Type], ...]) -> str:
        return f"count({self.grow(self.rng.choice(SETS), depth, names)})"

    def quantifier(self, type: Type, depth: int, names: tuple[tuple[str, Type], ...]) -> str:
        row = self.rng.choice([r for r in QUANTIFIERS if r.result is type])
        whole, variable = self.rng.choice(SETS), self.name()
        inner = self.grow(row.params[1], depth, (*names, (variable, ELEMENT[whole])))
        return f"{row.word}({variable} in {self.grow(whole, depth, names)} | {inner})"

    # ---- sets and their members

    def first(self, type: Type, depth: int, names: tuple[tuple[str, Type], ...]) -> str:
        variable = self.name()
        inner = self.grow(Type.BOOL, depth, (*names, (variable, type)))
        found = f"first({variable} in {self.grow(SET_OF[type], depth, names)} | {inner})"
        return f"or_else({found}, 0)" if type is Type.INT else found

    def or_else(self, type: Type, depth: int, names: tuple[tuple[str, Type], ...]) -> str:
        return f"or_else({self.grow(type, depth, names)}, {self.grow(type, depth, names)})"

    def filter(self, type: Type, depth: int, names: tuple[tuple[str, Type], ...]) -> str:
        variable = self.name()
        inner = self.grow(Type.BOOL, depth, (*names, (variable, ELEMENT[type])))
        return f"{{{variable} in {self.grow(type, depth, names)} | {inner}}}"

    def union(self, type: Type, depth: int, names: tuple[tuple[str, Type], ...]) -> str:
        sign = self.rng.choice(["+", "-"])
        return f"({self.grow(type, depth, names)} {sign} {self.grow(type, depth, names)})"

    def enumerated(self, type: Type, depth: int, names: tuple[tuple[str, Type], ...]) -> str | None:
        members = [self.grow(ELEMENT[type], depth, names) for _ in range(self.rng.randint(1, 3))]
        if type is Type.RANKS and self.rng.random() < 0.5:
            members.append("A..K")
        if type is Type.VALUES and self.rng.random() < 0.5:
            members.append(f"{self.grow(Type.INT, 0)}..{self.grow(Type.INT, depth, names)}")
        return "{" + ", ".join(members) + "}"
