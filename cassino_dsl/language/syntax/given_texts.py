"""What is read in place of a file that lies on a disk: a text that an editor has not saved or a remedy that is tried,
and pipes (standard input, ``<(…)``), which can be read only once."""

from __future__ import annotations

import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

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
