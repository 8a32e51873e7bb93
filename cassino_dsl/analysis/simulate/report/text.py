"""Reports as plain text, at most 80 columns wide, as Markdown, and what all CSV is written by."""

from __future__ import annotations

import csv
import io
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from cassino_dsl.analysis.simulate.report.table import Cells, FigureReport, Passage, Table

WIDTH = 80
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def text(report: FigureReport, full: bool = True) -> str:
    """A report as plain text; not ``full``: what fits on a screen."""
    lines = [report.title, "=" * len(report.title), ""]
    for finding in report.verdict:
        lines += wrapped(finding, "* ", "  ")
    for remark in report.remarks:
        lines += wrapped(f"note: {remark}", "  ", "  ")
    lines += [""] if report.facts else []
    for word, told in report.facts:
        lines += textwrap.wrap(told, WIDTH, initial_indent=f"{word:<13}", subsequent_indent=" " * 13)
    for table in report.tables:
        if full or table.first:
            told_of = table_lines(table) if isinstance(table, Table) else _passage_lines(table)
            lines += ["", table.title, "-" * len(table.title), *told_of]
    if report.methods and full:
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
    """The body of a table: words to the left, numbers to the right."""
    body = (table.head, *table.rows) if table.rows else ()
    widths = [max((len(row[i]) for row in body), default=0) for i in range(len(table.head))]
    gap = "  " if sum(widths) + 2 * len(widths) <= WIDTH else " "
    lines = []
    for row in filter(any, body):
        cells = [c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))]
        lines.append(gap.join(cells).rstrip())
    for note in table.notes:
        lines += wrapped(note)
    return lines


def _passage_lines(passage: Passage) -> list[str]:
    lines = [*passage.quoted, *wrapped(passage.said)]
    for item, place in passage.items:
        lines += textwrap.wrap(item, WIDTH - 2, initial_indent="  ", subsequent_indent="      ")
        lines += [f"      {place}"] if place else []
    return lines


def markdown(report: FigureReport) -> str:
    """A whole report as Markdown."""
    lines = [f"# {_plain(report.title)}"]
    lines += [line for finding in report.verdict for line in ("", f"**{_plain(finding)}**")]
    lines += [line for remark in report.remarks for line in ("", f"> {_plain(remark)}")]
    lines += ["", *(f"- **{word}**: {_plain(told)}" for word, told in report.facts)] if report.facts else []
    for table in report.tables:
        lines += ["", f"## {_plain(table.title)}", ""]
        if isinstance(table, Table):
            rows = [[_plain(cell) for cell in row] for row in (table.head, *table.rows)]
            rows[1:1] = [[":---", *("---:" for _ in table.head[1:])]]
            lines += [f"| {' | '.join(row)} |" for row in rows]
            lines += [line for note in table.notes for line in ("", _plain(note))]
        else:
            lines += ["```text", *table.quoted, "```", ""] if table.quoted else []
            lines += [_plain(table.said), ""] if table.said else []
            lines += [f"- {_plain(item)}" + (f"  \n  {_plain(place)}" if place else "") for item, place in table.items]
    lines += ["", f"Methods: {report.methods}"] if report.methods else []
    lines += ["", f"Again: `{report.command}`"] if report.command else []
    lines += [line for command in report.stuck for line in ("", f"The first stuck round: `{command}`")]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """Text that Markdown leaves as it is; what stands between backquotes is code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return _escaped(text)
    return "`".join(part.replace("|", "\\|") if at % 2 else _escaped(part) for at, part in enumerate(parts))


def _escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>#|&" else c for c in text)


# ---- CSV


def csv_text(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A head, unless it is empty, and lines. Programs that show tables take a text that begins like a formula for one:
    an apostrophe before it makes it a text again. Numbers stay numbers."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in (*([head] if head else []), *rows):
        writer.writerow([f"'{v}" if isinstance(v, str) and v.startswith(_FORMULA) else v for v in row])
    return out.getvalue()


def csv_lines(cells: Cells) -> list[tuple[Any, ...]]:
    """A line for each figure: group, who, figure, value, low, high."""
    return [(*key, cell.value, *(cell.interval or ("", ""))) for key, cell in cells.items() if cell.value is not None]


def csv_numbers(cells: Cells) -> dict[str, list[Any]]:
    """The same as columns of numbers, for programs; what is no measure (the seed, the names of methods) is left out."""
    lines = [line for line in csv_lines(cells) if line[0] not in ("run", "method") and line[3] != ""]
    names = ("group", "who", "figure", "value", "low", "high")
    rows = [(*line[:3], *(None if x == "" else float(x) for x in line[3:])) for line in lines]
    return {name: [row[at] for row in rows] for at, name in enumerate(names)}


def csv_columns(keys: Sequence[str], rows: Iterable[tuple[Sequence[str], Cells]]) -> str:
    """A line for each row, told by the values of some keys: all its figures, each with its interval; what a row lacks
    is empty."""
    lines = []
    for values, cells in rows:
        line: dict[str, Any] = dict(zip(keys, values, strict=True))
        for (group, who, figure), cell in cells.items():
            if cell.value not in (None, ""):
                of = (who,) if group in ("sides", "order") else (group, who) if who else ()
                name = "_".join((*of, figure)).replace(" ", "_")
                line[name] = cell.value
                if cell.interval:
                    line[f"{name}_low"], line[f"{name}_high"] = cell.interval
        lines.append(line)
    head = list(dict.fromkeys(name for line in lines for name in line))
    return csv_text(head, ([line.get(name, "") for name in head] for line in lines))
