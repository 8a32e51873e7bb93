"""The syntax of all texts of a tree, and nothing of what they mean.

For a file whose base cannot be read: its names cannot be resolved, but what does not parse can be said.
"""

from __future__ import annotations

from collections.abc import Iterator

from cassino_dsl.check.shape import VARIANT, Either, Fields, Many, Named, Shape, Text
from cassino_dsl.compose.merge import REMOVED
from cassino_dsl.diagnostics.diagnostic import Report
from cassino_dsl.syntax.parser import STARTS, parse
from cassino_dsl.syntax.tree import Mapping, Node, Scalar, Sequence


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
