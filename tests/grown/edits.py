"""Smaller and other forms of a tree: clauses dropped, expressions replaced, each edit a new tree."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cassino_dsl.language.ruleset.expr import Expr, children, walk
from cassino_dsl.language.ruleset.model import Effect, Ruleset
from cassino_dsl.language.syntax.shape import Either, Fields, Many, Named, Shape, Text
from tests.grown.document import Document, Path_
from tests.grown.garden import SKELETONS


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


@dataclass(frozen=True, slots=True)
class Said:
    """What a file says somewhere: a text, or (``shape`` is None) that it has a key at all. ``keys``: where, as its
    shape has it, without the names that it gives and the places of a list."""

    path: Path_
    keys: tuple[str, ...]
    shape: Text | None
    text: str = ""


def said(tree: Any, shape: Shape, path: Path_ = (), keys: tuple[str, ...] = ()) -> Iterator[Said]:
    """All that a tree of a shape says; that something is removed says nothing."""
    if isinstance(shape, Either):
        shape = shape.text if isinstance(tree, str) else shape.other
    if isinstance(shape, Many):
        parts = [((*path, n), one) for n, one in enumerate(tree)] if isinstance(tree, list) else [(path, tree)]
        for place, part in parts:
            yield from said(part, shape.shape, place, keys)
    elif isinstance(shape, Text) and isinstance(tree, str):
        yield Said(path, keys, shape, tree)
    elif isinstance(shape, Named) and isinstance(tree, dict):
        for name, part in tree.items():
            yield from said(part, shape.shape, (*path, name), keys)
    elif isinstance(shape, Fields) and isinstance(tree, dict):
        for key in shape.keys:
            if key.name in tree:
                yield Said((*path, key.name), (*keys, key.name), None)
                yield from said(tree[key.name], key.shape, (*path, key.name), (*keys, key.name))


def expressions(ruleset: Ruleset, text: str) -> Iterator[Expr | Effect]:
    """Every expression and effect of a ruleset that stands in this text and not in a base, outer ones first."""
    seen: set[tuple[int, int]] = set()
    for part in (*ruleset.effects(), *(e for whole in ruleset.exprs() for e in walk(whole))):
        place = (part.span.start, part.span.end)
        if part.span.source.text == text and (place not in seen or isinstance(part, Effect)):
            seen.add(place)
            yield part


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
    for text in SKELETONS["plainest"].get(part.type.value, ()):
        if len(text) <= length and document.text[part.span.start : part.span.end] != text:
            yield replaced(tree, document, part, text)
    for child in children(part):
        yield replaced(tree, document, part, source(document, child))
