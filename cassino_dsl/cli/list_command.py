"""`cassino list`: what is shipped."""

from __future__ import annotations

from typing import Any

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

    from cassino_dsl.compose.library import shipped_house_rules
    from cassino_dsl.shipped import shipped

    variants = shipped()
    rules = [_house_rule(name) for name in shipped_house_rules()]
    if format == "json":
        print_json({"variants": [asdict(one) for one in variants], "house_rules": rules})
        return 0
    from cassino_dsl.cli.tables import heading, print_table

    heading(f"{len(variants)} variants")
    rows = [(v.name, v.players, f"{v.pack} {v.cards or ''}", v.title) for v in variants]
    print_table(("name", "seats", "pack", "title"), rows)
    click.echo()
    heading(f"{len(rules)} house rules, for --with")
    print_table(("name", "about"), [(r["name"], " ".join(r["about"].split())) for r in rules])
    return 0


def _house_rule(name: str) -> dict[str, Any]:
    from cassino_dsl.check.draft import field_text
    from cassino_dsl.compose.library import find
    from cassino_dsl.diagnostics.diagnostic import Report
    from cassino_dsl.syntax.source import read_source
    from cassino_dsl.syntax.tree import Mapping
    from cassino_dsl.syntax.yaml_reader import read_yaml

    report = Report()
    path = find(name, house=True)
    source = read_source(path, path.name, report)
    node = read_yaml(source, report) if source else None
    texts = {key: field_text(node, key) if isinstance(node, Mapping) else "" for key in ("title", "about", "source")}
    return {"name": name, **texts}
