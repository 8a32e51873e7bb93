"""The keys of a file: one that is misspelt is reported and read as what it most likely means, so that what stands under
it is looked at like everything else, and one fault gives one message."""

from __future__ import annotations

import re
from dataclasses import replace

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report, nearest
from cassino_dsl.language.diagnostics.remedy import MOST_EDITS, TextEdit, in_quotes, quote, suggest, there, write
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.syntax.foreign_idioms import DECLARED, meant
from cassino_dsl.language.syntax.shape import (
    ABSENT,
    CARDS,
    SAID,
    TEXT,
    VARIANT,
    Either,
    Fields,
    Key,
    Many,
    Named,
    Shape,
    Text,
)
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar, Sequence
from cassino_dsl.language.syntax.wrong_nodes import as_mapping, one_name, told_keys, wrong_kind
from cassino_dsl.language.syntax.yaml_text import flow_text, short


def known_keys(tree: Mapping, report: Report, shape: Fields = VARIANT, where: str = "the file") -> Mapping:
    """The tree with its misspelt keys put right, each with a message; a key that means nothing at all stays."""
    return _fields(tree, shape, where, report)


def lacking(node: Node, shape: Shape) -> list[Key]:
    """The keys that a clause has to have, and that are not said."""
    shape = shape.other if isinstance(shape, Either) else shape
    keys = shape.keys if isinstance(shape, Fields) and isinstance(node, Mapping) else ()
    return [key for key in keys if key.required and isinstance(node, Mapping) and node.get(key.name) is None]


def named_entries(node: Node, shape: Many) -> bool:
    """Whether what stands there are the entries of a list, each under a name of its own."""
    keys = shape.shape.names() if isinstance(shape.shape, Fields) and not shape.single else []
    return "name" in keys and isinstance(node, Mapping) and not any(key.text in keys for key, _ in node)


def _known(node: Node, shape: Shape, where: str, report: Report) -> Node:
    if isinstance(shape, Either):
        return node if isinstance(node, Scalar) else _known(node, shape.other, where, report)
    if isinstance(shape, Many):
        if not isinstance(node, Sequence):
            return node if named_entries(node, shape) else _known(node, shape.shape, where, report)
        items = tuple(_known(item, shape.shape, f"an entry of {where}", report) for item in node.items)
        return Sequence(items, node.span)
    if isinstance(node, Sequence) and isinstance(shape, Fields | Named) and (meant := as_mapping(node, shape)):
        wrong_kind(node, where, shape, report)
        node = meant
    if isinstance(node, Scalar) and isinstance(shape, Named) and (named := one_name(node, shape)):
        wrong_kind(node, where, shape, report)
        node = named
    if not isinstance(node, Mapping):
        return node
    if isinstance(shape, Fields):
        return _fields(node, shape, where, report)
    below = shape.shape if isinstance(shape, Named) else shape  # a text of a position: by side, or by seat
    if isinstance(shape, Named) and shape.names == "selector":
        node = _made_whole(node, report)
    entries = node.entries if isinstance(shape, Fields | Text) else tuple(_indented(node, shape, report))
    if isinstance(shape, Text) or shape.names in ("identifier", "selector") or below in (CARDS, TEXT):
        entries = tuple(_colon(key, child, None, report) or (key, child) for key, child in entries)
    return Mapping(tuple((k, _known(n, below, f"`{short(k.text)}`", report)) for k, n in entries), node.span)


def _made_whole(node: Mapping, report: Report) -> Mapping:
    """`{J, Q, K: none}` and `{low: 7, 8}` with what a comma has split in one text again, a key or what stands under
    one: the pieces are keys under which nothing stands."""
    entries: list[tuple[Scalar, Node]] = []
    first: Scalar | None = None  # of the pieces of a key
    for key, child in node:
        source, before = key.span.source, entries[-1][1] if entries else None
        after = source.text[key.span.end :].lstrip()[:1]
        cut = isinstance(child, Scalar) and not child.text and after in (",", "}")
        if cut and first is None and isinstance(before, Scalar) and before.text and before.span.end < key.span.start:
            whole = Span(source, before.span.start, key.span.end)
            help = quote("quote it whole", flow_text(source, key.span.start, own=False))
            report.add(Code.SPLIT_TEXT, whole, "inside `{…}` a comma ends a text", help=help)
            entries[-1] = entries[-1][0], Scalar(whole.text, whole, whole)
        elif cut and after == ",":
            first = first or key
        elif first is not None:
            whole, first = first.span.to(key.span), None
            help = write(in_quotes(whole.text), ": in quotes it is one key")
            report.add(Code.SPLIT_TEXT, whole, "inside `{…}` a comma ends a key", help=help)
            entries.append((Scalar(whole.text, whole, whole), child))
        else:
            entries.append((key, child))
    return Mapping(tuple(entries), node.span)


