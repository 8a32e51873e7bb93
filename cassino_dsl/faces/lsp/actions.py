"""What an editor offers at a place: remedies of findings, and what can be made of an example."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from lsprotocol import types

from cassino_dsl.faces.editor.extract import extract_term
from cassino_dsl.faces.lsp import shown
from cassino_dsl.faces.lsp.desk import Desk
from cassino_dsl.faces.lsp.examples import example_names
from cassino_dsl.faces.lsp.findings import as_diagnostic, with_remedies
from cassino_dsl.faces.lsp.requests import ALL, EXTRACT, QUICK, REWRITE, UPDATE
from cassino_dsl.language.diagnostics.diagnostic import Remedy
from cassino_dsl.language.diagnostics.edits import apart
from cassino_dsl.language.syntax.tree import Mapping
from cassino_dsl.language.syntax.tree import Sequence as List


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
            if where == path and _touch(mark.range, range):
                edit = _edit(desk, path, [remedy])
                yield types.CodeAction(remedy.title, QUICK, [mark], is_preferred=remedy.safe, edit=edit)
    if safe:
        yield types.CodeAction("mend all that is certain", ALL, edit=_edit(desk, path, safe))


def _touch(some: types.Range, other: types.Range) -> bool:
    return some.start <= other.end and other.start <= some.end


def _edit(desk: Desk, path: Path, remedies: Sequence[Remedy]) -> types.WorkspaceEdit:
    changes: dict[str, list[types.TextEdit]] = {}
    for edit in (edit for remedy in remedies for edit in remedy.edits):
        where, range = desk.place(edit.span, path)
        changes.setdefault(desk.uri(where), []).append(types.TextEdit(range, edit.text))
    return types.WorkspaceEdit(changes=dict(changes))


def _update(desk: Desk, path: Path, start: int, end: int) -> Iterator[types.CodeAction]:
    own = desk.analysis(path).target.own
    examples = own.get("examples") if own else None
    if own is None or not isinstance(examples, List):
        return
    at = [item.span for item in examples.items if isinstance(item, Mapping)]
    within = [span for span in at if span.start <= end and start <= span.end]
    for name in example_names(own):
        if any(span.start <= name.span.start <= span.end for span in within):
            command = types.Command("update expected", UPDATE, arguments=[desk.uri(path), name.text])
            yield types.CodeAction(f"update what `{name.text[:40]}` expects", REWRITE, command=command)


def _extract(desk: Desk, path: Path, start: int, end: int) -> Iterator[types.CodeAction]:
    edits = extract_term(desk.analysis(path), start, end)
    if edits:
        yield types.CodeAction("extract a term", EXTRACT, edit=shown.workspace_edit(desk, edits))
