"""`cassino show`: what a variant comes to, once everything is laid over everything."""

from __future__ import annotations

import click

from cassino_dsl.cli.common import load_game, print_json, ruleset_options

EPILOG = """\b
Examples:
  cassino show traditional-cassino
  cassino show cassino --with sweeps --set target=31 --format json
  cassino show scopa --as rulebook > scopa.md
"""


@click.command(epilog=EPILOG)
@click.argument("variant")
@click.option(
    "--as",
    "form",
    type=click.Choice(["ruleset", "rulebook"]),
    default="ruleset",
    show_default=True,
    help="What to show.",
)
@click.option(
    "--format",
    "format",
    type=click.Choice(["text", "json", "markdown", "html"]),
    help="text or json for a ruleset; markdown (the default) or html for a rulebook.",
)
@ruleset_options
def command(variant: str, form: str, format: str | None, with_rules: tuple[str, ...], settings: tuple[str, ...]) -> int:
    """Print the resolved ruleset: every clause after bases, options and house rules.

    With `--as rulebook`, print rules that people can play by.
    """
    if form == "rulebook":
        return _rulebook(variant, format or "markdown", with_rules, settings)
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


def _rulebook(variant: str, format: str, with_rules: tuple[str, ...], settings: tuple[str, ...]) -> int:
    if format == "json":
        raise click.UsageError("a rulebook is printed as markdown, text or html")
    ruleset = load_game(variant, with_rules, settings).ruleset
    from cassino_dsl.describe.rulebook import rulebook

    click.echo(rulebook(ruleset, "markdown" if format == "text" else format), nl=False)
    return 0
