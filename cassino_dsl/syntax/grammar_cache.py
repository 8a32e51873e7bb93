"""Keeps the parser's tables between runs: to make them takes longer than to check a variant.

They lie in a folder of the user's cache that belongs to the user alone, under a name that changes with the grammar,
Lark and Python. Whatever is wrong with the file or the folder, the tables are made anew.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import lark
from lark import Lark


def cached_parser(grammar: str, options: str, make: Callable[[], Lark]) -> Lark:
    """The parser that ``make`` makes, from the cache if it is there. ``options`` tells parsers of one grammar apart."""
    folder = _private_folder()
    if folder is None:
        return make()
    key = "\n".join([lark.__version__, sys.version, options, grammar])
    file = folder / f"parser-{hashlib.sha256(key.encode()).hexdigest()[:32]}.pickle"
    try:
        found: Lark = Lark.load(BytesIO(file.read_bytes()))
        return found
    except Exception:  # missing, cut off, or from another world: unpickling can raise anything
        parser = make()
        _keep(parser, file)
        return parser


def _private_folder() -> Path | None:
    """The cache folder, where nobody else can write to it; a pickle from elsewhere is code from elsewhere."""
    if not hasattr(os, "getuid"):
        return None
    try:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
        folder = Path(base) / "cassino_dsl"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.stat()
    except (OSError, RuntimeError):
        return None
    private = status.st_uid == os.getuid() and not status.st_mode & 0o022
    return folder if private else None


def _keep(parser: Lark, file: Path) -> None:
    """Write whole or not at all, whoever else writes at the same time."""
    try:
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as part:
            parser.save(part)
        os.replace(part.name, file)
    except OSError:
        pass  # a full or read-only disk: the next run makes the tables again
