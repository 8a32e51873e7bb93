"""An expression becomes a term of its own. It is offered only where that was tried, and changes nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count

from cassino_dsl.faces.editor.analysis import Analysis, analyse
from cassino_dsl.faces.editor.answers import FileEdit
from cassino_dsl.faces.editor.occurrences import LOCAL, Occurrence
from cassino_dsl.faces.editor.rename import changed
from cassino_dsl.language.core.passes import core_of
from cassino_dsl.language.core.program import as_text, core_data
from cassino_dsl.language.formatter.quoting import inline
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.syntax.ast import Ast
from cassino_dsl.language.syntax.tree import Mapping as Tree
from cassino_dsl.language.syntax.tree import Scalar

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
