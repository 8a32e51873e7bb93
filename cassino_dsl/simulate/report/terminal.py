"""Reports on a terminal: the same tables, with colours and rules between them."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from cassino_dsl.simulate.report.table import FigureReport, Table


def show(report: FigureReport, colour: bool) -> None:
    """Print a report; on a narrow terminal the tables fold."""
    console = Console(highlight=False, color_system="auto" if colour else None)
    console.print(Text(report.title, "bold"))
    for finding in report.verdict:
        console.print(Text(finding))
    for remark in report.remarks:
        console.print(Text(f"note: {remark}", "yellow"))
    console.print()
    for word, told in report.facts:
        console.print(Text(f"{word:<13}", "dim"), Text(told), sep="")
    for table in report.tables:
        console.print()
        console.print(_table(table))
        for note in table.notes:
            console.print(Text(note, "dim"))
    if report.command:
        console.print(Text("\nagain: ", "dim") + Text(report.command))
    for command in report.stuck:
        console.print(Text("first stuck: ", "dim") + Text(command))


def _table(table: Table) -> RichTable:
    shown = RichTable(title=Text(table.title, "bold cyan"), title_justify="left", box=None, padding=(0, 2, 0, 0))
    for at, name in enumerate(table.head):
        shown.add_column(Text(name, "dim"), justify="left" if at == 0 else "right")
    for row in table.rows:
        shown.add_row(*(Text(c) for c in row))
    return shown
