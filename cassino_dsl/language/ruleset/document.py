"""Nested mappings, lists and texts as YAML that the reader of variant files reads back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_QUOTED = re.compile(r"^[\s\-?:,\[\]{}#&*!|>'\"%@`]|: |:$| #|\s$|^$")


def yaml_lines(data: Mapping[str, Any], depth: int = 0) -> list[str]:
    """The lines of a mapping; lists hold texts."""
    found = []
    for key, value in data.items():
        name = "  " * depth + _quoted(key)
        if isinstance(value, Mapping):
            found += [f"{name}:", *yaml_lines(value, depth + 1)]
        elif isinstance(value, list):
            found += [f"{name}:", *("  " * (depth + 1) + f"- {_scalar(v)}" for v in value)]
        else:
            found.append(f"{name}: {_scalar(value)}")
    return found


def _scalar(value: object) -> str:
    """A text on one line, as a plain scalar, or in quotes where YAML would read something else."""
    return _quoted(" ".join(str(value).split()))


def _quoted(text: str) -> str:
    """The very text: of names, every blank counts."""
    if not _QUOTED.search(text):
        return text
    return f'"{text}"' if '"' not in text and "\\" not in text else "'" + text.replace("'", "''") + "'"


def word_of(value: object) -> str:
    """A value as files and commands have it: `true` and `false` for yes and no."""
    return str(value).lower() if isinstance(value, bool) else str(value)
