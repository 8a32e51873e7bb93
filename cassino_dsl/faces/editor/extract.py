"""A part of an expression becomes a term of its own. It is offered only where that was tried, and changes nothing."""

from __future__ import annotations

from cassino_dsl.faces.editor.analysis import Analysis, analyse
from cassino_dsl.faces.editor.answers import FileEdit
from cassino_dsl.faces.editor.occurrences import LOCAL
from cassino_dsl.language.core.passes import core_of
from cassino_dsl.language.core.program import as_text, core_data
from cassino_dsl.language.formatter.texts import inline
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.syntax.tree import Mapping, Scalar

NAME = "new_term"  # until somebody gives it a better one
MOST_READ = 4  # names of the place that become parameters


def extract_term(analysis: Analysis, start: int, end: int) -> tuple[FileEdit, ...]:
    """The edits that make a term of what is marked, and call it there; nothing where it is no whole expression, or the
    rules would not be the same."""
    marked = analysis.text[start:end]
    start, end = start + len(marked) - len(marked.lstrip()), end - (len(marked) - len(marked.rstrip()))
    if analysis.ruleset is None or start >= end or (start, end) not in analysis.reading.notes:
        return ()
    within = [one for one in analysis.occurrences if start <= one.span.start < end]
    local = [one for one in within if one.what in LOCAL and one.home and not start <= one.home.start < end]
    params = list(dict.fromkeys(one.name for one in local))
    called = _new_name(analysis)
    call = f"{called}({', '.join(params)})" if params else called
    body = " ".join(analysis.text[start:end].split())
    edits = (_declared(analysis, call, body, start), FileEdit(analysis.path, start, end, call))
    return edits if len(params) <= MOST_READ and _means_the_same(analysis, edits) else ()


def _new_name(analysis: Analysis) -> str:
    names = (NAME, *(f"{NAME}_{number}" for number in range(2, 100)))
    return next(name for name in names if name not in analysis.text)


def _declared(analysis: Analysis, head: str, body: str, start: int) -> FileEdit:
    """The declaration: before the terms that the file has, else above the section that is spoken of."""
    tree = analysis.reading.tree
    terms = tree.get("terms")
    if isinstance(terms, Mapping) and terms.entries:
        first = terms.entries[0][0].span
        flow = terms.span.text.startswith("{")
        between = ", " if flow else "\n" + " " * (first.column - 1)
        return FileEdit(analysis.path, first.start, first.start, f"{head}: {inline(body, flow)}{between}")
    above = [key for key, _ in tree if isinstance(key, Scalar) and key.span.start <= start]
    at = above[-1].span.start if above else 0
    return FileEdit(analysis.path, at, at, f"terms:\n  {head}: {inline(body, False)}\n")


def _means_the_same(analysis: Analysis, edits: tuple[FileEdit, ...]) -> bool:
    """Whether the rules are those of before, by their normal form."""
    text = analysis.text
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    before, after = analysis.ruleset, analyse(text, analysis.path, analysis.texts).ruleset
    return before is not None and after is not None and _core(before) == _core(after)


def _core(ruleset: Ruleset) -> list[str]:
    return [as_text(core_data(core_of(ruleset, seats))) for seats in ruleset.seats[:1]]
