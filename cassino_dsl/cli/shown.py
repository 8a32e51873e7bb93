"""How `simulate`, `grid` and `tune` print what they found: one report, in the format asked for."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Protocol

import click

from cassino_dsl.cli.common import print_json
from cassino_dsl.cli.terminal import coloured

if TYPE_CHECKING:
    from cassino_dsl.simulate.report.table import FigureReport


class Shown(Protocol):
    """What was found, as each format needs it."""

    def as_data(self) -> dict[str, Any]: ...

    def as_csv(self) -> str: ...

    def as_page(self) -> tuple[str, str]:
        """A page of HTML, and a remark about what is missing from it (or "")."""
        ...

    def report(self) -> FigureReport: ...


def show(found: Shown, format: str) -> None:
    """Print it; what the page lacks is said on stderr."""
    if format == "json":
        print_json(found.as_data(), compact=True)
    elif format == "csv":
        click.echo(found.as_csv(), nl=False)
    elif format == "html":
        page, remark = found.as_page()
        if remark:
            click.echo(f"cassino: {remark}", err=True)
        click.echo(page, nl=False)
    elif format == "markdown":
        from cassino_dsl.simulate.report.text import markdown

        click.echo(markdown(found.report()), nl=False)
    elif sys.stdout.isatty():
        from cassino_dsl.simulate.report.terminal import show as show_tables

        show_tables(found.report(), coloured(sys.stdout))
    else:
        from cassino_dsl.simulate.report.text import text

        click.echo(text(found.report()), nl=False)
