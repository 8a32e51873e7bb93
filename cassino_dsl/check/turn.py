"""Turn patterns: which steps a turn consists of."""

from __future__ import annotations

from cassino_dsl.check.draft import Draft
from cassino_dsl.ruleset.model import Pattern
from cassino_dsl.syntax.ast import Ast
from cassino_dsl.syntax.parser import parse
from cassino_dsl.syntax.tree import Node, Scalar

DEFAULT_STEP = "play"


def read_turn(draft: Draft, node: Node | None) -> Pattern:
    """The pattern of a turn; without one, a turn is one play."""
    ast = parse("pattern", node, draft.report) if isinstance(node, Scalar) else None
    return (read_pattern_ast(draft, ast) if ast else None) or Pattern("step", (), DEFAULT_STEP)


def read_pattern_ast(draft: Draft, ast: Ast) -> Pattern | None:
    """A pattern from its syntax tree; the steps it names are checked once all actions are known."""
    if ast.head == "step":
        draft.pattern_steps.append((ast.text, ast.span))
        return Pattern("step", (), ast.text)
    args = tuple(read_pattern_ast(draft, a) for a in ast.args)
    return Pattern(ast.head, tuple(a for a in args if a is not None))
