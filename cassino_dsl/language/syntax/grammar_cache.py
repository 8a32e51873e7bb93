"""Keeps the parser's tables between runs: to make them takes longer than to check a variant.

Their name changes with the grammar, Lark and Python. Whatever is wrong with the file or the folder, the tables are
made anew.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import lark
from lark import Lark

from cassino_dsl.language.cache import NoCache, keep, kept

_KIND, _ENDING = "parser", "pickle"


def cached_parser(grammar: str, options: str, make: Callable[[], Lark]) -> Lark:
    """The parser that ``make`` makes, from the cache if it is there. ``options`` tells parsers of one grammar apart."""
    key = "\n".join([lark.__version__, sys.version, options, grammar])
    with suppress(NoCache):
        found = _loaded(kept(_KIND, key, _ENDING))
        if found is not None:
            return found
    parser, data = make(), BytesIO()
    parser.save(data)
    with suppress(NoCache):  # a full or read-only disk: the next run makes the tables again
        keep(_KIND, key, _ENDING, data.getvalue())
    return parser


def _loaded(file: Path | None) -> Lark | None:
    """The parser of a file; one that cannot be used is thrown away."""
    if file is None:
        return None
    try:
        found: Lark = Lark.load(BytesIO(file.read_bytes()))
        return found
    except Exception:  # from another world, or gone meanwhile: unpickling can raise anything
        with suppress(OSError):
            file.unlink()
        return None
