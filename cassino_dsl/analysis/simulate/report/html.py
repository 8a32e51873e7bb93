"""Reports as pages that need nothing else: the verdict, then each table with its plots, then what was played."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape

from cassino_dsl.analysis.simulate.report import plots
from cassino_dsl.analysis.simulate.report.table import FigureReport, Passage, Table


def missing() -> str:
    """What is said where plots cannot be drawn; else nothing."""
    return "" if plots.available() else plots.MISSING


def report_html(kind: str, report: FigureReport, drawn: Mapping[str, Sequence[plots.Plot]] | None) -> str:
    """A report as the body of a page; ``drawn``: the plots by the key of the table they belong to, None where there is
    nothing to draw."""
    lacking = [] if drawn is None else filter(None, [missing()])
    found = "".join(f"<p>{figured(v)}</p>" for v in report.verdict)
    notes = "".join(f'<p class="note">Note: {_code(r)}</p>' for r in (*report.remarks, *lacking))
    head = (
        f'<header><p class="kicker">{escape(kind)}</p><h1>{escape(report.title)}</h1>'
        f'<div class="verdict">{found}</div>{notes}</header>\n'
    )
    return head + tables_html(report, drawn or {}) + _played(report)


def tables_html(report: FigureReport, drawn: Mapping[str, Sequence[plots.Plot]]) -> str:
    """What is asked first, then the rest, folded where there is so much. Plots stand beside the first table that they
    belong to."""
    left, first, more = dict(drawn), "", ""
    for table in report.tables:
        told = passage_html(table) if isinstance(table, Passage) else section(table, left.pop(table.key, ()))
        if table.first:
            first += told
        else:
            more += told
    return first + (folded("All other figures", more) if first and more else more)


def folded(title: str, inner: str) -> str:
    return f"<details><summary>{escape(title)}</summary>{inner}</details>\n"


def section(table: Table, drawn: Sequence[plots.Plot]) -> str:
    """A table with its plots beside it, beneath it on a narrow page."""
    beside = f'<div class="plots">{figures_html(drawn)}</div>' if drawn else ""
    return f'<section class="pair"><div><h2>{escape(table.title)}</h2>{table_html(table)}</div>{beside}</section>\n'


def passage_html(part: Passage) -> str:
    """What is said in words, beneath its pictures."""
    layout = f'<div class="layout">{figures_html(part.pictures)}</div>' if part.pictures else ""
    said = f"<p>{escape(part.said)}</p>" if part.said else ""
    notes = ((item, f'<br><span class="note">{escape(place)}</span>' if place else "") for item, place in part.items)
    items = "".join(f"<li>{escape(item)}{note}</li>" for item, note in notes)
    quoted = escape("\n".join(part.quoted))
    text = folded("As text, which commands read", f"<pre>{quoted}</pre>") if quoted else ""
    listed = f"<ul>{items}</ul>" if items else ""
    return f"<section><h2>{escape(part.title)}</h2>{layout}{said}{listed}{text}</section>\n"


def figures_html(drawn: Sequence[plots.Plot]) -> str:
    return "".join(f"<figure><figcaption>{escape(title)}</figcaption>{shown}</figure>" for title, shown in drawn)


def table_html(table: Table) -> str:
    """A table of figures with its notes."""
    cells = "".join(f"<th>{escape(c)}</th>" for c in table.head)
    rows = "".join("<tr>" + "".join(f"<td>{figured(c)}</td>" for c in row) + "</tr>" for row in table.rows)
    notes = "".join(f'<p class="note">{escape(n)}</p>' for n in table.notes)
    inner = f"<thead><tr>{cells}</tr></thead><tbody>{rows}</tbody>"
    return f'<div class="wide"><table class="figures">{inner}</table></div>{notes}'


def _played(report: FigureReport) -> str:
    """What was played, and how to play it again."""
    facts = "".join(f"<dt>{escape(word)}</dt><dd>{escape(told)}</dd>" for word, told in report.facts)
    facts += f"<dt>methods</dt><dd>{escape(report.methods)}</dd>" if report.methods else ""
    commands = f"<dt>again</dt><dd><code>{escape(report.command)}</code></dd>" if report.command else ""
    commands += "".join(f"<dt>first stuck</dt><dd><code>{escape(c)}</code></dd>" for c in report.stuck)
    if not facts + commands:
        return ""
    return f'<section><h2>What was played</h2><dl class="facts">{facts}{commands}</dl></section>\n'


def figured(text: str) -> str:
    """Text whose intervals and units don't part from their figures at the end of a line."""
    held = re.sub(r"\([^() ]*\d[^()]*\)", lambda m: f'<span class="held">{m[0]}</span>', escape(text))
    return held.replace(" %", "\u00a0%")


def _code(text: str) -> str:
    """Text with what stands between backquotes as code."""
    parts = escape(text, quote=False).split("`")
    return "".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(parts))
