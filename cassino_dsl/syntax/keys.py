"""The keys of a file: one that is misspelt is reported and read as what it most likely means, so that what stands under
it is looked at like everything else, and one fault gives one message."""

from __future__ import annotations

import re
from dataclasses import replace

from cassino_dsl.diagnostics.codes import structure as codes
from cassino_dsl.diagnostics.diagnostic import Report, did_you_mean, nearest
from cassino_dsl.ruleset.span import Span
from cassino_dsl.syntax.shape import CARDS, MEMORY, OPTION, TEXT, VARIANT, Either, Fields, Many, Named, Shape, Text
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
    "hand": "cards cards_each per_player each",
    "name": "title",
    "expect": "expected result then",
}


def known_keys(tree: Mapping, report: Report, shape: Fields = VARIANT, where: str = "the file") -> Mapping:
    """The tree with its misspelt keys put right, each with a message; a key that means nothing at all stays."""
    return _fields(tree, shape, where, report)


_NOTHING = ("none", "nothing", "null", "~", "no", "-", "[]")
YES = ("yes", "on", "y", "True", "TRUE", "1")
NO = ("no", "off", "n", "False", "FALSE", "0")


# what people write for one of the words that are allowed
_WORDS = {
    "int": ("number", "integer", "count", "num", "numeric"),
    "bool": ("boolean", "flag"),
    "match": ("game", "table", "all", "global", "never"),
    "side": ("team", "partnership"),
    "seat": ("player", "hand"),
    "layout dealt": ("round begins", "round starts", "round begin", "round start", "new round", "start of round"),
    "hands dealt": ("deal begins", "deal starts", "new deal", "deal", "dealt", "cards dealt"),
}


def _meant_word(word: str, words: tuple[str, ...]) -> str | None:
    """The allowed word that people mean by another one."""
    said = re.sub(r"\b(?:the|a|are|is) ", "", word.lower())
    return next((ours for ours, theirs in _WORDS.items() if ours in words and said in theirs), None)


def wrong_word(node: Scalar, where: str, words: tuple[str, ...], report: Report) -> None:
    """The message for a word that is none of those allowed."""
    over = re.sub(r"^(?:end of (?:the )?)?(\w+)(?: (?:end|ends|ended|finished|done))?$", r"\1 over", node.text.lower())
    near = over if over in words else _meant_word(node.text, words) or nearest(node.text, words)
    help = f"did you mean `{near}`?" if near else f"it is one of: {', '.join(words)}"
    if "true" in words and node.text in (*YES, *NO):
        help = f"did you mean `{'true' if node.text in YES else 'false'}`?"
    report.add(codes.WrongWord, node.span, f"{where} cannot be `{short(node.text)}`", help=help)


def wrong_kind(node: Node, where: str, shape: Fields | Named, report: Report) -> None:
    """The message for a text or a list where keys have to stand."""
    if isinstance(shape, Fields):
        message = f"{where} consists of keys such as {', '.join(f'`{n}`' for n in shape.names()[:6])}"
    else:
        message = f"{where} consists of names with something under each"
    report.add(codes.WrongNode, head_of(node), message, help=_as_keys(node, where, shape))


def _as_keys(node: Node, where: str, shape: Fields | Named) -> str | None:
    """How to write as keys what stands there as a list or as one text."""
    if isinstance(node, Sequence) and node.span.text.startswith("["):
        return f"give each entry a name of its own, on a line of its own: `{_name_in(shape)}: …`"
    if isinstance(node, Sequence):
        return f"take the `- ` away and give each entry a name of its own: `{_name_in(shape)}: …`"
    if not isinstance(node, Scalar):
        return None
    pair = re.match(r"(\w+)\s*[=:]\s*(\S.*)", node.text)
    if pair and isinstance(shape, Fields) and pair[1] in shape.names():
        return f"write `{pair[1]}: {pair[2]}` instead"
    if isinstance(shape, Named) and node.text.lower() in _NOTHING:
        return "write `{}` instead"
    if isinstance(shape, Named) and shape.shape is CARDS:
        own = "; `hand: …` is that of the seat to move" if where == "`hands`" else ""
        return f"write `{{1: {short(node.text)}}}` instead, by number{own}"
    if isinstance(shape, Named):
        return _as_named(node, shape.shape, _name_in(shape))
    form = _form(node, shape, where.strip("`"))
    return f"as in `{form}`" if "…" in form else f"write `{form}` instead"


