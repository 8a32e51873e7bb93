"""What stands under a key and is of the wrong kind: a word that is none of those allowed, a text or a list where keys
belong; and how it is written."""

from __future__ import annotations

import re

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report, nearest
from cassino_dsl.language.diagnostics.remedy import Advice, TextEdit, in_quotes, suggest, there, write
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.syntax.foreign_idioms import meant
from cassino_dsl.language.syntax.shape import ABOUT, BOOL, CARDS, SAID, Either, Fields, Named, Shape, Text
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar, Sequence
from cassino_dsl.language.syntax.yaml_text import short

NOTHING = ("none", "nothing", "null", "~", "no", "-", "[]")
# a clause with its name, on a line or with its lines
_CLAUSE = re.compile(
    r"^( +)([^\s:#{\"'][^:\n{]*)(?:: +\{[^\n]*(?:\n|\Z)|: *(?:#[^\n]*)?\r?\n(?:\1 +[^\n]*(?:\n|\Z)|[^\S\n]*\n)+)",
    re.MULTILINE,
)
_PLAY = re.compile(r"\b(?:takes|builds|trails)\b")  # what says that a text is a play
_TAKES = re.compile(r"(\w+) takes ([\w ]+)")
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
    help = once_each(node, where, _words_in(node.text, words)) or help
    if "true" in words and node.text in (*YES, *NO):
        help = suggest("true" if node.text in YES else "false")
    message = f"{where} cannot be `{short(node.text)}`" if node.text else f"nothing stands under {where}"
    report.add(Code.WRONG_WORD, node.span, message, help=help)


def once_each(node: Node, where: str, words: list[str]) -> Advice | None:
    """What to do with several moments of one event: write it once for each."""
    if where != "`on`" or len(words) < 2:
        return None
    said = f"an event has one moment: write it once for each, {', '.join(f'`on: {word}`' for word in words)}"
    text, here = node.span.source.text, node.span
    clause = next((found for found in _CLAUSE.finditer(text) if found.start() <= here.start < found.end()), None)
    if clause is None:
        return there(said, [])
    before, after = text[clause.end(2) : here.start], text[here.end : clause.end()]
    copies = (f"{clause[1]}{clause[2]}{f' {n}' * (n > 1)}{before}{word}{after}" for n, word in enumerate(words, 1))
    copied = "".join(copy if copy.endswith("\n") else f"{copy}\n" for copy in copies)
    whole = Span(here.source, clause.start(), clause.end())
    return there(said, [TextEdit(whole, copied if text[: clause.end()].endswith("\n") else copied[:-1])], safe=False)


def _words_in(text: str, words: tuple[str, ...]) -> list[str]:
    """The words of a text, where it is nothing but several of those allowed."""
    one = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    between = r"(?:\s*(?:[,;/|&]|\band\b|\bor\b)\s*|\s+)"
    return re.findall(one, text) if re.fullmatch(f"(?:{one})(?:{between}(?:{one}))+", text) else []


def wrong_kind(node: Node, where: str, shape: Fields | Named, report: Report) -> None:
    """The message for a text or a list where keys have to stand."""
    if isinstance(shape, Fields):
        message = f"{where} consists of keys such as {', '.join(f'`{n}`' for n in told_keys(shape)[:6])}"
    else:
        message = f"{where} consists of names with something under each"
    report.add(Code.WRONG_NODE, head_of(node), message, help=_as_keys(node, where, shape))


