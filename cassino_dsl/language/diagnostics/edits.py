"""Edits of a text: what it is with them in it, and where its places have moved to."""

from __future__ import annotations

from collections.abc import Iterable

from cassino_dsl.language.diagnostics.diagnostic import Remedy, TextEdit


def edited(text: str, edits: Iterable[TextEdit]) -> str:
    """The text with some edits in it, which don't overlap."""
    parts, last = [], 0
    for edit in sorted(edits, key=lambda e: e.span.start):
        parts += [text[last : edit.span.start], edit.text]
        last = edit.span.end
    return "".join([*parts, text[last:]])


def moved(offset: int, edits: Iterable[TextEdit]) -> int:
    """Where a place of the text lies in the edited one; one that is written over lies where that begins."""
    shift = 0
    for edit in edits:
        if edit.span.end <= offset:
            shift += len(edit.text) - (edit.span.end - edit.span.start)
        elif edit.span.start < offset:
            shift += edit.span.start - offset
    return offset + shift


def placed(edits: Iterable[TextEdit]) -> dict[TextEdit, tuple[int, int]]:
    """Where what each edit writes begins and ends in the text with all of them in it."""
    found, shift = {}, 0
    for edit in sorted(edits, key=lambda e: e.span.start):
        start = edit.span.start + shift
        found[edit] = start, start + len(edit.text)
        shift = found[edit][1] - edit.span.end
    return found


def apart(some: Remedy, others: Iterable[Remedy]) -> bool:
    """Whether a remedy touches no place that one of the others changes, so that both can be applied at once."""
    edits = [edit for other in others for edit in other.edits]
    return not any(a.span.overlaps(b.span) for a in some.edits for b in edits)
