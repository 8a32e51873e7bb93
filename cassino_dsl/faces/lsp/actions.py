"""What an editor offers at a place: remedies of findings, and what can be made of an example."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from lsprotocol import types

from cassino_dsl.faces.editor.answers import FileEdit
from cassino_dsl.faces.editor.rename import extract_term
from cassino_dsl.faces.lsp import shown
from cassino_dsl.faces.lsp.desk import Desk, file_of
from cassino_dsl.faces.lsp.examples import example_names, update_of
from cassino_dsl.faces.lsp.findings import as_diagnostic, with_remedies
from cassino_dsl.faces.lsp.requests import ALL, EXTRACT, QUICK, REWRITE
from cassino_dsl.language.diagnostics.diagnostic import Remedy
from cassino_dsl.language.diagnostics.edits import apart


def code_actions(desk: Desk, path: Path, params: types.CodeActionParams) -> list[types.CodeAction]:
    """All that can be done in a range, of the kinds that are wanted."""
    start, end = desk.offset(path, params.range.start), desk.offset(path, params.range.end)
    found = [*_remedies(desk, path, params.range), *_update(desk, path, start, end), *_extract(desk, path, start, end)]
    wanted = params.context.only
    return [one for one in found if wanted is None or any(_is_kind(one.kind, kind) for kind in wanted)]


def _is_kind(kind: str | None, wanted: str) -> bool:
    """Whether a kind is the one that is wanted, or one of its own: `refactor.extract` is a `refactor`."""
    said = wanted.value if isinstance(wanted, types.CodeActionKind) else wanted
    kind = kind.value if isinstance(kind, types.CodeActionKind) else kind or ""
    return said == "" or kind == said or kind.startswith(f"{said}.")


def _remedies(desk: Desk, path: Path, range: types.Range) -> Iterator[types.CodeAction]:
    safe: list[Remedy] = []
    for found in with_remedies(desk, path).diagnostics:
        where, mark = as_diagnostic(desk, path, found)
        for remedy in found.remedies:
            if remedy.safe and apart(remedy, safe):
                safe.append(remedy)
            if where == path and mark.range.start <= range.end and range.start <= mark.range.end:
                edit = _edit(desk, path, [remedy])
                yield types.CodeAction(remedy.title, QUICK, [mark], is_preferred=remedy.safe, edit=edit)
    if safe:
        yield types.CodeAction("mend all that is certain", ALL, edit=_edit(desk, path, safe))


def _edit(desk: Desk, path: Path, remedies: Sequence[Remedy]) -> types.WorkspaceEdit:
    edits = (edit for remedy in remedies for edit in remedy.edits)
    return shown.workspace_edit(
        desk, (FileEdit(file_of(e.span, path), e.span.start, e.span.end, e.text) for e in edits)
    )


def _update(desk: Desk, path: Path, start: int, end: int) -> Iterator[types.CodeAction]:
    """For examples that don't come out, and would with other values."""
    own = desk.analysis(path).target.own
    for name, whole in example_names(own) if own is not None else ():
        edit = update_of(desk, path, name.text) if whole.start <= end and start <= whole.end else None
        if edit is not None:
            yield types.CodeAction(f"update what `{name.text[:40]}` expects", REWRITE, edit=edit)


def _extract(desk: Desk, path: Path, start: int, end: int) -> Iterator[types.CodeAction]:
    edits = extract_term(desk.analysis(path), start, end)
    if edits:
        yield types.CodeAction("extract a term", EXTRACT, edit=shown.workspace_edit(desk, edits))
