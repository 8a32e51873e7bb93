"""What stands under a key and is of the wrong kind: a word that is none of those allowed, a text or a list where keys
belong; and how it is written."""

from __future__ import annotations

import re

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report, nearest
from cassino_dsl.language.diagnostics.remedy import Advice, TextEdit, in_quotes, suggest, there, write
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.syntax.foreign_idioms import meant
from cassino_dsl.language.syntax.shape import ABOUT, CARDS, SAID, Either, Fields, Named, Shape, Text
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar, Sequence
from cassino_dsl.language.syntax.yaml_text import short

NOTHING = ("none", "nothing", "null", "~", "no", "-", "[]")
YES = ("yes", "on", "y", "True", "TRUE", "1")
NO = ("no", "off", "n", "False", "FALSE", "0")


def wrong_word(node: Scalar, where: str, words: tuple[str, ...], report: Report, keys: Shape | None = None) -> None:
    """The message for a word that is none of those allowed; ``keys``: what may stand there instead."""
    said = node.text.lower()
    over = re.sub(r"^(?:end of (?:the )?)?(\w+)(?: (?:end|ends|ended|finished|done))?$", r"\1 over", said)
    told = meant("words", said) or ""
    near = over if over in words else meant("words", re.sub(r"\b(?:the|a|are|is) ", "", said), words)
    near = near or nearest(node.text, words)
    or_keys = f", or keys, as in `{_form(keys)}`" if isinstance(keys, Fields) else ""
    help = suggest(near) if near else f"it is one of: {', '.join(words)}{or_keys}"
    help = told if "`" in told else help
    help = ONE_MOMENT if where == "`on`" and said not in words and _several(said, words) else help
    if "true" in words and node.text in (*YES, *NO):
        help = suggest("true" if node.text in YES else "false")
    message = f"{where} cannot be `{short(node.text)}`" if node.text else f"nothing stands under {where}"
    report.add(Code.WRONG_WORD, node.span, message, help=help)


ONE_MOMENT = "an event has one moment: write it once for each"


def _several(text: str, words: tuple[str, ...]) -> bool:
    """Whether several of the words stand in a text."""
    return sum(re.search(rf"\b{word}\b", text) is not None for word in words) > 1


def wrong_kind(node: Node, where: str, shape: Fields | Named, report: Report) -> None:
    """The message for a text or a list where keys have to stand."""
    if isinstance(shape, Fields):
        message = f"{where} consists of keys such as {', '.join(f'`{n}`' for n in told_keys(shape)[:6])}"
    else:
        message = f"{where} consists of names with something under each"
    report.add(Code.WRONG_NODE, head_of(node), message, help=_as_keys(node, where, shape))


def _as_keys(node: Node, where: str, shape: Fields | Named) -> str | None:
    """How to write as keys what stands there as a list or as one text."""
    if isinstance(node, Sequence):
        return _unlisted(node, shape)
    if not isinstance(node, Scalar):
        return None
    after = node.span.source.text[node.span.end :].partition("\n")[0]
    if re.match(r" +#", after):
        return (
            f'a `#` after a blank begins a comment: quote the name, `"{short(node.text + after.partition(":")[0])}": …`'
        )
    if (block := re.match(r"[|>].*", node.span.text)) and re.match(r"[\w ]+:", node.text):
        return f"leave `{block[0]}` out: what stands below are keys"
    if isinstance(shape, Fields):
        if (pairs := _pairs_in(node, shape)) is not None:
            return pairs
        if node.text.lower() in NOTHING:
            return write("removed", ": it takes away what lies beneath")
        needed = [key for key in shape.keys if key.required]
        words = needed[0].shape.words if needed and isinstance(needed[0].shape, Text) else ()
        alone = len(needed) == 1 and node.exact and node.text and (not words or node.text in words)
        edits = [TextEdit(node.span, f"{{{needed[0].name}: {node.span.text}}}")] if alone else []
        return there(f"as in `{_form(shape)}`", edits, safe=False)
    if (named := one_name(node, shape)) is not None:
        ((key, value),) = named.entries
        return write(f"{{{key.text}: {_in_flow(value.span.text)}}}")
    if node.text.lower() in NOTHING:
        return write("{}")
    if shape.shape == CARDS:
        own = "; `hand: …` is that of the seat to move" if where == "`hands`" else ""
        return write(f"{{1: {short(node.text)}}}", f", by number{own}")
    return _to_each(shape, short(node.text))


def _to_each(shape: Fields | Named, text: str = "…") -> str:
    """How names, or keys, stand over what is said of each."""
    if isinstance(shape, Fields):
        return f"its keys are {', '.join(told_keys(shape))}"
    below = _form(shape.shape) if isinstance(shape.shape, Fields) else text
    name = "2..10" if shape.names == "selector" else "a_name"
    return f"give each a name, on a line of its own: `{name}: {below}`"


