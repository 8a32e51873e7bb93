"""Where names are declared: in a file, in those beneath it, and in those laid over it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cassino_dsl.faces.editor.analysis import Analysis
from cassino_dsl.faces.editor.occurrences import DECLARING, LOCAL, OF_PEOPLE, Occurrence
from cassino_dsl.language.compose.library import NAME, beside
from cassino_dsl.language.compose.options import words
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax.given_texts import given
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar

_SECTION = {what: section for section, what in DECLARING.items()}


@dataclass(frozen=True, slots=True)
class Declaration:
    """A name where it is declared, and what stands under it."""

    path: Path
    span: Span
    body: Node | None = None


def declarations(analysis: Analysis, found: Occurrence) -> tuple[Declaration, ...]:
    """Where what is named is declared: in the file itself first, then what lies above others before what is beneath."""
    if found.what in LOCAL:
        return (Declaration(analysis.path, found.home),) if found.home is not None else ()
    if found.what == "file":
        return tuple(_file(analysis, found))
    reading, places = analysis.reading, []
    for tree in reading.trees:
        path = analysis.path if reading.is_own(tree.span) else reading.paths.get(tree.span.source.name)
        if path is not None:
            places += [Declaration(path, span, body) for span, body in _in_tree(tree, found)]
    return tuple(places)


def _in_tree(tree: Mapping, found: Occurrence) -> Iterator[tuple[Span, Node | None]]:
    if found.what in _SECTION:
        section = tree.get(_SECTION[found.what])
        for key, body in section if isinstance(section, Mapping) else ():
            if found.what in OF_PEOPLE and key.text == found.name:
                yield key.body, body
            elif found.what not in OF_PEOPLE and key.text.partition("(")[0].strip() == found.name:
                yield Span(key.body.source, key.body.start, key.body.start + len(found.name)), body
        return
    if found.what == "choice":
        options = tree.get("options")
        option = options.get(found.path[0]) if isinstance(options, Mapping) else None
        choices = words(option.get("choices")) if isinstance(option, Mapping) else ()
        yield from ((word.body, None) for word in choices if word.text == found.name)
        return
    if found.what in ("attribute", "mark"):
        yield from _of_cards(tree, found)
        return
    actions = tree.get("actions")
    for _, action in actions if isinstance(actions, Mapping) else ():
        take, step = (action.get("take"), action.get("step")) if isinstance(action, Mapping) else (None, None)
        if found.what == "part" and isinstance(take, Mapping):
            yield from ((key.body, None) for key, _ in take if key.text == found.name)
        if found.what == "step" and isinstance(step, Scalar) and step.text == found.name:
            yield step.body, None


def _of_cards(tree: Mapping, found: Occurrence) -> Iterator[tuple[Span, Node | None]]:
    """An attribute of cards, or a word of some."""
    pack = tree.get("pack")
    known = pack.get("attributes") if isinstance(pack, Mapping) else None
    for key, body in known if isinstance(known, Mapping) else ():
        if found.what == "attribute" and key.text == found.name:
            yield key.body, body
        if found.what == "mark" and isinstance(body, Mapping):
            yield from ((row.body, None) for row, _ in body if row.text == found.name)


def _file(analysis: Analysis, found: Occurrence) -> Iterator[Declaration]:
    house = "with" in found.path or "selects" in found.path
    if NAME.match(found.name):
        with given(analysis.texts):
            path = beside(found.name, analysis.path, house)
        if path is not None:
            yield Declaration(path, Source(str(path), "").whole())
