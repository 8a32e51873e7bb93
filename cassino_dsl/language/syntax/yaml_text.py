"""Where the texts of a YAML file stand: what the reader has to look up in the characters themselves."""

from __future__ import annotations

import re
import unicodedata

import yaml

from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax.tree import Scalar

# Controls (but tab and line ends), separators that some programs take for line ends, embeddings and
# overrides of the writing direction, surrogates, the byte order mark and its swapped twin.
_ODD = (
    "\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069"
    "\\ud800-\\udfff\\ufeff\\ufffe\\uffff"
)
ODD_IN_FILE = re.compile(f"[{_ODD}]|\\r(?!\\n)")
_ODD_IN_VALUE = re.compile(f"[{_ODD}\\r]")
# a blank that YAML takes for a letter, where a line is indented or a key ends
_STRANGE = "[\u00a0\u2000-\u200b\u202f\u3000]+"
STRANGE_BLANK = re.compile(rf"^{_STRANGE}|(?:^|[{{,])[ -]*[a-z_]+:({_STRANGE})", re.MULTILINE)
_PROPERTY = re.compile(r"&[\w-]*|!<[^>\s]*>|![^\s,\[\]{}]*")
_BETWEEN = re.compile(r"(?:\s|#[^\n]*)*")
_DIRECTIVE = re.compile(r"^%[^\n]*", re.MULTILINE)
_BODY = re.compile(r"^(?!%)[^\S\n]*[^\s#]", re.MULTILINE)  # the first line that is no directive and no comment
_VISIBLE = re.compile(r"\S")
_BLOCK_HEADER = re.compile(r"[|>][-+0-9]*")
_KEY = re.compile(r"\s*[\w\"']+:\s+")
_NEXT_KEY = re.compile(r"[^,:{}\[\]()]+:\s")
_NEAR = 2_000  # characters in which the end of `{…}` is looked for
_BLANK = " \t\r\n"


def odd_characters(text: str, line_ends: bool = True) -> list[int]:
    """The offsets of characters that are refused; ``line_ends``: the text may hold CR LF."""
    pattern = ODD_IN_FILE if line_ends else _ODD_IN_VALUE
    return [found.start() for found in pattern.finditer(text)]


def strange_blank(source: Source) -> Span | None:
    """The first blank that looks like one of YAML and is none, in the place of one."""
    found = STRANGE_BLANK.search(source.text)
    return Span(source, *found.span(found.lastindex or 0)) if found else None


def character_name(character: str) -> str:
    """A printable name of an unprintable character."""
    unnamed = {"Cs": "half of a surrogate pair", "Cn": "not a character"}
    name = unnamed.get(unicodedata.category(character), "a control character")
    return f"U+{ord(character):04X} ({unicodedata.name(character, name).lower()})"


def short(text: str) -> str:
    """A text for a message: one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= 40 else line[:39] + "…"


def flow_text(source: Source, at: int, own: bool = True, in_list: bool = False) -> Span:
    """The text in `{…}` or `[…]` of YAML in which a place lies, as it was meant: up to the next key, in a list to the
    next comma, or to the end of the bracket. ``own``: it begins there, else behind the key before it."""
    text = source.text
    keys = () if own else [*_KEY.finditer(text, max(0, at - _NEAR), at)]
    start, depth = keys[-1].end() if keys else at, 0
    for end in range(start, min(len(text), start + _NEAR)):
        depth += (text[end] in "([{") - (text[end] in ")]}")
        if depth < 0 or (depth == 0 and text[end] == "," and (in_list or _NEXT_KEY.match(text, end + 1))):
            return Span(source, start, len(text[:end].rstrip()))
    return Span(source, at, at)


def next_character(text: str, start: int) -> str:
    """The first character after white space, or nothing."""
    found = _VISIBLE.search(text, start)
    return found[0] if found else ""


def never_closed(source: Source, piece: Span) -> list[Span]:
    """The brackets that a text inside `{…}` or `[…]` of YAML opens and nothing closes before these end, near enough."""
    if piece.end - piece.start > _NEAR:
        return []
    opened: list[int] = []
    depth = 0  # of the brackets of YAML
    for at, sign in enumerate(source.text[piece.start : piece.end + _NEAR], piece.start):
        if sign == "(":
            opened.append(at)
        elif sign == ")" and opened:
            opened.pop()
        elif sign in "{[":
            depth += 1
        elif sign in "}]":
            depth -= 1
        if depth < 0:
            return [Span(source, at, at + 1) for at in opened if at < piece.end]
    return []


def directives(source: Source) -> list[Span]:
    """The ``%…`` lines before the document."""
    body = _BODY.search(source.text)
    lines = _DIRECTIVE.finditer(source.text, 0, body.start() if body else len(source.text))
    return [Span(source, line.start(), line.start() + len(line[0].rstrip())) for line in lines]


def extent(event: yaml.Event) -> tuple[int, int]:
    """The offsets between which YAML says the event stands."""
    start, end = event.start_mark, event.end_mark
    assert start is not None  # only events built by hand have no marks
    assert end is not None
    return start.index, end.index


def properties(source: Source, start: int, limit: int) -> tuple[list[Span], int]:
    """The anchors and tags that stand before a node, and the offset of the node after them."""
    spans = []
    end = start
    while start < limit and (found := _PROPERTY.match(source.text, start)):
        spans.append(Span(source, found.start(), found.end()))
        end = found.end()
        start = _BETWEEN.match(source.text, end).end()  # type: ignore[union-attr]  # may be empty
    return (spans, start) if start < limit else (spans, end)


def scalar(source: Source, event: yaml.ScalarEvent, start: int) -> Scalar:
    """The text of a scalar event, with the spans of the whole and of what is inside the quotes."""
    _, end = extent(event)
    value = event.value
    if event.style in ("'", '"'):
        body = Span(source, start + 1, end - 1)
        escaped = "\\" in body.text if event.style == '"' else "''" in body.text
        return Scalar(value, Span(source, start, end), body, exact=not escaped)
    if event.style in ("|", ">"):
        return _block(source, value, start, end)
    span = Span(source, start if value else end, end)
    return Scalar(value, span, span)


def _block(source: Source, value: str, start: int, end: int) -> Scalar:
    """A block scalar: its body is its lines, without the blank ones before and after them.

    YAML's end mark lies somewhere in the white space before the next token.
    """
    text = source.text
    header = _BLOCK_HEADER.match(text, start)
    header_end = header.end() if header else start
    lines = text.find("\n", start, end) + 1
    content = text[lines:end] if lines else ""
    if not content.strip(_BLANK):
        return Scalar(value, Span(source, start, header_end), Span(source, header_end, header_end))
    blank = len(content) - len(content.lstrip(_BLANK))
    first = text.rfind("\n", 0, lines + blank) + 1
    last = lines + len(content.rstrip(_BLANK))
    return Scalar(value, Span(source, start, last), Span(source, first, last))
