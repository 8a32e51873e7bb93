"""Conditions of a play as `why` lists them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cassino_dsl.ruleset.span import Span

ALLOWED, REFUSED, NOT_REACHED = "allowed", "refused", "not reached"


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition: what it is called, its text and place in the file, what it saw, what it said."""

    clause: str
    verdict: str
    text: str = ""
    span: Span | None = None
    values: Mapping[str, Any] = field(default_factory=dict)

    def json(self) -> dict[str, Any]:
        span = self.span
        return {
            "clause": self.clause,
            "text": self.text,
            "place": f"{span.file}:{span.line}:{span.column}" if span else None,
            "values": dict(self.values),
            "verdict": self.verdict,
        }


def verdict(holds: object) -> str:
    return ALLOWED if holds else REFUSED


def source_text(span: Span) -> str:
    """The text of a clause as the file has it, in one line."""
    return " ".join(span.text.split())
