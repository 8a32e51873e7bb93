"""What is found in a text, as an editor marks it: the checker's findings while somebody types, those of play when it
is saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lsprotocol import types

from cassino_dsl.analysis.examples.read import read_examples
from cassino_dsl.analysis.examples.run import Result, run_example
from cassino_dsl.analysis.simulate.trial import ROUNDS, try_out
from cassino_dsl.faces.lsp.desk import Desk
from cassino_dsl.language.children import spare_what_children_read
from cassino_dsl.language.choices import try_choices
from cassino_dsl.language.compose.options import words
from cassino_dsl.language.core.contradictions import check_contradictions
from cassino_dsl.language.diagnostics.codes import EXPLAINED, Code
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report
from cassino_dsl.language.diagnostics.suite import whole_message
from cassino_dsl.language.project import leave_out_unwanted, project_of
from cassino_dsl.language.remedies import tried
from cassino_dsl.language.syntax.tree import Mapping, Scalar, Sequence
from cassino_dsl.language.targets import Target, open_target

STEPS = 5_000_000  # of work for one example: a second or so
Findings = dict[str, list[types.Diagnostic]]  # by URI; the file that was asked about comes first, with what it has
_SEVERITY = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}


def found_in(desk: Desk, uri: str) -> Findings:
    """What reading a file finds that is open, or that lies in the workspace; so far as it is found at once."""
    path = desk.path(uri) or next((file for file in desk.workspace() if desk.uri(file) == uri), None)
    target = desk.analysis(path).target if path is not None else None
    if path is None or target is None:
        return {uri: []}
    return as_findings(desk, path, _look(target, examples=not _chooses(target)))


def _chooses(target: Target) -> bool:
    """Whether examples have options or house rules of their own: each combination is a ruleset to be read."""
    examples = target.own.get("examples") if target.own else None
    items = examples.items if isinstance(examples, Sequence) else ()
    return any(isinstance(item, Mapping) and (item.get("set") or item.get("with")) for item in items)


def found_and_tried(desk: Desk, uri: str) -> Findings:
    """All that reading a file finds, where nothing is said of remedies that don't do what they say."""
    path = desk.path(uri)
    return as_findings(desk, path, with_remedies(desk, path)) if path is not None else {uri: []}


def with_remedies(desk: Desk, path: Path) -> Report:
    """The findings of a file, with those of their remedies that do what they say."""
    if path not in desk.tried:
        report = _look(desk.analysis(path).target)
        tried(report, lambda: _look(open_target(str(path), None, (), ())))
        desk.tried[path] = report
    return desk.tried[path]


def _look(target: Target, played: Report | None = None, examples: bool = True) -> Report:
    """What reading a file finds, also in its examples, and what came of it when it was ``played``, but for what nobody
    wants to hear of. ``examples``: these are read."""
    report = Report()
    report.include(target.report)
    if target.loaded.ruleset is not None and examples:
        read_examples(target, report)
    if target.loaded.ruleset is not None and target.own is not None:
        check_contradictions(target.loaded.ruleset, report, target.own.span.file)
    report.include(played or Report())
    spare_what_children_read(target, report)
    # what is ignored in vain can be told only where everything was looked at
    leave_out_unwanted(report, target.own, project_of(target.path), Code if played else ())
    return report


def above(desk: Desk, uri: str) -> list[str]:
    """The files whose meaning depends on an open one."""
    path = desk.path(uri)
    return [desk.uri(file) for file in desk.above(path)] if path is not None else []


def played(desk: Desk, uri: str) -> dict[str, Any]:
    """What shows when a file is played: choices of options, examples, and random rounds. ``examples``: what came of
    each, by its name; of one that came out nothing."""
    target = target_of(desk, uri)
    if target is None or target.loaded.ruleset is None:
        return {"findings": {}, "examples": {}}
    ruleset = target.loaded.ruleset
    report, told = what_came([run_example(example, STEPS) for example in read_examples(target, Report())])
    try_choices(target, ruleset, report)
    trial = project_of(target.path).trial
    if trial != 0:
        try_out(target, ruleset, report, trial or ROUNDS, compiled=False)
    return {"findings": as_findings(desk, target.path, _look(target, report)), "examples": told}


def what_came(results: list[Result]) -> tuple[Report, dict[str, list[str]]]:
    """The findings of examples that were run, and what came of each, by its name."""
    report = Report()
    for found in (found for result in results for found in result.diagnostics()):
        report.keep(found)
    return report, {result.example.name: [m.found for _, m in result.mismatches] for result in results}


def target_of(desk: Desk, uri: str) -> Target | None:
    path = desk.path(uri)
    return desk.analysis(path).target if path is not None else None


def as_findings(desk: Desk, path: Path, found: Report) -> Findings:
    """Findings by the files in which they are marked; where errors stand in other files alone, the first is told of
    this one, too, which means nothing with it."""
    by_file: Findings = {desk.uri(path): []}
    errors: list[tuple[Path, Diagnostic]] = []
    for one in found.diagnostics:
        where, shown = as_diagnostic(desk, path, one)
        by_file.setdefault(desk.uri(where), []).append(shown)
        errors += [(where, one)] if one.severity == "error" else []
    named = _named(desk, path, errors[0][0]) if errors and all(where != path for where, _ in errors) else None
    if named is not None and (span := errors[0][1].span) is not None:
        where, one = errors[0]
        message = f"an error stands in `{where.name}`, line {span.line}: {one.message}"
        here = Diagnostic(one.code, message, named.span, one.help, ((span, "it stands here"),))
        by_file[desk.uri(path)].append(as_diagnostic(desk, path, here)[1])
    return by_file


def _named(desk: Desk, path: Path, other: Path) -> Scalar | None:
    """The word by which a file names another, or what leads to it."""
    own = desk.analysis(path).target.own
    said = {key: own.get(key) for key in ("extends", "over", "with")} if own is not None else {}
    names = [(word, key == "with") for key, node in said.items() for word in words(node)]
    found = [word for word, house in names if desk.named(word.text, path, house) == other]
    return next(iter((*found, *(word for word, _ in names))), None)


def as_diagnostic(desk: Desk, path: Path, found: Diagnostic) -> tuple[Path, types.Diagnostic]:
    """A finding, and the file in which it is marked. Its help is said with it, for editors have no place of their own
    for one."""
    where, range = desk.place(found.span, path) if found.span else (path, desk.range(path, 0, 0))
    if range.start == range.end:  # which is marked by no editor, or by each in its own way
        range = types.Range(range.start, types.Position(range.end.line, range.end.character + 1))
    related = []
    for span, label in found.others:
        file, there = desk.place(span, path)
        place = types.Location(desk.uri(file), there)
        related.append(types.DiagnosticRelatedInformation(place, label or "see here"))
    shown = types.Diagnostic(
        range=range,
        message=whole_message(found),
        severity=_SEVERITY[found.severity],
        code=found.code.label,
        code_description=types.CodeDescription(explained_at(found.code)),
        source="cassino",
        related_information=related or None,
    )
    return where, shown


def explained_at(code: Code) -> str:
    """Where it is written what a code means: what `cassino explain` prints, in the file from which it reads it."""
    return f"{EXPLAINED.as_uri()}#L{code.explanation.line}"
