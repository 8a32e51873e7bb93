"""`cassino show`: what a variant comes to, once everything is laid over everything."""

from __future__ import annotations

import shutil
import sys
from typing import Any

import click

from cassino_dsl.cli.common import (
    check_seats,
    load,
    load_game,
    over_option,
    print_json,
    read_settings,
    ruleset_options,
    seats_option,
)
from cassino_dsl.cli.completion import complete_either
from cassino_dsl.cli.output import Command

WIDEST = 100  # columns of a rulebook: longer lines are hard to read
EPILOG = """\b
Examples:
  cassino show traditional-cassino
  cassino show cassino --with sweeps --set target=31 --format json
  cassino show scopa --as rulebook -o scopa.md
  cassino show scopa --as core --seats 4
  cassino show sweeps --over royal-cassino
"""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("variant", shell_complete=complete_either)
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
@seats_option("Of the core: number of seats.  [default: the fewest]")
@over_option("Show a house rule over this variant (default: the first that fits).")
@ruleset_options
def command(
    variant: str,
    form: str,
    format: str | None,
    seats: int | None,
    over: str | None,
    with_rules: tuple[str, ...],
    settings: tuple[str, ...],
) -> int:
    """Print the resolved ruleset: every clause after bases, options and house rules.

    Of a house rule, print what it changes in the variant that it is laid over.

    With `--as rulebook`, print rules that people can play by. With `--as core`, print the normal form: what is
    compared, and what the native engine is made from.
    """
    if seats is not None and form != "core":
        raise click.UsageError("--seats belongs to --as core")
    target = _house_rule(variant, over, with_rules, settings)
    if target is not None and form == "ruleset":
        return _changes(target, format or "text", settings)
    if target is not None:
        variant, with_rules = target.variant, target.with_rules
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


def _house_rule(word: str, over: str | None, with_rules: tuple[str, ...], settings: tuple[str, ...]) -> Any:
    """A house rule laid over a variant; None where the word means a variant."""
    from cassino_dsl.game import CassinoError
    from cassino_dsl.targets import means_house_rule, open_target

    if not means_house_rule(word):
        if over is not None:
            raise click.UsageError(f"--over belongs to a house rule, and `{word}` is a variant")
        return None
    target = open_target(word, over, with_rules, read_settings(settings))
    if target.loaded.ruleset is None:
        raise CassinoError(target.report.diagnostics)
    return target


def _changes(target: Any, format: str, settings: tuple[str, ...]) -> int:
    """What a house rule changes, with the keys of a variant file."""
    from cassino_dsl.check.draft import field_text
    from cassino_dsl.compose.library import called
    from cassino_dsl.describe.ruleset_text import changed_data
    from cassino_dsl.ruleset.document import yaml_lines

    if format not in ("text", "json"):
        raise click.UsageError(f"--format {format} belongs to --as rulebook")
    before = load(target.variant, target.with_rules[1:], settings).ruleset
    told = {key: field_text(target.own, key) for key in ("title", "about", "source")}
    changes = changed_data(before, target.loaded.ruleset)
    name = target.path.stem
    if format == "json":
        head = {"name": name, "file": called(target.path), "house": True, "over": target.variant}
        print_json({**head, **told, "changes": changes})
        return 0
    click.echo(f"# {name}, a house rule: what it changes in {target.variant}")
    head = {"dsl": 1, "house": "true", **{key: text for key, text in told.items() if text}}
    click.echo("\n".join(yaml_lines({**head, **changes})))
    return 0


def _core(variant: str, format: str, seats: int | None, with_rules: tuple[str, ...], settings: tuple[str, ...]) -> int:
    if format not in ("text", "json"):
        raise click.UsageError(f"--format {format} belongs to --as rulebook")
    game = load_game(variant, with_rules, settings)
    check_seats(seats, game.ruleset.seats, f"`{game.ruleset.name}`")
    number = seats or game.ruleset.seats[0]
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
    from cassino_dsl.examples.told import told
    from cassino_dsl.targets import open_target

    loaded = load(variant, with_rules, settings)
    examples = told(open_target(variant, None, with_rules, read_settings(settings)))
    wanted: Any = format or ("text" if sys.stdout.isatty() else "markdown")
    width = min(shutil.get_terminal_size().columns, WIDEST)
    click.echo(rulebook(loaded.ruleset, wanted, examples, width, sys.stdout.encoding), nl=False)
    return 0
