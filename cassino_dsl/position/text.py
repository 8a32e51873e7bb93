"""Positions as text: YAML that the commands read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def position_text(position: Mapping[str, Any]) -> str:
    """A position as YAML, one key per line."""
    return "\n".join(f"{key}: {flow(value)}" for key, value in position.items())


def flow(value: Any) -> str:
    """A value in one line of YAML."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{k}: {flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(v) for v in value) + "]"
    if value is None:
        return '""'
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else f'"{value}"'