def _as_named(node: Scalar, shape: Shape, name: str) -> str:
    """How to write one text below a name; ``shape`` is what stands there."""
    if isinstance(shape, Fields):
        form = f"{{{name}: {_form(node, shape, '')}}}"
        return (
            f"give it a name and keys, as in `{form}`" if "…" in form else f"write `{form}` instead, with a name for it"
        )
    if len(node.text) > 40 or re.search(r"[\[\]{},#\n]|: |^['\"]", node.text):  # YAML would read it otherwise in braces
        return f"give it a name: `{name}: {short(node.text)}`, on a line of its own"
    return f"write `{{{name}: {node.text}}}` instead, with a name for it"


def _name_in(shape: Fields | Named) -> str:
    """What may stand before the colon there."""
    return "2..10" if isinstance(shape, Named) and shape.names == "selector" else "a_name"


def _form(node: Scalar, shape: Fields, name: str) -> str:
    """Keys that say what was written as one text, as far as anybody knows; ``name`` is what they stand under."""
    if shape is OPTION:
        kind = "bool" if node.text in ("true", "false") else "int" if node.text.isdecimal() else "word"
        return f"{{is: {kind}, default: {short(node.text)}}}"
    if shape is MEMORY and (node.text.isdecimal() or node.text in ("true", "false")):
        return f"{{is: {'int' if node.text.isdecimal() else 'bool'}, starts: {node.text}}}"
    needed = [k for k in shape.keys if k.required] or list(shape.keys[:1])
    return f"{{{', '.join(f'{k.name}: {_value(node, k.shape, name)}' for k in needed)}}}"


def _value(node: Scalar, shape: Shape, name: str) -> str:
    """What may stand under a key: what was written instead of all keys, or the clause's name, where that says it."""
    if isinstance(shape, Text) and name in shape.words:
        return name
    return short(node.text) if _fits(node, shape) and len(node.text) <= 40 else "…"


def head_of(node: Node) -> Span:
    """The first line of a node: a whole section underlined would hide what is meant."""
    span = node.span
    line_end = span.source.text.find("\n", span.start)
    return Span(span.source, span.start, min(span.end, line_end if line_end >= 0 else span.end))


def _known(node: Node, shape: Shape, where: str, report: Report) -> Node:
    if isinstance(shape, Either):
        return node if isinstance(node, Scalar) else _known(node, shape.other, where, report)
    if isinstance(shape, Many):
        if not isinstance(node, Sequence):
            return _known(node, shape.shape, where, report)
        items = tuple(_known(item, shape.shape, f"an entry of {where}", report) for item in node.items)
        return Sequence(items, node.span)
    if not isinstance(node, Mapping):
        return node
    if isinstance(shape, Text):  # of a position: by side, or by seat
        entries = tuple(_colon(key, child, None, report) or (key, child) for key, child in node)
        return Mapping(tuple((k, _known(n, shape, where, report)) for k, n in entries), node.span)
    if isinstance(shape, Named):
        entries = node.entries
        if shape.names == "identifier" or shape.shape in (CARDS, TEXT):
            entries = tuple(_colon(key, child, None, report) or (key, child) for key, child in entries)
        return Mapping(tuple((k, _known(n, shape.shape, f"`{short(k.text)}`", report)) for k, n in entries), node.span)
    return _fields(node, shape, where, report)


