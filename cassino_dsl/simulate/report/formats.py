"""One simulation, or several side by side, as each format needs it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cassino_dsl.simulate.report import sections
from cassino_dsl.simulate.report.compare import comparison
from cassino_dsl.simulate.report.html import html
from cassino_dsl.simulate.report.rows import csv_text
from cassino_dsl.simulate.report.table import FigureReport


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
        return html(self.answers, self.rules)

    def report(self) -> FigureReport:
        return sections.report(self.answers[0]) if len(self.answers) == 1 else comparison(self.answers)
