"""Which engine is wanted, and what to say where the native one cannot do it."""

from __future__ import annotations

from typing import Literal

EngineName = Literal["auto", "reference", "native"]


class NoEngine(Exception):
    """The engine that was asked for cannot play this; the message says why."""


def without_native(wanted: EngineName, reason: str) -> str:
    """The remark that the reference engine does it, and why; ``NoEngine`` where only the native one will do."""
    if wanted == "native":
        raise NoEngine(f"the native engine cannot play this: {reason}")
    return f"played on the reference engine; the native one cannot: {reason}"
