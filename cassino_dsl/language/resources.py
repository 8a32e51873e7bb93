"""Where the grammars and the shipped variants lie: in the wheel, or beside the package in a checkout."""

from __future__ import annotations

from pathlib import Path


def folder(name: str) -> Path:
    """The folder ``grammar`` or ``variants`` that belongs to this installation."""
    package = Path(__file__).parents[1]
    shipped = package / "_shipped" / name
    return shipped if shipped.is_dir() else package.parent / name
