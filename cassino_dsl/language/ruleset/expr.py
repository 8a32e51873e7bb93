"""Typed expressions: what every text of a variant file becomes once it has been checked.

Four forms are enough: a literal, a bound name, a call (operators, functions, memory and terms are
all calls) and a quantifier. Each says whether its value may be nothing (``maybe``), and whether it is a card (or a
set of cards) that is ``written`` out or remembered: such a card stands for every copy of its face. Spans are carried
for messages and are no part of equality.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from operator import is_

from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.cards import SUIT_NAMES
from cassino_dsl.language.ruleset.row import Nothing, Row
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.types import ELEMENT as ELEMENT
from cassino_dsl.language.ruleset.types import SET_OF as SET_OF
from cassino_dsl.language.ruleset.types import SINGLE
from cassino_dsl.language.ruleset.types import Type as Type
from cassino_dsl.language.ruleset.words import TOTAL


@dataclass(frozen=True, slots=True)
class Literal:
    """A constant. ``value``: bool, int, card text (``10d``), rank text, suit letter, or a word;
    None for ``none``. ``option``: the option that is read here; its value is what the ruleset says, and ``value`` what
    the checker knows of it."""

    type: Type
    value: bool | int | str | None
    span: Span = field(compare=False, repr=False)
    option: str = ""

    @property
    def maybe(self) -> bool:
        return self.value is None and self.type is not Type.POISON

    @property
    def written(self) -> bool:
        return self.type in (Type.CARD, Type.NONE)


@dataclass(frozen=True, slots=True)
class Name:
    """A bound name: a binder of an action, a parameter of a term, the variable of a quantifier."""

    type: Type
    name: str
    span: Span = field(compare=False, repr=False)
    maybe: bool = field(default=False, compare=False, repr=False)
    written: bool = field(default=False, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A row of the language applied to arguments; of memory and terms ``name`` says which. ``asks``: where it asks
    what cards count for, the memory that decides that: no argument, and written nowhere, but read all the same."""

    type: Type
    row: Row
    args: tuple[Expr, ...]
    span: Span = field(compare=False, repr=False)
    name: str = ""
    maybe: bool = field(init=False, compare=False, repr=False)
    written: bool = field(default=False, compare=False, repr=False)  # given only for terms
    asks: tuple[Expr, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "maybe", self.type in SINGLE and _may_be_nothing(self.row, self.args))
        if self.row not in op.TERMS:
            object.__setattr__(self, "written", self.type in _OF_CARDS and _is_written(self.row, self.args))


@dataclass(frozen=True, slots=True)
class Quantified:
    """``row(name in source | body)``, or ``{name in source | body}`` for a filter, ``row(group name of source | body)``
    over groups."""

    type: Type
    row: Row
    name: str
    source: Expr
    body: Expr
    span: Span = field(compare=False, repr=False)

    @property
    def maybe(self) -> bool:
        return self.row.nothing is Nothing.MAY

    @property
    def variable(self) -> Type:
        """The type of the variable."""
        return self.source.type if self.row.groups else ELEMENT[self.source.type]

    @property
    def written(self) -> bool:
        return self.row in (op.FIRST, op.FILTER) and self.source.written


_OF_CARDS = frozenset({Type.CARD, Type.CARDS, Type.ITEM, Type.ITEMS})


def _is_written(row: Row, args: tuple[Expr, ...]) -> bool:
    if row in op.MEMORIES:
        return True
    if row in (op.WITHOUT, op.TOTALLING) or row.ordered or row.of_a_moment:
        return args[0].written
    return row in (op.SET, op.UNION, op.IF) and all(a.written for a in args[-2 if row is op.IF else 0 :])


def _may_be_nothing(row: Row, args: tuple[Expr, ...]) -> bool:
    if row.nothing is Nothing.PASSES:
        return any(a.maybe for a in args)
    return args[-1].maybe if row.nothing is Nothing.LAST else row.nothing is Nothing.MAY


Expr = Literal | Name | Call | Quantified


def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside."""
    if isinstance(expr, Call):
        return (*expr.args, *expr.asks) if expr.asks else expr.args
    if isinstance(expr, Quantified):
        return (expr.source, expr.body)
    return ()


def with_args(call: Call, args: tuple[Expr, ...], asks: tuple[Expr, ...] | None = None) -> Call:
    """The call with other arguments: what `replace` does, which takes as long again."""
    asks = call.asks if asks is None else asks
    return Call(call.type, call.row, args, call.span, call.name, call.written, asks)


def with_children(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The expression with those directly inside changed; the same object where none is."""
    old = children(expr)
    new = tuple(map(change, old))
    if all(map(is_, new, old)):
        return expr
    if isinstance(expr, Call):
        return with_args(expr, new[: len(expr.args)], new[len(expr.args) :])
    source, body = new
    return replace(expr, source=source, body=body) if isinstance(expr, Quantified) else expr


def substituted(expr: Expr, old: Expr, new: Expr) -> Expr:
    """An expression with something else in the place of a part."""
    return new if expr == old else with_children(expr, lambda e: substituted(e, old, new))


def walk(expr: Expr) -> Iterator[Expr]:
    """The expression and everything inside it, outermost first."""
    left = [expr]
    while left:
        here = left.pop()
        yield here
        left.extend(reversed(children(here)))


