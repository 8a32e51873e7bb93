"""Puts comments into a file at random places, and tells of each what it stands at."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar
from tests.formatter.judge import tree_of

Path = tuple[str | int, ...]
_DEEP = "\n" + " " * 50


@dataclass(frozen=True)
class Part:
    """A key or an item: its path, that of the item which it opens, where it begins, its node, and whether it stands in
    brackets."""

    path: Path
    opens: Path
    start: int
    node: Node
    flow: bool


def parts(node: Node, path: Path = (), opens: Path = (), flow: bool = False) -> Iterator[Part]:
    if isinstance(node, Scalar):
        return
    flow = flow or node.span.text[:1] in ("{", "[")
    inside = list(node) if isinstance(node, Mapping) else [(None, item) for item in node.items]
    for number, (key, below) in enumerate(inside):
        here = (*path, number if key is None else key.text)
        first = opens if not number and path and isinstance(path[-1], int) else here
        yield Part(here, first, (below if key is None else key).span.start, below, flow)
        yield from parts(below, here, first, flow)


def sprinkle(text: str, rng: random.Random, share: float) -> tuple[str, dict[str, Path]]:
    """The text with comments, and of each the path of what it stands above or beside."""
    told: dict[str, Path] = {}
    put: list[tuple[int, str]] = []
    for part in parts(tree_of(text)):
        for place in (_above, _beside, _between):
            if rng.random() < share and (found := place(text, part)) is not None:
                at, sign = found
                comment = f"# comment {len(told)}."
                told[comment] = part.path if place is _beside else part.opens
                put.append((at, sign.replace("#", comment)))
    for at, comment in sorted(put, key=lambda each: each[0], reverse=True):
        text = text[:at] + comment + text[at:]
    return text, told


def _above(text: str, part: Part) -> tuple[int, str] | None:
    line = text.rfind("\n", 0, part.start) + 1
    column = len(re.match(r"[ \t]*", text[line:])[0])  # type: ignore[index]
    before = text[line : part.start].strip(" \t-")
    if not before and (not part.flow or text[line : part.start].strip(" ") == ""):
        return line, " " * column + "#\n"
    return (part.start, f"{_DEEP}#{_DEEP}") if part.flow else None  # of the first key of a bracket in a line of others


def _beside(text: str, part: Part) -> tuple[int, str] | None:
    """At the end of what fits in a line, or of the line with the key."""
    node = part.node
    end = text.find("\n", part.start)
    end = len(text) if end < 0 else end
    if "#" in text[part.start : end]:
        return None
    if isinstance(node, Scalar) and node.body.start > node.span.start + 1:
        return end, "  #"  # behind the sign of a block
    if isinstance(node, Scalar) or node.span.text[:1] in ("{", "["):
        return node.span.end, f"  #{_DEEP}" if part.flow else "  #"
    return (end, "  #") if node.span.start > end else None


def _between(text: str, part: Part) -> tuple[int, str] | None:
    """On a line between a key and its text."""
    node = part.node
    if not isinstance(node, Scalar) or node.body.start > node.span.start + 1 or node.span.start <= part.start:
        return None
    return (node.span.start, f"{_DEEP}#{_DEEP}") if node.span.text and "\n" not in node.span.text else None


def stands_at(text: str) -> dict[str, set[Path]]:
    """What begins in the line in which a comment stands, or the next one that says something."""
    tree = tree_of(text)
    begin: dict[int, set[Path]] = {}
    for part in parts(tree):
        begin.setdefault(tree.span.source.place(part.start)[0], set()).add(part.path)
    found: dict[str, set[Path]] = {}
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        for comment in re.findall(r"# comment \d+\.", line):
            at = number
            while lines[at - 1].strip()[:1] in ("", "#"):
                at += 1
            found[comment] = begin.get(at, set())
    return found
