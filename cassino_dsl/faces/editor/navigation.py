"""Where names are declared and used."""

from __future__ import annotations

from collections.abc import Iterator

from cassino_dsl.faces.editor.analysis import Analysis, analyse, others, text_at
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
