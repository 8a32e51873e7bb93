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
    from cassino_dsl.compose.library import shipped_house_rules, shipped_variants

    variants = [_variant(name) for name in shipped_variants()]
    rules = [_house_rule(name) for name in shipped_house_rules()]
    if format == "json":
        print_json({"variants": variants, "house_rules": rules})
        return 0
    from cassino_dsl.cli.tables import heading, print_table

    heading(f"{len(variants)} variants")
    rows = [(v["name"], _seats(v["seats"]), f"{v['pack']} {v['cards'] or ''}", v["title"]) for v in variants]
    print_table(("name", "seats", "pack", "title"), rows)
    click.echo()
    heading(f"{len(rules)} house rules, for --with")
    print_table(("name", "about"), [(r["name"], " ".join(r["about"].split())) for r in rules])
    return 0


def _variant(name: str) -> dict[str, Any]:
    """What the file of a variant and its bases say of it; faults are `validate`'s business."""
    from cassino_dsl.check.deal import read_seats
    from cassino_dsl.check.draft import Draft, field_text
    from cassino_dsl.check.pack import read_pack
    from cassino_dsl.compose.compose import compose
    from cassino_dsl.diagnostics.diagnostic import Report
    from cassino_dsl.syntax.tree import Mapping, Scalar

    report = Report()
    composed = compose(name, (), (), report)
    if composed is None:
        return {"name": name, "title": name, "about": "", "seats": [], "pack": "", "cards": None, "source": ""}
    pack = read_pack(composed.tree.get("pack"), report)
    node = composed.tree.get("pack")
    base = node.get("base") if isinstance(node, Mapping) else node
    draft = Draft(composed, report, pack)
    own = composed.own
    return {
        "name": name,
        "title": field_text(own, "title", name),
        "about": field_text(own, "about"),
        "seats": list(read_seats(draft)),
        "pack": base.text if isinstance(base, Scalar) else "french",
        "cards": pack.size,
        "source": field_text(own, "source"),
    }


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


def _seats(seats: list[int]) -> str:
    whole = len(seats) > 1 and seats == list(range(seats[0], seats[-1] + 1))
    return f"{seats[0]}-{seats[-1]}" if whole else ", ".join(map(str, seats))
