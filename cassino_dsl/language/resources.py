"""Where the grammars and the shipped variants lie: in the wheel, or beside the package in a checkout."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def folder(name: str) -> Path:
    """The folder ``grammar`` or ``variants`` that belongs to this installation."""
    package = Path(str(files("cassino_dsl")))
    shipped = package / "_shipped" / name
    return shipped if shipped.is_dir() else package.parent / name
