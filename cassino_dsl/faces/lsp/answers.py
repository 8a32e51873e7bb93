"""What is answered about a text: a function for each request, by its name in the protocol, or by ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types

from cassino_dsl.faces.editor import completion, hover, marks, navigation, outline, rename
from cassino_dsl.faces.editor.answers import Completion, FilePlace, Refusal
from cassino_dsl.faces.lsp import actions, examples, findings, pages, requests, shown
from cassino_dsl.faces.lsp.desk import Desk
from cassino_dsl.faces.lsp.places import MARK
from cassino_dsl.faces.lsp.process import Refused
from cassino_dsl.language.formatter.format import format_text

Answer = Callable[..., Any]


def _at_place(find: Answer, show: Answer) -> Answer:
    """What is found where the cursor stands, as it is shown; nothing where nothing is found."""

    def answer(desk: Desk, path: Path, params: Any) -> Any:
        found = find(desk.analysis(path), desk.offset(path, params.position))
        return None if found is None else show(desk, path, found)

    return answer


def _of_text(find: Answer, show: Answer) -> Answer:
    """All that is found in a text, each as it is shown."""
    return lambda desk, path, params: [show(desk, path, one) for one in find(desk.analysis(path))]


def _completions(desk: Desk, path: Path, found: Sequence[Completion]) -> types.CompletionList:
    return types.CompletionList(False, [shown.completion(desk, path, one, place) for place, one in enumerate(found)])


def _locations(desk: Desk, path: Path, found: Sequence[FilePlace]) -> list[types.Location]:
    return [types.Location(desk.uri(p.path), desk.range(p.path, p.start, p.end)) for p in found]


def _references(desk: Desk, path: Path, params: types.ReferenceParams) -> list[types.Location]:
    at, declaration = desk.offset(path, params.position), params.context.include_declaration
    return _locations(desk, path, navigation.references(desk.analysis(path), at, declaration))


def _highlights(desk: Desk, path: Path, found: Sequence[FilePlace]) -> list[types.DocumentHighlight]:
    return [types.DocumentHighlight(desk.range(path, p.start, p.end)) for p in found if p.path == path]


def _renamable(desk: Desk, path: Path, found: FilePlace | Refusal) -> types.Range:
    if isinstance(found, Refusal):
        raise Refused(found.reason)
    return desk.range(path, found.start, found.end)


def _rename(desk: Desk, path: Path, params: types.RenameParams) -> types.WorkspaceEdit:
    found = rename.rename(desk.analysis(path), desk.offset(path, params.position), params.new_name)
    if isinstance(found, Refusal):
        raise Refused(found.reason)
    return shown.workspace_edit(desk, found)


def _selections(desk: Desk, path: Path, params: types.SelectionRangeParams) -> list[types.SelectionRange]:
    found = []
    for position in params.positions:  # one for each, or the editor can't tell which is whose
        around = outline.selections(desk.analysis(path), desk.offset(path, position))
        found.append(shown.selection(desk, path, around) or types.SelectionRange(types.Range(position, position)))
    return found


def _tokens(desk: Desk, path: Path, params: types.SemanticTokensParams) -> types.SemanticTokens:
    return types.SemanticTokens(shown.tokens(desk, path, marks.tokens(desk.analysis(path))))


def _inlays(desk: Desk, path: Path, params: types.InlayHintParams) -> list[types.InlayHint]:
    start, end = desk.offset(path, params.range.start), desk.offset(path, params.range.end)
    return [shown.inlay(desk, path, one) for one in marks.inlays(desk.analysis(path), start, end)]


def _format(desk: Desk, path: Path, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    """The one layout, whatever the editor wishes for."""
    before = desk.text(path).removeprefix(MARK)
    found = format_text(before, str(path))
    if found.findings:
        raise Refused(f"it can't be laid out: {found.findings[0].message}")
    if found.text == before:
        return []
    start, end, text = examples.changed(before, found.text)
    return [types.TextEdit(desk.range(path, start, end), text)]


ABOUT_FILES: Mapping[str, Answer] = {
    types.TEXT_DOCUMENT_COMPLETION: _at_place(completion.complete, _completions),
    types.TEXT_DOCUMENT_HOVER: _at_place(hover.hover, shown.hover),
    types.TEXT_DOCUMENT_SIGNATURE_HELP: _at_place(hover.signature, shown.signature),
    types.TEXT_DOCUMENT_DEFINITION: _at_place(navigation.definition, _locations),
    types.TEXT_DOCUMENT_REFERENCES: _references,
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: _at_place(navigation.references, _highlights),
    types.TEXT_DOCUMENT_PREPARE_RENAME: _at_place(rename.renamable, _renamable),
    types.TEXT_DOCUMENT_RENAME: _rename,
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: _of_text(outline.symbols, shown.symbol),
    types.TEXT_DOCUMENT_FOLDING_RANGE: _of_text(outline.folds, shown.folding),
    types.TEXT_DOCUMENT_SELECTION_RANGE: _selections,
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: _tokens,
    types.TEXT_DOCUMENT_DOCUMENT_LINK: _of_text(marks.links, shown.link),
    types.TEXT_DOCUMENT_INLAY_HINT: _inlays,
    types.TEXT_DOCUMENT_FORMATTING: _format,
    types.TEXT_DOCUMENT_CODE_ACTION: actions.code_actions,
}


def _about_file(answer: Answer) -> Answer:
    """The answer about a file that is open; of others there is none."""

    def answered(desk: Desk, params: Any) -> Any:
        path = desk.path(params.text_document.uri)
        return answer(desk, path, params) if path is not None else None

    return answered


def _find_symbols(desk: Desk, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
    files = dict.fromkeys((*desk.texts, *desk.workspace()))
    found = outline.find_symbols(params.query, ((file, desk.text(file)) for file in files))
    return [shown.workspace_symbol(desk, path, one) for path, one in found]


ANSWERS: Mapping[str, Answer] = {
    **{name: _about_file(answer) for name, answer in ABOUT_FILES.items()},
    types.WORKSPACE_SYMBOL: _find_symbols,
    types.TEXT_DOCUMENT_CODE_LENS: examples.lenses,
    "check": findings.found_in,
    "try": findings.found_and_tried,
    "above": findings.above,
    "play": findings.played,
    "files changed": lambda desk: desk.forget_files(),
    requests.RUN: examples.run_named,
    requests.UPDATE: examples.update_edit,
    requests.PLAY: examples.play_command,
    requests.RULEBOOK: pages.rulebook_page,
    requests.DIFF: pages.difference_page,
}
