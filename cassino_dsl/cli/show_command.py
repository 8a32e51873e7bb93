"""`cassino show`: what a variant comes to, once everything is laid over everything."""

from __future__ import annotations

import shutil
import sys
from typing import Any

import click

from cassino_dsl.cli.common import load, load_game, print_json, ruleset_options, wrong_seats
from cassino_dsl.cli.output import Command

WIDEST = 100  # columns of a rulebook: longer lines are hard to read
EPILOG = """\b
Examples:
  cassino show traditional-cassino
  cassino show cassino --with sweeps --set target=31 --format json
  cassino show scopa --as rulebook > scopa.md
  cassino show scopa --as core --seats 4
"""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("variant")
@click.option(
    "--as",
    "form",
    type=click.Choice(["ruleset", "rulebook", "core"]),
    default="ruleset",
    show_default=True,
    help="What to show.",
)
@click.option(
    "--format",
    "format",
    type=click.Choice(["text", "json", "markdown", "html"]),
    help="text or json for a ruleset; text, markdown or html for a rulebook (text on a terminal, else markdown).",
)
@click.option("--seats", type=click.IntRange(1, 100), help="Of the core: number of seats (default: the fewest).")
@ruleset_options
def command(
    variant: str,
    form: str,
    format: str | None,
    seats: int | None,
    with_rules: tuple[str, ...],
    settings: tuple[str, ...],
) -> int:
    """Print the resolved ruleset: every clause after bases, options and house rules.

    With `--as rulebook`, print rules that people can play by. With `--as core`, print the normal form: what is
    compared, and what the native engine is made from.
    """
    if seats is not None and form != "core":
        raise click.UsageError("--seats belongs to --as core")
    if form == "rulebook":
        return _rulebook(variant, format, with_rules, settings)
    if form == "core":
        return _core(variant, format or "text", seats, with_rules, settings)
    if format in ("markdown", "html"):
        raise click.UsageError(f"--format {format} belongs to --as rulebook")
    ruleset = load_game(variant, with_rules, settings).ruleset
    from cassino_dsl.describe.ruleset_text import ruleset_data, ruleset_yaml

    if format == "json":
        options = {o.name: o.value for o in ruleset.options}
        head = {"name": ruleset.name, "file": ruleset.file, "house_rules": list(ruleset.house_rules), "chosen": options}
        print_json({**head, **ruleset_data(ruleset)})
        return 0
    click.echo(ruleset_yaml(ruleset), nl=False)
    return 0


def _core(variant: str, format: str, seats: int | None, with_rules: tuple[str, ...], settings: tuple[str, ...]) -> int:
    if format not in ("text", "json"):
        raise click.UsageError(f"--format {format} belongs to --as rulebook")
    game = load_game(variant, with_rules, settings)
    number = seats or game.ruleset.seats[0]
    if number not in game.ruleset.seats:
        raise wrong_seats(game, number)
    from cassino_dsl.core.passes import core_of
    from cassino_dsl.core.program import as_text, core_data

    data = core_data(core_of(game.ruleset, number))
    if format == "json":
        print_json(data)
    else:
        click.echo(as_text(data), nl=False)
    return 0


def _rulebook(variant: str, format: str | None, with_rules: tuple[str, ...], settings: tuple[str, ...]) -> int:
    if format == "json":
        raise click.UsageError("a rulebook is printed as markdown, text or html")
    from cassino_dsl.describe.rulebook import rulebook
    from cassino_dsl.describe.worked import examples_of

    loaded = load(variant, with_rules, settings)
    # the examples of a file are those of the game as the file has it
    examples = examples_of(loaded.composed.own) if loaded.composed and not (with_rules or settings) else []
    wanted: Any = format or ("text" if sys.stdout.isatty() else "markdown")
    width = min(shutil.get_terminal_size().columns, WIDEST)
    click.echo(rulebook(loaded.ruleset, wanted, examples, width, sys.stdout.encoding), nl=False)
    return 0
