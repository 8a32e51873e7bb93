"""A comparison as a page that needs nothing else: what was found, the position in pictures, the effect with plots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from cassino_dsl.analysis.diff.change import Change, by_class
from cassino_dsl.analysis.diff.diff import Difference
from cassino_dsl.analysis.diff.measured_effect import MeasuredEffect
from cassino_dsl.analysis.diff.report import effect_table, label, places, remarks, verdict, witness_lines
from cassino_dsl.analysis.diff.witness import Witness
from cassino_dsl.analysis.simulate.report import plots
from cassino_dsl.analysis.simulate.report.html import missing, opening, section
from cassino_dsl.book.pages.cards import card_signed, cards_html
from cassino_dsl.book.pages.html_page import page
from cassino_dsl.language.ruleset.cards import Pack

Part = tuple[str, str]  # a caption, and HTML


def html(found: Difference) -> tuple[str, str]:
    """The page, and a remark about what is missing from it (or "")."""
    body, lacks = report_of(found)
    return page(_title(found), body), lacks


def _title(found: Difference) -> str:
    return f"{label(found.a)} → {label(found.b)}"


def report_of(found: Difference) -> tuple[str, str]:
    """The body of the page, and what is missing from it."""
    lacks = missing() if found.effect is not None else ""
    body = opening("Comparison", _title(found), verdict(found), (*remarks(found), *filter(None, [lacks])))
    body += f'<p class="note">A is <b>{escape(label(found.a))}</b>, B is <b>{escape(label(found.b))}</b>.</p>'
    if found.changes:
        body += f"<section><h2>What differs</h2>{''.join(_changes(found.changes))}</section>"
    if found.witness is not None:
        body += _witness(found.witness, found.a.pack)
    if found.proof is not None:
        body += f"<section><h2>Proof</h2><p>{escape(found.proof.text())}</p></section>"
    if found.effect is not None:
        body += section(effect_table(found.effect), effect_plots(found.effect))
    return body, lacks


def _changes(changes: Sequence[Change]) -> Iterator[str]:
    for kind, own in by_class(changes):
        items = "".join(f'<li>{escape(c.text)}<br><span class="note">{escape(places(c))}</span></li>' for c in own)
        yield f"<h3>{kind.capitalize()}</h3><ul>{items}</ul>"


def _witness(witness: Witness, pack: Pack) -> str:
    """The position with its cards drawn, and as text that the commands read."""
    position, (about, *said) = witness_lines(witness)
    drawn = "".join(
        f"<figure><figcaption>{escape(caption)}</figcaption>{shown}</figure>"
        for caption, shown in position_parts(witness.position, pack)
    )
    layout = f'<div class="layout">{drawn}</div>' if drawn else ""
    signed = (" ".join(escape(card_signed(pack, word)) for word in line.strip().split(" ")) for line in said)
    text, told = escape("\n".join(position)), "".join(f"<li>{line}</li>" for line in signed)
    commands = "<code>moves</code>, <code>why</code> and <code>score</code>"
    folded = f"<details><summary>The position as text, for {commands}</summary><pre>{text}</pre></details>"
    return f"<section><h2>A position that shows it</h2>{layout}<p>{escape(about)}</p><ul>{told}</ul>{folded}</section>"


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
