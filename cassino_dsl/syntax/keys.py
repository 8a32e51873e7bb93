"""The keys of a file: one that is misspelt is reported and read as what it most likely means, so that what stands under
it is looked at like everything else, and one fault gives one message."""

from __future__ import annotations

from dataclasses import replace

from cassino_dsl.diagnostics.codes import structure as codes
from cassino_dsl.diagnostics.diagnostic import Report, nearest
from cassino_dsl.ruleset.span import Span
from cassino_dsl.syntax.shape import VARIANT, Either, Fields, Many, Named, Shape, Text
from cassino_dsl.syntax.tree import Mapping, Node, Scalar, Sequence
from cassino_dsl.syntax.yaml_text import short

# what people write for a key whose name they don't know
_ALSO = {
    "title": "name game variant",
    "about": "description descr comment note doc summary",
    "extends": "base parent inherit inherits from",
    "seats": "players player player_count",
    "sides": "teams team partners partnerships",
    "pack": "deck cards",
    "awards": "scoring score scores points",
    "rules": "rule constraints restrictions",
    "actions": "moves plays captures",
    "memory": "variables vars state counters",
    "options": "settings parameters params",
    "events": "triggers hooks",
    "on": "trigger event at after",
    "do": "then effect effects action",
    "when": "if condition where",
    "if": "when condition where",
    "is": "type",
    "default": "value starts initial",
    "starts": "default initial start value",
    "points": "score worth value",
    "name": "title",
    "expect": "expected result then",
}


def known_keys(tree: Mapping, report: Report, shape: Fields = VARIANT, where: str = "the file") -> Mapping:
    """The tree with its misspelt keys put right, each with a message; a key that means nothing at all stays."""
    return _fields(tree, shape, where, report)


def _known(node: Node, shape: Shape, where: str, report: Report) -> Node:
    if isinstance(shape, Either):
        return node if isinstance(node, Scalar) else _known(node, shape.other, where, report)
    if isinstance(shape, Many):
        if not isinstance(node, Sequence):
            return _known(node, shape.shape, where, report)
        items = tuple(_known(item, shape.shape, f"an entry of {where}", report) for item in node.items)
        return Sequence(items, node.span)
    if isinstance(shape, Text) or not isinstance(node, Mapping):
        return node
    if isinstance(shape, Named):
        return Mapping(tuple((k, _known(n, shape.shape, f"`{short(k.text)}`", report)) for k, n in node), node.span)
    return _fields(node, shape, where, report)


def _fields(node: Mapping, shape: Fields, where: str, report: Report) -> Mapping:
    shapes = {k.name: k.shape for k in shape.keys}
    said = {key.text for key, _ in node}
    entries: list[tuple[Scalar, Node]] = []
    for key, child in _indented(node, shape, report) if shape.rest is None else node:
        if key.text not in shapes and shape.rest is None:
            key = _meant(key, child, shape, said, where, report)
            said.add(key.text)
        below = shapes.get(key.text, shape.rest)
        entries.append((key, child if below is None else _known(child, below, f"`{short(key.text)}`", report)))
    return Mapping(tuple(entries), node.span)


def _indented(node: Mapping, shape: Fields, report: Report) -> list[tuple[Scalar, Node]]:
    """The entries; those that follow a section with nothing under it, and can only be of it, are put there."""
    sections = {k.name for k in shape.keys if isinstance(k.shape, (Named, Fields))}
    known = shape.names()
    entries: list[tuple[Scalar, Node]] = []
    inside: list[tuple[Scalar, Node]] = []
    above: Scalar | None = None
    for key, child in node:
        if above is not None and key.text not in known and nearest(key.text, known, cutoff=0.8) is None:
            if not inside:
                message = f"nothing stands under `{above.text}`, and this line is not indented"
                help = f"indent what belongs to `{above.text}` by two blanks"
                report.add(codes.UnknownKey, key.span, message, help=help, others=((above.span, "under this key"),))
            inside.append((key, child))
            entries[-1] = (
                above,
                Mapping(tuple(inside), Span(key.span.source, inside[0][0].span.start, child.span.end)),
            )
            continue
        entries.append((key, child))
        empty = isinstance(child, Scalar) and not child.text
        above, inside = (key if empty and key.text in sections else None), []
    return entries


def _meant(key: Scalar, child: Node, shape: Fields, said: set[str], where: str, report: Report) -> Scalar:
    """The key that an unknown one most likely is, or itself."""
    free = [k for k in shape.keys if k.name not in said]
    lacking = [k for k in free if k.required]
    meant = next((k.name for k in free if key.text.lower() in _ALSO.get(k.name, "").split()), None)
    meant = meant or nearest(key.text, [k.name for k in lacking]) or nearest(key.text, [k.name for k in free])
    help = _comma(key) or (f"did you mean `{meant}`?" if meant else _elsewhere(key.text, shape))
    if meant is None and len(lacking) == 1 and _fits(child, lacking[0].shape):
        meant = lacking[0].name
        help = help or f"did you mean `{meant}`, which is missing here: {lacking[0].about}?"
    report.add(
        codes.UnknownKey,
        key.span,
        f"{where} has no key `{short(key.text)}`",
        help=help or f"its keys are {', '.join(shape.names())}",
    )
    return replace(key, text=meant) if meant else key


def _fits(node: Node, shape: Shape) -> bool:
    """Whether what stands under a key could stand under one of this shape."""
    if isinstance(shape, Text):
        return isinstance(node, Scalar) and (not shape.words or node.text in shape.words)
    return isinstance(node, Mapping) if isinstance(shape, (Fields, Named)) else True


def _comma(key: Scalar) -> str | None:
    """Help where a text in `{…}` was cut at its comma, and the rest looks like a key."""
    after = key.span.source.text[key.span.end :].lstrip()[:1]
    return "inside `{…}` a comma ends a text: quote it whole" if after in (",", "}") else None


def _elsewhere(word: str, shape: Fields) -> str | None:
    """Help for a key that stands in another part of a file."""
    if shape is not VARIANT:
        return f"`{word}` stands at the beginning of a line, beside `dsl`" if word in VARIANT.names() else None
    for key in VARIANT.keys:
        if isinstance(key.shape, Fields) and word in key.shape.names():
            return f"it stands under another key: `{key.name}: {{{word}: …}}`"
    return None
