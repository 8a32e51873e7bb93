"""Diagnostics as SARIF 2.1.0, the exchange format of static analysis (code scanning, editors)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Remedy
from cassino_dsl.language.diagnostics.suite import in_checkout, whole_message
from cassino_dsl.language.ruleset.span import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(diagnostics: Iterable[Diagnostic], version: str) -> dict[str, Any]:
    """One run of this program in its ``version``: a rule for each code that was found, a result for each diagnostic."""
    found = list(diagnostics)
    codes = sorted({d.code for d in found}, key=lambda code: code.number)
    driver = {"name": "cassino", "version": version, "rules": [_rule(code) for code in codes]}
    results = [_result(d, codes.index(d.code)) for d in found]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: Code) -> dict[str, Any]:
    return {
        "id": code.label,
        "name": code.slug,
        "shortDescription": {"text": code.explanation.title},
        "fullDescription": {"text": code.explanation.text},
        "help": {"text": f"`cassino explain {code.label}` shows an example that is wrong and one that is right."},
        "defaultConfiguration": {"level": code.severity},
    }


def _result(diagnostic: Diagnostic, rule: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": diagnostic.code.label,
        "ruleIndex": rule,
        "level": diagnostic.severity,
        "message": {"text": whole_message(diagnostic)},
    }
    if diagnostic.span is not None:
        result["locations"] = [_location(diagnostic.span)]
    if diagnostic.others:
        result["relatedLocations"] = [
            {"id": number, "message": {"text": label or "see here"}, **_location(span)}
            for number, (span, label) in enumerate(diagnostic.others, 1)
        ]
    if diagnostic.remedies:
        result["fixes"] = [_fix(remedy) for remedy in diagnostic.remedies]
    return result


def _fix(remedy: Remedy) -> dict[str, Any]:
    replacements = [
        {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}} for edit in remedy.edits
    ]
    change = {"artifactLocation": {"uri": _uri(remedy.file)}, "replacements": replacements}
    return {"description": {"text": remedy.title}, "artifactChanges": [change]}


def _location(span: Span) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(span.file)}}
    if span.source.text:
        place["region"] = _region(span)
        if span.end == span.start:  # a place where something is missing is shown as one character
            place["region"]["endColumn"] += 1
    return {"physicalLocation": place}


def _region(span: Span) -> dict[str, Any]:
    lines = {"startLine": span.line, "startColumn": span.column}
    return {**lines, "endLine": span.end_line, "endColumn": span.end_column}


def _uri(file: str) -> str:
    path = in_checkout(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
