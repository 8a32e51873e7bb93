"""`validate`: what is found in variant files, and what mends it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

import click

from cassino_dsl.faces.cli.files import (
    found_json,
    named_files,
    print_diagnostics,
    print_difference,
    rewrite_own,
    suites_answer,
)
from cassino_dsl.faces.cli.loading import read_settings
from cassino_dsl.faces.cli.output import mark_of
from cassino_dsl.faces.cli.printing import Answer, heading, plural, remark
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report, TextEdit
from cassino_dsl.language.diagnostics.edits import edited
from cassino_dsl.language.diagnostics.suite import Suite
from cassino_dsl.language.ignores import PLAYED, ignores_of
from cassino_dsl.language.project import Project, leave_out_unwanted, project_of
from cassino_dsl.language.remedies import mended, tried
from cassino_dsl.language.ruleset.span import Source
from cassino_dsl.language.syntax.read_source import given, path_of
from cassino_dsl.language.targets import Target, Word, open_target, target_words


def validate(o: Any) -> Answer:
    words = target_words(named_files(o.files))
    if o.fix or o.diff:
        changes = [_mended(word, o) for word in words]
        if o.diff:
            return _differences(changes, o)
    elif o.unsafe:
        raise click.UsageError("--unsafe goes with --fix or --diff")
    looked = [_look(word, o) for word in words]
    projects = [project_of(target.path) for target in looked]
    trials = []
    for word, target, project in zip(words, looked, projects, strict=True):
        played = _look_further(word, target, project, o)
        trials += [played] if played else []
        tried(target.report, partial(_findings, word, o))
    faulty = {project.file: project for project in projects if project.report.diagnostics}
    suites = [Suite(project.file, tuple(project.report.diagnostics)) for project in faulty.values()]
    suites += [Suite(target.shown, tuple(target.report.diagnostics)) for target in looked]
    found = [d for suite in suites for d in suite.findings]
    hidden = sum(target.report.overflow for target in looked)
    return suites_answer(
        suites,
        lambda: {"files": len(looked), "diagnostics": [found_json(d) for d in found], "played": trials},
        lambda: _print_found(found, len(looked), hidden),
        int(any(o.strict or d.severity == "error" for d in found) or any(t.report.failed for t in looked)),
    )


def _look(word: Word, o: Any) -> Target:
    """What a word of the command line means, with all that reading it finds, also in its examples."""
    target = open_target(word.text, o.over, o.with_rules, read_settings(o.settings), word.folder)
    if target.loaded.ruleset is not None and target.own is not None and target.own.get("examples") is not None:
        from cassino_dsl.analysis.examples.read import read_examples

        read_examples(target, target.report)
    return target


def _look_further(word: Word, target: Target, project: Project, o: Any) -> dict[str, Any] | None:
    """Find what reading alone does not, and leave out what nobody wants to hear of; what was played, where it is."""
    played = _choose_and_play(word, target, project, o)
    whole = played is not None and not played["stopped"]
    looked_for = [code for code in Code if whole or code not in PLAYED]
    leave_out_unwanted(target.report, target.own, project, looked_for)
    return played


def _choose_and_play(word: Word, target: Target, project: Project, o: Any) -> dict[str, Any] | None:
    """Look at the other values of options, and play a trial; what that was, where it is wanted."""
    ruleset = target.loaded.ruleset
    if ruleset is None:
        return None
    from cassino_dsl.language.children import spare_what_children_read
    from cassino_dsl.language.choices import try_choices
    from cassino_dsl.language.core.contradictions import check_contradictions

    if target.own is not None:
        check_contradictions(ruleset, target.report, target.own.span.file)
    looked = try_choices(target, ruleset, target.report)
    spare_what_children_read(target, target.report)
    if looked.done < looked.wanted:
        remark(f"{word.text}: {looked.done} of {looked.wanted} choices of options looked at")
    if o.no_play or project.trial == 0:
        return None
    from cassino_dsl.analysis.simulate.trial import try_out

    trial = try_out(target, ruleset, target.report, *([project.trial] if project.trial else []))
    if trial.stopped:
        said = f"{word.text}: {trial.rounds} of {trial.wanted} random rounds played, then the time was up"
        never = f"; never played in them: {', '.join(trial.unplayed)}" if trial.unplayed and trial.rounds else ""
        remark(said + never)
    return {"file": word.text, **asdict(trial)}


def _findings(word: Word, o: Any) -> Report:
    """What reading a file finds, as it now is. Much is only found by looking further: no comment is in vain here."""
    target = _look(word, o)
    leave_out_unwanted(target.report, target.own, project_of(target.path), ())
    return target.report


def _print_found(found: Sequence[Diagnostic], files: int, hidden: int) -> None:
    print_diagnostics(found)
    errors = sum(d.severity == "error" for d in found)
    warnings = len(found) - errors
    words = f"{plural(files, 'file')}: {plural(errors, 'error')}, {plural(warnings, 'warning')}"
    more = f"; {hidden} more not shown" if hidden else ""
    heading(words + more, "error" if errors else "warning" if warnings else "good")


# ---- remedies


def _mended(word: Word, o: Any) -> tuple[Target, str, str]:
    """A file, its text, and its text mended, which `--fix` writes."""
    target = _look(word, o)
    before, after, number, more = mended(target.shown, partial(_findings, word, o), o.unsafe)
    vain = _in_vain(word, target, after, o)
    after, number = edited(after, dict.fromkeys(vain)), number + len(vain)
    if number and not o.diff:
        rewrite_own(word, target, after, "--fix")
        remark(f"{target.path}: {plural(number, 'finding')} mended{'; another run may mend more' if more else ''}")
    return target, before, after


def _in_vain(word: Word, target: Target, text: str, o: Any) -> list[TextEdit]:
    """What takes comments out of a text that ignore nothing: only a look at everything tells."""
    if not ignores_of(Source(target.shown, text)):
        return []
    with given({path_of(target.shown): text}):
        looked = _look(word, o)
        _look_further(word, looked, project_of(looked.path), o)
    found = [d for d in looked.report.diagnostics if d.code is Code.NOTHING_IGNORED]
    return [edit for d in found for remedy in d.remedies for edit in remedy.edits]


def _differences(changes: Sequence[tuple[Target, str, str]], o: Any) -> Answer:
    """What `--fix` would change."""
    if o.format != "text":
        raise click.UsageError(f"--diff prints text; the remedies stand in --format {o.format} without it")

    def show() -> None:
        for target, before, after in changes:
            print_difference(target.shown, before, after, mark_of(target.path))

    return Answer({"text": show}, int(any(before != after for _, before, after in changes)))