def _fields(node: Mapping, shape: Fields, where: str, report: Report) -> Mapping:
    shapes = {k.name: k.shape for k in shape.keys}
    said = {key.text for key, _ in node}
    entries: list[tuple[Scalar, Node]] = []
    for key, child in _indented(node, shape, report) if shape.rest is None else node:
        if key.text not in shapes and shape.rest is None:
            mended = _colon(key, child, shape.names(), report)
            key, child = mended or (_meant(key, child, shape, said, where, report), child)
            said.add(key.text)
        below = shapes.get(key.text, shape.rest)
        if shape is VARIANT and isinstance(below, (Fields, Named)) and not isinstance(child, Mapping) and _says(child):
            wrong_kind(child, f"`{key.text}`", below, report)
        entries.append((key, child if below is None else _known(child, below, f"`{short(key.text)}`", report)))
    return Mapping(tuple(entries), node.span)


def _says(node: Node) -> bool:
    """Whether there is something that has to be said otherwise: not nothing, and not that it is removed."""
    return not (isinstance(node, Scalar) and node.text in ("", "removed"))


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
    likely = [k.name for k in free if _fits(child, k.shape)]
    lacking = [k.name for k in free if k.required and k.name in likely]
    of_words = [k.name for k in free if k.name in likely and isinstance(k.shape, Text) and k.shape.words]
    meant = of_words[0] if len(of_words) == 1 else None
    meant = meant or next((name for name in likely if key.text.lower() in _ALSO.get(name, "").split()), None)
    meant = meant or nearest(key.text, lacking) or nearest(key.text, likely, cutoff=0.75)
    meant = meant or next((name for name in likely if sorted(name) == sorted(key.text)), None)  # `elt`
    help = _comma(key) or (f"did you mean `{meant}`?" if meant else _elsewhere(key.text, shape))
    alone = sum(name not in shape.names() for name in said) == 1
    if meant is None and len(lacking) == 1 and alone:
        meant = lacking[0]
        about = next(k.about for k in free if k.name == meant)
        help = help or f"did you mean `{meant}`, which is missing here: {about}?"
    help = help or did_you_mean(key.text, [k.name for k in free]) or f"its keys are {', '.join(shape.names())}"
    report.add(codes.UnknownKey, key.span, f"{where} has no key `{short(key.text)}`", help=help)
    return replace(key, text=meant) if meant else key


def _colon(key: Scalar, child: Node, names: list[str] | None, report: Report) -> tuple[Scalar, Node] | None:
    """A key and its text between which the colon is missing: put right, with a message; ``names``: what it may be."""
    word, _, rest = key.text.partition(" ")
    span = key.span
    empty = isinstance(child, Scalar) and not child.text
    if not rest or not empty or not (word in names if names else re.fullmatch(r"\w+", word)):
        return None
    message = f"a colon is missing after `{word}`"
    report.add(codes.UnknownKey, span, message, help=f"write `{word}: {short(rest)}` instead")
    value = Span(span.source, span.start + len(word) + 1, span.end)
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
        if not isinstance(node, Scalar) or shape.words:
            return isinstance(node, Scalar) and node.text in shape.words
        return shape.reads not in ("int", "numbers") or bool(re.fullmatch(r"[\d,. ]+", node.text))
    if isinstance(shape, Named):
        return isinstance(node, Mapping) and all(_fits(child, shape.shape) for _, child in node)
    known = shape.names()
    return isinstance(node, Mapping) and all(key.text in known for key, _ in node)


def _comma(key: Scalar) -> str | None:
    """Help where a text in `{…}` was cut at its comma, and the rest looks like a key."""
    after = key.span.source.text[key.span.end :].lstrip()[:1]
    return "inside `{…}` a comma ends a text: quote it whole" if after in (",", "}") else None


def _elsewhere(word: str, shape: Fields) -> str | None:
    """Help for a key that stands in another part of a file."""
    if shape is not VARIANT:
        top = next((k for k in VARIANT.names() if word in (k, *_ALSO.get(k, "").split())), None)
        return f"`{top}` stands at the beginning of a line, beside `dsl`" if top and top not in shape.names() else None
    for key in VARIANT.keys:
        if isinstance(key.shape, Fields) and word in key.shape.names():
            return f"it stands under another key: `{key.name}: {{{word}: …}}`"
    return None
