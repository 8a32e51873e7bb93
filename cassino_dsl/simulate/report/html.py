"""Reports as one page of HTML that needs nothing else: figures, plots, rulebook, and the command."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from cassino_dsl.describe.rulebook import rulebook
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.simulate.report import plots, sections
from cassino_dsl.simulate.report.compare import comparison, labels
from cassino_dsl.simulate.report.table import FigureReport, Table

STYLE = """
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
table{border-collapse:collapse;margin:.5rem 0}th,td{padding:.15rem .7rem;text-align:right;border-bottom:1px solid #ddd}
th:first-child,td:first-child{text-align:left}thead th{border-bottom:2px solid #888}
.note{color:#666;font-size:.9em;margin:.2rem 0}code,pre{background:#f3f3f3;padding:.1rem .3rem;white-space:pre-wrap}
.plots{display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0;max-width:100%}figure svg{max-width:100%;height:auto}
figcaption{font-weight:600}details{margin:1rem 0;border:1px solid #ddd;padding:.5rem 1rem}summary{cursor:pointer}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem}dd{margin:0}dt{color:#666}
"""


def html(answers: Sequence[dict[str, Any]], rulesets: Sequence[Ruleset]) -> tuple[str, str]:
    """The page, and a remark about what is missing from it (or "")."""
    several = len(answers) > 1
    report = comparison(answers) if several else sections.report(answers[0])
    drawable = plots.available()
    body = [head(report), *(table(t) for t in report.tables)]
    for name, answer, ruleset in zip(labels(answers), answers, rulesets, strict=True):
        if several:
            body.append(f"<h2>{escape(name)}</h2>")
        if drawable:
            body.append(figures(plots.plots(answer)))
        if several:
            inner = "".join(table(t) for t in sections.report(answer).tables)
            body.append(f"<details><summary>All figures of {escape(name)}</summary>{inner}</details>")
        body.append(_rules(ruleset))
    return page(report.title, "\n".join(body)), "" if drawable else plots.MISSING


def head(report: FigureReport) -> str:
    """Title, what was played, and how to play it again."""
    facts = "".join(f"<dt>{escape(word)}</dt><dd>{escape(told)}</dd>" for word, told in report.facts)
    remarks = "".join(f"<p><em>{escape(r)}</em></p>" for r in report.remarks)
    again = f"<p>The same again: <code>{escape(report.command)}</code></p>" if report.command else ""
    stuck = "".join(f"<p>The first stuck round: <code>{escape(c)}</code></p>" for c in report.stuck)
    return f"<h1>{escape(report.title)}</h1><dl>{facts}</dl>{remarks}{again}{stuck}"


def table(table: Table) -> str:
    cells = "".join(f"<th>{escape(c)}</th>" for c in table.head)
    rows = "".join("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in table.rows)
    notes = "".join(f'<p class="note">{escape(n)}</p>' for n in table.notes)
    return f"<h3>{escape(table.title)}</h3><table><thead><tr>{cells}</tr></thead><tbody>{rows}</tbody></table>{notes}"


def figures(drawn: Sequence[tuple[str, str]]) -> str:
    inner = "".join(f"<figure><figcaption>{escape(t)}</figcaption>{svg}</figure>" for t, svg in drawn)
    return f'<div class="plots">{inner}</div>'


def page(title: str, body: str) -> str:
    """A whole page."""
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><meta name="viewport" content="width=device-width">'
    return (
        f'<!doctype html>\n<html lang="en">\n<head>{head}<style>{STYLE}</style></head>\n'
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _rules(ruleset: Ruleset) -> str:
    from markdown_it import MarkdownIt

    # html=False: no text of a variant file gets into the page unescaped
    rules = MarkdownIt("commonmark", {"html": False}).enable("table").render(rulebook(ruleset, "markdown"))
    return f"<details><summary>The rules of {escape(ruleset.title)}</summary>{rules}</details>"
