"""Sections of a file that lies over another which say nothing, `awards: {}`, `awards: ~` or `awards: {removed}`: many
mean that this takes away what lies beneath, and it does not."""

from __future__ import annotations

import re

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.diagnostics.remedy import there, without_entry, write
from cassino_dsl.language.syntax.shape import ABOUT, SAID, VARIANT, Fields, Named
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar

_NOTHING = ("none", "nothing", "null", "~", "no", "-", "[]")


def without_empty_sections(tree: Mapping, report: Report) -> Mapping:
    """The tree without them, each with a message; one that lies over nothing as it is."""
    if tree.get("extends") is None and tree.get("house") is None:
        return tree
    shapes = {key.name: key.shape for key in VARIANT.keys}
    kept = []
    for key, node in tree:
        shape = shapes.get(key.text)
        if isinstance(shape, Named | Fields) and _says_nothing(node):
            _report(key, node, shape, tree.span.text[:1] == "{", report)
        else:
            kept.append((key, node))
    return Mapping(tuple(kept), tree.span)


def _says_nothing(node: Node) -> bool:
    if isinstance(node, Scalar):
        return node.text.lower() in _NOTHING
    said = [key for key, _ in node] if isinstance(node, Mapping) else node.items
    return not said or re.fullmatch(r"[{\[]\s*removed\s*[}\]]", node.span.text) is not None


def _report(key: Scalar, node: Node, shape: Named | Fields, flow: bool, report: Report) -> None:
    told = f"`{key.text}: {node.span.text}`"
    code = Code.WITHOUT_EFFECT if isinstance(node, Mapping) and not node.entries else Code.WRONG_NODE
    said = "leave it out; `removed` under a name takes one thing of it away"
    if isinstance(shape, Fields):
        first = next(name for name in shape.names() if name not in (ABOUT.name, SAID.name))
        said = f"leave it out; what is to be otherwise stands there, as in `{{{first}: …}}`"
    help = there(said, [without_entry(key.span.to(node.span), flow)], "leave it out", safe=False)
    if isinstance(shape, Named):
        said = f"`{key.text}: removed` takes all of it away, `removed` under a name one thing of it; or leave this out"
        help = write("removed", certain=False, said=said, otherwise=help)
    message = f"{told} takes nothing away: what lies beneath stays as it is"
    report.add(code, node.span, message, help=help)
