"""Where names are declared and used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cassino_dsl.faces.editor.analysis import Analysis, analyse, others, text_at
from cassino_dsl.faces.editor.answers import FilePlace
from cassino_dsl.faces.editor.occurrences import DECLARING, LOCAL, OF_PEOPLE, Occurrence, occurrence_at
from cassino_dsl.language.compose.library import NAME, beside, is_shipped
from cassino_dsl.language.compose.options import words
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax.read_source import given
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar

# ---- where names are declared: in a file, in those beneath it, and in those laid over it
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


def definition(analysis: Analysis, at: int) -> tuple[FilePlace, ...]:
    """Where what stands at a place is declared, in this file, in one beneath it or a shipped one."""
    found = occurrence_at(analysis.occurrences, at)
    places = declarations(analysis, found) if found is not None else ()
    return tuple(FilePlace(place.path, place.span.start, place.span.end) for place in places)


def references(analysis: Analysis, at: int, declaration: bool = True) -> tuple[FilePlace, ...]:
    """Where what stands at a place is used, in this file and in those of the workspace that extend it."""
    found = occurrence_at(analysis.occurrences, at)
    if found is None or not found.names:
        return ()
    places = [(one.path, use) for one in family(analysis, found) for use in uses(one, found)]
    return tuple(FilePlace(path, u.span.start, u.span.end) for path, u in places if declaration or not u.declares)


def uses(analysis: Analysis, found: Occurrence) -> Iterator[Occurrence]:
    """All that names the same in one file."""
    return (one for one in analysis.occurrences if found.same(one))


def family(analysis: Analysis, found: Occurrence, *also: str) -> Iterator[Analysis]:
    """The files in which a name means the same: this one, those beneath it that are no shipped ones, and those of the
    workspace that extend the undermost of them; of all these such as say the name, or one of ``also``."""
    yield analysis
    if found.what in LOCAL:
        return
    beneath = [path for path in dict.fromkeys(analysis.reading.paths.values()) if path != analysis.path]
    own = [path for path in beneath if not is_shipped(path)]
    root = {analysis.path.resolve(), *(path.resolve() for path in own)}
    known = dict(others(analysis))
    for path in dict.fromkeys((*own, *known)):
        text = known[path] if path in known else text_at(path, analysis.texts)
        extends = any(key in text for key in ("extends:", "house:", "text_of:"))
        if not (path in own or extends) or not any(word in text for word in (found.name, *also)):
            continue
        one = analyse(text, path, analysis.texts, analysis.workspace)
        if path in own or root & {file.resolve() for file in one.reading.paths.values()}:
            yield one
