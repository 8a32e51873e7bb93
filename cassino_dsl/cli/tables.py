"""Tables and headings for people: drawn with rich on a terminal, plain columns everywhere else."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from cassino_dsl.cli.terminal import coloured
from cassino_dsl.diagnostics.text import safe


def print_table(headers: Sequence[str], rows: Sequence[Sequence[object]], right: Sequence[int] = ()) -> None:
    """Print rows under headers; the columns numbered in ``right`` hold numbers."""
    texts = [[safe(str(cell)) for cell in row] for row in rows]
    if sys.stdout.isatty():
        _rich(headers, texts, right)
        return
    widths = [max(len(row[i]) for row in [list(headers), *texts]) for i in range(len(headers))]
    for row in [list(headers), *texts]:
        cells = [c.rjust(widths[i]) if i in right else c.ljust(widths[i]) for i, c in enumerate(row)]
        click.echo("  ".join(cells).rstrip())


def heading(text: str) -> None:
    """A line that stands out on a terminal."""
    click.secho(safe(text), bold=True)


def _rich(headers: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="underline")
    last = len(headers) - 1
    for i, name in enumerate(headers):
        # only the last column gives way in a narrow terminal, and goes on below
        table.add_column(name, justify="right" if i in right else "left", no_wrap=i < last)
    for row in rows:
        table.add_row(*(Text(cell, overflow="fold") for cell in row))
    Console(color_system="auto" if coloured(sys.stdout) else None).print(table)
