"""Writes what examples give into their expectations: only values that differ, so comments and layout stay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

from cassino_dsl.analysis.examples.run import Result
from cassino_dsl.language.diagnostics.diagnostic import TextEdit
from cassino_dsl.language.diagnostics.edits import edited
from cassino_dsl.language.ruleset.document import word_of
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.syntax import tree
from cassino_dsl.language.syntax.tree import Node, Scalar


def updated(examples: Node | None, results: Sequence[Result]) -> str | None:
    """The text of a file with what its failing examples give; None where nothing of it can be written.

    ``examples`` is the list of examples in the file's tree. What fails for another reason than a value (a play that is
    not legal, a position at fault) stays as it is.
    """
    edits: dict[int, TextEdit] = {}
    if not isinstance(examples, tree.Sequence):
        return None
    for node in examples.items:
        expect = node.get("expect") if isinstance(node, tree.Mapping) else None
        if isinstance(node, tree.Mapping) and isinstance(expect, tree.Mapping):
            name = node.get("name")
            failed = [r for r in results if name is not None and r.example.span == name.span and not r.passed]
            for result in failed:
                edits |= {edit.span.start: edit for edit in _edits(expect, result)}
    return edited(examples.span.source.text, edits.values()) if edits else None


def _edits(expect: tree.Mapping, result: Result) -> Iterator[TextEdit]:
    nodes = {key.span: node for key, node in _pairs(expect)}
    flipped = set()
    for span, mismatch in result.mismatches:
        if mismatch.value is None:
            continue
        if span in nodes:
            yield from _replace(nodes[span], mismatch.value)
        else:
            flipped.add(span)  # one play of a list
    yield from _flip(expect, flipped)


def _pairs(node: Node) -> Iterator[tuple[Scalar, Node]]:
    if isinstance(node, tree.Mapping):
        for key, value in node:
            yield key, value
            yield from _pairs(value)


def _flip(expect: tree.Mapping, flipped: set[Span]) -> Iterator[TextEdit]:
    """Plays that are legal now, or are not any more, change from one of the two lists to the other."""
    old = {key: _entries(expect.get(key)) for key in ("legal", "illegal")}
    changing = {key: [e for e in entries if e.span in flipped] for key, entries in old.items()}
    if not any(changing.values()):
        return
    for key, other in (("legal", "illegal"), ("illegal", "legal")):
        new = [e.text for e in old[key] if e not in changing[key]] + [e.text for e in changing[other]]
        node, name = expect.get(key), expect.key(key)
        if node is not None and name is not None:
            if not new and expect.key(other) is None:
                # all of them changed: the key does
                yield TextEdit(name.span, other)
            else:
                yield from _replace(node, new)
        elif new and len(new) < len(old[other]):
            after = expect.get(other)
            assert after is not None
            flow = expect.span.text.startswith("{")
            start = f", {key}" if flow else "\n" + " " * (expect.entries[0][0].span.column - 1) + key
            place = Span(after.span.source, after.span.end, after.span.end)
            yield TextEdit(place, f"{start}: {_flow(new)}")


def _entries(node: Node | None) -> list[Scalar]:
    nodes = node.items if isinstance(node, tree.Sequence) else (node,)
    return [n for n in nodes if isinstance(n, Scalar)]


def _replace(node: Node, value: Any) -> Iterator[TextEdit]:
    """What makes a node say a value: the smallest parts of it that differ."""
    if isinstance(node, tree.Mapping) and isinstance(value, Mapping):
        by_name = {str(name): v for name, v in value.items()}
        if [key.text for key, _ in node] == list(by_name):
            for key, part in node:
                yield from _replace(part, by_name[key.text])
            return
    if isinstance(node, tree.Sequence):
        items = value.split() if isinstance(value, str) else value
        if isinstance(items, list) and len(items) == len(node.items):
            for part, item in zip(node.items, items, strict=True):
                yield from _replace(part, item)
            return
        if isinstance(items, list) and items and node.span.text.startswith("-"):
            lines = ("\n" + " " * (node.span.column - 1)).join(f"- {_flow(item)}" for item in items)
            yield TextEdit(node.span, lines)
            return
        value = items
    if isinstance(node, Scalar):
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if not isinstance(value, list | Mapping) and word_of(value) == node.text:
            return
    before = node.span.source.text[node.span.start - 1]
    yield TextEdit(node.span, ("" if before in " [{" else " ") + _flow(value))


def _flow(value: Any) -> str:
    """A value as it stands in one line of YAML."""
    if value == "":
        return '""'
    data = _named(value)
    text: str = yaml.safe_dump(data, default_flow_style=True, allow_unicode=True, width=1 << 30, sort_keys=False)
    return text.removesuffix("\n").removesuffix("\n...")


def _named(value: Any) -> Any:
    """Seats and sides are numbers, as people write them."""
    if isinstance(value, Mapping):
        return {int(k) if str(k).isdecimal() else k: _named(v) for k, v in value.items()}
    return [_named(v) for v in value] if isinstance(value, list) else value
