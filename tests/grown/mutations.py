"""A tree with one clause changed, in every way that is known here: each way a function from a tree to changed ones."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Quantified, Type, children
from cassino_dsl.language.ruleset.model import Effect, Ruleset
from cassino_dsl.language.ruleset.words import QUANTITIES
from cassino_dsl.language.syntax.shape import VARIANT, Text
from tests.beside import beside
from tests.grown.document import Document, Path_
from tests.grown.edits import entries, expressions, get, replaced, said, source, with_text, without

SILENT = ("dsl", "title", "about", "source", "text", "examples", "extends", "needs", "over", "with")
TABLES = beside(__file__, "mutations.yaml")


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed tree, and in words where and how."""

    what: str
    tree: Any


def mutants(tree: Any, document: Document, ruleset: Ruleset) -> Iterator[Mutant]:
    """All mutants of a tree; ``document`` and ``ruleset`` are what it is written and read as."""
    yield from _dropped(tree)
    yield from _swapped(tree)
    yield from _other_words(tree)
    yield from _other_texts(tree)
    yield from _other_expressions(tree, document, ruleset)


def _spoken(path: Path_) -> bool:
    return not set(path) & set(SILENT)


def _dropped(tree: Any) -> Iterator[Mutant]:
    for depth in (2, 3, 4):
        for path in entries(tree, depth):
            if _spoken(path):
                yield Mutant(f"{_shown(path)} dropped", without(tree, [path]))


def _swapped(tree: Any) -> Iterator[Mutant]:
    """Neighbours change places."""
    for path in [p for depth in (1, 2, 3) for p in entries(tree, depth)]:
        body = get(tree, path)
        if isinstance(body, str) or not _spoken(path):
            continue
        for at in range(len(body) - 1):
            order = [*range(at), at + 1, at, *range(at + 2, len(body))]
            changed: Any
            if isinstance(body, list):
                changed = [body[i] for i in order]
            else:
                keys = list(body)
                changed = {keys[i]: body[keys[i]] for i in order}
            yield Mutant(f"{_shown(path)}: {at} and {at + 1} change places", with_text(tree, path, changed))


def _other_words(tree: Any) -> Iterator[Mutant]:
    """Where only some words may stand, another of them."""
    for path, shape in _texts(tree):
        for word in shape.words:
            if word != get(tree, path) and _spoken(path):
                yield Mutant(f"{_shown(path)}: {get(tree, path)} → {word}", with_text(tree, path, word))


def _texts(tree: Any) -> Iterator[tuple[Path_, Text]]:
    return ((one.path, one.shape) for one in said(tree, VARIANT) if isinstance(one.shape, Text))


def _other_texts(tree: Any) -> Iterator[Mutant]:
    """What stands in texts that are no expressions: quantities, targets, effects, patterns."""
    for path, _ in _texts(tree):
        text = get(tree, path)
        for there, instead in [pair for key, pairs in TABLES["texts"].items() if key in path for pair in pairs]:
            changed = re.sub(there, instead, text)
            if changed != text:
                yield Mutant(f"{_shown(path)}: {text} → {changed}", with_text(tree, path, changed))
        word, _, rest = text.partition(" ")
        if "take" in path and word in QUANTITIES:
            for other in QUANTITIES:
                if other != word:
                    yield Mutant(f"{_shown(path)}: {word} → {other}", with_text(tree, path, f"{other} {rest}"))


def _other_expressions(tree: Any, document: Document, ruleset: Ruleset) -> Iterator[Mutant]:
    parts = [p for p in expressions(ruleset, document.text) if document.leaf_at(p.span.start, p.span.end)]
    beside: dict[tuple[Path_, Type], list[Expr]] = defaultdict(list)
    for part in parts:
        if not isinstance(part, Effect):
            beside[_path(document, part), part.type].append(part)
    for part in parts:
        if isinstance(part, Effect):
            continue
        old = document.text[part.span.start : part.span.end]
        others = [source(document, e) for e in beside[_path(document, part), part.type] if e is not part]
        for new in dict.fromkeys([*_changed(document, part, ruleset), *others]):
            changed = replaced(tree, document, part, new) if new != old else None
            if changed is not None:
                yield Mutant(f"{_shown(_path(document, part))}: {old} → {new}", changed)


def _path(document: Document, part: Expr) -> Path_:
    leaf = document.leaf_at(part.span.start, part.span.end)
    return leaf.path if leaf else ()


def _changed(document: Document, part: Expr, ruleset: Ruleset) -> Iterator[str]:
    """Other texts of the same type for one expression."""
    text = document.text[part.span.start : part.span.end]
    if part.type is Type.BOOL:
        yield from (f"(not ({text}))", "true", "false")
    if isinstance(part, Literal):
        yield from _other_literals(part, ruleset)
        return
    for child in children(part):
        if child.type is part.type:
            yield source(document, child)
    if isinstance(part, Quantified):
        word = text.split("(")[0]
        if word in TABLES["ranges"]:
            yield TABLES["ranges"][word] + text[len(word) :]
    if isinstance(part, Call) and len(part.args) == 2:
        left, right = part.args
        one, other = source(document, left), source(document, right)
        between = document.text[left.span.end : right.span.start]
        start, end = left.span.start - part.span.start, right.span.end - part.span.start
        if left.type is right.type:
            yield f"{text[:start]}{other}{between}{one}{text[end:]}"
        for instead in TABLES["words"].get(between.strip(), ()):
            yield f"({one} {instead} {other})"


def _other_literals(part: Literal, ruleset: Ruleset) -> Iterator[str]:
    pack = ruleset.pack
    if part.option:
        return
    if isinstance(part.value, int) and part.type is Type.INT:
        yield from (str(part.value + 1), str(max(0, part.value - 1)))
    known = {Type.RANK: pack.ranks, Type.CARD: tuple(f.text for f in pack.faces)}.get(part.type, ())
    if part.value in known:
        yield known[(known.index(str(part.value)) + 1) % len(known)]
    if part.type is Type.SUIT:
        yield from (s.name for s in pack.suits if s.letter != part.value)


def _shown(path: Path_) -> str:
    return ".".join(map(str, path))
