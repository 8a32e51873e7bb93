"""The form of a text: its clauses, what can be folded, what stands in what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from cassino_dsl.faces.editor.analysis import Analysis
from cassino_dsl.faces.editor.answers import Symbol
from cassino_dsl.faces.editor.mend import mended
from cassino_dsl.faces.editor.reading import whole_of
from cassino_dsl.language.check.check_context import field_text
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax.ast import Ast
from cassino_dsl.language.syntax.parser import STARTS, parse
from cassino_dsl.language.syntax.shape import Shape, beneath, text_of
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar, Sequence
from cassino_dsl.language.syntax.yaml_reader import read_yaml


def symbols(analysis: Analysis) -> tuple[Symbol, ...]:
    """The sections of a file, and their clauses."""
    return _symbols(analysis.reading.tree)


def find_symbols(query: str, texts: Iterable[tuple[Path, str]]) -> tuple[tuple[Path, Symbol], ...]:
    """The clauses of these texts in whose names the letters of the query stand one after the other."""
    found = []
    for path, text in texts:
        tree = read_yaml(Source(str(path), mended(str(path), text)), Report())
        for section in _symbols(tree) if isinstance(tree, Mapping) else ():
            found += [(path, clause) for clause in section.inside if _fits(query, clause.name)]
    return tuple(found)


def _fits(query: str, name: str) -> bool:
    letters = iter(name.lower())
    return all(letter in letters for letter in query.lower())


def _symbols(tree: Mapping) -> tuple[Symbol, ...]:
    return tuple(_symbol(key, node, "section", tuple(_clauses(key.text, node))) for key, node in tree)


def _clauses(section: str, node: Node) -> Iterator[Symbol]:
    kind = section.removesuffix("s") if section != "memory" else section
    if isinstance(node, Mapping):
        yield from (_symbol(key, body, kind) for key, body in node)
    for item in node.items if isinstance(node, Sequence) else ():
        name = item.get("name") if isinstance(item, Mapping) else None
        if isinstance(name, Scalar):
            yield Symbol(name.text, kind, "", item.span.start, item.span.end, name.span.start, name.span.end)


def _symbol(key: Scalar, node: Node, kind: str, inside: tuple[Symbol, ...] = ()) -> Symbol:
    detail = field_text(node, "about") if isinstance(node, Mapping) else node.text if isinstance(node, Scalar) else ""
    start, end = key.span.start, max(node.span.end, key.span.end)
    return Symbol(key.text, kind, " ".join(detail.split())[:80], start, end, key.span.start, key.span.end, inside)


def folds(analysis: Analysis) -> tuple[tuple[int, int], ...]:
    """What can be folded: from the end of its first line to the end of its last."""
    source, found = analysis.reading.source, []
    for key, node in _entries(analysis.reading.tree):
        end = min(len(analysis.text), max(node.span.end, key.span.end))
        line_end = source.text.find("\n", key.span.start)
        if 0 <= line_end < end:
            found.append((line_end, end))
    return tuple(dict.fromkeys(found))


def _entries(node: Node) -> Iterator[tuple[Scalar, Node]]:
    for key, child in node if isinstance(node, Mapping) else ():
        yield key, child
        yield from _entries(child)
    for item in node.items if isinstance(node, Sequence) else ():
        yield from _entries(item)


def selections(analysis: Analysis, at: int) -> tuple[tuple[int, int], ...]:
    """What stands around a place, from its word to the whole text."""
    spans = [(0, len(analysis.text))]
    for span in _around(analysis.reading.tree, whole_of(analysis.text), at):
        one = (max(span.start, spans[-1][0]), min(span.end, spans[-1][1]))
        if one[0] <= at <= one[1] and one != spans[-1]:
            spans.append(one)
    word = next((m for m in re.finditer(r"\w+", analysis.text) if m.start() <= at <= m.end()), None)
    if word is not None and word.span() != spans[-1] and spans[-1][0] <= word.start() and word.end() <= spans[-1][1]:
        spans.append(word.span())
    return tuple(reversed(spans))


def _around(node: Node, shape: Shape | None, at: int) -> Iterator[Span]:
    """What stands around a place, from the outside."""
    yield node.span
    for item in node.items if isinstance(node, Sequence) else ():
        if item.span.start <= at <= item.span.end:
            yield from _around(item, shape, at)
            return
    for key, child in node if isinstance(node, Mapping) else ():
        if key.span.start <= at <= max(child.span.end, key.span.end):
            yield key.span.to(child.span)
            yield from (
                (key.span,) if at <= key.span.end else _around(child, beneath(shape, key.text, detailed=True)[1], at)
            )
            return
    if isinstance(node, Scalar):
        yield node.body
        text = text_of(shape)
        ast = parse(text.reads, node, Report()) if text is not None and text.reads in STARTS else None
        yield from _forms(ast, at) if ast else ()


def _forms(ast: Ast, at: int) -> Iterator[Span]:
    yield ast.span
    for arg in ast.args:
        if arg.span.start <= at <= arg.span.end:
            yield from _forms(arg, at)
            return
