"""Files and bytes become a ``Source``: decoded text that spans can point into."""

from __future__ import annotations

import codecs
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.span import Source, Span

# ---- what is read in place of a file that lies on a disk: a text that an editor has not saved or a remedy that is
# tried, and pipes (standard input, ``<(…)``), which can be read only once
MAX_BYTES = 1 << 20
STDIN = Path("<stdin>")
_STDIN_WORDS = ("-", "<stdin>", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
_given: ContextVar[Mapping[Path, bytes]] = ContextVar("given", default={})  # noqa: B039 (nothing writes into it)


@contextmanager
def given(texts: Mapping[Path, str]) -> Iterator[None]:
    """Within it, these texts are read where files are asked for, whatever lies on the disk."""
    encoded = {path.absolute(): text.encode("utf-8", "surrogatepass") for path, text in texts.items()}
    token = _given.set({**_given.get(), **encoded})
    try:
        yield
    finally:
        _given.reset(token)


def path_of(word: str) -> Path:
    """The path that a word of the command line means; all words for standard input mean the same."""
    return STDIN if word in _STDIN_WORDS else Path(word)


def can_read(path: Path) -> bool:
    """Whether there is a file, a pipe, or a text in its place."""
    return path.absolute() in _given.get() or path.is_file() or is_pipe(path)


def read_bytes(path: Path) -> bytes:
    """What a file holds, up to one byte more than there may be, which tells: never the whole of a huge file."""
    instead = _given.get()
    if instead and (text := instead.get(path.absolute())) is not None:
        return text
    if path == STDIN:
        return _read_once(path, sys.stdin)
    if is_pipe(path):
        return _read_once(path, path.stat().st_ino)
    try:
        with opened(path) as file:
            return file.read(MAX_BYTES + 1)
    except OSError as fault:
        fault.filename = fault.filename or str(path)
        raise


def opened(path: Path) -> AbstractContextManager[BinaryIO]:
    """A file, a pipe or standard input, to read it line by line."""
    return nullcontext(sys.stdin.buffer) if path == STDIN else path.open("rb")


@lru_cache(maxsize=16)
def _read_once(path: Path, which: object) -> bytes:
    """``which`` of all that have gone by that name, one after the other."""
    with opened(path) as file:
        return file.read(MAX_BYTES + 1)


def is_pipe(path: Path) -> bool:
    """Whether what lies there can be read only once, and not written."""
    if path == STDIN:
        return True
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISCHR(mode) or stat.S_ISSOCK(mode)


Remedies = Mapping[Code, str]
NO_VARIANT: Remedies = {  # how to mend what is no file of a variant
    Code.FILE_TOO_LARGE: "name a variant file: a variant has a few hundred lines",
    Code.BINARY_FILE: "name a variant file; text in UTF-16 has to be saved as UTF-8",
    Code.EMPTY_FILE: "begin it with `dsl: 1` and `extends: cassino`, or let `cassino new` write it",
}
NO_POSITION: Remedies = {
    Code.FILE_TOO_LARGE: "name the file of a position, which has a few lines",
    Code.BINARY_FILE: "name the file of a position; text in UTF-16 has to be saved as UTF-8",
    Code.EMPTY_FILE: "a position is YAML or JSON, as `table: 3c 4d` and `hand: 7c`",
}
SMALL = 1 << 15  # characters of a text that is kept; the longest shipped variant has 13,000


def read_source(path: Path, shown: str, report: Report) -> Source | None:
    """Read a file that messages call ``shown``; None, with a diagnostic, where it holds no text.

    A file that cannot be opened raises its OSError: that is the caller's business.
    """
    return source_from_bytes(shown, read_bytes(path), report)


def source_from_bytes(name: str, data: bytes, report: Report, remedies: Remedies = NO_VARIANT) -> Source | None:
    """Decode what a file (or standard input) held; None, with a diagnostic, where it is no text. ``remedies``: how to
    mend that, by what it should have been.

    Line ends stay as they are; a byte order mark is dropped, so offset 0 is the first character.
    """
    nowhere = Source(name, "").whole()
    if len(data) > MAX_BYTES:
        message = f"the file is larger than {MAX_BYTES >> 20} MiB"
        report.add(Code.FILE_TOO_LARGE, nowhere, message, help=remedies[Code.FILE_TOO_LARGE])
        return None
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        report.add(Code.NOT_UTF8, nowhere, "the file is UTF-16", help="save it as UTF-8")
        return None
    if b"\0" in data:
        report.add(
            Code.BINARY_FILE, nowhere, "the file is not text: it holds zero bytes", help=remedies[Code.BINARY_FILE]
        )
        return None
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as fault:
        _not_utf8(name, data, fault.start, report)
        return None
    if not text.strip():
        report.add(Code.EMPTY_FILE, nowhere, "the file is empty", help=remedies[Code.EMPTY_FILE])
        return None
    return _kept(name, text) if len(text) <= SMALL else Source(name, text)


@lru_cache(maxsize=64)
def _kept(name: str, text: str) -> Source:
    """One source for one text under one name, however often it is read: what was read from it stays with it."""
    return Source(name, text)


def _not_utf8(name: str, data: bytes, position: int, report: Report) -> None:
    """Report the first bad byte, shown as the replacement character in its line."""
    source = Source(name, data.decode("utf-8", errors="replace"))
    offset = len(data[:position].decode("utf-8"))
    help = "save the file as UTF-8 (it may be Latin-1 or Windows-1252)"
    report.add(Code.NOT_UTF8, Span(source, offset, offset + 1), f"byte 0x{data[position]:02X} is not UTF-8", help=help)
