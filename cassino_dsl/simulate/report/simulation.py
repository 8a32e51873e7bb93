"""One simulation, or several side by side, as each format needs it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from cassino_dsl.pages.page import page
from cassino_dsl.simulate.report import plots, sections
from cassino_dsl.simulate.report.compare import comparison, labels
from cassino_dsl.simulate.report.html import missing, report_html, tables_html
from cassino_dsl.simulate.report.rows import csv_text
from cassino_dsl.simulate.report.table import FigureReport

WIDE = 110  # letters that a table may be wide on a page


@dataclass(frozen=True)
class SimulationReport:
    """``answers``: as `figures.simulation` makes them; ``rules``: for the page, of each ruleset the title and the
    rulebook as HTML."""

    answers: Sequence[dict[str, Any]]
    rules: Sequence[tuple[str, str]] = ()

    def as_data(self) -> dict[str, Any]:
        """One simulation as the contract says; several as a list under ``runs``."""
        return self.answers[0] if len(self.answers) == 1 else {"runs": list(self.answers)}

    def as_csv(self) -> str:
        return csv_text(self.answers)

    def as_page(self) -> tuple[str, str]:
        return _page(self.answers, self.rules)

    def report(self) -> FigureReport:
        return sections.report(self.answers[0]) if len(self.answers) == 1 else comparison(self.answers)


def _page(answers: Sequence[dict[str, Any]], rules: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """The page of one simulation or of several, with the rules of each (a title, and HTML), and a remark about what is
    missing from it (or "")."""
    if len(answers) == 1:
        report, drawn = sections.report(answers[0]), plots.plots(answers[0])
        inner = report_html("Simulation", report, drawn)
    else:
        report, drawn = comparison(answers, WIDE), plots.across(labels(answers), answers)
        inner = report_html("Simulation, side by side", report, drawn)
        for name, answer in zip(labels(answers), answers, strict=True):
            inner += _folded(f"All figures of {name}", tables_html(sections.report(answer), plots.plots(answer)))
    inner += "".join(_folded(f"The rules of {title}", f'<div class="book">{told}</div>') for title, told in rules)
    return page(report.title, inner), missing()


def _folded(title: str, inner: str) -> str:
    return f"<details><summary>{escape(title)}</summary>{inner}</details>\n"
