"""What expressions are made of, where words depend on it: parts of a condition, its opposite, sets of numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cassino_dsl.book.describe.expression_patterns import like, same
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import (
    Call,
    Expr,
    Literal,
    Name,
    Type,
    free_names,
    with_children,
)
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.within import calls_in
from cassino_dsl.language.ruleset.words import CARD, CARD_OR_NOTHING, COUNT, ME, SEATS, SIDES, US

SIGNS = (op.EQ, op.LT, op.LE, op.GT, op.GE)
POSITIVE = {op.NE: op.EQ, op.NOT_IN: op.IN}


PLAYED = "card played"  # the name that stands for it where a card is chosen; no file can have a space in a name


def with_name(test: Expr) -> Expr:
    """A test on the card played as a test on a name."""
    if isinstance(test, Call) and test.row in (CARD, CARD_OR_NOTHING):
        return Name(Type.CARD, PLAYED, test.span)
    return with_children(test, with_name)


def is_name(expr: Expr, name: str) -> bool:
    return isinstance(expr, Name) and expr.name == name


def name_of(expr: Expr) -> str:
    return expr.name if isinstance(expr, Name) else ""


def _inside(expr: Expr) -> Iterator[Expr]:
    """The things that a comparison speaks of directly, from the outermost on."""
    for arg in expr.args if isinstance(expr, Call) else ():
        yield arg
        if isinstance(arg, Call) and not arg.row.of_a_moment:
            yield from _inside(arg)


def in_a_row(expr: Expr, row: Row) -> Iterator[Expr]:
    """The members of a row of conditions that are joined by one word."""
    if isinstance(expr, Call) and expr.row is row:
        for arg in expr.args:
            yield from in_a_row(arg, row)
    else:
        yield expr


def parts_of(test: Expr) -> Iterator[Expr]:
    """All that has to hold for a condition to hold: `not (A or B)` is that neither holds."""
    if isinstance(test, Call) and test.row is op.NOT and isinstance(test.args[0], Call) and test.args[0].row is op.OR:
        for arg in test.args[0].args:
            yield from parts_of(denied(arg))
    elif isinstance(test, Call) and test.row is op.AND:
        for part in test.args:
            yield from parts_of(part)
    else:
        yield test


def denied(test: Expr) -> Expr:
    """The opposite of a condition."""
    if isinstance(test, Call) and test.row is op.NOT:
        return test.args[0]
    if isinstance(test, Call) and test.row in (op.AND, op.OR):
        return replace(test, row=op.OR if test.row is op.AND else op.AND, args=tuple(map(denied, test.args)))
    if isinstance(test, Call) and test.row is op.IMPLIES:
        return Call(Type.BOOL, op.AND, (test.args[0], denied(test.args[1])), test.span)
    return Call(Type.BOOL, op.NOT, (test,), test.span)


def core_of(test: Expr) -> tuple[Expr, bool]:
    """A condition without what denies it, and whether it has to hold."""
    yes = True
    while isinstance(test, Call):
        if test.row is op.NOT:
            test, yes = test.args[0], not yes
        elif test.row in POSITIVE:
            test, yes = replace(test, row=POSITIVE[test.row]), not yes
        else:
            break
    return test, yes


def asked_of(body: Expr) -> tuple[Expr | None, Expr]:
    """Of which members something is asked, and what."""
    if isinstance(body, Call) and body.row is op.IMPLIES:
        return body.args[0], body.args[1]
    return None, body


def literal_numbers(whole: Expr) -> list[int] | None:
    """The members of a set of numbers that is written out."""
    if not (isinstance(whole, Call) and whole.row is op.SET and whole.type is Type.VALUES):
        return None
    found: list[int] = []
    for arg in whole.args:
        ends = arg.args if isinstance(arg, Call) and arg.row is op.RANGE else (arg, arg)
        low, high = (e.value if isinstance(e, Literal) and isinstance(e.value, int) else None for e in ends)
        if low is None or high is None:
            return None
        found += range(low, min(high, 200) + 1)
    return sorted(set(found))


def only_member(whole: Expr) -> Expr | None:
    """The one member of a set that is written out."""
    return whole.args[0] if isinstance(whole, Call) and whole.row is op.SET and len(whole.args) == 1 else None


def of_seats(expr: Expr) -> bool:
    """Whether an expression counts players or sides, and reads nothing that is bound outside."""
    counted = (call.args[0] for call in calls_in(expr) if call.row is COUNT)
    return any(isinstance(e, Call) and e.row in (SEATS, SIDES) for e in counted) and not free_names(expr)


def spoken_of(expr: Call) -> Iterator[Expr]:
    """What a comparison may be about: the things in it, a name that is bound or the card played first."""
    things = [e for e in _inside(expr) if e.type in (Type.CARD, Type.BUILD, Type.ITEM, Type.SEAT, Type.SIDE)]
    things = [e for e in things if not isinstance(e, Literal)]
    yield from sorted(
        things, key=lambda e: not (isinstance(e, Name) or (isinstance(e, Call) and e.row in (CARD, CARD_OR_NOTHING)))
    )


def is_own(test: Expr, member: Expr) -> bool:
    """Whether a condition says of a member only that it is who is spoken of."""
    asked = test.args if isinstance(test, Call) and test.row is op.EQ else ()
    return any(same(a, member) for a in asked) and any(isinstance(a, Call) and a.row in (ME, US) for a in asked)


def asked_for(word: str, test: Expr) -> list[str] | None:
    """What a test asks the `kind` or the `action` of a play to be one of; None where it asks for something else."""
    found = like(test, ("=", (word,), "?k"))
    if found is not None and isinstance(found["?k"], Literal):
        return [str(found["?k"].value)]
    found = like(test, ("in", (word,), "?set"))
    whole = found and found["?set"]
    if not (isinstance(whole, Call) and whole.row is op.SET):
        return None
    return [str(a.value) for a in whole.args if isinstance(a, Literal)]
