"""The tables that lie beside tests, read by C: some have thousands of lines, and each process of a run reads all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml


def beside(file: str, name: str) -> Any:
    """The YAML of this name beside a file."""
    return yaml.load(Path(file).with_name(name).read_text("utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
