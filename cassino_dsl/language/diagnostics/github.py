"""Diagnostics as workflow commands of GitHub Actions: they show beside the line of a pull request."""

from __future__ import annotations

from collections.abc import Iterable

from cassino_dsl.language.diagnostics.diagnostic import Diagnostic
from cassino_dsl.language.diagnostics.suite import in_checkout, whole_message

# what would end a message or one of its properties, as GitHub writes it
_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_DATA, ":": "%3A", ",": "%2C"}


def github(diagnostics: Iterable[Diagnostic]) -> str:
    """One line for each: `::error file=…,line=…::message`."""
    return "".join(_command(d) + "\n" for d in diagnostics)


def _command(diagnostic: Diagnostic) -> str:
    properties: dict[str, object] = {}
    if diagnostic.span is not None:
        span = diagnostic.span
        properties = {
            "file": in_checkout(span.file).as_posix(),
            "line": span.line,
            "endLine": span.end_line,
            "col": span.column,
        }
        if span.end_line == span.line:  # columns have a meaning within one line only
            properties["endColumn"] = span.end_column
        else:
            del properties["col"]
    properties["title"] = f"{diagnostic.code.label} {diagnostic.code.slug}"
    listed = ",".join(f"{name}={_escaped(str(value), _PROPERTY)}" for name, value in properties.items())
    return f"::{diagnostic.severity} {listed}::{_escaped(whole_message(diagnostic), _DATA)}"


def _escaped(text: str, signs: dict[str, str]) -> str:
    return "".join(signs.get(ch, ch) for ch in text)
