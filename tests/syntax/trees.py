"""Reading YAML texts in tests, and trees as plain Python values."""

from __future__ import annotations

from typing import Any

from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report
from cassino_dsl.language.ruleset.span import Source
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar
from cassino_dsl.language.syntax.yaml_reader import read_yaml


def read(text: str) -> tuple[Node | None, list[Diagnostic]]:
    report = Report()
    return read_yaml(Source("file.yaml", text), report), report.diagnostics


def clean(text: str) -> Node:
    node, diagnostics = read(text)
    assert diagnostics == []
    assert node is not None
    return node


def plain(node: Node) -> Any:
    """The tree as Python lists, dicts and texts."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Mapping):
        return {key.text: plain(value) for key, value in node}
    return [plain(item) for item in node.items]


def scalars(node: Node) -> list[Scalar]:
    if isinstance(node, Scalar):
        return [node]
    if isinstance(node, Mapping):
        return [s for key, value in node for s in (key, *scalars(value))]
    return [s for item in node.items for s in scalars(item)]
