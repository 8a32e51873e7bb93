"""All formats of a report in one place: an answer, or several side by side, in; a text out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cassino_dsl.simulate.report import sections
from cassino_dsl.simulate.report.compare import comparison
from cassino_dsl.simulate.report.markdown import markdown
from cassino_dsl.simulate.report.rows import csv_text
from cassino_dsl.simulate.report.table import FigureReport
from cassino_dsl.simulate.report.text import text


def as_data(answers: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """For JSON: one simulation as the contract says; several as a list under ``runs``."""
    return answers[0] if len(answers) == 1 else {"runs": list(answers)}


def render(answers: Sequence[dict[str, Any]], format: str) -> str:
    """The whole report as text, csv or markdown (html also needs the rulesets: see ``html.py``)."""
    if format == "csv":
        return csv_text(answers)
    report = report_of(answers)
    return markdown(report) if format == "markdown" else text(report)


def report_of(answers: Sequence[dict[str, Any]]) -> FigureReport:
    """The tables of one simulation, or of several side by side."""
    return sections.report(answers[0]) if len(answers) == 1 else comparison(answers)
