"""The skeleton: are the keys known, and does the right kind of thing stand under each?"""

from __future__ import annotations

import re

from cassino_dsl.diagnostics.codes import structure as codes
from cassino_dsl.diagnostics.diagnostic import Report, did_you_mean
from cassino_dsl.ruleset.span import Span
from cassino_dsl.syntax.shape import VARIANT, Either, Fields, Many, Named, Shape, Text
from cassino_dsl.syntax.tree import Mapping, Node, Scalar, Sequence

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def check_structure(tree: Node, report: Report, shape: Shape = VARIANT) -> None:
    """Walk the tree beside its shape; every fault is reported, none stops the walk."""
    _check(tree, shape, "the file", report)


def _check(node: Node, shape: Shape, where: str, report: Report) -> None:
    if isinstance(shape, Text):
        _text(node, shape, where, report)
    elif isinstance(shape, Fields):
        _fields(node, shape, where, report)
    elif isinstance(shape, Named):
        _named(node, shape, where, report)
    elif isinstance(shape, Either):
        _check(node, shape.text if isinstance(node, Scalar) else shape.other, where, report)
    else:
        _many(node, shape, where, report)


def _text(node: Node, shape: Text, where: str, report: Report) -> None:
    if shape.reads == "text" and not shape.words and not isinstance(node, Scalar):
        return  # parts of positions may be written in several forms; their reader says what is wrong
    if not isinstance(node, Scalar):
        what = "keys" if isinstance(node, Mapping) else "a list"
        report.add(
            codes.WrongNode,
            _head(node),
            f"{where} is a text, not {what}",
            help="cards stand in one text, with blanks between them: `5h Kd`"
            if shape.reads == "cards"
            else "a text that begins with `{` or `[` has to stand in quotes or in a block under `>`",
        )
        return
    if shape.words and node.text not in shape.words:
        report.add(
            codes.WrongWord,
            node.span,
            f"{where} cannot be `{_short(node.text)}`",
            help=did_you_mean(node.text, shape.words) or f"it is one of: {', '.join(shape.words)}",
        )
    elif shape.reads == "int" and not (node.text.isdecimal() and len(node.text) < 8):
        report.add(codes.BadNumber, node.span, f"{where} is a whole number, not `{_short(node.text)}`")


def _fields(node: Node, shape: Fields, where: str, report: Report) -> None:
    if not isinstance(node, Mapping):
        known = ", ".join(f"`{n}`" for n in shape.names()[:6])
        report.add(codes.WrongNode, _head(node), f"{where} consists of keys such as {known}")
        return
    for key, child in node:
        found = next((k for k in shape.keys if k.name == key.text), None)
        if found is None and shape.rest is not None:
            _check(child, shape.rest, f"`{_short(key.text)}`", report)
        elif found is not None:  # what is no key at all has been said when the file was read
            _check(child, found.shape, f"`{key.text}`", report)
    strange = shape.rest is None and any(key.text not in shape.names() for key, _ in node)
    for wanted in shape.keys:  # where a key is strange, it may be the one that is missing
        if wanted.required and node.get(wanted.name) is None and not strange:
            report.add(codes.MissingKey, _head(node), f"{where} lacks the key `{wanted.name}`", help=f"{wanted.about}")


def _named(node: Node, shape: Named, where: str, report: Report) -> None:
    if not isinstance(node, Mapping):
        if not (isinstance(node, Scalar) and not node.text):
            report.add(codes.WrongNode, _head(node), f"{where} consists of names with something under each")
        return
    for key, child in node:
        if shape.names == "identifier" and not IDENTIFIER.match(key.text):
            report.add(
                codes.BadName,
                key.span,
                f"`{_short(key.text)}` cannot be a name here",
                help="names consist of letters, digits and `_`, and do not begin with a digit",
            )
        _check(child, shape.shape, f"`{_short(key.text)}`", report)


def _many(node: Node, shape: Many, where: str, report: Report) -> None:
    if isinstance(node, Sequence):
        for item in node.items:
            _check(item, shape.shape, f"an entry of {where}", report)
    elif shape.single:
        _check(node, shape.shape, where, report)
    elif not (isinstance(node, Scalar) and not node.text):
        report.add(codes.WrongNode, _head(node), f"{where} is a list: one entry per line, each after `- `")


def _head(node: Node) -> Span:
    """The first line of a node: a whole section underlined would hide what is meant."""
    span = node.span
    line_end = span.source.text.find("\n", span.start)
    return Span(span.source, span.start, min(span.end, line_end if line_end >= 0 else span.end))


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "…"
