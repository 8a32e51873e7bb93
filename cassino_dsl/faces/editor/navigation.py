"""Where names are declared and used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from cassino_dsl.faces.editor.analysis import Analysis, analyse, others
from cassino_dsl.faces.editor.answers import FilePlace
from cassino_dsl.faces.editor.declarations import declarations
from cassino_dsl.faces.editor.occurrences import LOCAL, Occurrence, occurrence_at
from cassino_dsl.language.compose.library import is_shipped


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


def family(analysis: Analysis, found: Occurrence) -> Iterator[Analysis]:
    """The files in which a name means the same: this one, those beneath it that are no shipped ones, and those of the
    workspace that extend the undermost of them that says the name."""
    yield analysis
    if found.what in LOCAL:
        return
    beneath = [path for path in dict.fromkeys(analysis.reading.paths.values()) if path != analysis.path]
    own = [path for path in beneath if not is_shipped(path)]
    root = {analysis.path.resolve(), *(path.resolve() for path in own)}
    known = dict(others(analysis))
    texts = {**known, **analysis.texts}
    for path in dict.fromkeys((*own, *known)):
        text = known.get(path)
        if text is None:
            text = _text(path)
        if text is None or not ("extends" in text or "house" in text or path in own):
            continue
        one = replace(analyse(text, path, texts), workspace=analysis.workspace)
        if path in own or root & {file.resolve() for file in one.reading.paths.values()}:
            yield one


def _text(path: Path) -> str | None:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeError):
        return None
