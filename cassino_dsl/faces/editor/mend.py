"""Half a file made whole, so that everything keeps its place: what YAML stumbles over is left blank."""

from __future__ import annotations

import re

from cassino_dsl.language.compose.texts import TEXT_OF
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.span import Source
from cassino_dsl.language.syntax.read_source import source_from_bytes
from cassino_dsl.language.syntax.tree import Mapping
from cassino_dsl.language.syntax.yaml_reader import read_yaml

MOST_TRIED = 8  # times something is blanked; then, as often, all is left out from the first fault on
_PAIRS = {"{": "}", "[": "]"}
_QUOTED = re.compile(r"""\"(?:\\.|[^\"\\])*\"|'[^']*'""")
_VERSION = "\ndsl: 1\n"


def mended(name: str, text: str) -> str:
    """A text of this name that can be read, with every character of this one in its place or a blank instead."""
    tried: set[int] = set()
    tree, lines = _read(name, text)
    for _ in range(MOST_TRIED):
        if tree is not None or not lines:
            break
        for line in lines:
            closed = _closed(text, line)
            text = closed or _blank(text, line, whole=line in tried)
            tried |= set() if closed else {line}
        tree, lines = _read(name, text)
    for _ in range(MOST_TRIED):
        if tree is not None or not text:
            break
        text = text[: Source("", text).line_starts[min(lines, default=1) - 1]]
        tree, lines = _read(name, text)
    said = tree is not None and any(tree.key(key) for key in ("dsl", TEXT_OF, "core"))
    return "" if tree is None else text if said else text + _VERSION


def _read(name: str, text: str) -> tuple[Mapping | None, set[int]]:
    """The tree of a text, or the lines of its faults."""
    report = Report()
    source = source_from_bytes(name, text.encode("utf-8", "replace"), report)  # read once, here and by who reads on
    node = read_yaml(source, report) if source else None
    if isinstance(node, Mapping):
        return node, set()
    return None, {d.span.line for d in report.diagnostics if d.span is not None} or ({1} if text.strip() else set())


def _closed(text: str, number: int) -> str | None:
    """The text with what closes the brackets that a line opens and leaves open, in the place of its last characters;
    None where it leaves none."""
    lines = text.split("\n")
    at = min(number, len(lines)) - 1
    line = lines[at].rstrip()
    plain = _QUOTED.sub(lambda quoted: "." * len(quoted[0]), line)
    opened: list[str] = []
    for sign in plain:
        if sign in _PAIRS:
            opened.append(_PAIRS[sign])
        elif opened and sign == opened[-1]:
            opened.pop()
    rest = len(line) - len(opened)
    if not opened or "#" in plain or any(sign in _PAIRS for sign in plain[rest:]):
        return None
    lines[at] = line[:rest] + "".join(reversed(opened)) + lines[at][len(line) :]
    return "\n".join(lines)


def _blank(text: str, number: int, whole: bool) -> str:
    """The text without what a line says behind its key; ``whole``: without the line, and what belongs to it."""
    lines = text.split("\n")
    at = min(number, len(lines)) - 1
    line = lines[at]
    key = re.match(r"\s*(?:- )*[^\s#\"'{\[][^:#]*:(?=\s)", line)
    if key and line[key.end() :].strip() and not whole:
        lines[at] = line[: key.end()] + " " * (len(line) - key.end())
        return "\n".join(lines)
    indent = len(line) - len(line.lstrip(" "))
    lines[at] = " " * len(line)
    while whole and at + 1 < len(lines) and (not lines[at + 1].strip() or lines[at + 1].startswith(" " * (indent + 1))):
        at += 1
        lines[at] = " " * len(lines[at])
    return "\n".join(lines)
