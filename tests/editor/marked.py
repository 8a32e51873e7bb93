"""Texts in which `‸` marks the cursor."""

from __future__ import annotations

from pathlib import Path

from cassino_dsl.faces.editor.analysis import Analysis, analyse

MARK = "‸"
HERE = Path("/nowhere/mine.yaml")


def at_mark(text: str, path: Path = HERE, texts: dict[Path, str] | None = None) -> tuple[Analysis, int]:
    """The text without its mark, analysed, and where that stood."""
    at = text.index(MARK)
    return analyse(text.replace(MARK, ""), path, texts), at
