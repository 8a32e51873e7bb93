"""Which cards pass a test that asks only what a card is: those can be named, whatever the test looks like."""

from __future__ import annotations

from dataclasses import replace

from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type, free_names, with_children
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.operators import SET
from cassino_dsl.language.ruleset.simplify import Facts, simplify
from cassino_dsl.language.ruleset.words import BY_WORD, CARD, CARD_OR_NOTHING, COUNT

PLAYED = "card played"  # the name that stands for it where a card is chosen; no file can have a space in a name


def faces_that(test: Expr, variable: str, ruleset: Ruleset) -> frozenset[int] | None:
    """The faces that pass, or None where the test asks for more than what the card is (or not for that)."""
    if set(free_names(test)) != {variable}:
        return None
    found: set[int] = set()
    for number, face in enumerate(ruleset.pack.faces):
        names = {variable: Literal(Type.CARD, face.text, test.span)}
        worked = simplify(_with_values(test, variable, number, ruleset), Facts(ruleset.pack, names=names))
        if not isinstance(worked, Literal):
            return None
        if worked.value is True:
            found.add(number)
    return frozenset(found)


def _with_values(expr: Expr, variable: str, face: int, ruleset: Ruleset) -> Expr:
    """What the card counts put in."""
    if isinstance(expr, Quantified):
        source, body = (_with_values(e, variable, face, ruleset) for e in (expr.source, expr.body))
        return replace(expr, source=source, body=body)
    if not isinstance(expr, Call):
        return expr
    args = tuple(_with_values(a, variable, face, ruleset) for a in expr.args)
    if expr.row is COUNT and isinstance(args[0], Call) and args[0].row is SET:
        return Literal(Type.INT, len(args[0].args), expr.span)
    if expr.row in BY_WORD["value"] and len(args) == 2 and isinstance(args[0], Name) and isinstance(args[1], Literal):
        row = ruleset.value_row(face, str(args[1].value))
        if row is not None and row.cases:
            return replace(expr, args=args)  # memory decides it
        numbers = row.numbers if row is not None else ()
        return Call(Type.VALUES, SET, tuple(Literal(Type.INT, n, expr.span) for n in numbers), expr.span)
    return replace(expr, args=args)


def with_name(test: Expr) -> Expr:
    """A test on the card played as a test on a name."""
    if isinstance(test, Call) and test.row in (CARD, CARD_OR_NOTHING):
        return Name(Type.CARD, PLAYED, test.span)
    return with_children(test, with_name)
