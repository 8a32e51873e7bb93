"""Tables of the program's own data, in YAML: the words of the language, the keys of a file, headings of books."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml


def read_table(file: Path, texts: bool = False) -> Any:
    """What a table of the program says. ``texts``: every scalar is a text, also `on` and `1`."""
    loader = "BaseLoader" if texts else "SafeLoader"
    return yaml.load(file.read_text(encoding="utf-8"), Loader=getattr(yaml, f"C{loader}", getattr(yaml, loader)))
