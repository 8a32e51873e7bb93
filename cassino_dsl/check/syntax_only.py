"""The texts of a tree that are in the small language: how long they are, and whether they parse.

Nothing here asks what they mean. For a file whose base cannot be read that is all that can be said.
"""

from __future__ import annotations

from collections.abc import Iterator

from cassino_dsl.compose.merge import REMOVED
from cassino_dsl.diagnostics.codes.language import TooComplex
from cassino_dsl.diagnostics.diagnostic import Report
from cassino_dsl.syntax.parser import STARTS, parse
from cassino_dsl.syntax.shape import VARIANT, Either, Fields, Many, Named, Shape, Text
from cassino_dsl.syntax.tree import Mapping, Node, Scalar, Sequence

MAX_TOTAL = 40_000  # characters of all expressions of a variant together


def check_length(tree: Node, report: Report) -> bool:
    """Whether the texts are few enough to be parsed in time; a diagnostic where they are not."""
    total = 0
    for start, scalar in _texts(tree, VARIANT):
        total += len(scalar.text) if start in STARTS else 0
        if total > MAX_TOTAL:
            report.add(
                TooComplex,
                scalar.span.beginning(20),
                f"up to here the file holds more than {MAX_TOTAL:,} characters of expressions",
                help="divide what it says among several variants, or use `terms`",
            )
            return False
    return True


def check_syntax(tree: Node, report: Report) -> None:
    """Parse every text of a variant's tree that is in the small language."""
    for start, scalar in _texts(tree, VARIANT):
        if start in STARTS and scalar.text != REMOVED:
            parse(start, scalar, report)


def _texts(node: Node, shape: Shape) -> Iterator[tuple[str, Scalar]]:
    """Every text with the start rule that reads it; what has the wrong form is left out."""
    if isinstance(shape, Text):
        if isinstance(node, Scalar) and not shape.words:
            yield shape.reads, node
    elif isinstance(shape, Either):
        yield from _texts(node, shape.text if isinstance(node, Scalar) else shape.other)
    elif isinstance(shape, Many):
        for item in node.items if isinstance(node, Sequence) else (node,):
            yield from _texts(item, shape.shape)
    elif isinstance(node, Mapping):
        yield from _texts_of_mapping(node, shape)


def _texts_of_mapping(node: Mapping, shape: Fields | Named) -> Iterator[tuple[str, Scalar]]:
    shapes = {k.name: k.shape for k in shape.keys} if isinstance(shape, Fields) else {}
    for key, child in node:
        if isinstance(shape, Named):
            yield shape.names, key
            yield from _texts(child, shape.shape)
        elif key.text in shapes:
            yield from _texts(child, shapes[key.text])
