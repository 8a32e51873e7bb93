"""`cassino explain`: what a diagnostic code means."""

from __future__ import annotations

import inspect

import click

from cassino_dsl.cli.common import format_option, print_json
from cassino_dsl.cli.output import Command

EPILOG = """\b
Examples:
  cassino explain CAS012
  cassino explain unknown-card
  cassino explain
"""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("code", required=False)
@format_option()
def command(code: str | None, format: str) -> int:
    """Explain a diagnostic CODE (`CAS012`, or its name), with an example that is wrong and one that is right.

    Without CODE, list them all.
    """
    from cassino_dsl.diagnostics.codes import ALL, by_label
    from cassino_dsl.diagnostics.diagnostic import did_you_mean

    if code is None:
        rows = [(c.label(), c.slug, c.severity, _summary(c)) for c in sorted(ALL, key=lambda c: c.number)]
        if format == "json":
            print_json([dict(zip(("code", "name", "severity", "about"), row, strict=True)) for row in rows])
            return 0
        from cassino_dsl.cli.tables import print_table

        print_table(("code", "name", "severity", "about"), rows)
        return 0
    found = by_label(code)
    if found is None:
        near = did_you_mean(code, [c.slug for c in ALL] + [c.label() for c in ALL])
        raise click.UsageError(
            f"there is no code {code!r}" + (f"; {near}" if near else "; `cassino explain` lists all")
        )
    text = inspect.cleandoc(found.__doc__ or "")
    if format == "json":
        print_json(
            {
                "code": found.label(),
                "name": found.slug,
                "severity": found.severity,
                "text": text,
                "bad": found.bad or None,
                "good": found.good or None,
            }
        )
        return 0
    click.secho(f"{found.label()} {found.slug} ({found.severity})", bold=True)
    click.echo(f"\n{text}")
    for label, example in (("wrong", found.bad), ("right", found.good)):
        if example:
            click.secho(f"\n{label}:\n", bold=True)
            click.echo("\n".join(f"    {line}".rstrip() for line in inspect.cleandoc(example).splitlines()))
    return 0


def _summary(code: type) -> str:
    return inspect.cleandoc(code.__doc__ or "").split("\n")[0]
