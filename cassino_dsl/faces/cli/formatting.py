"""`cassino fmt`: variant files in the one layout. Standard output has only what was asked for: a text,
differences, or names of files."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, Literal

import click

from cassino_dsl.faces.cli.files import named_files, print_difference
from cassino_dsl.faces.cli.output import mark_of, rewrite
from cassino_dsl.faces.cli.printing import plural, remark, report_fault
from cassino_dsl.faces.cli.terminal import escape_of
from cassino_dsl.language.compose.library import is_path
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report
from cassino_dsl.language.diagnostics.text import render, safe
from cassino_dsl.language.formatter.format import format_source
from cassino_dsl.language.formatter.upgrade import upgraded
from cassino_dsl.language.ruleset.span import Source
from cassino_dsl.language.syntax.read_source import STDIN, is_pipe, path_of, read_source
from cassino_dsl.language.targets import Word, file_of, target_words

Outcome = Literal["out of reach", "left alone", "changed", "same"]


def fmt(o: Any) -> int:
    """Give files the one layout; the exit code is 1 where one is left alone, or is only looked at and has another,
    2 where one could not be read or written."""
    words = target_words(named_files(o.files))
    outcomes = [_outcome(word, o) for word in words]
    changed, faults = outcomes.count("changed"), outcomes.count("out of reach")
    alone = outcomes.count("left alone") + faults
    looks = o.check or o.diff
    if looks or not all(is_pipe(path_of(word.text)) for word in words):
        left = f", {alone} left alone" if alone else ""
        remark(f"{plural(len(outcomes), 'file')}: {changed} {'to format' if looks else 'formatted'}{left}")
    return 2 if faults else int(alone > 0 or (looks and changed > 0))


def _outcome(word: Word, o: Any) -> Outcome:
    """What came of one file; those after one that may not be read or written get their turn, too."""
    try:
        return _format(word, o)
    except OSError as fault:
        if is_pipe(path_of(word.text)):
            raise
        report_fault(fault)
        return "out of reach"


def _format(word: Word, o: Any) -> Outcome:
    report = Report()
    path = file_of(word, report)
    if path is None:
        return _left_alone(report.diagnostics)
    looks, pipe = o.check or o.diff, is_pipe(path)
    if not (pipe or looks or is_path(word.text)):
        raise click.UsageError(f"{word.text} belongs to the program: fmt changes files of your own")
    source = read_source(path, "standard input" if path == STDIN else word.text, report)
    if source is None:
        return _left_alone(report.diagnostics)
    found = format_source(upgraded(source, path) if o.upgrade else source)
    if found.findings:
        return _left_alone(found.findings)
    differs = found.text != source.text
    if looks:
        _show(source, found.text, mark_of(path), o)
    elif pipe:
        if sys.stdout.isatty():
            click.echo(found.text, nl=False)
        else:
            sys.stdout.buffer.write((mark_of(path) + found.text).encode())
    elif differs:
        rewrite(path, found.text, word.folder)
    return "changed" if differs else "same"


def _show(source: Source, new: str, mark: str, o: Any) -> None:
    """What would change: a unified difference, as `patch` reads it, or the name of the file."""
    if o.diff:
        print_difference(source.name, source.text, new, mark)
    elif new != source.text:
        click.echo(safe(source.name))


def _left_alone(findings: Iterable[Diagnostic]) -> Outcome:
    """Say why a text stays as it is."""
    for found in findings:
        click.echo(render(found, escape_of(sys.stderr)) + "\n", err=True)
    return "left alone"
