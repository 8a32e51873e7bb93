"""`cassino test`: run the examples that stand in variant files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from cassino_dsl.cli.ci import FORMATS, print_suites
from cassino_dsl.cli.common import format_option, over_option, print_json, read_settings, ruleset_options
from cassino_dsl.cli.completion import complete_either
from cassino_dsl.cli.limits import TimedOut, given_steps, in_time, limit_options
from cassino_dsl.cli.output import Command, rewrite
from cassino_dsl.cli.terminal import coloured
from cassino_dsl.diagnostics.suite import Case, Suite, all_diagnostics

if TYPE_CHECKING:
    from cassino_dsl.compose.options import Setting
    from cassino_dsl.examples.coverage import Coverage
    from cassino_dsl.examples.read import Example
    from cassino_dsl.examples.run import Result
    from cassino_dsl.targets import Target, Word

EPILOG = """\b
Examples:
  cassino test my-variant.yaml
  cassino test cassino scopa variants/house/
  cassino test my-variant.yaml -k trail
  cassino test my-variant.yaml --update
  cassino test traditional-cassino --fail-under 90
  cassino test variants/ --format junit -o report.xml
"""


@dataclass(frozen=True)
class _Asked:
    """What the options ask of each file."""

    over: str | None
    with_rules: tuple[str, ...]
    settings: tuple[Setting, ...]
    named: str


@dataclass(frozen=True)
class _Tested:
    """A file with its examples, and what came of them."""

    target: Target
    examples: list[Example]
    results: list[Result]

    def suite(self) -> Suite:
        report = self.target.report
        errors = tuple(d for d in report.diagnostics if d.severity == "error")
        cases = [Case(r.example.name, r.example.span, tuple(r.diagnostics())) for r in self.results]
        return Suite(self.target.shown, errors, tuple(cases), report.overflow if report.full else 0)


@click.command(cls=Command, epilog=EPILOG)
@click.argument("files", metavar="FILE…", nargs=-1, required=True, shell_complete=complete_either)
@over_option("Run house rules over this variant (default: the first that fits).")
@click.option("-k", "named", metavar="TEXT", default="", help="Only examples with this text in their name.")
@click.option("--update", is_flag=True, help="Write what failing examples give into their expectations.")
@click.option("--coverage", is_flag=True, help="Say which clauses no example and no random game has exercised.")
@click.option(
    "--games",
    type=click.IntRange(0, 1_000_000),
    help="Random rounds for --coverage.  [default: up to 500, while they show something new]",
)
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Exit code 1 where less of a file is exercised; measures coverage.",
)
@limit_options
@ruleset_options
@format_option(*FORMATS)
def command(
    files: tuple[str, ...],
    over: str | None,
    named: str,
    update: bool,
    coverage: bool,
    games: int | None,
    fail_under: float | None,
    with_rules: tuple[str, ...],
    settings: tuple[str, ...],
    format: str,
) -> int:
    """Run the examples of variant files.

    FILE is a path, the name of a shipped variant or house rule, or a folder: then all its .yaml files. Exit code 1
    where an example does not come out, a file or an example can't be read, or too little is exercised.
    """
    from cassino_dsl.targets import target_words

    asked = _Asked(over, with_rules, read_settings(settings), named)
    words = target_words(files)
    tested = [_test(word, asked) for word in words]
    if named and not any(t.results or t.target.report.failed for t in tested):
        raise click.UsageError(f"no example has {named!r} in its name")
    if update:
        tested = [_update(word, one, asked) for word, one in zip(words, tested, strict=True)]
    covered = _measure(tested, games) if coverage or fail_under is not None else None
    suites = [one.suite() for one in tested]
    if format == "json":
        _print_json(tested, suites, covered)
    elif format == "text":
        _print(suites, covered or [])
    else:
        print_suites(suites, format)
    thin = [c for c in covered or () if fail_under is not None and c.percent < fail_under]
    for found in thin:
        click.echo(f"cassino: {found.name}: {found.percent:.1f} % exercised, less than {fail_under:g} %", err=True)
    return 1 if thin or any(s.failed or s.errors for s in suites) else 0


def _test(word: Word, asked: _Asked) -> _Tested:
    """Run the examples of what a word of the command line means."""
    from cassino_dsl.examples.read import read_examples
    from cassino_dsl.targets import open_target

    target = open_target(word.text, asked.over, asked.with_rules, asked.settings, word.folder)
    examples = read_examples(target, target.report, asked.named)
    return _Tested(target, examples, [_run(e) for e in examples])


def _run(example: Example) -> Result:
    """Run an example, as far as `--steps` and `--timeout` allow it."""
    from cassino_dsl.examples.outcome import Mismatch
    from cassino_dsl.examples.run import Result, run_example

    try:
        with in_time():
            return run_example(example, given_steps())
    except TimedOut as fault:
        return Result(example, ((example.span, Mismatch("an answer", str(fault))),))


def _update(word: Word, tested: _Tested, asked: _Asked) -> _Tested:
    """The file with new expectations, tested again."""
    from cassino_dsl.examples.update import updated
    from cassino_dsl.resources import folder

    target = tested.target
    failed = sum(not r.passed for r in tested.results)
    if not failed or target.own is None:
        return tested
    if target.path.resolve().is_relative_to(folder("variants").resolve()):
        raise click.UsageError(f"{word.text} belongs to the program: --update changes files of your own")
    text = updated(target.own.get("examples"), tested.results)
    if text is None:
        return tested
    rewrite(target.path, text)
    again = _test(word, asked)
    left = sum(not r.passed for r in again.results)
    click.echo(f"cassino: {target.path}: {failed - left} of {failed} failing examples updated", err=True)
    return again


def _measure(tested: Sequence[_Tested], games: int | None) -> list[Coverage]:
    from cassino_dsl.examples.coverage import measure

    rulesets = [(t.target.loaded.ruleset, t.examples) for t in tested]
    return [measure(ruleset, examples, games) for ruleset, examples in rulesets if ruleset is not None]


def _print_json(tested: Sequence[_Tested], suites: Sequence[Suite], covered: Sequence[Coverage] | None) -> None:
    from cassino_dsl.diagnostics.json import as_json

    results = [r for t in tested for r in t.results]
    failed = sum(s.failed for s in suites)
    answer = {
        "passed": len(results) - failed,
        "failed": failed,
        "examples": [r.json() for r in results],
        "errors": sum(s.errors for s in suites),
        "diagnostics": [as_json(d) for s in suites for d in s.findings],
    }
    print_json(answer if covered is None else {**answer, "coverage": [c.json() for c in covered]})


def _print(suites: Sequence[Suite], covered: Sequence[Coverage]) -> None:
    from cassino_dsl.diagnostics.text import render

    for diagnostic in all_diagnostics(suites):
        click.echo(render(diagnostic, coloured(sys.stdout)) + "\n")
    failed, errors = sum(s.failed for s in suites), sum(s.errors for s in suites)
    passed = sum(len(s.cases) for s in suites) - failed
    numbers = f"{passed} passed, {failed} failed, {errors} error{'' if errors == 1 else 's'}"
    files = sum(bool(s.cases or s.errors) for s in suites)
    where = f" in {files} file{'' if files == 1 else 's'}" if files else ""
    click.secho(numbers + where, fg="red" if failed or errors else "green", bold=True)
    for found in covered:
        click.echo(found.text())
