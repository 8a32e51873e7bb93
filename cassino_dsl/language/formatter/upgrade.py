"""Writes a file in the spelling of today: keys and words that were renamed once, where they are those of the language.

What an author calls by one of these words, here or in the file beneath, stays, and so does the word beside it: the old
spelling is read for ever.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from cassino_dsl.language.compose.library import base_file
from cassino_dsl.language.compose.one_file import read_as_written
from cassino_dsl.language.compose.texts import TEXT, TEXT_OF
from cassino_dsl.language.diagnostics.diagnostic import Report, TextEdit
from cassino_dsl.language.diagnostics.edits import edited
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.ruleset.words import NEW_WORDS
from cassino_dsl.language.syntax.ast import nodes
from cassino_dsl.language.syntax.parser import STARTS, parse
from cassino_dsl.language.syntax.read_source import read_source
from cassino_dsl.language.syntax.shape import (
    ABSENT,
    TRANSLATION,
    VARIANT,
    Key,
    Shape,
    Text,
    beneath,
    spelt_today,
    text_of,
)
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar, Sequence

_MOST_BENEATH = 16
_BOUND = re.compile(r"\b(\w+)\s+(?:with\s+cards?\s+)?(?:in|of)\b")  # what forms of the language bind
_SLOT = re.compile(r"(?<!\{)\{([^{}]+)\}")
_WORD = re.compile(r"(?<!\w)(?:" + "|".join(NEW_WORDS) + r")(?!\w)")
_Part = tuple[Scalar, Key | Text | None, tuple[str, ...]]  # of a key of the author's, None


def upgraded(source: Source, path: Path) -> Source:
    """The source in the spelling of today; ``path``: where its file lies, or would."""
    tree = read_as_written(source, Report())
    if tree is None:
        return source
    parts = list(_of_file(tree))
    names = set(_names(parts)) | set(_names_beneath(tree, path))
    words = {old: new for old, new in NEW_WORDS.items() if not {old, new} & names}
    edits = [edit for part in parts for edit in _edits(*part, words)]
    return Source(source.name, edited(source.text, edits)) if edits else source


def _of_file(tree: Mapping) -> Iterator[_Part]:
    return _parts(tree, TRANSLATION if tree.get(TEXT_OF) is not None else VARIANT, ())


def _parts(node: Node, shape: Shape | None, path: tuple[str, ...]) -> Iterator[_Part]:
    """All keys and texts under a path, each with what it is."""
    if isinstance(node, Scalar):
        yield node, text_of(shape) or Text("text"), path
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _parts(item, shape, path)
    else:
        for key, child in node:
            known, below = beneath(shape, key.text)
            yield key, known, path
            yield from _parts(child, below, (*path, known.name if known else key.text))


def _names(parts: list[_Part]) -> Iterator[str]:
    """What an author calls by name: in keys, in lists of names, and where a form binds it."""
    for scalar, what, path in parts:
        if path[:1] == ("examples",):  # they speak of what is declared elsewhere
            continue
        if what is None or path[:1] == ("pack",) or (isinstance(what, Text) and what.reads == "names"):
            yield from re.findall(r"\w+", scalar.text)
        elif isinstance(what, Text) and what.reads in STARTS:
            yield from _BOUND.findall(scalar.text)


def _names_beneath(tree: Mapping, path: Path) -> Iterator[str]:
    """The names of the files that lie beneath one: that it extends, or, of house rules and texts, is written for."""
    for _ in range(_MOST_BENEATH):
        said = next((node for key in ("extends", "over", TEXT_OF) if (node := tree.get(key)) is not None), None)
        base = base_file(said, path, Report()) if isinstance(said, Scalar) else None
        source = read_source(base, str(base), Report()) if base is not None else None
        below = read_as_written(source, Report()) if source is not None else None
        if base is None or below is None:
            return
        tree, path = below, base
        yield from _names(list(_of_file(tree)))


def _edits(scalar: Scalar, what: Key | Text | None, path: tuple[str, ...], words: dict[str, str]) -> Iterator[TextEdit]:
    span = scalar.body
    if isinstance(what, Key):
        if scalar.text == what.was:
            yield TextEdit(span, what.name)
    elif what is None:
        if path == ("needs",):
            steps = scalar.text.removeprefix(ABSENT)
            today = ".".join(spelt_today(steps.split(".")))
            if today != steps:
                yield TextEdit(span, span.text.replace(steps, today))
    elif what.reads in STARTS:
        ast = parse(what.reads, scalar, Report()) if _WORD.search(scalar.text) else None
        for part in nodes(ast) if ast is not None else ():
            if part.head in ("name", "call") and part.text in words:
                yield TextEdit(part.span.beginning(len(part.text)), words[part.text])
    elif TEXT in path and scalar.exact:
        for slot in _SLOT.finditer(span.text):
            inside = Span(span.source, span.start + slot.start(1), span.start + slot.end(1))
            clause = path[: path.index(TEXT)]
            today = spelt_today((*clause, slot[1].strip()))[-1]
            said = _WORD.sub(lambda word: words.get(word[0], word[0]), slot[1])
            said = slot[1].replace(slot[1].strip(), today) if today != slot[1].strip() else said
            if said != slot[1]:
                yield TextEdit(inside, said)
