"""The one folder where the program keeps what it has made for itself: compiled rulesets.

What lies there is loaded as code, so it is used only where nobody else can have written it: the folder and all above
it belong to the user (or the system), nobody else may write to them, and the file belongs to the user too. A file
bears the hash of its content in its name: one that is damaged is not there, and is made anew.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from platformdirs import user_cache_path

VARIABLE = "CASSINO_CACHE_DIR"
_LENGTH = 32  # digits of a hash
_ENDING = ".so"
# a pickle: tables of the parser, which programs of before kept
_KEPT = re.compile(rf"[a-z]+-[0-9a-f]{{{_LENGTH}}}-[0-9a-f]{{{_LENGTH}}}\.(pickle|so)\Z")
_HALF = "half-made-"  # a file or folder that is being made; a killed run leaves it behind


class NoCache(Exception):
    """Nothing can be kept; the message says in words why."""


def cache_folder() -> Path:
    """Where things are kept, whether or not it is there: CASSINO_CACHE_DIR, else the cache folder that the system
    gives a program. Raises ``NoCache`` where that is no absolute path."""
    named = os.environ.get(VARIABLE)
    folder = Path(named) if named else user_cache_path("cassino-dsl", appauthor=False)
    if not folder.is_absolute():
        said = f"{VARIABLE} is" if named else "this system gives"
        raise NoCache(f"{said} no absolute path: `{folder}`")
    return folder


def private_folder() -> Path:
    """The cache folder, made if need be, without symlinks. Raises ``NoCache`` where others could write to it."""
    if not hasattr(os, "getuid"):
        raise NoCache("this system does not say whom a file belongs to")
    named = cache_folder()
    try:
        for part in reversed((named, *named.parents)):  # mkdir(parents=True) would let the group write to parents
            part.mkdir(mode=0o700, exist_ok=True)
        folder = named.resolve()
        for part in (folder, *folder.parents):
            _check_own(part)
    except (OSError, RuntimeError, ValueError) as fault:
        raise NoCache(f"`{named}` cannot be used: {getattr(fault, 'strerror', None) or fault}") from fault
    return folder


def _check_own(folder: Path) -> None:
    """Raises ``NoCache`` where somebody else could put another folder or file in the place of one in this folder."""
    status = folder.stat()
    ours = status.st_uid in (os.getuid(), 0)
    # in a folder like /tmp others may write, but each may only rename what is his own
    shared = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not status.st_mode & stat.S_ISVTX
    if not ours or shared:
        why = "others may write to it" if ours else "it belongs to somebody else"
        raise NoCache(f"`{folder}` is not safe to load code from: {why}; {VARIABLE} names another folder")


def kept(key: str) -> Path | None:
    """The file that was kept under this name, any text, whole and one's own; None where there is none. Raises
    ``NoCache`` where nothing can be kept."""
    for file in sorted(private_folder().glob(f"{_stem(key)}-*{_ENDING}")):
        if _is_whole(file):
            return file
    return None


def keep(key: str, data: bytes) -> Path:
    """Keep what was made, whole or not at all, whoever else does at the same time. Raises ``NoCache``."""
    folder = private_folder()
    file = folder / f"{_stem(key)}-{_hash(data)}{_ENDING}"
    try:
        for other in folder.glob(f"{_stem(key)}-*{_ENDING}"):
            if not _is_whole(other):
                other.unlink(missing_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=_HALF, delete=False) as part:
            part.write(data)
        os.replace(part.name, file)
    except OSError as fault:
        raise NoCache(f"`{folder}` cannot be written: {fault.strerror}") from fault
    return file


def workshop() -> tempfile.TemporaryDirectory[str]:
    """A folder to make something in, as private as the cache, that is gone after use. Raises ``NoCache``."""
    folder = private_folder()
    try:
        return tempfile.TemporaryDirectory(prefix=_HALF, dir=folder)
    except OSError as fault:
        raise NoCache(f"`{folder}` cannot be written: {fault.strerror}") from fault


@contextmanager
def claimed(key: str, seconds: float) -> Iterator[bool]:
    """Whether this process is the one to make what is to be kept under a name; a claim is given up after so many
    seconds, since who made it may have been killed. Raises ``NoCache``."""
    claim = private_folder() / f"{_HALF}{_stem(key)}"
    try:
        with suppress(FileNotFoundError):
            if time.time() - claim.stat().st_mtime > seconds:
                claim.unlink()
        claim.touch(mode=0o600, exist_ok=False)
    except FileExistsError:
        yield False
        return
    except OSError as fault:
        raise NoCache(f"`{claim.parent}` cannot be written: {fault.strerror}") from fault
    try:
        yield True
    finally:
        claim.unlink(missing_ok=True)


def contents() -> Iterator[Path]:
    """The files of ours in the cache, also those in folders that runs left half-made; nothing else that lies there."""
    folder = cache_folder()
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.is_symlink():
            continue
        if path.name.startswith(_HALF) and path.is_dir():
            yield from (p for p in sorted(path.iterdir()) if p.is_file())
        elif path.is_file() and (_KEPT.match(path.name) or path.name.startswith(_HALF)):
            yield path


def clear() -> list[int]:
    """Delete what is ours in the cache: the sizes of the files in bytes. Raises ``NoCache`` or an OSError."""
    sizes = []
    for path in list(contents()):
        sizes.append(path.lstat().st_size)
        path.unlink(missing_ok=True)
    for left in cache_folder().glob(f"{_HALF}*"):
        if left.is_dir() and not left.is_symlink():
            left.rmdir()
    return sizes


def _stem(key: str) -> str:
    return f"ruleset-{_hash(key.encode())}"


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_LENGTH]


def _is_whole(file: Path) -> bool:
    """Whether a file is the user's own and holds what its name says."""
    try:
        status = file.lstat()
        own = stat.S_ISREG(status.st_mode) and status.st_uid == os.getuid()
        private = not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        return own and private and file.stem.endswith(f"-{_hash(file.read_bytes())}")
    except OSError:
        return False
