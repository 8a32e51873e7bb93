"""A comparison as a page that needs nothing else: what was found, the position in pictures, the effect with plots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cassino_dsl.analysis.diff.diff import Difference
from cassino_dsl.analysis.diff.measured_effect import MeasuredEffect
from cassino_dsl.analysis.diff.report import report
from cassino_dsl.analysis.simulate.report import plots
from cassino_dsl.analysis.simulate.report.html import missing, report_html
from cassino_dsl.analysis.simulate.report.table import FigureReport
from cassino_dsl.book.pages.cards import card_signed, cards_html
from cassino_dsl.book.pages.html_page import page
from cassino_dsl.language.ruleset.cards import Pack

Part = tuple[str, str]  # a caption, and HTML


@dataclass(frozen=True)
class DifferenceReport:
    """A comparison in every format."""

    found: Difference

    def as_data(self) -> dict[str, Any]:
        return self.found.as_json()

    def report(self) -> FigureReport:
        return report(self.found)

    def as_page(self) -> tuple[str, str]:
        """A page that needs nothing else, and a remark about what is missing from it (or "")."""
        body, lacks = report_of(self.found)
        return page(self.report().title, body), lacks


def report_of(found: Difference) -> tuple[str, str]:
    """The body of the page, and what is missing from it."""
    pack = found.a.pack
    pictures = position_parts(found.witness.position, pack) if found.witness is not None else ()
    told = report(found, lambda line: " ".join(card_signed(pack, word) for word in line.split(" ")), pictures)
    if found.effect is None:
        return report_html("Comparison", told, None), ""
    return report_html("Comparison", told, {"effect": effect_plots(found.effect)}), missing()


def position_parts(position: Mapping[str, Any], pack: Pack) -> Iterator[Part]:
    """Where cards lie in a position, each place with its cards as pictures."""

    def cards(value: object) -> str:
        words = value.split() if isinstance(value, str) else []
        return cards_html(pack, words, fan=len(words) > 4) if words else "none"

    if "table" in position:
        yield "table", cards(position["table"])
    for build in position.get("builds") or ():
        owner = f" of player {build['owner']}" if build.get("owner") else ""
        yield f"build of {build.get('value')}{owner}", " ".join(map(cards, build.get("groups") or ()))
    for key, one in (("hands", "hand of player"), ("piles", "pile of side")):
        for owner, held in (position.get(key) or {}).items():
            yield f"{one} {owner}", cards(held)
    if isinstance(position.get("stock"), str) and position["stock"]:
        yield "stock, next card first", cards(position["stock"])


def effect_plots(effect: MeasuredEffect) -> list[plots.Plot]:
    """The differences with their intervals and the line of no difference: shares, and points."""
    if not plots.available():
        return []
    shares = [f for f in effect.figures if f.group == "win rate"]
    points = [f for f in effect.figures if f.group in ("points", "awards") and f.differ]
    drawn = []
    for title, unit, figures in (
        ("Wins, B less A", "percentage points", shares),
        ("Points in a round, B less A", "points", points),
    ):
        scale = 100 if unit == "percentage points" else 1
        names = [f.name.removeprefix("points for ").removeprefix("points a round of ") for f in figures]
        if figures:
            values = [scale * f.difference for f in figures]
            held = [(scale * f.low, scale * f.high) for f in figures]
            label = f"{unit}; the line: no difference"
            drawn.append(plots.svg(plots.dots(title, names, values, held, label, [0.0] * len(names))))
    return drawn
