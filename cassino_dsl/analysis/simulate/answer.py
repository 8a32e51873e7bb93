"""The answer of a simulation for Python, and tables of pandas, polars and pyarrow (the extra ``data``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from cassino_dsl.analysis.simulate.report.plots import paint
from cassino_dsl.analysis.simulate.report.simulation import SimulationReport, cells_of
from cassino_dsl.analysis.simulate.report.text import csv_numbers, text
from cassino_dsl.book.pages.html_page import framed
from cassino_dsl.match.arguments import one_of

LIBRARIES = ("pandas", "polars", "pyarrow")
MISSING = "tables need {}: `pip install 'cassino-dsl[data]'`"
Columns = Mapping[str, Sequence[Any]]


def module_of(name: str) -> Any:
    """The module of a library. Raises ``ValueError`` for one that is none of these, and ``ImportError`` with what to do
    where it is not installed."""
    try:
        return import_module(one_of("library", name, LIBRARIES))
    except ImportError as fault:
        raise ImportError(MISSING.format(name)) from fault


def frame(columns: Columns, made_by: str = "pandas") -> Any:
    """A ``DataFrame`` of pandas or polars, or a ``Table`` of pyarrow. None is what the library has for nothing; whole
    numbers stay whole numbers beside it."""
    module = module_of(made_by)
    if made_by == "pyarrow":
        return module.table(dict(columns))
    if made_by == "polars":
        return module.DataFrame(dict(columns))
    found = module.DataFrame(dict(columns))
    gaps = {name: "Int64" for name, column in columns.items() if None in column and _whole(column)}
    return found.astype(gaps) if gaps else found


def _whole(column: Sequence[Any]) -> bool:
    return all(value is None or type(value) is int for value in column)


class Simulation(dict[str, Any]):
    """What a simulation has found: the object that ``cassino simulate --format json`` prints, and views of it. As text
    it is the first screen of the report."""

    def __repr__(self) -> str:
        many = "" if self["games"] == 1 else "es" if self["unit"] == "match" else "s"
        return f"<Simulation of {self['variant']}: {self['games']:,} {self['unit']}{many}, seed {self['seed']}>"

    def __str__(self) -> str:
        return text(SimulationReport([self]).report(), full=False).rstrip()

    def _repr_html_(self) -> str:
        return framed(SimulationReport([self]).as_page()[0])

    def to_frame(self, library: str = "pandas") -> Any:
        """Every figure as a row: ``group``, ``who``, ``figure``, ``value`` and its interval, ``low`` to ``high``, where
        it has one; as a table of pandas, polars or pyarrow. Raises ``ImportError`` where that is missing."""
        return frame(csv_numbers(cells_of(self)), library)

    def plot(self, name: str = "order", axes: Any = None) -> Any:
        """Plot the rounds won by ``order`` of play, the matches won by ``sides``, the points of ``awards``, the length
        in ``plays`` or ``rounds``: on axes of matplotlib, or on new ones, which are given back. Raises ``ImportError``
        without matplotlib, ``ValueError`` where a simulation has no such plot."""
        return paint(self, name, axes)
