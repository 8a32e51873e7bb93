"""Edits of a text: what it is with them in it, and where its places have moved to."""

from __future__ import annotations

from collections.abc import Iterable

from cassino_dsl.language.diagnostics.diagnostic import Remedy, TextEdit


def edited(text: str, edits: Iterable[TextEdit]) -> str:
    """The text with some edits in it, which don't overlap."""
    for edit in sorted(edits, key=lambda e: e.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def moved(offset: int, edits: Iterable[TextEdit]) -> int:
    """Where a place of the text lies in the edited one; one that is written over lies where that begins."""
    shift = 0
    for edit in edits:
        if edit.span.end <= offset:
            shift += len(edit.text) - (edit.span.end - edit.span.start)
        elif edit.span.start < offset:
            shift += edit.span.start - offset
    return offset + shift


def placed(edit: TextEdit, edits: Iterable[TextEdit]) -> tuple[int, int]:
    """Where what an edit writes begins and ends in the text with all of some edits in it."""
    start = moved(edit.span.start, (e for e in edits if e is not edit))
    return start, start + len(edit.text)


def apart(some: Remedy, others: Iterable[Remedy]) -> bool:
    """Whether a remedy touches no place that one of the others changes, so that both can be applied at once."""
    edits = [edit for other in others for edit in other.edits]
    return not any(a.span.overlaps(b.span) for a in some.edits for b in edits)
