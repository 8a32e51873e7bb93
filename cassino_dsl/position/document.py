"""A YAML or JSON document as plain data, with the place of every part for messages."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping as AbstractMapping
from dataclasses import dataclass, field
from typing import Any

from cassino_dsl.diagnostics.codes import play as codes
from cassino_dsl.diagnostics.diagnostic import Report
from cassino_dsl.ruleset.span import Source, Span
from cassino_dsl.syntax.tree import Mapping, Node, Scalar
from cassino_dsl.syntax.yaml_reader import read_yaml

Path = tuple[str, ...]
_WORD = re.compile(r"[^\s,]+")


@dataclass(frozen=True, slots=True)
class Document:
    """``data``: mappings, lists and texts (numbers too where JSON says so); ``spans``: places by path."""

    data: AbstractMapping[str, Any]
    spans: dict[Path, Span] = field(default_factory=dict)

    def span(self, *path: str) -> Span | None:
        """The place of a part, or of the nearest part around it."""
        for end in range(len(path), -1, -1):
            if path[:end] in self.spans:
                return self.spans[path[:end]]
        return None


def document_of_node(node: Node, report: Report) -> Document | None:
    """A document from a YAML tree."""
    if not isinstance(node, Mapping):
        report.add(codes.BadPosition, node.span, "a position consists of keys such as `table: 3c 4d`")
        return None
    spans: dict[Path, Span] = {}
    return Document(plain(node, (), spans), spans)


def read_document(source: Source, report: Report) -> Document | None:
    """A document from a file in YAML or JSON."""
    if source.text.lstrip().startswith("{"):
        try:
            data = json.loads(source.text)
        except (ValueError, RecursionError):
            data = None
        if isinstance(data, dict):
            return Document(data, {(): source.whole()})
    node = read_yaml(source, report)
    return document_of_node(node, report) if node else None


def plain(node: Node, path: Path = (), spans: dict[Path, Span] | None = None) -> Any:
    """A tree as plain data; ``spans`` gathers the places by path, those of the words of a text included."""
    if spans is not None:
        spans[path] = node.span
    if isinstance(node, Scalar):
        if spans is not None:
            _word_spans(node, path, spans)
        return node.text
    if isinstance(node, Mapping):
        return {k.text: plain(n, (*path, k.text), spans) for k, n in node}
    return [plain(n, (*path, str(i)), spans) for i, n in enumerate(node.items)]


def _word_spans(node: Scalar, path: Path, spans: dict[Path, Span]) -> None:
    """A misspelt card among others is shown by itself."""
    if node.exact:
        for word in _WORD.finditer(node.body.text):
            start = node.body.start + word.start()
            spans.setdefault((*path, word[0]), Span(node.body.source, start, start + len(word[0])))
