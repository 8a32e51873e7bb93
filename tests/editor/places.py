"""Every place of the shipped files at which a word stands that an editor knows: told from the files alone, by nothing
that an editor asks. Left out are texts for people, numbers, and names where their author gives them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.resources import folder
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar, Sequence
from cassino_dsl.language.syntax.yaml_reader import read_yaml

SHIPPED = sorted(folder("variants").rglob("*.yaml"))
_FOR_PEOPLE = ("text", "about", "title", "source", "name", "called", "needs")
_CHOSEN = ("choices", "ranks", "extras")  # words that authors choose
_NAMED = "options memory zones terms effects actions rules preferences events awards checks".split()
_TABLES = ("values", "terms")  # whose rows are selectors
_WHOLE = ("on", "tie", "each", "direction", "replaces", "above")  # keys of which a value is one, of several words
_BINDS = re.compile(
    r"(?:[({]|\b(?:for|pick|groups?|one|maybe|some|any|all|maximal))\s*(?:group\s+)?(\w+)\s+(?:in|of)\b"
)


@dataclass(frozen=True, slots=True)
class WordPlace:
    """``path``: the keys above; ``is_key``: a colon follows."""

    file: Path
    span: Span
    path: tuple[str, ...]
    is_key: bool

    @property
    def word(self) -> str:
        return self.span.text

    @property
    def text(self) -> str:
        return self.span.source.text

    def without(self) -> str:
        """The file without the word."""
        return self.text[: self.span.start] + self.text[self.span.end :]

    def __str__(self) -> str:
        return f"{self.file.name}:{self.span.line} {'.'.join(self.path)} {'key' if self.is_key else ''} `{self.word}`"


def places_in(file: Path) -> Iterator[WordPlace]:
    """All of one file, in its order."""
    tree = read_yaml(Source(str(file), file.read_text("utf-8")), Report())
    yield from (WordPlace(file, *row) for row in _node(tree, ())) if tree else ()


Row = tuple[Span, tuple[str, ...], bool]


def _node(node: Node, path: tuple[str, ...]) -> Iterator[Row]:
    for item in node.items if isinstance(node, Sequence) else ():
        yield from _node(item, path)
    for key, child in node if isinstance(node, Mapping) else ():
        yield from _key(key, path)
        if key.text not in (*_FOR_PEOPLE, *_CHOSEN) and path[-1:] != ("play",):
            yield from _node(child, (*path, key.text))
    if isinstance(node, Scalar) and node.exact and node.text:
        if path[-1] in _WHOLE and path[0] != "awards":
            yield node.body, path, False
        else:
            yield from _words(node.body, path, False)


def _key(key: Scalar, path: tuple[str, ...]) -> Iterator[Row]:
    given = path[-1:] in (("let",), ("take",), ("play",)) or (len(path) == 1 and path[0] in _NAMED)
    if path[:1] in tuple((name,) for name in _TABLES) and path != ("terms",) and key.text != "is":
        yield from _words(key.body, path, True)
    elif not given and path[-1:] not in tuple((name,) for name in _FOR_PEOPLE):
        yield key.body, path, True


def _words(span: Span, path: tuple[str, ...], is_key: bool) -> Iterator[Row]:
    files = path[-1] in ("with", "extends", "over", "text_of") or "selects" in path
    bound = {found.span(1) for found in _BINDS.finditer(span.text)}
    for word in re.finditer(r"[\w-]+" if files else r"\w+", span.text):
        if not word[0].isdecimal() and word.span() not in bound:
            yield Span(span.source, span.start + word.start(), span.start + word.end()), path, is_key
