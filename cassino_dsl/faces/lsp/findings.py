"""What is found in a text, as an editor marks it: the checker's findings while somebody types, those of play when it
is saved."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lsprotocol import types

from cassino_dsl.analysis.examples.read import read_examples
from cassino_dsl.analysis.examples.run import run_example
from cassino_dsl.analysis.simulate.trial import try_out
from cassino_dsl.faces.lsp.desk import Desk
from cassino_dsl.language.choices import try_choices
from cassino_dsl.language.compose.library import NotFound
from cassino_dsl.language.diagnostics.codes import EXPLAINED, Code
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report
from cassino_dsl.language.diagnostics.suite import whole_message
from cassino_dsl.language.targets import Target

STEPS = 5_000_000  # of work for one example: a second or so
Findings = dict[str, list[types.Diagnostic]]  # by URI; the file that was asked about comes first, with what it has
_SEVERITY = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}


def found_in(desk: Desk, uri: str) -> Findings:
    """What `cassino validate --no-play` finds in a file that is open, or that lies in the workspace."""
    path = desk.path(uri) or _path(desk, uri)
    return as_findings(desk, path, findings_of(desk, path)) if path is not None else {uri: []}


def findings_of(desk: Desk, path: Path, tried: bool = False) -> list[Diagnostic]:
    """The findings of a file, those of its examples among them. ``tried``: with those remedies alone that do what they
    say."""
    try:
        analysis = desk.analysis(path)
    except NotFound:
        return []
    report = Report()
    report.include(analysis.report)
    if analysis.ruleset is not None:
        read_examples(analysis.target, report)
    return report.diagnostics


def above(desk: Desk, uri: str) -> list[str]:
    """The files whose meaning depends on an open one."""
    path = desk.path(uri)
    return [desk.uri(file) for file in desk.above(path)] if path is not None else []


def played(desk: Desk, uri: str) -> dict[str, Any]:
    """What shows when a file is played: choices of options, examples, and random rounds. ``examples``: what came of
    each, by its name; of one that came out nothing."""
    path = desk.path(uri)
    target = desk.analysis(path).target if path is not None else None
    if path is None or target is None or target.loaded.ruleset is None:
        return {"findings": {}, "examples": {}}
    ruleset, report = target.loaded.ruleset, Report()
    results = [run_example(example, STEPS) for example in read_examples(target, Report())]
    for result in results:
        for found in result.diagnostics():
            report.keep(found)
    try_choices(target, ruleset, report)
    try_out(target, ruleset, report, compiled=False)
    told = {r.example.name: [m.found for _, m in r.mismatches] for r in results}
    return {"findings": as_findings(desk, path, report.diagnostics), "examples": told}


def target_of(desk: Desk, uri: str) -> Target | None:
    path = desk.path(uri)
    return desk.analysis(path).target if path is not None else None


def _path(desk: Desk, uri: str) -> Path | None:
    return next((file for file in desk.workspace() if desk.uri(file) == uri), None)


def as_findings(desk: Desk, path: Path, found: Iterable[Diagnostic]) -> Findings:
    """Findings by the files in which they are marked."""
    by_file: Findings = {desk.uri(path): []}
    for one in found:
        where, shown = as_diagnostic(desk, path, one)
        by_file.setdefault(desk.uri(where), []).append(shown)
    return by_file


def as_diagnostic(desk: Desk, path: Path, found: Diagnostic) -> tuple[Path, types.Diagnostic]:
    """A finding, and the file in which it is marked. Its help is said with it, for editors have no place of their own
    for one."""
    where, range = desk.place(found.span, path) if found.span else (path, desk.range(path, 0, 0))
    related = []
    for span, label in found.others:
        file, there = desk.place(span, path)
        place = types.Location(desk.uri(file), there)
        related.append(types.DiagnosticRelatedInformation(place, label or "see here"))
    shown = types.Diagnostic(
        range=_visible(range),
        message=whole_message(found),
        severity=_SEVERITY[found.severity],
        code=found.code.label,
        code_description=types.CodeDescription(explained_at(found.code)),
        source="cassino",
        related_information=related or None,
    )
    return where, shown


def _visible(range: types.Range) -> types.Range:
    """A range of a character at least: an empty one is marked by no editor, or by each in its own way."""
    if range.start != range.end:
        return range
    return types.Range(range.start, types.Position(range.end.line, range.end.character + 1))


def explained_at(code: Code) -> str:
    """Where it is written what a code means: what `cassino explain` prints, in the file from which it reads it."""
    return f"{EXPLAINED.as_uri()}#L{code.explanation.line}"
