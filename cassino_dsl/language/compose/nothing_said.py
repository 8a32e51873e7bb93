"""Sections of a file that lies over another which say nothing, `awards: {}` or `awards: ~`: many mean that this takes
away what lies beneath, and it does not."""

from __future__ import annotations

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Remedy, Report, TextEdit
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.syntax.shape import VARIANT, Fields, Named
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
            _report(key, node, shape, report)
        else:
            kept.append((key, node))
    return Mapping(tuple(kept), tree.span)


def _says_nothing(node: Node) -> bool:
    if isinstance(node, Scalar):
        return node.text.lower() in _NOTHING
    return not (node.entries if isinstance(node, Mapping) else node.items)


def _report(key: Scalar, node: Node, shape: Named | Fields, report: Report) -> None:
    told = f"`{key.text}: {node.span.text}`"
    code = Code.WITHOUT_EFFECT if isinstance(node, Mapping) else Code.WRONG_NODE
    remedies = [Remedy("leave it out", (TextEdit(_line(key.span.to(node.span)), ""),), safe=False)]
    if isinstance(shape, Fields):
        help = f"leave it out; what is to be otherwise stands there, as in `{{{shape.names()[0]}: …}}`"
    else:
        remedies.insert(0, Remedy("write `removed`", (TextEdit(node.span, "removed"),), safe=False))
        help = f"`{key.text}: removed` takes all of it away, `removed` under a name one thing of it; or leave this out"
    message = f"{told} takes nothing away: what lies beneath stays as it is"
    report.add(code, node.span, message, help=help, remedies=tuple(remedies))


def _line(span: Span) -> Span:
    """A place with the rest of its line, where it begins one."""
    text = span.source.text
    end = text.find("\n", span.end) + 1 or len(text)
    return Span(span.source, span.start, end) if not text[: span.start].rpartition("\n")[2] else span
