"""`cassino test`: run the examples that stand in variant files."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from cassino_dsl.cli.common import format_option, print_json, read_settings, ruleset_options
from cassino_dsl.cli.output import Command
from cassino_dsl.cli.terminal import coloured

if TYPE_CHECKING:
    from cassino_dsl.examples.run import Result

EPILOG = """\b
Examples:
  cassino test my-variant.yaml
  cassino test cassino scopa variants/house/
  cassino test traditional-cassino --coverage --games 500
"""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
@click.option("--over", metavar="VARIANT", help="Run house rules over this variant (default: the first that fits).")
@click.option("--coverage", is_flag=True, help="Say which clauses no example and no random game has exercised.")
@click.option(
    "--games",
    type=click.IntRange(0, 1_000_000),
    default=500,
    show_default=True,
    help="Random rounds played for --coverage.",
)
@ruleset_options
@format_option()
def command(
    files: tuple[str, ...],
    over: str | None,
    coverage: bool,
    games: int,
    with_rules: tuple[str, ...],
    settings: tuple[str, ...],
    format: str,
) -> int:
    """Run the examples of variant files.

    FILE is a path, the name of a shipped variant or house rule, or a folder: then all its .yaml files. Exit code 1
    where an example does not come out, or a file has errors.
    """
    from cassino_dsl.cli.faults import show_diagnostics
    from cassino_dsl.examples.read import read_examples
    from cassino_dsl.examples.run import run_example
    from cassino_dsl.targets import open_target, target_words

    chosen = read_settings(settings)
    results: list[Result] = []
    covered = []
    faulty = False
    for word in target_words(files):
        target = open_target(word, over, with_rules, chosen)
        examples = read_examples(target, target.report)
        if target.report.failed:
            faulty = True
            errors = [d for d in target.report.diagnostics if d.severity == "error"]
            show_diagnostics(errors)
        ran = [run_example(e) for e in examples]
        results.extend(ran)
        if coverage and target.loaded.ruleset is not None:
            from cassino_dsl.examples.coverage import measure

            covered.append(measure(target.loaded.ruleset, examples, games))
    failed = sum(not r.passed for r in results)
    if format == "json":
        answer = {"passed": len(results) - failed, "failed": failed, "examples": [r.json() for r in results]}
        if coverage:
            answer["coverage"] = [c.json() for c in covered]
        print_json(answer)
    else:
        _print(results, failed)
        for found in covered:
            click.echo(found.text())
    return 1 if failed or faulty else 0


def _print(results: list[Result], failed: int) -> None:
    from cassino_dsl.diagnostics.text import render

    colour = coloured(sys.stdout)
    for result in results:
        for diagnostic in result.diagnostics():
            click.echo(render(diagnostic, colour) + "\n")
    passed = len(results) - failed
    files = len({r.example.span.file for r in results})
    where = f" in {files} file{'' if files == 1 else 's'}" if files else ""
    click.secho(f"{passed} passed, {failed} failed{where}", fg="red" if failed else "green", bold=True)
