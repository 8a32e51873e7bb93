"""Diagnostics as plain values for JSON."""

from __future__ import annotations

from typing import Any

from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Remedy
from cassino_dsl.language.ruleset.span import Span


def as_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """The diagnostic as ``validate --format json`` prints it.

    Lines and columns count from 1, columns in characters; the end is the first character after the
    fault. A fault without a place has null for all of them.
    """
    return {
        "code": diagnostic.code.label,
        "name": diagnostic.code.slug,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        **_place(diagnostic.span),
        "help": diagnostic.help,
        "others": [{"message": label, **_place(span)} for span, label in diagnostic.others],
        "notes": list(diagnostic.notes),
        "remedies": [_remedy(remedy) for remedy in diagnostic.remedies],
    }


def _remedy(remedy: Remedy) -> dict[str, Any]:
    """What to write where: the characters of each place are replaced by its text, all at once."""
    edits = [{"text": edit.text, **_place(edit.span)} for edit in remedy.edits]
    return {"title": remedy.title, "safe": remedy.safe, "edits": edits}


def _place(span: Span | None) -> dict[str, Any]:
    return {key: getattr(span, key, None) for key in ("file", "line", "column", "end_line", "end_column")}
