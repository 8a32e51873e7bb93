"""The syntax tree of a text in the small language: names not yet resolved, types not yet known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cassino_dsl.language.ruleset.span import Span


@dataclass(frozen=True, slots=True)
class Ast:
    """One node. ``head`` is the name the grammar gives the form (``plus``, ``call``, ``items`` …);
    ``text`` is the word of a leaf or the name that a form introduces; ``depth`` counts nesting."""

    head: str
    span: Span
    args: tuple[Ast, ...] = ()
    text: str = ""
    depth: int = 1


def nodes(ast: Ast) -> Iterator[Ast]:
    """A node and all within it, from the outside."""
    yield ast
    for part in ast.args:
        yield from nodes(part)


def binder(node: Ast) -> tuple[str, Ast, Ast] | None:
    """The (name, source, body) of ``any(name in source | body)`` and of ``{name in source | body}``,
    or None where the part before the bar is no ``name in source``."""
    head, body = node.args
    if head.head != "in" or head.args[0].head != "name":
        return None
    return head.args[0].text, head.args[1], body
