"""The report of a grid: one row for each combination, as table, CSV, JSON and page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cassino_dsl.analysis.simulate.paired import Figure, compared, methods_of
from cassino_dsl.analysis.simulate.report import plots
from cassino_dsl.analysis.simulate.report.html import missing, report_html
from cassino_dsl.analysis.simulate.report.simulation import Answer, cells_of, comparison, rows
from cassino_dsl.analysis.simulate.report.table import Cells, FigureReport, Table, signed_with
from cassino_dsl.analysis.simulate.report.text import csv_columns
from cassino_dsl.analysis.simulate.report.verdict import FEWEST
from cassino_dsl.analysis.simulate.statistics import HOLM
from cassino_dsl.book.pages.html_page import page

Row = tuple[tuple[str, ...], Answer]  # the varied values, and what came of them


@dataclass(frozen=True)
class GridReport:
    """``keys``: what was varied; ``pairs``: of each row after the first, its differences from the first; ``together``:
    what the leaders of all rows win; ``command`` plays it again."""

    keys: Sequence[str]
    rows: Sequence[Row]
    pairs: Sequence[tuple[Figure, ...]]
    together: Answer | None
    command: str

    @cached_property
    def cells(self) -> list[Cells]:
        return [cells_of(answer) for _, answer in self.rows]

    def as_data(self) -> dict[str, Any]:
        """The rows with what each was varied to, and its differences from the first."""
        told = [{"at": dict(zip(self.keys, values, strict=True)), **answer} for values, answer in self.rows]
        for row, figures in zip(told[1:], self.pairs, strict=True):
            row["differences"] = [figure.as_json() for figure in figures]
        return {
            "variant": self.rows[0][1]["variant"],
            "vary": list(self.keys),
            "method": HOLM,
            "leaders": self.together,
            "rows": told,
        }

    def as_csv(self) -> str:
        """One line for each combination, with all its figures."""
        return csv_columns(self.keys, zip((values for values, _ in self.rows), self.cells, strict=True))

    def as_page(self) -> tuple[str, str]:
        """A page with tables and plots, and a remark about what is missing from it (or "")."""
        found = self.report()
        drawn = plots.across(self._names(), [answer for _, answer in self.rows])
        return page(found.title, report_html("Grid", found, drawn)), missing()

    def report(self) -> FigureReport:
        """The tables, a row for each combination."""
        answers = [answer for _, answer in self.rows]
        variant, labels = answers[0]["variant"], [" ".join(values) for values, _ in self.rows]
        tables = rows(" ".join(self.keys), list(zip(labels, self.cells, strict=True)))
        every = [figure for figures in self.pairs for figure in figures]
        return comparison(
            f"{variant}: {', '.join(self.keys)}",
            self._names(),
            [f"{variant} {label}" for label in labels],
            answers,
            [*tables, *([self._differences(every)] if every else [])],
            self.command,
            {"differences": methods_of(every)} if every else {},
            self.together,
        )

    def _names(self) -> list[str]:
        return [named(self.keys, values) for values, _ in self.rows]

    def _differences(self, every: Sequence[Figure]) -> Table:
        """In what each row differs from the first on the same deals, as far as that is shown."""
        body = []
        for (values, _), figures in zip(self.rows[1:], self.pairs, strict=True):
            told = [(f.name, signed_with(f.difference, (f.low, f.high), f.share)) for f in figures if f.real]
            nothing = "too few to say" if figures and figures[0].pairs < FEWEST else "nothing is shown to differ"
            for name, difference in told or [(nothing, "")]:
                body.append((f"{' '.join(values)}: {name}", difference))
        said = f"{max(f.pairs for f in every):,} units of each, pair by pair; {HOLM}: {compared(every)} compared"
        head = (" ".join(self.keys), "difference (95 %)")
        return Table(f"What differs from {self._names()[0]}", head, tuple(body), (said,), "differences", first=True)


def named(keys: Sequence[str], values: Sequence[str]) -> str:
    """A row by what it chooses: `target=11 with=none`."""
    return " ".join(f"{key}={value}" for key, value in zip(keys, values, strict=True))
