"""The YAML tree: what a file says, each part with its span."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cassino_dsl.language.ruleset.span import Span


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text. ``text`` is its value; where ``exact`` is true, the characters of ``span``
    (without quotes; for block scalars, the lines with their indentation) hold an expression
    that the grammar can read in place."""

    text: str
    span: Span
    body: Span  # the characters between the quotes, or the lines of a block
    exact: bool = True  # false: a quoted text with escapes, which cannot hold an expression


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and nodes, in the order of the file; no key occurs twice."""

    entries: tuple[tuple[Scalar, Node], ...]
    span: Span

    def get(self, key: str) -> Node | None:
        for name, node in self.entries:
            if name.text == key:
                return node
        return None

    def key(self, key: str) -> Scalar | None:
        for name, _ in self.entries:
            if name.text == key:
                return name
        return None

    def __iter__(self) -> Iterator[tuple[Scalar, Node]]:
        return iter(self.entries)


@dataclass(frozen=True, slots=True)
class Sequence:
    """Nodes in order."""

    items: tuple[Node, ...]
    span: Span


Node = Scalar | Mapping | Sequence