def free_names(expr: Expr) -> dict[str, Type]:
    """The names that are bound outside the expression, with their types."""
    if isinstance(expr, Name):
        return {expr.name: expr.type}
    if isinstance(expr, Quantified):
        inner = {name: type for name, type in free_names(expr.body).items() if name != expr.name}
        return free_names(expr.source) | inner
    return {name: type for child in children(expr) for name, type in free_names(child).items()}


def is_just(expr: Expr | None, value: bool | int) -> bool:
    """Whether an expression is this constant."""
    return isinstance(expr, Literal) and expr.value == value and isinstance(expr.value, bool) == isinstance(value, bool)


def conjuncts(expr: Expr) -> Iterator[Expr]:
    """The parts that ``and`` joins."""
    if isinstance(expr, Call) and expr.row is op.AND:
        for arg in expr.args:
            yield from conjuncts(arg)
    else:
        yield expr


def all_of(parts: Sequence[Expr], span: Span) -> Expr:
    """What holds where all of these do."""
    if not parts:
        return Literal(Type.BOOL, True, span)
    whole, *more = parts
    for part in more:
        whole = Call(Type.BOOL, op.AND, (whole, part), part.span)
    return whole


def print_expr(expr: Expr, outer: int = 0) -> str:
    """The canonical text of an expression: it parses and checks to an equal expression."""
    if isinstance(expr, Literal):
        text = expr.option or print_literal(expr)
        return f"({text})" if outer > op.POWER.binds and text[0] == "-" else text
    if isinstance(expr, Name):
        return expr.name
    if isinstance(expr, Quantified):
        if expr.row.groups:
            return f"{expr.row.word}({_print_groups(expr)})"
        inner = f"{expr.name} in {print_expr(expr.source, 6)} | {print_expr(expr.body)}"
        return f"{{{inner}}}" if expr.row is op.FILTER else f"{expr.row.word}({inner})"
    return _print_call(expr, outer)


def _print_groups(expr: Quantified) -> str:
    """What a question about groups asks; their total is the first of it. A total that came to light after it had been
    decided that all groups are tried must not be read as one."""
    source, asked = expr.source, print_expr(all_of([_hidden(p, expr.name) for p in conjuncts(expr.body)], expr.span))
    if isinstance(source, Call) and source.row is op.TOTALLING:
        source, total = source.args
        parts = [print_expr(part, op.AND.binds + 1) for part in conjuncts(expr.body)]
        rest = [] if parts == ["true"] else parts  # where nothing but the total is asked
        asked = " and ".join([f"{print_expr(total, 7)} in total({expr.name})", *rest])
    return f"group {expr.name} of {print_expr(source, 6)} | {asked}"


def total_of(part: Expr, group: str) -> Expr | None:
    """The number that a condition says the total of a group is (`N in total(g)`, ``N`` free of ``g``), or None."""
    if not (isinstance(part, Call) and part.row is op.IN):
        return None
    number, whole = part.args
    of_group = isinstance(whole, Call) and whole.row is TOTAL and isinstance(whole.args[0], Name)
    return number if of_group and group in free_names(whole) and group not in free_names(number) else None


def _hidden(part: Expr, group: str) -> Expr:
    """The part of a condition, said so that it is no total of the group."""
    if not isinstance(part, Call) or total_of(part, group) is None:
        return part
    return Call(Type.BOOL, op.NOT, (Call(Type.BOOL, op.NOT_IN, part.args, part.span),), part.span)


def _print_call(expr: Call, outer: int) -> str:
    def wrap(text: str, level: int) -> str:
        return f"({text})" if level < outer else text

    if expr.row.sign:
        word, level = expr.row.sign, expr.row.binds
        right_binds = expr.row in (op.IMPLIES, op.POWER)
        left = print_expr(expr.args[0], level + 1 if right_binds or level == 6 else level)
        right = print_expr(expr.args[1], min(level, 9) if right_binds else level + 1)  # also `2 ^ -n`
        return wrap(f"{left} {word} {right}", level)
    if expr.row is op.IF:
        then, test, other = expr.args[1], expr.args[0], expr.args[2]
        return wrap(f"{print_expr(then, 3)} if {print_expr(test, 3)} else {print_expr(other, 2)}", 2)
    if expr.row is op.NOT:
        return wrap(f"not {print_expr(expr.args[0], 5)}", 5)
    if expr.row is op.NEGATIVE:
        return wrap(f"-{print_expr(expr.args[0], 9)}", 9)
    if expr.row is op.SET:
        return "{" + ", ".join(print_expr(a) for a in expr.args) + "}"
    if expr.row in (op.RANGE, op.RANK_RANGE):
        return f"{print_expr(expr.args[0])}..{print_expr(expr.args[1])}"
    name = expr.name or expr.row.word
    return f"{name}({', '.join(print_expr(a) for a in expr.args)})" if expr.args else name


def print_literal(expr: Literal) -> str:
    if expr.value is None:
        return "none"
    if isinstance(expr.value, bool):
        return "true" if expr.value else "false"
    if expr.type is Type.SUIT:  # the value is the letter; what stands in a file is the pack's own name
        said = expr.span.text
        return said if said.isidentifier() else SUIT_NAMES.get(str(expr.value), (str(expr.value),))[0]
    return str(expr.value)