def _fields(node: Mapping, shape: Fields, where: str, report: Report) -> Mapping:
    node = _spelt_today(node, shape, report)
    if shape.rest is not None and shape.rest.reads == "selector":
        node = _made_whole(node, report)
    shapes = {k.name: k.shape for k in shape.keys}
    said = {key.text for key, _ in node}
    entries: list[tuple[Scalar, Node]] = []
    for key, child in _indented(node, shape, report) if shape.rest is None else node:
        if key.text not in shapes and shape.rest is None:
            mended = _colon(key, child, shape.names(), report)
            key, child = mended or (_most_likely(key, child, shape, said, where, report), child)
            said.add(key.text)
        below = shapes.get(key.text, shape.rest)
        nothing = isinstance(child, Mapping) or (isinstance(child, Scalar) and child.text in ("", "removed"))
        listed = isinstance(child, Sequence) and isinstance(below, Fields | Named) and as_mapping(child, below)
        if shape is VARIANT and isinstance(below, Fields | Named) and not nothing and not listed:
            wrong_kind(child, f"`{key.text}`", below, report)
        entries.append((key, child if below is None else _known(child, below, f"`{short(key.text)}`", report)))
    return Mapping(tuple(entries), node.span)


def _spelt_today(node: Mapping, shape: Fields, report: Report) -> Mapping:
    """The mapping with the keys that files of before spell otherwise as they are spelt today."""
    new = {k.was: k.name for k in shape.keys if k.was}
    if not any(key.text in new for key, _ in node):
        return node
    entries: list[tuple[Scalar, Node]] = []
    for key, child in node:
        today = node.key(new.get(key.text, ""))
        if today is not None:
            message = f"`{key.text}` and `{today.text}` are one key, in its old spelling and in that of today"
            others = ((today.span, "the other"),)
            report.add(Code.DUPLICATE_KEY, key.span, message, help="keep one of the two", others=others)
        else:
            entries.append((replace(key, text=new.get(key.text, key.text)), child))
    return Mapping(tuple(entries), node.span)


def _indented(node: Mapping, shape: Fields | Named, report: Report) -> list[tuple[Scalar, Node]]:
    """The entries; those behind a section or a clause with nothing under it that can only be of it are put there."""
    keys = shape.keys if isinstance(shape, Fields) else ()
    known, sections = [k.name for k in keys], [k.name for k in keys if isinstance(k.shape, Named | Fields)]
    below = shape.shape if isinstance(shape, Named) else None
    of_clauses = below.names() if isinstance(below, Fields) else []
    entries: list[tuple[Scalar, Node]] = []
    inside: list[tuple[Scalar, Node]] = []
    above: Scalar | None = None
    found: list[tuple[Scalar, list[tuple[Scalar, Node]]]] = []
    for key, child in node:
        inner = key.text in of_clauses
        if above is not None and (inner or not (of_clauses or nearest(key.text, known, cutoff=0.8))):
            if not inside:
                found.append((above, inside))
            inside.append((key, child))
            entries[-1] = (
                above,
                Mapping(tuple(inside), Span(key.span.source, inside[0][0].span.start, child.span.end)),
            )
            continue
        entries.append((key, child))
        empty = isinstance(child, Scalar) and not child.text
        above, inside = (key if empty and (key.text in sections or (of_clauses and not inner)) else None), []
    for above, inside in found:
        first, last = inside[0][0].span, inside[-1][1].span
        message = f"nothing stands under `{above.text}`, and this line is not indented"
        lines = (Span(first.source, at, at) for at in first.source.line_starts[first.line - 1 : last.end_line])
        edits = [TextEdit(line, "  ") for line in lines if first.source.line(line.line).strip()]
        help: str = f"indent what belongs to `{above.text}` by two blanks"
        help = there(help, edits, safe=False) if len(edits) <= MOST_EDITS else help
        report.add(Code.UNKNOWN_KEY, first, message, help=help, others=((above.span, "under this key"),))
    return entries


# numbers, also as people write several of them
_NUMBERS = re.compile(r"\d+(?:\s*(?:[,.–-]+|/|\b(?:to|or|and)\b)\s*\d+)*[,. ]*")


