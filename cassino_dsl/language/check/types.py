"""Types in messages; what is expected of an expression, and numbers that may be nothing."""

from __future__ import annotations

from cassino_dsl.language.check.check_context import Draft
from cassino_dsl.language.check.type_fixes import wrong_type
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import did_you_mean
from cassino_dsl.language.diagnostics.remedy import suggest, write
from cassino_dsl.language.ruleset.expr import Expr, Literal, Type, print_expr
from cassino_dsl.language.ruleset.operators import MINUS, PLUS, RANGE, SET
from cassino_dsl.language.ruleset.row import Param
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.types import ELEMENT, assignable
from cassino_dsl.language.syntax.ast import Ast


def poison(span: Span) -> Expr:
    """What stands for a faulty expression."""
    return Literal(Type.POISON, None, span)


def refused(
    draft: Draft,
    span: Span,
    message: str,
    help: str | None = None,
    others: tuple[tuple[Span, str], ...] = (),
    code: Code = Code.WRONG_TYPE,
) -> Expr:
    """A message, and what stands for the faulty expression."""
    draft.report.add(code, span, message, help=help, others=others)
    return poison(span)


def integer_literal(draft: Draft, ast: Ast, wanted: Type | None) -> Expr:
    if wanted in (Type.RANK, Type.RANKS):
        if ast.text in draft.pack.ranks:
            return Literal(Type.RANK, ast.text, ast.span)
        help = of_rank(ast.text, draft.pack.ranks)
        return refused(draft, ast.span, f"the pack has no rank `{ast.text}`", help, code=Code.UNKNOWN_CARD)
    if ast.text[0] == "0" and len(ast.text) > 1:
        message = f"`{ast.text}` is {int(ast.text[:8])}: a `0` in front does nothing"
        draft.report.add(Code.WITHOUT_EFFECT, ast.span, message, help=write(ast.text.lstrip("0") or "0"))
    if len(ast.text) > draft.limits.digits:
        return refused(draft, ast.span, "this number is too large", "numbers go up to 9999999")
    return Literal(Type.INT, int(ast.text), ast.span)


def of_rank(word: str, ranks: tuple[str, ...]) -> str:
    """Help for digits that are no rank: which one has that number (an ace has 1 and 14), or which there are."""
    number = int(word) if word.isdecimal() and len(word) < 3 else 0
    faces = dict(enumerate(ranks, 1)) | {14: "A"} if ranks[:1] == ("A",) else {11: "J", 12: "Q", 13: "K", 14: "A"}
    ours = faces.get(number)
    return suggest(ours) if ours in ranks else f"its ranks are {' '.join(ranks)}"


def card_literal(draft: Draft, ast: Ast) -> Expr:
    """A face such as ``10d``."""
    number = draft.pack.number_of(ast.text)
    if number is None:
        help = did_you_mean(ast.text, [f.text for f in draft.pack.faces])
        return refused(draft, ast.span, f"the pack has no card `{ast.text}`", help, code=Code.UNKNOWN_CARD)
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
    help = f"say what stands in its place, as in `or_else({short}, 0)`"
    message = "this number may be nothing, and a number is needed here"
    draft.report.add(Code.MISSING_NUMBER, expr.span, message, help=none if expr.type is Type.NONE else help)
    return True


def needs_set(draft: Draft, expr: Expr) -> bool:
    """Whether it is no set, which is told."""
    if expr.type not in ELEMENT and expr.type is not Type.POISON:
        help = f"one thing is made a set by braces: `{{{expr.span.text}}}`"
        draft.report.add(Code.WRONG_TYPE, expr.span, f"this is {shown(expr.type)}, and a set is needed", help=help)
    return expr.type not in ELEMENT


def expect(draft: Draft, expr: Expr, ast: Ast, wanted: Type) -> Expr:
    """``expr`` where it is of the wanted type; otherwise a message and what stands for a faulty expression."""
    if assignable(expr.type, wanted):
        missing = wanted is Type.INT and refuse_missing_number(draft, expr)
        return poison(ast.span) if missing else expr
    message = f"this is {shown(expr.type)}, and {shown(wanted)} is needed"
    return refused(draft, ast.span, message, wrong_type(ast, expr.type, wanted))
