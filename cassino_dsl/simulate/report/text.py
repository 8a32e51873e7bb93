"""Reports as plain text, at most 80 columns wide, and as Markdown."""

from __future__ import annotations

import textwrap

from cassino_dsl.simulate.report.table import FigureReport, Table

WIDTH = 80


def text(report: FigureReport) -> str:
    """A whole report as plain text."""
    lines = [report.title, "=" * len(report.title), ""]
    for finding in report.verdict:
        lines += wrapped(finding, "* ", "  ")
    for remark in report.remarks:
        lines += wrapped(f"note: {remark}", "  ", "  ")
    lines.append("")
    for word, told in report.facts:
        lines += textwrap.wrap(told, WIDTH, initial_indent=f"{word:<13}", subsequent_indent=" " * 13)
    for table in report.tables:
        lines += ["", *table_lines(table)]
    if report.methods:
        lines += ["", *wrapped(f"methods: {report.methods}")]
    if report.command:
        lines += ["", f"again: {report.command}"]
    lines += [f"first stuck: {command}" for command in report.stuck]
    return "\n".join(lines) + "\n"


def wrapped(text: str, first: str = "", following: str = "") -> list[str]:
    """Text in lines, each with what stands before it; a figure is not parted from its unit."""
    lines = textwrap.wrap(
        text.replace(" %", "\0%"), WIDTH, initial_indent=first, subsequent_indent=following, break_on_hyphens=False
    )
    return [line.replace("\0", " ") for line in lines]


def table_lines(table: Table) -> list[str]:
    """One table: words to the left, numbers to the right."""
    body = (table.head, *table.rows)
    widths = [max(len(row[i]) for row in body) for i in range(len(table.head))]
    gap = "  " if sum(widths) + 2 * len(widths) <= WIDTH else " "

    def line(row: tuple[str, ...]) -> str:
        cells = [c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))]
        return gap.join(cells).rstrip()

    lines = [table.title, "-" * len(table.title)]
    lines += [line(row) for row in body if any(row)]
    for note in table.notes:
        lines += wrapped(note)
    return lines


def markdown(report: FigureReport) -> str:
    """A whole report as Markdown."""
    lines = [f"# {report.title}", ""]
    lines += [line for finding in report.verdict for line in (f"**{_words(finding)}**", "")]
    lines += [line for remark in report.remarks for line in (f"> {_words(remark)}", "")]
    lines += [f"- **{word}**: {told}" for word, told in report.facts]
    for table in report.tables:
        lines += ["", f"## {table.title}", "", *_markdown_table(table)]
        lines += [line for note in table.notes for line in ("", note)]
    if report.methods:
        lines += ["", f"Methods: {report.methods}"]
    if report.command:
        lines += ["", f"Again: `{report.command}`"]
    lines += [line for command in report.stuck for line in ("", f"The first stuck round: `{command}`")]
    return "\n".join(lines) + "\n"


def _markdown_table(table: Table) -> list[str]:
    lines = [_line(table.head), _line((":---", *("---:" for _ in table.head[1:])))]
    return lines + [_line(row) for row in table.rows]


def _line(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(c.replace("|", "\\|") for c in cells) + " |"


def _words(text: str) -> str:
    """Names have underscores, which Markdown would take for more."""
    return text.replace("_", "\\_")