def _pairs_in(node: Scalar, shape: Fields) -> Advice | None:
    """`hand 4, table = 4` as the keys that it names."""
    names = "|".join(shape.names())
    parts = re.split(rf"[,;]\s*(?=(?:{names})\b)", node.text)
    pairs = [re.fullmatch(rf"({names})(\s*[=:]\s*|\s+)(\S.*?)\s*", part) for part in parts]
    begins = not node.span.source.text[: node.span.start].rpartition("\n")[2].strip()
    alone = begins and len(pairs) == 1
    rows = [f"{pair[1]}: {pair[3] if alone else _in_flow(pair[3])}" for pair in pairs if pair]
    if len(rows) < len(parts):
        return None
    certain = not any(pair and pair[2].isspace() for pair in pairs)
    return write(rows[0] if alone else f"{{{', '.join(rows)}}}", certain=certain)


def one_name(node: Scalar, shape: Named) -> Mapping | None:
    """`let: v = value(card)` as the name that is meant, with what stands under it; None for what is not written so."""
    pair = re.fullmatch(r"(\w+)\s*:?=(?!=)\s*(\S.*)", node.text, re.DOTALL)
    if pair is None or shape.names != "identifier" or not isinstance(shape.shape, Text) or not node.exact:
        return None
    start = node.body.start
    name, value = (Span(node.span.source, start + pair.start(n), start + pair.end(n)) for n in (1, 2))
    return Mapping(((Scalar(pair[1], name, name), Scalar(pair[2], value, value)),), node.span)


def _in_flow(text: str) -> str:
    """A text as it may stand in `{…}`."""
    return in_quotes(text) if {*text} & {*",{}[]#:"} else text


def unquoted(node: Mapping) -> Span | None:
    """`{J, Q, K}` or `{2..4}`, which YAML reads as keys with nothing under them: a set that should stand in quotes."""
    empty = all(isinstance(child, Scalar) and not child.text for _, child in node)
    return node.span if node.entries and empty and node.span.text.startswith("{") else None


def _unlisted(node: Sequence, shape: Fields | Named) -> str:
    """How to write a list where keys belong."""
    flow = node.span.text.startswith("[")
    dash = "take the brackets away" if flow else "take the `- ` away"
    edits = [_without_dash(item, isinstance(shape, Named)) for item in node.items]
    keys = as_mapping(node, shape) is not None and not flow
    return there(dash, edits, safe=False) if keys else f"{dash}; {_to_each(shape)}"


def _without_dash(item: Node, named: bool) -> TextEdit:
    """An entry of a list of keys, without what makes it one; what says its `name` first is called so."""
    source, end = item.span.source, item.span.start
    start, new = source.text.rfind("-", 0, end), ""
    if isinstance(item, Mapping) and named and item.entries[0][0].text == "name":
        end, new = item.entries[0][1].span.end, f"{item.entries[0][1].span.text}:"
    return TextEdit(Span(source, start, end), new)


def as_mapping(node: Sequence, shape: Fields | Named) -> Mapping | None:
    """A list of keys, or of what says its `name` among its keys, as the mapping that was meant."""
    clause = shape.shape if isinstance(shape, Named) else None
    clause = clause.other if isinstance(clause, Either) else clause
    below = clause.names() if isinstance(clause, Fields) else []
    entries: list[tuple[Scalar, Node]] = []
    for item in node.items:
        if not isinstance(item, Mapping):
            return None
        name = item.get("name") if isinstance(shape, Named) else None
        if isinstance(name, Scalar):
            rest = tuple(entry for entry in item if entry[0].text != "name")
            entries.append((name, Mapping(rest, item.span)))
        elif isinstance(shape, Fields) or (len(item.entries) == 1 and item.entries[0][0].text not in below):
            entries += item.entries
        else:
            return None
    names = [key.text for key, _ in entries]
    known = shape.names() if isinstance(shape, Fields) else names
    one_each = names and len({*names}) == len(names) and {*names} <= {*known}
    return Mapping(tuple(entries), node.span) if one_each else None


def _form(shape: Fields) -> str:
    return f"{{{', '.join(f'{name}: …' for name in _needed(shape))}}}"


def _needed(shape: Fields) -> list[str]:
    """The keys that a clause has to have, or its first."""
    return [k.name for k in shape.keys if k.required] or told_keys(shape)[:1]


def head_of(node: Node) -> Span:
    """The first line of a node: a whole section underlined would hide what is meant."""
    span = node.span
    line_end = span.source.text.find("\n", span.start)
    return Span(span.source, span.start, min(span.end, line_end if line_end >= 0 else span.end))


def told_keys(shape: Fields) -> list[str]:
    """The keys, with those for people behind the others."""
    return sorted(shape.names(), key=lambda name: name in (ABOUT.name, SAID.name))
