"""The skeleton: are the keys known, and does the right kind of thing stand under each?"""

from __future__ import annotations

import re

from cassino_dsl.check.mending import one_number
from cassino_dsl.diagnostics.codes import structure as codes
from cassino_dsl.diagnostics.diagnostic import Report
from cassino_dsl.syntax.keys import head_of, wrong_kind, wrong_word
from cassino_dsl.syntax.shape import VARIANT, Either, Fields, Key, Many, Named, Shape, Text
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
        of = "one number" if shape.such else "a text"
        report.add(codes.WrongNode, head_of(node), f"{where} is {of}, not {what}", help=_as_text(node, shape))
        return
    if shape.words and node.text not in shape.words:
        wrong_word(node, where, shape.words, report)
    elif shape.reads == "int" and not (node.text.isdecimal() and len(node.text) < 8):
        report.add(codes.BadNumber, node.span, f"{where} is a whole number, not `{_short(node.text)}`")


def _as_text(node: Mapping | Sequence, shape: Text) -> str:
    """How to write as one text what stands there as a list or as keys."""
    if shape.words:
        return f"it is one of: {', '.join(shape.words)}"
    if shape.reads == "cards":
        return "cards stand in one text, with blanks between them: `5h Kd`"
    texts = [item.text for item in node.items if isinstance(item, Scalar)] if isinstance(node, Sequence) else []
    if isinstance(node, Sequence) and shape.reads in ("numbers", "selector") and len(texts) == len(node.items):
        joined = ", ".join(texts)
        return f"write `{joined}` instead" if shape.reads == "numbers" else f'write `"{joined}"` instead'
    if isinstance(node, Sequence) and shape.such:
        return one_number(texts, shape.such)
    if isinstance(node, Sequence) and len(texts) == len(node.items) and all(t.isalnum() for t in texts):
        return f'write `"{{{", ".join(texts)}}}"` instead: sets stand in braces, and such a text in quotes'
    source = node.span.text
    if isinstance(node, Mapping) and shape.reads == "expression" and (depends := _by_seats(node)):
        return f"write `{depends}` instead"
    if isinstance(node, Mapping) and '"' not in source and all(isinstance(n, Scalar) and not n.text for _, n in node):
        return f'write `"{source}"` instead: what begins with a brace has to stand in quotes'
    if shape.reads == "effect":
        return "an effect is a text: `award 1 to us`, `move loose to pile(us)`"
    return "it is one text; where that begins with `{` or `[`, it stands in quotes or in a block under `>`"


def _by_seats(node: Mapping) -> str | None:
    """A number for each number of seats, `{3: 7, 4: 4}`, as one expression."""
    rows = [(key.text, child.text) for key, child in node if isinstance(child, Scalar)]
    if len(rows) != len(node.entries) or len(rows) < 2 or not all(n.isdecimal() and t.isalnum() for n, t in rows):
        return None
    return " else ".join([*(f"{text} if count(seats) = {seats}" for seats, text in rows[:-1]), rows[-1][1]])


def _fields(node: Node, shape: Fields, where: str, report: Report) -> None:
    if not isinstance(node, Mapping):
        wrong_kind(node, where, shape, report)
        return
    for key, child in node:
        found = next((k for k in shape.keys if k.name == key.text), None)
        if found is None and shape.rest is not None:
            _check(child, shape.rest, f"`{_short(key.text)}`", report)
        elif found is not None:  # what is no key at all has been said when the file was read
            _check(child, found.shape, f"`{key.text}`", report)
    strange = shape.rest is None and any(key.text not in shape.names() for key, _ in node)
    lacking = [k for k in shape.keys if k.required and node.get(k.name) is None]
    if lacking and not strange:  # where a key is strange, it may be the one that is missing
        names = " and ".join(f"`{k.name}`" for k in lacking)
        name = where.strip("`")
        message = f"{where} lacks the key{'s' if len(lacking) > 1 else ''} {names}"
        said = (f"write `{k.name}: {name}` into it" if name in _words(k) else f"`{k.name}`: {k.about}" for k in lacking)
        report.add(codes.MissingKey, head_of(node), message, help="; ".join(said))


def _words(key: Key) -> tuple[str, ...]:
    return key.shape.words if isinstance(key.shape, Text) else ()


def _named(node: Node, shape: Named, where: str, report: Report) -> None:
    if not isinstance(node, Mapping):
        if not (isinstance(node, Scalar) and not node.text):
            wrong_kind(node, where, shape, report)
        return
    for key, child in node:
        if shape.names == "identifier" and not IDENTIFIER.match(key.text):
            meant = re.sub(r"\W+", "_", key.text).strip("_")
            report.add(
                codes.BadName,
                key.span,
                f"`{_short(key.text)}` cannot be a name here",
                help=(f"write `{meant}` instead: " if IDENTIFIER.match(meant) and len(meant) <= 40 else "")
                + "names consist of letters, digits and `_`, and do not begin with a digit",
            )
            continue
        _check(child, shape.shape, f"`{_short(key.text)}`", report)


def _many(node: Node, shape: Many, where: str, report: Report) -> None:
    if isinstance(node, Sequence):
        for item in node.items:
            _check(item, shape.shape, f"an entry of {where}", report)
    elif shape.single:
        _check(node, shape.shape, where, report)
    elif not (isinstance(node, Scalar) and not node.text):
        report.add(codes.WrongNode, head_of(node), f"{where} is a list: one entry per line, each after `- `")


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "…"
