"""Literals: numbers, ranks and faces, and what stands for a faulty expression."""

from __future__ import annotations

from cassino_dsl.check.draft import Draft
from cassino_dsl.diagnostics.codes import language as codes
from cassino_dsl.diagnostics.codes import meaning
from cassino_dsl.diagnostics.diagnostic import did_you_mean
from cassino_dsl.ruleset.expr import Expr, Literal, Type
from cassino_dsl.ruleset.operators import MINUS, PLUS, RANGE, SET
from cassino_dsl.ruleset.span import Span
from cassino_dsl.syntax.ast import Ast


def poison(span: Span) -> Expr:
    """What stands for a faulty expression."""
    return Literal(Type.POISON, None, span)


def integer_literal(draft: Draft, ast: Ast, wanted: Type | None) -> Expr:
    if wanted in (Type.RANK, Type.RANKS):
        if ast.text in draft.pack.ranks:
            return Literal(Type.RANK, ast.text, ast.span)
        return unknown_rank(draft, ast)
    if len(ast.text) > draft.limits.digits:
        draft.report.add(codes.WrongType, ast.span, "this number is too large", help="numbers go up to 9999999")
        return poison(ast.span)
    return Literal(Type.INT, int(ast.text), ast.span)


def unknown_rank(draft: Draft, ast: Ast) -> Expr:
    draft.report.add(
        meaning.UnknownCard,
        ast.span,
        f"the pack has no rank `{ast.text}`",
        help=did_you_mean(ast.text, draft.pack.ranks) or f"its ranks are {' '.join(draft.pack.ranks)}",
    )
    return poison(ast.span)


def card_literal(draft: Draft, ast: Ast) -> Expr:
    """A face such as ``10d``."""
    number = draft.pack.number_of(ast.text)
    if number is None:
        draft.report.add(
            meaning.UnknownCard,
            ast.span,
            f"the pack has no card `{ast.text}`",
            help=did_you_mean(ast.text, [f.text for f in draft.pack.faces]),
        )
        return poison(ast.span)
    return Literal(Type.CARD, draft.pack.faces[number].text, ast.span)


def of_digits(ast: Ast) -> bool:
    """Whether a text is of digits alone, so that its place says whether they are numbers or ranks."""
    if ast.head in (PLUS.word, MINUS.word):  # of sets; between numbers they make a number
        return all(a.head != "int" and of_digits(a) for a in ast.args)
    if ast.head == "if":
        return of_digits(ast.args[0]) and of_digits(ast.args[2])
    return ast.head == "int" or (
        ast.head in (SET.word, RANGE.word) and bool(ast.args) and all(map(of_digits, ast.args))
    )


def ranks_beside(other: Expr, wanted: Type | None) -> Type | None:
    """What is wanted of a text that stands beside ``other`` and is of its kind: ranks, where that is of ranks."""
    return other.type if other.type in (Type.RANK, Type.RANKS) else wanted
