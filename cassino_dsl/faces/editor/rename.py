"""The changing of names: tried before it is proposed, so that nothing means anything else afterwards."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from cassino_dsl.analysis.examples.read import read_examples
from cassino_dsl.faces.editor.analysis import Analysis, analyse
from cassino_dsl.faces.editor.answers import FileEdit, FilePlace, Refusal
from cassino_dsl.faces.editor.declarations import declarations
from cassino_dsl.faces.editor.navigation import family, uses
from cassino_dsl.faces.editor.occurrences import LOCAL, Occurrence, occurrence_at
from cassino_dsl.language.check.structure import IDENTIFIER
from cassino_dsl.language.compose.library import called, is_shipped, name_of
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.syntax.given_texts import given


def renamable(analysis: Analysis, at: int) -> FilePlace | Refusal:
    """The name at a place, if it can be changed."""
    found = occurrence_at(analysis.occurrences, at)
    if found is None or not found.names:
        what = f"`{found.name}` is no name that a file has given" if found else "nothing is named here"
        return Refusal(what)
    reason = _fixed(analysis, found)
    return Refusal(reason) if reason else FilePlace(analysis.path, found.span.start, found.span.end)


def rename(analysis: Analysis, at: int, name: str) -> tuple[FileEdit, ...] | Refusal:
    """All edits that give what stands at a place another name, or why that would change a meaning."""
    place = renamable(analysis, at)
    found = occurrence_at(analysis.occurrences, at)
    if isinstance(place, Refusal) or found is None:
        return place if isinstance(place, Refusal) else Refusal("nothing is named here")
    if not IDENTIFIER.match(name):
        return Refusal(f"`{name}` is no name: names have letters, digits and `_`, and begin with no digit")
    if name == found.name:
        return ()
    files = list(family(analysis, found, name))
    taken = next((t for one in files for t in declarations(one, replace(found, name=name, home=None))), None)
    if taken is not None:  # laid over what has that name, it would change it
        return Refusal(f"`{name}` is there already, in `{called(taken.path)}`, line {taken.span.line}")
    edits = {one.path: [FileEdit(one.path, u.span.start, u.span.end, name) for u in uses(one, found)] for one in files}
    texts = {one.path: _changed(one.text, edits[one.path]) for one in files}
    for one in files:
        reason = _beside(one.path, found, texts) or _differs(one, texts, found, name)
        if reason:
            return Refusal(reason)
    return tuple(edit for path in edits for edit in edits[path])


def _fixed(analysis: Analysis, found: Occurrence) -> str:
    """Why a name can't be changed at all."""
    places = declarations(analysis, found)
    shipped = next((place for place in places if is_shipped(place.path)), None)
    if shipped is not None:
        return f"`{found.name}` is declared in `{called(shipped.path)}`, which is shipped with the program"
    if not places and found.what != "award":
        return f"`{found.name}` is declared nowhere"
    return ""


def _beside(path: Path, found: Occurrence, changed: Collection[Path]) -> str:
    """Why a name can't be changed: texts in other languages say it that are in no workspace."""
    if found.what in LOCAL:
        return ""
    for file in sorted(path.parent.glob(f"{name_of(path)}.*.yaml")):
        if file not in changed and re.search(
            rf"\b{re.escape(found.name)}\b", file.read_text("utf-8", errors="replace")
        ):
            return f"`{found.name}` is said in `{file.name}`, too: change it there first"
    return ""


def _changed(text: str, edits: list[FileEdit]) -> str:
    for edit in sorted(edits, key=lambda one: -one.start):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def _differs(before: Analysis, texts: dict[Path, str], found: Occurrence, name: str) -> str:
    """Why a file would mean something else: what is found in it then, or a word that would name another thing."""
    after = analyse(texts[before.path], before.path, {**before.texts, **texts})
    known = {(d.code, _said(d.message, found.name, name)) for d in _findings(before)}
    for diagnostic in _findings(after):
        if (diagnostic.code, _said(diagnostic.message, found.name, name)) not in known:
            return f"{diagnostic.message} ({_place(after, diagnostic.span)})" if diagnostic.span else diagnostic.message
    if len(before.occurrences) != len(after.occurrences):
        return f"`{name}` would be read as something else"
    homes, new_homes = _numbered(before), _numbered(after)
    for old, new in zip(before.occurrences, after.occurrences, strict=True):
        meant = name if found.same(old) else old.name
        same = (old.what, meant) == (new.what, new.name) and homes.get(old.home) == new_homes.get(new.home)
        if not same:
            return f"`{new.name}` would name something else ({_place(after, new.span)})"
    return ""


def _findings(analysis: Analysis) -> list[Diagnostic]:
    """What is found in a file and in its examples, which say names in texts of their own."""
    report = analysis.report.only(lambda diagnostic: True)
    if analysis.ruleset is not None:
        with given(analysis.texts):
            read_examples(analysis.target, report)
    return report.diagnostics


def _numbered(analysis: Analysis) -> dict[Span | None, int]:
    return {one.span: number for number, one in enumerate(analysis.occurrences)}


def _said(message: str, old: str, new: str) -> str:
    return re.sub(rf"\b(?:{re.escape(old)}|{re.escape(new)})\b", "…", message)


def _place(analysis: Analysis, span: Span) -> str:
    return f"{analysis.path.name}, line {span.line}"
