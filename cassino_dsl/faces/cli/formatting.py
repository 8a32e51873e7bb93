"""`cassino fmt`: variant files in the one layout. To standard output goes only what was asked for: a text, a difference,
or the names of files that have another layout."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterator
from difflib import unified_diff
from typing import Any, Literal

import click

from cassino_dsl.faces.cli.output import rewrite
from cassino_dsl.faces.cli.printing import plural, remark
from cassino_dsl.faces.cli.terminal import coloured
from cassino_dsl.language.compose.library import is_path
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.diagnostics.text import render, safe
from cassino_dsl.language.formatter.format import format_source
from cassino_dsl.language.syntax.given_texts import MAX_BYTES, read_bytes
from cassino_dsl.language.syntax.read_source import source_from_bytes
from cassino_dsl.language.targets import Word, file_of, target_words

STDIN = "-"
Outcome = Literal["unreadable", "changed", "same"]


def fmt(o: Any) -> int:
    """Give files the one layout; the exit code is 1 where one cannot be read, or is only looked at and has another."""
    outcomes = [_format(word, o) for word in target_words(o.files)]
    changed, unreadable = outcomes.count("changed"), outcomes.count("unreadable")
    looks = o.check or o.diff
    if looks or o.files != (STDIN,):
        left = f", {unreadable} left alone" if unreadable else ""
        remark(f"{plural(len(outcomes), 'file')}: {changed} {'to format' if looks else 'formatted'}{left}")
    return int(unreadable > 0 or (looks and changed > 0))


def _format(word: Word, o: Any) -> Outcome:
    report, path = Report(), None
    if word.text != STDIN:
        path = file_of(word, report)
        if path is None:
            return _left_alone(report)
        if not (o.check or o.diff or is_path(word.text)):
            raise click.UsageError(f"{word.text} belongs to the program: fmt changes files of your own")
    data = read_bytes(path) if path else sys.stdin.buffer.read(MAX_BYTES + 1)
    name = word.text if path else "standard input"
    source = source_from_bytes(name, data, report)
    if source is None:
        return _left_alone(report)
    found = format_source(source)
    for finding in found.findings:
        report.keep(finding)
    if found.findings:
        return _left_alone(report)
    differs = found.text != source.text
    if o.diff:
        click.echo("".join(_difference(name, source.text, found.text)), nl=False)
    elif o.check and differs:
        click.echo(safe(name))
    elif not path and not o.check:
        mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
        click.get_binary_stream("stdout").write(mark + found.text.encode())
    elif differs and path and not o.check:
        rewrite(path, found.text)
    return "changed" if differs else "same"


def _left_alone(report: Report) -> Outcome:
    """Say why a text stays as it is."""
    for found in report.diagnostics:
        click.echo(render(found, coloured(sys.stderr)) + "\n", err=True)
    return "unreadable"


def _difference(name: str, old: str, new: str) -> Iterator[str]:
    """A unified difference, as `patch` reads it."""
    for line in unified_diff(old.splitlines(keepends=True), new.splitlines(keepends=True), safe(name), safe(name)):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
