"""A YAML or JSON document as plain data, with the place of every part for messages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from collections.abc import Mapping as AbstractMapping
from dataclasses import dataclass, field, replace
from typing import Any

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar
from cassino_dsl.language.syntax.yaml_reader import read_yaml

Path = tuple[str, ...]
_WORD = re.compile(r"[^\s,]+")


@dataclass(frozen=True, slots=True)
class Document:
    """``data``: mappings, lists and texts (numbers too where JSON says so); ``spans``: places by path; ``keys``: of
    what has a name, where that name stands."""

    data: AbstractMapping[str, Any]
    spans: dict[Path, Span] = field(default_factory=dict)
    keys: dict[Path, Span] = field(default_factory=dict)

    def span(self, *path: str) -> Span | None:
        """The place of a part, or of the nearest part around it."""
        for end in range(len(path), -1, -1):
            if path[:end] in self.spans:
                return self.spans[path[:end]]
        return None

    def key(self, *path: str) -> Span | None:
        """The place of the name of a part, or of the nearest part around it."""
        return self.keys.get(path) or self.span(*path)

    def noted(self, name: str, text: str, *path: str) -> str:
        """A part that is a text by itself, called ``name`` in messages, with its place."""
        self.spans[path] = Span(Source(name, text), 0, len(text))
        _words(self.spans[path], path, self)
        return text


def document_of_node(node: Node, report: Report) -> Document | None:
    """A document from a YAML tree."""
    if not isinstance(node, Mapping):
        report.add(Code.BAD_POSITION, node.span, "a position consists of keys such as `table: 3c 4d`")
        return None
    places = Document({})
    return replace(places, data=plain(node, (), places))


def read_document(source: Source, report: Report) -> Document | None:
    """A document from a file in YAML or JSON."""
    if source.text.lstrip().startswith("{"):
        try:
            data = json.loads(source.text)
        except (ValueError, RecursionError):
            data = None
        if isinstance(data, dict):
            # nearly all JSON is YAML, which knows where everything stands
            node = read_yaml(source, Report())
            told = document_of_node(node, Report()) if node else None
            return replace(told, data=data) if told else Document(data, {(): source.whole()})
    tree = read_yaml(source, report)
    return document_of_node(tree, report) if tree else None


def plain(node: Node, path: Path = (), places: Document | None = None) -> Any:
    """A tree as plain data; ``places`` gathers the places by path, those of the words of a text included."""
    if places is not None:
        places.spans[path] = node.span
    if isinstance(node, Scalar):
        if places is not None and node.exact:
            _words(node.body, path, places)
        return node.text
    if isinstance(node, Mapping):
        for key, _ in node if places is not None else ():
            places.keys[(*path, key.text)] = key.span  # type: ignore[union-attr]
        return {k.text: plain(n, (*path, k.text), places) for k, n in node}
    return [plain(n, (*path, str(i)), places) for i, n in enumerate(node.items)]


def _words(body: Span, path: Path, places: Document) -> None:
    """A misspelt card among others is shown by itself."""
    for word, span in word_spans(body):
        places.spans.setdefault((*path, word), span)


def word_spans(body: Span) -> Iterator[tuple[str, Span]]:
    """The words of a text, each with its place in the file."""
    for word in _WORD.finditer(body.text):
        start = body.start + word.start()
        yield word[0], Span(body.source, start, start + len(word[0]))
