"""`cassino validate`: every fault of variant files, at its place."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from cassino_dsl.cli.ci import FORMATS, print_suites
from cassino_dsl.cli.common import format_option, over_option, print_json, read_settings, ruleset_options
from cassino_dsl.cli.completion import complete_either
from cassino_dsl.cli.output import Command
from cassino_dsl.cli.terminal import coloured
from cassino_dsl.diagnostics.suite import Suite

if TYPE_CHECKING:
    from cassino_dsl.diagnostics.diagnostic import Report
    from cassino_dsl.simulate.trial import Trial
    from cassino_dsl.targets import Target

EPILOG = """\b
Examples:
  cassino validate my-variant.yaml
  cassino validate cassino scopa variants/house/
  cassino validate my-house-rule.yaml --over royal-cassino --format json
  cassino validate variants/ --no-play
"""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("files", metavar="FILE…", nargs=-1, required=True, shell_complete=complete_either)
@over_option("Look at house rules over this variant (default: the first that fits).")
@click.option("--no-play", is_flag=True, help="Only read the files; play no rounds of them.")
@ruleset_options
@format_option(*FORMATS)
def command(
    files: tuple[str, ...],
    over: str | None,
    no_play: bool,
    with_rules: tuple[str, ...],
    settings: tuple[str, ...],
    format: str,
) -> int:
    """Check variant files: every fault, at its place, with a remedy.

    FILE is a path, the name of a shipped variant or house rule, or a folder: then all its .yaml files. A house rule is
    checked over a variant that it fits. Each value that an option may have is looked at too. Of a file without errors
    some random rounds are played, always the same ones, for two seconds at most: they show rounds in which nobody can
    play, faults, and actions that never come up. Exit code 1 where there are errors; warnings alone are clean.
    """
    from cassino_dsl.targets import open_target, target_words

    chosen = read_settings(settings)
    meant = target_words(files)
    words = [one.text for one in meant]
    targets = [open_target(one.text, over, with_rules, chosen, one.folder) for one in meant]
    reports = [target.report for target in targets]
    for target in targets:
        if target.loaded.ruleset is not None and target.own is not None and target.own.get("examples") is not None:
            from cassino_dsl.examples.read import read_examples

            read_examples(target, target.report)
    for word, target in zip(words, targets, strict=True):
        if target.loaded.ruleset is not None:
            from cassino_dsl.choices import try_choices

            looked = try_choices(target, target.loaded.ruleset, target.report)
            if looked.done < looked.wanted:
                said = f"{looked.done} of {looked.wanted} choices of options looked at"
                click.echo(f"cassino: {word}: {said}", err=True)
    trials = [] if no_play else _play(words, targets)
    for word, trial in trials:
        if trial.stopped:
            said = f"{word}: {trial.rounds} of {trial.wanted} random rounds played, then the time was up"
            never = f"; never played in them: {', '.join(trial.unplayed)}" if trial.unplayed and trial.rounds else ""
            click.echo(f"cassino: {said}{never}", err=True)
    if format == "json":
        from cassino_dsl.diagnostics.json import as_json

        data = {"files": len(words), "diagnostics": [as_json(d) for r in reports for d in r.diagnostics]}
        print_json({**data, "played": [{"file": word, **asdict(trial)} for word, trial in trials]})
    elif format == "text":
        _print(reports)
    else:
        print_suites([Suite(t.shown, tuple(t.report.diagnostics)) for t in targets], format)
    return 1 if any(r.failed for r in reports) else 0


def _play(words: list[str], targets: list[Target]) -> list[tuple[str, Trial]]:
    """Some random rounds of each file that can be played."""
    found = []
    for word, target in zip(words, targets, strict=True):
        if target.loaded.ruleset is not None:
            from cassino_dsl.simulate.trial import try_out

            found.append((word, try_out(target, target.loaded.ruleset, target.report)))
    return found


def _print(reports: list[Report]) -> None:
    from cassino_dsl.diagnostics.text import render

    colour = coloured(sys.stdout)
    errors = warnings = hidden = 0
    for report in reports:
        hidden += report.overflow
        for diagnostic in report.diagnostics:
            click.echo(render(diagnostic, colour) + "\n")
            errors += diagnostic.severity == "error"
            warnings += diagnostic.severity != "error"
    words = [_count(len(reports), "file") + ": " + _count(errors, "error"), _count(warnings, "warning")]
    more = f"; {hidden} more not shown" if hidden else ""
    click.secho(", ".join(words) + more, fg="red" if errors else "yellow" if warnings else "green", bold=True)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
