"""Typed expressions: what every text of a variant file becomes once it has been checked.

Four forms are enough: a literal, a bound name, a call (operators, functions, memory and terms are
all calls) and a quantifier. Spans are carried for messages and are no part of equality.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from cassino_dsl.ruleset.span import Span


class Type(Enum):
    """The types of the language; the value is the word that messages use."""

    BOOL = "yes or no"
    INT = "number"
    CARD = "card"
    CARDS = "cards"
    BUILD = "build"
    BUILDS = "builds"
    ITEM = "item"
    ITEMS = "items"
    RANK = "rank"
    RANKS = "ranks"
    SUIT = "suit"
    SUITS = "suits"
    COLOUR = "colour"
    COLOURS = "colours"
    SEAT = "seat"
    SEATS = "seats"
    SIDE = "side"
    SIDES = "sides"
    VALUES = "set of numbers"
    KIND = "kind of play"
    KINDS = "kinds of play"
    ACTION = "action"
    ACTIONS = "actions"
    PLACE = "place"
    AWARD = "award"
    WORD = "option word"
    NONE = "nothing"
    POISON = "unknown"  # the type of a fault: agrees with everything, so that one fault gives one message


ELEMENT: dict[Type, Type] = {
    Type.CARDS: Type.CARD,
    Type.BUILDS: Type.BUILD,
    Type.ITEMS: Type.ITEM,
    Type.RANKS: Type.RANK,
    Type.SUITS: Type.SUIT,
    Type.COLOURS: Type.COLOUR,
    Type.SEATS: Type.SEAT,
    Type.SIDES: Type.SIDE,
    Type.VALUES: Type.INT,
    Type.KINDS: Type.KIND,
    Type.ACTIONS: Type.ACTION,
}
SET_OF: dict[Type, Type] = {element: whole for whole, element in ELEMENT.items()}


@dataclass(frozen=True, slots=True)
class Literal:
    """A constant. ``value``: bool, int, card text (``10d``), rank text, suit letter, or a word;
    None for ``none``. ``option`` names the option whose value this is."""

    type: Type
    value: bool | int | str | None
    span: Span = field(compare=False, repr=False)
    option: str = ""


@dataclass(frozen=True, slots=True)
class Name:
    """A bound name: a binder of an action, a parameter of a term, the variable of a quantifier."""

    type: Type
    name: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Call:
    """``function`` applied to arguments: an operator (``and``, ``plus`` …), a function of the language,
    ``memory`` (``name`` says which) or ``term`` (``name``; the body stands in the ruleset)."""

    type: Type
    function: str
    args: tuple[Expr, ...]
    span: Span = field(compare=False, repr=False)
    name: str = ""


@dataclass(frozen=True, slots=True)
class Quantified:
    """``operator(name in source | body)``: any, all, count, sum, max, min, first, or ``filter``
    for ``{name in source | body}``."""

    type: Type
    operator: str
    name: str
    source: Expr
    body: Expr
    span: Span = field(compare=False, repr=False)


Expr = Literal | Name | Call | Quantified


def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside."""
    if isinstance(expr, Call):
        return expr.args
    if isinstance(expr, Quantified):
        return (expr.source, expr.body)
    return ()


def walk(expr: Expr) -> Iterator[Expr]:
    """The expression and everything inside it, outermost first."""
    yield expr
    for child in children(expr):
        yield from walk(child)


def free_names(expr: Expr) -> dict[str, Type]:
    """The names that are bound outside the expression, with their types."""
    if isinstance(expr, Name):
        return {expr.name: expr.type}
    if isinstance(expr, Quantified):
        inner = {name: type for name, type in free_names(expr.body).items() if name != expr.name}
        return free_names(expr.source) | inner
    return {name: type for child in children(expr) for name, type in free_names(child).items()}


def conjuncts(expr: Expr) -> Iterator[Expr]:
    """The parts that ``and`` joins."""
    if isinstance(expr, Call) and expr.function == "and":
        for arg in expr.args:
            yield from conjuncts(arg)
    else:
        yield expr


_INFIX = {
    "implies": ("implies", 1),
    "or": ("or", 3),
    "and": ("and", 4),
    "eq": ("=", 6),
    "ne": ("!=", 6),
    "lt": ("<", 6),
    "le": ("<=", 6),
    "gt": (">", 6),
    "ge": (">=", 6),
    "in": ("in", 6),
    "not_in": ("not in", 6),
    "plus": ("+", 7),
    "minus": ("-", 7),
    "times": ("*", 8),
    "div": ("div", 8),
    "mod": ("mod", 8),
}


def print_expr(expr: Expr, outer: int = 0) -> str:
    """The canonical text of an expression: it parses and checks to an equal expression."""
    if isinstance(expr, Literal):
        return expr.option or print_literal(expr)
    if isinstance(expr, Name):
        return expr.name
    if isinstance(expr, Quantified):
        inner = f"{expr.name} in {print_expr(expr.source, 6)} | {print_expr(expr.body)}"
        return f"{{{inner}}}" if expr.operator == "filter" else f"{expr.operator}({inner})"
    return _print_call(expr, outer)


def _print_call(expr: Call, outer: int) -> str:
    def wrap(text: str, level: int) -> str:
        return f"({text})" if level < outer else text

    if expr.function in _INFIX:
        word, level = _INFIX[expr.function]
        right_binds = expr.function == "implies"
        left = print_expr(expr.args[0], level + 1 if right_binds or level == 6 else level)
        right = print_expr(expr.args[1], level if right_binds else level + 1)
        return wrap(f"{left} {word} {right}", level)
    if expr.function == "if":
        then, test, other = expr.args[1], expr.args[0], expr.args[2]
        return wrap(f"{print_expr(then, 3)} if {print_expr(test, 3)} else {print_expr(other, 2)}", 2)
    if expr.function == "not":
        return wrap(f"not {print_expr(expr.args[0], 5)}", 5)
    if expr.function == "negative":
        return wrap(f"-{print_expr(expr.args[0], 9)}", 9)
    if expr.function == "set":
        return "{" + ", ".join(print_expr(a) for a in expr.args) + "}"
    if expr.function == "range":
        return f"{print_expr(expr.args[0])}..{print_expr(expr.args[1])}"
    name = expr.name or expr.function
    return f"{name}({', '.join(print_expr(a) for a in expr.args)})" if expr.args else name


def print_literal(expr: Literal) -> str:
    if expr.value is None:
        return "none"
    if isinstance(expr.value, bool):
        return "true" if expr.value else "false"
    if expr.type is Type.SUIT and expr.span.text.isidentifier():
        return expr.span.text  # the pack's own name of the suit; the value is its letter
    return str(expr.value)
