"""Types in messages; what is expected of an expression, and numbers that may be nothing."""

from __future__ import annotations

from cassino_dsl.check.draft import Draft
from cassino_dsl.check.literals import poison
from cassino_dsl.check.mending import wrong_type
from cassino_dsl.diagnostics.codes import language as codes
from cassino_dsl.ruleset.expr import Expr, print_expr
from cassino_dsl.ruleset.row import Param
from cassino_dsl.ruleset.types import Type, assignable
from cassino_dsl.syntax.ast import Ast


def shown(type: Param) -> str:
    """The type with its article, for messages."""
    word: str = type.value
    if word[-1] == "s" or word.startswith("a ") or type in (Type.NONE, Type.POISON, Type.BOOL) or word == "anything":
        return word
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def refuse_missing_number(draft: Draft, expr: Expr) -> bool:
    """A number that may be nothing, where a number is needed: a message that says how to mend it, and True."""
    if expr.type not in (Type.INT, Type.NONE) or not expr.maybe:
        return False
    text = print_expr(expr)
    short = text if len(text) <= 40 else "…"
    none = "write a number, or leave the key out; `removed` takes away what a base says"
    draft.report.add(
        codes.MissingNumber,
        expr.span,
        "this number may be nothing, and a number is needed here",
        help=none
        if expr.type is Type.NONE
        else f"say what stands in its place, as in `or_else({short}, 0)`, or ask `known({short})` first",
    )
    return True


def expect(draft: Draft, expr: Expr, ast: Ast, wanted: Type) -> Expr:
    """``expr`` where it is of the wanted type; otherwise a message and what stands for a faulty expression."""
    if assignable(expr.type, wanted):
        missing = wanted is Type.INT and refuse_missing_number(draft, expr)
        return poison(ast.span) if missing else expr
    draft.report.add(
        codes.WrongType,
        ast.span,
        f"this is {shown(expr.type)}, and {shown(wanted)} is needed",
        help=wrong_type(ast, expr.type, wanted),
    )
    return poison(ast.span)
