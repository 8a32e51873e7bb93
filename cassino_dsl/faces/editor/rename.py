"""The changing of names: tried before it is proposed, so that nothing means anything else afterwards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path

from cassino_dsl.analysis.examples.read import read_examples
from cassino_dsl.faces.editor.analysis import Analysis, analyse, others
from cassino_dsl.faces.editor.answers import FileEdit, FilePlace, Refusal
from cassino_dsl.faces.editor.navigation import declarations, family, uses
from cassino_dsl.faces.editor.occurrences import LOCAL, OF_PEOPLE, Occurrence, occurrence_at
from cassino_dsl.language.check.structure import IDENTIFIER
from cassino_dsl.language.compose.library import called, is_shipped, name_of
from cassino_dsl.language.core.passes import core_of
from cassino_dsl.language.core.program import as_text, core_data
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report
from cassino_dsl.language.formatter.quoting import inline
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.syntax.ast import Ast
from cassino_dsl.language.syntax.read_source import given
from cassino_dsl.language.syntax.tree import Mapping as Tree
from cassino_dsl.language.syntax.tree import Scalar


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


# ---- an expression becomes a term of its own. It is offered only where that was tried, and changes nothing
MOST_READ = 4  # names of the place that become parameters
MOST_WORDS = 4  # of the expression, of which its name is made


def extract_term(analysis: Analysis, start: int, end: int) -> tuple[FileEdit, ...]:
    """The edits that make a term of what is marked, and call it there; nothing where it is no whole expression, or the
    rules would not be the same."""
    marked = analysis.text[start:end]
    start, end = start + len(marked) - len(marked.lstrip()), end - (len(marked) - len(marked.rstrip()))
    note = analysis.reading.notes.get((start, end)) if start < end else None
    if analysis.ruleset is None or note is None:
        return ()
    bound = {one.span.start: one for one in analysis.occurrences if one.what in LOCAL}
    params = tuple(dict.fromkeys(_within(bound, note.ast, note.ast)))
    called = _new_name(analysis, note.ast, params)
    head = f"{called}({', '.join(params)})" if params else called
    declared = _declared(analysis, head, " ".join(analysis.text[start:end].split()), start)
    edits = (declared, FileEdit(analysis.path, start, end, head))
    return edits if len(params) <= MOST_READ and _means_the_same(analysis, list(edits)) else ()


def _within(bound: Mapping[int, Occurrence], form: Ast, whole: Ast) -> Iterator[str]:
    """The names within a form that are bound around it."""
    one = bound.get(form.span.start) if form.head == "name" else None
    home = one.home if one is not None else None
    if home is not None and not whole.span.start <= home.start < whole.span.end:
        yield form.text
    for arg in form.args:
        yield from _within(bound, arg, whole)


def _new_name(analysis: Analysis, ast: Ast, params: tuple[str, ...]) -> str:
    """A name made of the words of the expression, which nothing has in the file or beneath it."""
    words = [word for word in re.findall(r"[A-Za-z]\w*", ast.span.text.lower()) if word not in params]
    name = "_".join(dict.fromkeys(words[:MOST_WORDS])) or "number"
    draft = analysis.reading.draft
    known = {name for names in draft.named.values() for name in names} if draft else set()
    names = (name if n == 1 and "_" in name else f"{name}_{n}" for n in count(1))
    return next(name for name in names if name not in known and not re.search(rf"\b{name}\b", analysis.text))


def _declared(analysis: Analysis, head: str, body: str, start: int) -> FileEdit:
    """The declaration: before the terms that the file has, else above the section that is spoken of."""
    tree, line_end = analysis.reading.tree, "\r\n" if "\r\n" in analysis.text else "\n"
    terms = tree.get("terms")
    if isinstance(terms, Tree) and terms.entries:
        first = terms.entries[0][0].span
        flow = terms.span.text.startswith("{")
        between = ", " if flow else line_end + " " * (first.column - 1)
        return FileEdit(analysis.path, first.start, first.start, f"{head}: {inline(body, flow)}{between}")
    above = [key for key, _ in tree if isinstance(key, Scalar) and key.span.start <= start]
    at = above[-1].span.start if above else 0
    return FileEdit(analysis.path, at, at, f"terms:{line_end}  {head}: {inline(body, False)}{line_end}")


def _means_the_same(analysis: Analysis, edits: list[FileEdit]) -> bool:
    """Whether the rules are those of before, by their normal form, and as much is found in the file as was: a term must
    not hide what is worth a warning."""
    made = analyse(changed(analysis.text, edits), analysis.path, analysis.texts)
    before, after = analysis.ruleset, made.ruleset
    same = before is not None and after is not None and _core(before) == _core(after)
    return same and _codes(analysis) == _codes(made)


def _codes(analysis: Analysis) -> Counter[str]:
    return Counter(found.code.label for found in analysis.report.diagnostics)


def _core(ruleset: Ruleset) -> list[str]:
    return [as_text(core_data(core_of(ruleset, seats))) for seats in ruleset.seats[:1]]
