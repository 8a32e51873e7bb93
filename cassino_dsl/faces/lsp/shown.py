"""The answers of `faces/editor` in the types of the protocol."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from lsprotocol import types

from cassino_dsl.faces.editor.answers import (
    Completion,
    FileEdit,
    Hover,
    Inlay,
    Link,
    Signature,
    Symbol,
    Token,
)
from cassino_dsl.faces.lsp.desk import Desk
from cassino_dsl.faces.lsp.requests import TOKEN_KINDS, TOKENS

_C, _S = types.CompletionItemKind, types.SymbolKind
COMPLETIONS = {
    "key": _C.Property,
    "word": _C.Keyword,
    "function": _C.Function,
    "operator": _C.Operator,
    "event": _C.Event,
    "effect": _C.Method,
    "name": _C.Variable,
    "term": _C.Function,
    "memory": _C.Field,
    "zone": _C.Field,
    "option": _C.Variable,
    "value": _C.Value,
    "card": _C.EnumMember,
    "file": _C.File,
    "snippet": _C.Snippet,
}
SYMBOLS = {
    "section": _S.Namespace,
    "option": _S.Variable,
    "term": _S.Function,
    "effect": _S.Method,
    "memory": _S.Field,
    "zone": _S.Field,
    "action": _S.Class,
    "rule": _S.Boolean,
    "event": _S.Event,
    "award": _S.Constant,
    "example": _S.Object,
}


def markdown(text: str) -> types.MarkupContent:
    return types.MarkupContent(types.MarkupKind.Markdown, text)


def completion(desk: Desk, path: Path, one: Completion, place: int) -> types.CompletionItem:
    """``place``: where it stands among what is proposed; editors would go by the alphabet."""
    fills_in = one.snippet and desk.setting.snippets
    format = types.InsertTextFormat.Snippet if fills_in else types.InsertTextFormat.PlainText
    insert = one.insert if fills_in or not one.snippet else _filled_in(one.insert)
    return types.CompletionItem(
        label=one.label,
        kind=COMPLETIONS.get(one.kind, _C.Text),
        detail=one.detail or None,
        documentation=markdown(one.about) if one.about else None,
        sort_text=f"{place:04d}",
        insert_text_format=format,
        text_edit=types.TextEdit(desk.range(path, one.start, one.end), insert),
    )


def _filled_in(snippet: str) -> str:
    """A snippet as plain text: with what it proposes in each place."""
    text = re.sub(r"\$\{\d+:((?:[^\\}]|\\.)*)\}|\$\{?\d+\}?", lambda found: found[1] or "", snippet)
    return re.sub(r"\\([\\$}])", r"\1", text)


def hover(desk: Desk, path: Path, one: Hover) -> types.Hover:
    return types.Hover(markdown(one.about), desk.range(path, one.start, one.end))


def signature(desk: Desk, path: Path, one: Signature) -> types.SignatureHelp:
    # within a label offsets are of UTF-16 unless they are words: labels have signs of ASCII, so both are the same
    parameters = [types.ParameterInformation(label) for label in one.parameters]
    shown = types.SignatureInformation(one.label, markdown(one.about), parameters, one.active)
    return types.SignatureHelp([shown], 0, one.active)


def workspace_edit(desk: Desk, edits: Iterable[FileEdit]) -> types.WorkspaceEdit:
    """Edits of several files, each in its order."""
    changes: dict[str, list[types.TextEdit]] = {}
    for edit in edits:
        made = types.TextEdit(desk.range(edit.path, edit.start, edit.end), edit.text)
        changes.setdefault(desk.uri(edit.path), []).append(made)
    return types.WorkspaceEdit(changes=dict(changes))


def symbol(desk: Desk, path: Path, one: Symbol) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=one.name or " ",  # an editor takes none without a name
        kind=SYMBOLS.get(one.kind, _S.Key),
        range=desk.range(path, min(one.start, one.name_start), max(one.end, one.name_end)),
        selection_range=desk.range(path, one.name_start, one.name_end),
        detail=one.detail or None,
        children=[symbol(desk, path, inner) for inner in one.inside] or None,
    )


def workspace_symbol(desk: Desk, path: Path, one: Symbol) -> types.WorkspaceSymbol:
    at = types.Location(desk.uri(path), desk.range(path, one.name_start, one.name_end))
    return types.WorkspaceSymbol(at, one.name, SYMBOLS.get(one.kind, _S.Key), container_name=path.stem)


def link(desk: Desk, path: Path, one: Link) -> types.DocumentLink:
    return types.DocumentLink(desk.range(path, one.start, one.end), one.path.as_uri())


def inlay(desk: Desk, path: Path, one: Inlay) -> types.InlayHint:
    kind = types.InlayHintKind.Type if one.kind == "type" else None
    return types.InlayHint(desk.places(path).position(one.at), one.text, kind, padding_left=True)


def folding(desk: Desk, path: Path, ends: tuple[int, int]) -> types.FoldingRange:
    start, end = (desk.places(path).position(at).line for at in ends)
    return types.FoldingRange(start, end)


def selection(desk: Desk, path: Path, around: Sequence[tuple[int, int]]) -> types.SelectionRange | None:
    """What stands around a place, the widest first in the making: each has the next one as its parent."""
    found: types.SelectionRange | None = None
    for start, end in reversed(around):
        found = types.SelectionRange(desk.range(path, start, end), found)
    return found


def tokens(desk: Desk, path: Path, found: Iterable[Token]) -> list[int]:
    """Five numbers for each word: lines and units from the word before, its length, what it is, whether it declares."""
    data: list[int] = []
    line = column = 0
    for token in found:
        range = desk.range(path, token.start, token.end)
        start, end = range.start, range.end
        if end.line != start.line or end.character <= start.character or (start.line, start.character) < (line, column):
            continue
        ahead = start.character - column if start.line == line else start.character
        kind = TOKEN_KINDS.index(TOKENS[token.kind].value) if token.kind in TOKENS else -1
        if kind >= 0:
            data += [start.line - line, ahead, end.character - start.character, kind, int(token.declares)]
            line, column = start.line, start.character
    return data
