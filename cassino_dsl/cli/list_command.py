"""`cassino list`: what is shipped."""

from __future__ import annotations

import click

from cassino_dsl.cli.common import format_option, print_json
from cassino_dsl.cli.output import Command

EPILOG = """\b
Examples:
  cassino list
  cassino list --format json
"""


@click.command(cls=Command, epilog=EPILOG)
@format_option()
def command(format: str) -> int:
    """List the shipped variants and house rules."""
    from dataclasses import asdict

    from cassino_dsl.shipped import shipped, shipped_rules

    variants = shipped()
    rules = shipped_rules()
    if format == "json":
        print_json({"variants": [asdict(one) for one in variants], "house_rules": [asdict(one) for one in rules]})
        return 0
    from cassino_dsl.cli.tables import heading, print_table

    heading(f"{len(variants)} variants")
    rows = [(v.name, v.players, f"{v.pack} {v.cards or ''}", v.title) for v in variants]
    print_table(("name", "seats", "pack", "title"), rows)
    click.echo()
    heading(f"{len(rules)} house rules, for --with")
    print_table(("name", "about"), [(r.name, " ".join(r.about.split())) for r in rules])
    return 0
