"""What the server knows of texts: those that are open, and the files of the workspace. It stays with the process that
looks at them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from pathlib import Path

from lsprotocol.types import Position, Range, WorkspaceEdit

from cassino_dsl.faces.editor.analysis import Analysis, analyse
from cassino_dsl.faces.lsp.open_texts import OpenText, says_so
from cassino_dsl.faces.lsp.places import MARK, UTF16, Places, places_of
from cassino_dsl.faces.lsp.process import EditorSetting
from cassino_dsl.language.compose.compose import is_house_rule
from cassino_dsl.language.compose.library import beside, is_shipped
from cassino_dsl.language.compose.one_file import read_file
from cassino_dsl.language.compose.options import may_select, words
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.resources import folder
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.syntax.read_source import MAX_BYTES, can_read, read_bytes

MOST_FILES = 2_000  # of a workspace that are looked at
MOST_FOLDERS = 2_000
_LEFT_OUT = ("node_modules", "__pycache__", "site-packages", "venv")
_HEAD = 4_096  # bytes in which a file says what it is


class Desk:
    """``texts``: what is open, by path; ``uris``: what the editor calls these paths."""

    def __init__(self) -> None:
        self.setting = EditorSetting(UTF16, ())
        self.open: dict[str, OpenText] = {}
        self.texts: dict[Path, str] = {}
        self.uris: dict[Path, str] = {}
        self.tried: dict[Path, Report] = {}  # findings with remedies that were tried
        self.updates: dict[tuple[Path, str], WorkspaceEdit | None] = {}  # with which examples expect what comes of them
        self._analyses: dict[Path, Analysis] = {}
        self._workspace: tuple[Path, ...] | None = None
        self._beneath: dict[Path, frozenset[Path]] = {}

    def put(self, setting: EditorSetting, changed: Mapping[str, OpenText | None]) -> None:
        """Hear what has changed."""
        for uri, open in changed.items():
            self.open.pop(uri, None)
            if open is not None:
                self.open[uri] = open
        if setting != self.setting or any(open is None or open.version is None for open in changed.values()):
            self._workspace = None
        self.setting = setting
        if changed:
            self.texts = {open.path: open.text for open in self.open.values() if open.is_variant}
            self.uris = {open.path: open.uri for open in self.open.values()}
            self._forget()

    def forget_files(self) -> None:
        """Files have changed on the disk."""
        self._workspace = None
        self._forget()

    def _forget(self) -> None:
        self._analyses.clear()
        self.tried.clear()
        self.updates.clear()

    # ---- texts and places

    def path(self, uri: str) -> Path | None:
        """The file that is open under a URI; None where it is none of ours."""
        open = self.open.get(uri)
        return open.path if open is not None and open.is_variant else None

    def uri(self, path: Path) -> str:
        return self.uris.get(path) or path.as_uri()

    def text(self, path: Path) -> str:
        """The text of a file, as it is open or as it is saved; of one that can't be read, nothing."""
        try:
            return self.texts[path] if path in self.texts else read_bytes(path)[:MAX_BYTES].decode("utf-8", "replace")
        except OSError:
            return ""

    def analysis(self, path: Path) -> Analysis:
        """What is known of a file."""
        if path not in self._analyses:
            text = self.text(path).removeprefix(MARK)
            texts = {file: text.removeprefix(MARK) for file, text in self.texts.items()}
            self._analyses[path] = analyse(text, path, texts, self.workspace())
        return self._analyses[path]

    def places(self, path: Path) -> Places:
        return places_of(self.text(path), self.setting.encoding)

    def offset(self, path: Path, position: Position) -> int:
        return self.places(path).offset(position)

    def range(self, path: Path, start: int, end: int) -> Range:
        return self.places(path).range(start, end)

    def place(self, span: Span, asked: Path) -> tuple[Path, Range]:
        """The file and the range of a span, in a text of these or another; one without a place is at the beginning of
        the file ``asked`` about."""
        path = file_of(span, asked)
        text = self.text(path)
        if text.removeprefix(MARK) != span.source.text:
            text = span.source.text
        return path, places_of(text, self.setting.encoding).range(span.start, max(span.end, span.start))

    # ---- the workspace

    def workspace(self) -> tuple[Path, ...]:
        """The variant files of the editor's folders, and those beside what is open."""
        if self._workspace is None:
            folders = dict.fromkeys((*self.setting.folders, *(path.parent for path in self.texts)))
            found = dict.fromkeys(file for folder in folders for file in _files(folder, folder in self.setting.folders))
            self._workspace = tuple(found)[:MOST_FILES]
        return self._workspace

    def above(self, path: Path) -> list[Path]:
        """The files that extend a file, or are laid over it or lie over it when they are played: those that are open
        first. What they mean depends on it."""
        found = dict.fromkeys([path])
        known = list(dict.fromkeys((*self.texts, *self.workspace())))
        beneath = {file: self._files_beneath(file) for file in known}
        while more := [file for file in known if file not in found and not beneath[file].isdisjoint(found)]:
            found |= dict.fromkeys(more)
        return [file for file in found if file != path]

    def _files_beneath(self, path: Path) -> frozenset[Path]:
        """The files that a file names; of half a file those that it named when it was whole."""
        try:
            tree = read_file(path, str(path), Report()) if can_read(path) else None
        except OSError:
            tree = None
        if tree is not None:
            names = [(word.text, True) for word in (*words(tree.get("with")), *may_select(tree))]
            names += [(word.text, False) for key in ("extends", "over") for word in words(tree.get(key))]
            if is_house_rule(tree, Report()) and tree.get("over") is None:
                names.append(("cassino", False))
            found = (self.named(name, path, house) for name, house in names)
            self._beneath[path] = frozenset(file for file in found if file is not None)
        return self._beneath.get(path, frozenset())

    def named(self, name: str, path: Path, house: bool) -> Path | None:
        """The file beside one that it means by a name."""
        found = beside(name, path, house) if _is_name(name) else None
        return found.absolute() if found is not None else None


def _is_name(name: str) -> bool:
    return "/" not in name and "\0" not in name and len(name) < 100


def _files(folder: Path, deep: bool) -> Iterator[Path]:
    """The variant files of a folder, and of those within it, so far as they are not too many."""
    for where, folders, files in islice(os.walk(folder), MOST_FOLDERS):
        folders[:] = sorted(f for f in folders if deep and not f.startswith(".") and f not in _LEFT_OUT)
        for name in sorted(files):
            path = Path(where, name)
            if path.suffix in (".yaml", ".yml") and _is_variant(path):
                yield path


def _is_variant(path: Path) -> bool:
    """Whether a file of a folder is one of ours; links are not followed, and pipes not read."""
    try:
        if not path.is_file() or path.is_symlink():
            return False
        with path.open("rb") as file:
            return says_so(file.read(_HEAD).decode("utf-8", "replace"))
    except OSError:
        return False


@lru_cache(maxsize=256)
def _shipped_file(name: str) -> Path | None:
    path = folder("variants").parent / name
    return path if name.startswith("variants/") and is_shipped(path) and path.is_file() else None


def file_of(span: Span, asked: Path) -> Path:
    """The file in which a span stands: messages call shipped ones by their place in the project."""
    path = Path(span.source.name)
    return path if path.is_absolute() else _shipped_file(span.source.name) or asked
