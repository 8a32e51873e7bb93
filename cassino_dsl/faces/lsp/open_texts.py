"""The texts that are open in an editor, kept as it changes them.

The library keeps texts, too, but takes characters for ends of lines that editors don't, as a form feed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from lsprotocol import types
from pygls.uris import to_fs_path

from cassino_dsl.faces.lsp.places import MARK, UTF16, Places
from cassino_dsl.language.compose.library import NAMED

LANGUAGE = "cassino"
_HEAD = 40  # lines within which a variant says what it is


@dataclass(frozen=True, slots=True)
class OpenText:
    """``path``: where it lies, or would lie; ``ours``: the editor takes it for a file of this language."""

    uri: str
    path: Path
    text: str
    version: int | None
    ours: bool

    @property
    def is_variant(self) -> bool:
        """Whether it is for us: other files of YAML may be open, too."""
        return self.ours or says_so(self.text)


def says_so(text: str) -> bool:
    """Whether the first lines of a text say that it is written in this language."""
    return any(line.startswith("dsl:") for line in text.removeprefix(MARK).split("\n", _HEAD)[:_HEAD])


class OpenTexts:
    """All of them, by URI. ``changed``: what has been opened, changed or closed."""

    def __init__(self) -> None:
        self.encoding = UTF16
        self.all: dict[str, OpenText] = {}

    def __getitem__(self, uri: str) -> OpenText:
        return self.all[uri]

    def open(self, item: types.TextDocumentItem) -> None:
        ours = item.language_id == LANGUAGE or item.uri.endswith(NAMED)
        self.all[item.uri] = OpenText(item.uri, path_of(item.uri), item.text, item.version, ours)

    def change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Make the changes, one after the other; one without a range is the whole text."""
        open = self.all[params.text_document.uri]
        text = open.text
        for change in params.content_changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                places = Places(text, self.encoding)
                start, end = places.index(change.range.start), places.index(change.range.end)
                text = text[:start] + change.text + text[max(start, end) :]
            else:
                text = change.text
        self.all[open.uri] = replace(open, text=text, version=params.text_document.version)

    def close(self, uri: str) -> None:
        self.all.pop(uri, None)


def path_of(uri: str) -> Path:
    """The path of a file; of a text that was never saved, where it may lie one day."""
    scheme, _, rest = uri.partition(":")
    path = to_fs_path(uri) if scheme == "file" else None
    if path is not None:
        return Path(path).absolute()
    name = "".join(c if c.isalnum() else "-" for c in rest.lower()).strip("-")[-60:] or "untitled"
    return Path.cwd() / f"{name}.yaml"