def _as_keys(node: Node, where: str, shape: Fields | Named) -> str | None:
    """How to write as keys what stands there as a list or as one text."""
    name = "2..10" if isinstance(shape, Named) and shape.names == "selector" else "a_name"
    if isinstance(node, Sequence):
        return _unlisted(node, shape, name)
    if not isinstance(node, Scalar):
        return None
    after = node.span.source.text[node.span.end :].partition("\n")[0]
    if re.match(r" +#", after):
        return (
            f'a `#` after a blank begins a comment: quote the name, `"{short(node.text + after.partition(":")[0])}": …`'
        )
    if (block := re.match(r"[|>].*", node.span.text)) and re.match(r"[\w ]+:", node.text):
        sign = TextEdit(Span(node.span.source, node.span.start, node.span.start + block.end()), "")
        return there(f"leave `{block[0]}` out: what stands below are keys", [sign], "leave it out", safe=False)
    if isinstance(shape, Fields):
        if (pairs := _pairs_in(node, shape)) is not None:
            return pairs
        if node.text.lower() in NOTHING:
            return write("removed", ": it takes away what lies beneath")
        if shape.key("legal") is not None and _PLAY.search(node.text):
            return write(f"{{legal: [{_in_flow(node.text)}]}}")
        if shape.key("default") is not None and node.exact and node.text:
            kind = "int" if node.text.isdecimal() else "bool" if node.text in BOOL.words else "word"
            return write(f"{{is: {kind}, default: {node.span.text}}}", certain=kind != "word")
        if shape.key("starts") is not None and node.text.isdecimal():
            return write("{is: int}" if int(node.text) == 0 else f"{{is: int, starts: {node.text}}}")
        said, keys = f"as in `{_form(shape)}`", _needed(shape)
        first = shape.key(keys[0])
        words = first.shape.words if first is not None and isinstance(first.shape, Text) else ()
        alone = len(keys) == 1 and node.exact and bool(node.text) and (not words or node.text in words)
        edit = TextEdit(node.span, f"{{{keys[0]}: {node.span.text}}}")
        return there(said, [edit] if alone else [], f"write `{short(edit.text)}`", safe=False)
    if (named := one_name(node, shape)) is not None:
        ((key, value),) = named.entries
        return write(f"{{{key.text}: {_in_flow(value.span.text)}}}")
    if node.text.lower() in NOTHING:
        return write("{}")
    if shape.shape == CARDS:
        own = "; `hand: …` is that of the seat to move" if where == "`hands`" else ""
        return write(f"{{1: {short(node.text)}}}", f", by number{own}")
    if where == "`captures`":
        played, taken = found.groups() if (found := _TAKES.fullmatch(node.text)) else ("7c", node.text)
        return write(f"{{{played}: [{taken}]}}", ", under the card that takes them", certain=bool(found))
    if shape.names == "selector" and (rows := re.sub(r"\s*=\s*", ": ", node.text)) != node.text:
        return write(f"{{{rows}}}", certain=False)
    below = _form(shape.shape) if isinstance(shape.shape, Fields) else short(node.text)
    return f"give it a name, on a line of its own: `{name}: {below}`"


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


def _unlisted(node: Sequence, shape: Fields | Named, name: str) -> str:
    """How to write a list where keys belong: what its first entry becomes."""
    taken = [_TAKES.fullmatch(item.text) if isinstance(item, Scalar) else None for item in node.items]
    if taken and all(taken) and isinstance(shape, Named) and shape.names == "text":
        by_card: dict[str, list[str]] = {}
        for found in filter(None, taken):
            by_card.setdefault(found[1], []).append(found[2])
        rows = (f"{card}: [{', '.join(sets)}]" for card, sets in by_card.items())
        return write(f"{{{', '.join(rows)}}}")
    dash = "" if node.span.text.startswith("[") else "take the `- ` away"
    keys = as_mapping(node, shape)
    if keys is not None:
        first, below = keys.entries[0]
        named = isinstance(node.items[0], Mapping) and node.items[0].get("name") is not None
        lines = ", and what belongs to it on the lines below, indented" if named else ""
        value = "" if named or not isinstance(below, Scalar) else f" {short(below.text)}"
        said = f"`{first.text}:{value or ' …' * (not named)}`{lines}"
        edits = [_without_dash(item, isinstance(shape, Named)) for item in node.items]
        return there(f"{dash}: {said}", edits, dash, safe=False) if dash else f"write each on a line of its own: {said}"
    if isinstance(shape, Fields):
        return f"{dash or 'take the brackets away'}; its keys are {', '.join(told_keys(shape))}"
    to_each = f"give each entry a name of its own{'' if dash else ', on a line of its own'}: `{name}: …`"
    return f"{dash} and {to_each}" if dash else to_each


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
