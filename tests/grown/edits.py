"""Smaller and other forms of a tree: clauses dropped, expressions replaced, each edit a new tree."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type, children
from cassino_dsl.ruleset.model import Effect, Ruleset
from tests.grown.document import Document, Path_

EXPR = Literal | Name | Call | Quantified
PLAINEST = {  # of each type, what says least
    Type.BOOL: ("true", "false"),
    Type.INT: ("0", "1", "2"),
    Type.CARDS: ("hand", "loose", "pile"),
    Type.ITEMS: ("table", "loose"),
    Type.BUILDS: ("builds",),
    Type.VALUES: ("{1}",),
    Type.SEAT: ("me", "leader"),
    Type.SIDE: ("us", "side(leader)"),
    Type.SEATS: ("seats",),
    Type.SIDES: ("sides",),
    Type.CARD: ("card", "2c"),
    Type.RANK: ("K",),
    Type.RANKS: ("{K}",),
    Type.SUITS: ("suits",),
}


def get(tree: Any, path: Path_) -> Any:
    for key in path:
        tree = tree[key]
    return tree


def with_text(tree: Any, path: Path_, text: str) -> Any:
    """The tree with another text in one place."""
    new = copy.deepcopy(tree)
    get(new, path[:-1])[path[-1]] = text
    return new


def without(tree: Any, paths: list[Path_]) -> Any:
    """The tree without some of its entries."""
    new = copy.deepcopy(tree)
    for path in sorted(paths, key=lambda p: [str(k).zfill(6) for k in p], reverse=True):
        parent = get(new, path[:-1])
        del parent[path[-1]]
    return new


def entries(tree: Any, depth: int, path: Path_ = ()) -> list[Path_]:
    """The paths of all entries that stand at this depth."""
    if isinstance(tree, str):
        return []
    keys = list(range(len(tree)) if isinstance(tree, list) else tree)
    if depth == 1:
        return [(*path, key) for key in keys]
    return [found for key in keys for found in entries(tree[key], depth - 1, (*path, key))]


def expressions(ruleset: Ruleset, text: str) -> Iterator[Expr | Effect]:
    """Every expression and effect of a ruleset that stands in this text and not in a base, outer ones first."""
    seen: set[tuple[int, int]] = set()

    def walk(part: Any) -> Iterator[Expr | Effect]:
        if isinstance(part, EXPR | Effect):
            place = (part.span.start, part.span.end)
            if part.span.source.text == text and (place not in seen or isinstance(part, Effect)):
                seen.add(place)
                yield part
        if isinstance(part, EXPR):
            for child in children(part):
                yield from walk(child)
        elif is_dataclass(part):
            for field in fields(part):
                if field.name not in ("span", "options"):
                    yield from walk(getattr(part, field.name))
        elif isinstance(part, tuple | list):
            for each in part:
                yield from walk(each)

    yield from walk(ruleset)


def replaced(tree: Any, document: Document, part: Expr | Effect, text: str) -> Any | None:
    """The tree with other words where an expression or effect stands; None where it stands in no text of it."""
    leaf = document.leaf_at(part.span.start, part.span.end)
    if leaf is None:
        return None
    old = document.text[leaf.start : leaf.end]
    new = old[: part.span.start - leaf.start] + text + old[part.span.end - leaf.start :]
    return with_text(tree, leaf.path, new)


def source(document: Document, part: Expr | Effect) -> str:
    """The words of an expression or effect, in brackets where it is more than one word or call."""
    text = document.text[part.span.start : part.span.end]
    one = text.isalnum() or (text[-1] in ")}" and text.split("(")[0].replace("_", "").isalnum()) or text[0] in "({"
    return text if one or isinstance(part, Effect) else f"({text})"


def simpler(tree: Any, document: Document, part: Expr | Effect) -> Iterator[Any]:
    """Trees in which one expression or effect says less."""
    if isinstance(part, Effect):
        for inner in (*part.body, *part.other):
            yield replaced(tree, document, part, source(document, inner))
        return
    length = part.span.end - part.span.start
    for text in PLAINEST.get(part.type, ()):
        if len(text) <= length and document.text[part.span.start : part.span.end] != text:
            yield replaced(tree, document, part, text)
    for child in children(part):
        yield replaced(tree, document, part, source(document, child))