def _most_likely(key: Scalar, child: Node, shape: Fields, said: set[str], where: str, report: Report) -> Scalar:
    """The key that an unknown one most likely is, or itself."""
    free = [k for k in shape.keys if k.name not in said]
    likely = [k.name for k in free if _fits(child, k.shape)]
    lacking = [k.name for k in free if k.required and k.name in likely]
    of_words = [k.name for k in free if k.name in likely and isinstance(k.shape, Text) and k.shape.words]
    sections = [k.name for k in free if k.name in likely and isinstance(k.shape, Fields) and isinstance(child, Mapping)]
    found = meant("keys", key.text.lower(), likely)
    help = None if found else meant("told", key.text.lower())
    if help is None:
        found = of_words[0] if len(of_words) == 1 else found
        found = found or nearest(key.text, lacking) or nearest(key.text, likely, cutoff=0.75)
        found = found or next((name for name in likely if sorted(name) == sorted(key.text)), None)  # `elt`
        found = found or (sections[0] if len(sections) == 1 else None)  # by what stands under it
        if key.span.source.text[key.span.end :].lstrip()[:1] in (",", "}"):  # a text in `{…}`, at its comma
            value = flow_text(key.span.source, key.span.start, own=False)
            help = quote("inside `{…}` a comma ends a text: quote it whole; a number has none", value)
        help = help or (suggest(found) if found else _elsewhere(key.text, shape))
    alone = sum(name not in shape.names() for name in said) == 1
    if found is None and len(lacking) == 1 and alone:
        found = lacking[0]
        help = help or suggest(found, ", which is missing here?")
    known = [name for name in shape.names() if name in said]
    here = None if help else nearest(key.text, known, cutoff=0.75) or meant("keys", key.text.lower(), known)
    help = help or (f"`{here}` stands here already" if here else f"its keys are {', '.join(told_keys(shape))}")
    report.add(Code.UNKNOWN_KEY, key.span, f"{where} has no key `{short(key.text)}`", help=help)
    return replace(key, text=found) if found else key


def _colon(key: Scalar, child: Node, names: list[str] | None, report: Report) -> tuple[Scalar, Node] | None:
    """A key and its text between which the colon is missing: put right, with a message; ``names``: what it may be."""
    pair, span = re.fullmatch(r"(\w+)(?: *[=：] *| )(\S.*)", key.text, re.DOTALL), key.span
    empty = isinstance(child, Scalar) and not child.text
    if not pair or not empty or (names and pair[1] not in names) or key.text.startswith(ABSENT):
        return None
    if span.source.text[span.end : span.end + 1] == ":" and names is None and " " in key.text:
        message, colon = "nothing stands behind this colon", Span(span.source, span.end, span.end + 1)
        report.add(
            Code.MISSING_KEY, span, message, help=there("leave the colon out", [TextEdit(colon, "")], safe=False)
        )
        return key, child
    word, rest = pair.groups()
    message = f"a colon is missing after `{word}`"
    report.add(Code.UNKNOWN_KEY, span, message, help=write(f"{word}: {short(rest)}"))
    value = Span(span.source, span.start + pair.start(2), span.end)
    return replace(key, text=word), Scalar(rest, value, value, key.exact)


def _fits(node: Node, shape: Shape) -> bool:
    """Whether what stands under a key could stand under one of this shape."""
    if isinstance(node, Scalar) and node.text == "removed":
        return True
    if isinstance(shape, Either):
        return _fits(node, shape.text if isinstance(node, Scalar) else shape.other)
    if isinstance(shape, Many):
        return isinstance(node, Sequence) or _fits(node, shape.shape)
    if isinstance(shape, Text):
        if not isinstance(node, Scalar):
            return False
        if shape.words:
            return node.text in shape.words or meant("words", node.text.lower(), shape.words) is not None
        return shape.reads not in ("int", "numbers") or bool(_NUMBERS.fullmatch(node.text))
    if isinstance(shape, Named):
        return isinstance(node, Mapping) and all(_fits(child, shape.shape) for _, child in node)
    known = shape.names()
    return isinstance(node, Mapping) and all(key.text in known for key, _ in node)


def _elsewhere(word: str, shape: Fields) -> str | None:
    """Help for a key that stands in another part of a file."""
    if shape is VARIANT and (declared := DECLARED.match(word)):
        return f"what is given a name stands under `terms`, as in `terms: {{{word[declared.end() :]}: …}}`"
    above, _, below = word.partition(".")
    if below and above in VARIANT.names():
        return f"a key stands beneath the other: `{above}: {{{below}: …}}`"
    if shape is not VARIANT:
        top = word if word in VARIANT.names() else meant("keys", word, VARIANT.names())
        return f"`{top}` stands at the beginning of a line, beside `dsl`" if top and top not in shape.names() else None
    for key in VARIANT.keys:  # beneath `text` stands nothing but what books say
        if isinstance(key.shape, Fields) and key.name != SAID.name and word in key.shape.names():
            return f"it stands under another key: `{key.name}: {{{word}: …}}`"
    return None
