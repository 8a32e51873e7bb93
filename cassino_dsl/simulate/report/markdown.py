"""Reports as Markdown."""

from __future__ import annotations

from cassino_dsl.simulate.report.table import FigureReport, Table


def markdown(report: FigureReport) -> str:
    """A whole report."""
    lines = [f"# {report.title}", ""]
    lines += [line for finding in report.verdict for line in (f"**{_words(finding)}**", "")]
    lines += [line for remark in report.remarks for line in (f"> {_words(remark)}", "")]
    lines += [f"- **{word}**: {told}" for word, told in report.facts]
    for table in report.tables:
        lines += ["", f"## {table.title}", "", *_table(table)]
        lines += [line for note in table.notes for line in ("", note)]
    if report.methods:
        lines += ["", f"Methods: {report.methods}"]
    if report.command:
        lines += ["", f"Again: `{report.command}`"]
    lines += [line for command in report.stuck for line in ("", f"The first stuck round: `{command}`")]
    return "\n".join(lines) + "\n"


def _table(table: Table) -> list[str]:
    lines = [_line(table.head), _line((":---", *("---:" for _ in table.head[1:])))]
    return lines + [_line(row) for row in table.rows]


def _line(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(c.replace("|", "\\|") for c in cells) + " |"


def _words(text: str) -> str:
    """Names have underscores, which Markdown would take for more."""
    return text.replace("_", "\\_")
