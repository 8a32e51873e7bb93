"""Turn patterns: which steps a turn consists of."""

from __future__ import annotations

from dataclasses import replace

from cassino_dsl.language.check.check_context import Draft, each
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.ruleset.model import Pattern
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.syntax.ast import Ast
from cassino_dsl.language.syntax.parser import parse
from cassino_dsl.language.syntax.tree import Node, Scalar

DEFAULT_STEP = "play"
MAX_STEPS = 16  # in one pattern
BASE = "base"


def read_turn(draft: Draft, node: Node | None) -> Pattern:
    """The pattern of a turn; without one, a turn is one play.

    Of several patterns laid over each other each wraps the one before where it says ``base``.
    """
    pattern = Pattern("step", (), DEFAULT_STEP)
    for scalar in each(node):
        ast = parse("pattern", scalar, draft.report) if isinstance(scalar, Scalar) else None
        if ast is not None:
            pattern = _wrap(few_steps(draft, read_pattern_ast(draft, ast), ast.span), pattern)
    return pattern


def few_steps(draft: Draft, pattern: Pattern, span: Span) -> Pattern:
    """The pattern, or that of one play where it has too many steps to be laid out as an automaton."""
    stack, steps = [pattern], 0
    while stack:
        part = stack.pop()
        steps += part.op == "step"
        stack.extend(part.args)
    if steps <= MAX_STEPS:
        return pattern
    message = f"this pattern has {steps} steps"
    draft.report.add(Code.TOO_COSTLY, span, message, help=f"{MAX_STEPS} are allowed: repeat them with `*` or `+`")
    return Pattern("step", (), DEFAULT_STEP)


def _wrap(outer: Pattern, inner: Pattern) -> Pattern:
    if outer.op == "step":
        return inner if outer.step == BASE else outer
    return replace(outer, args=tuple(_wrap(a, inner) for a in outer.args))


def read_pattern_ast(draft: Draft, ast: Ast) -> Pattern:
    """A pattern from its syntax tree; the steps it names are checked once all actions are known."""
    if ast.head == "step":
        if ast.text != BASE:
            draft.pattern_steps.append((ast.text, ast.span))
        return Pattern("step", (), ast.text)
    return Pattern(ast.head, tuple(read_pattern_ast(draft, a) for a in ast.args))
