"""The changing of names: tried before it is proposed, so that nothing means anything else afterwards."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from cassino_dsl.analysis.examples.read import read_examples
from cassino_dsl.faces.editor.analysis import Analysis, analyse, others
from cassino_dsl.faces.editor.answers import FileEdit, FilePlace, Refusal
from cassino_dsl.faces.editor.declarations import declarations
from cassino_dsl.faces.editor.navigation import family, uses
from cassino_dsl.faces.editor.occurrences import LOCAL, OF_PEOPLE, Occurrence, occurrence_at
from cassino_dsl.language.check.structure import IDENTIFIER
from cassino_dsl.language.compose.library import called, is_shipped, name_of
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report
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
    if found.what in OF_PEOPLE and not name.strip():
        return Refusal("a name cannot be empty")
    if found.what not in OF_PEOPLE and not IDENTIFIER.match(name):
        return Refusal(f"`{name}` is no name: names have letters, digits and `_`, and begin with no digit")
    if name == found.name:
        return ()
    files = list(family(analysis, found, name))
    taken = next((t for one in files for t in declarations(one, replace(found, name=name, home=None))), None)
    if taken is not None:  # laid over what has that name, it would change it
        return Refusal(f"`{name}` is there already, in `{called(taken.path)}`, line {taken.span.line}")
    edits = {one.path: [FileEdit(one.path, u.span.start, u.span.end, name) for u in uses(one, found)] for one in files}
    texts = {one.path: changed(one.text, edits[one.path]) for one in files}
    for one in files:
        reason = _asked_for(one, found) or _beside(one.path, found, texts) or _differs(one, texts, found, name)
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


def _asked_for(analysis: Analysis, found: Occurrence) -> str:
    """Why a name can't be changed: house rules ask for it that an action binds, which is known within it alone."""
    asked = re.compile(rf"\bactions\.\w+\.let\.{re.escape(found.name)}\b")
    if found.what == "name" and found.home is not None:
        for path, text in ((analysis.path, analysis.text), *others(analysis)):
            if asked.search(text):
                return f"`{found.name}` is asked for in `{path.name}`, under `needs`: change it there first"
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


def changed(text: str, edits: list[FileEdit]) -> str:
    """A text with edits, all of them of this text."""
    for edit in sorted(edits, key=lambda one: -one.start):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def _differs(before: Analysis, texts: dict[Path, str], found: Occurrence, name: str) -> str:
    """Why a file would mean something else: what is found in it then, or a word that would name another thing."""
    after = analyse(texts[before.path], before.path, {**before.texts, **texts})
    for look in (lambda one: one.report.diagnostics, lambda one: _in_examples(one, found.name, name)):
        later = look(after)
        known = {(d.code, _said(d.message, found.name, name)) for d in (look(before) if later else ())}
        for d in later:
            if (d.code, _said(d.message, found.name, name)) not in known:
                return f"{d.message} ({_place(after, d.span)})" if d.span else d.message
    if len(before.occurrences) != len(after.occurrences):
        return f"`{name}` would be read as something else"
    homes, new_homes = _numbered(before), _numbered(after)
    for old, new in zip(before.occurrences, after.occurrences, strict=True):
        meant = name if found.same(old) else old.name
        same = (old.what, meant) == (new.what, new.name) and homes.get(old.home) == new_homes.get(new.home)
        if not same:
            return f"`{new.name}` would name something else ({_place(after, new.span)})"
    return ""


def _in_examples(analysis: Analysis, *names: str) -> list[Diagnostic]:
    """What is found in the examples of a file that say one of the names, in texts of their own."""
    report, own = Report(), analysis.target.own
    examples = own.get("examples") if own is not None else None
    said = examples is not None and re.search(rf"\b(?:{'|'.join(map(re.escape, names))})\b", examples.span.text)
    if analysis.ruleset is not None and said:
        with given(analysis.texts):
            read_examples(analysis.target, report)
    return report.diagnostics


def _numbered(analysis: Analysis) -> dict[Span | None, int]:
    return {one.span: number for number, one in enumerate(analysis.occurrences)}


def _said(message: str, old: str, new: str) -> str:
    return re.sub(rf"\b(?:{re.escape(old)}|{re.escape(new)})\b", "…", message)


def _place(analysis: Analysis, span: Span) -> str:
    name = analysis.path.name if analysis.reading.is_own(span) else span.file
    return f"{name}, line {span.line}"
