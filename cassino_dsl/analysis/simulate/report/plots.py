"""Plots as SVG, drawn by matplotlib (the extra ``report``); without it there are none.

Colours are variables of the page (`pages/style.css`), so that a plot is dark where the page is. What is counted in
whole numbers stands as bars on whole numbers; rates have the line of what is fair.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from cassino_dsl.analysis.simulate.report.verdict import by_weight, fair, place_in, side_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Answer = dict[str, Any]
Plot = tuple[str, str]  # what it shows, and the SVG
Plots = dict[str, list[Plot]]  # by the ``key`` of the table that they stand beside
MISSING = "plots need matplotlib: `pip install 'cassino-dsl[report]'`"
WIDTH = 4.4  # inches: as wide as a telephone, so that its letters stay readable there


class Palette(NamedTuple):
    """Colours to paint with."""

    ink: str
    faint: str
    accent: str
    series: tuple[str, ...]


# they stand for variables of the page until the SVG is drawn
PAGE = Palette("#010101", "#010102", "#010103", tuple(f"#0102{i:02x}" for i in range(8)))
_VARIABLES = {PAGE.ink: "--ink", PAGE.faint: "--faint", PAGE.accent: "--accent"}
_VARIABLES |= {colour: f"--series-{i}" for i, colour in enumerate(PAGE.series)}
NOTEBOOK = Palette("black", "0.6", "C0", tuple(f"C{i}" for i in range(8)))  # of matplotlib, as its user has set them


class Picture(NamedTuple):
    """A plot that is not painted yet. ``height``: in inches."""

    title: str
    paint: Callable[[Axes, Palette], None]
    salt: str
    height: float = 2.5


def available() -> bool:
    from importlib.util import find_spec

    return find_spec("matplotlib") is not None


BESIDE = {"order": ("order",), "awards": ("awards",), "length": ("rounds", "plays"), "sides": ("sides",)}


def pictures(answer: Answer) -> dict[str, Picture]:
    """What there is to paint of a simulation, by name."""
    if not answer["rounds"]:
        return {}
    bins = answer["figures"]["distributions"]

    def bars(title: str, key: str, of: str) -> Picture:
        return Picture(title, lambda ax, palette: _bars(ax, palette, bins[key], f"% of {of}"), key)

    def awards(ax: Axes, palette: Palette) -> None:
        _awards(ax, palette, answer)

    found = {
        "order": _rates(answer, "order", "Rounds won, by order of play", "rounds"),
        "awards": Picture("Points in a round, by award and order of play", awards, "awards"),
        "plays": bars("Plays in a round", "plays", "rounds"),
    }
    if answer["unit"] == "match":
        found["rounds"] = bars("Rounds in a match", "rounds", "matches")
        found["sides"] = _rates(answer, "sides", "Matches won", "matches")
    return found


def plots(answer: Answer) -> Plots:
    """The plots of one simulation, for its page."""
    found = pictures(answer) if available() else {}
    if len(answer["figures"]["distributions"]["plays"]) == 1:  # one bar says no more than its number
        found.pop("plays", None)
    return {key: [svg(found[name]) for name in names if name in found] for key, names in BESIDE.items()}


def paint(answer: Answer, name: str, axes: Axes | None = None) -> Axes:
    """Paint a picture of a simulation, on axes of matplotlib or on new ones. Raises ``ValueError`` where there is no
    such picture, ``ImportError`` without matplotlib."""
    if not available():
        raise ImportError(MISSING)
    found = pictures(answer)
    if name not in found:
        raise ValueError(f"there is no plot {name!r} of this simulation; there are {', '.join(found) or 'none'}")
    if axes is None:
        from matplotlib import pyplot

        _, axes = pyplot.subplots(layout="constrained")
    axes.set_title(found[name].title)
    found[name].paint(axes, NOTEBOOK)
    return axes


def across(names: Sequence[str], answers: Sequence[Answer]) -> Plots:
    """The plots of several simulations side by side: a line for each."""
    if not available() or not all(a["rounds"] for a in answers):
        return {}
    rates, held = zip(*(_percents(a["order"][0]) for a in answers), strict=True)
    fairs, label = [100 * fair(a, "order") for a in answers], "% of rounds; the line: fair"
    found = {"order": [svg(dots("Rounds won by the leader", names, rates, held, label, fairs))]}
    if all(a["unit"] == "match" for a in answers):
        rounds, margins = [a["rounds_per_match"] for a in answers], [a["figures"]["margin"] for a in answers]
        of_rounds, of_margins = ([a["figures"][f"{key}_interval"] for a in answers] for key in ("rounds", "margin"))
        found["length"] = [svg(dots("Rounds in a match", names, rounds, of_rounds, "rounds"))]
        found["sides"] = [svg(dots("Margin of the winner", names, margins, of_margins, "points"))]
    return found


def dots(
    title: str,
    names: Sequence[str],
    values: Sequence[float],
    intervals: Sequence[Sequence[float] | None],
    label: str,
    lines: Sequence[float] | None = None,
) -> Picture:
    """A dot for each value with its 95 % interval, from top to bottom; ``lines``: what each is compared with."""

    def paint(ax: Axes, palette: Palette) -> None:
        places = list(range(len(names)))
        errors = [[max(0.0, v - i[0]) if i else 0 for v, i in zip(values, intervals, strict=True)]]
        errors.append([max(0.0, i[1] - v) if i else 0 for v, i in zip(values, intervals, strict=True)])
        for at, line in zip(places, lines or (), strict=False):
            ax.plot([line, line], [at - 0.5, at + 0.5], color=palette.faint, linewidth=1.2, linestyle="--")
        ax.errorbar(values, places, xerr=errors, fmt="o", color=palette.accent, capsize=4)
        ax.set_yticks(places, labels=[_short(n) for n in names])
        ax.set_ylim(len(names) - 0.5, -0.5)
        ax.set_xlabel(label)

    return Picture(f"{title}, with 95 % intervals", paint, title, max(1.5, 0.34 * len(names) + 0.9))


def svg(picture: Picture) -> Plot:
    """One plot as an SVG element, without the XML around it; the same data give the same text."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    settings: dict[Any, Any] = {"svg.fonttype": "none", "svg.hashsalt": picture.salt, "font.size": 9}
    settings |= dict.fromkeys(("figure.facecolor", "axes.facecolor"), "none")
    settings |= dict.fromkeys(
        ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color"), PAGE.ink
    )
    with rc_context(settings):
        figure = Figure(figsize=(WIDTH, picture.height), layout="constrained")
        axes = figure.add_subplot()
        for edge in ("top", "right"):
            axes.spines[edge].set_visible(False)
        picture.paint(axes, PAGE)
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    svg = re.sub(r' id="[a-z0-9]+_\d+"', "", out.getvalue())  # names of groups, which several plots of a page share
    svg = re.sub("|".join(_VARIABLES), lambda m: f"var({_VARIABLES[m[0]]})", svg)
    named = f'<svg role="img" aria-label="{escape(picture.title)}" '
    return picture.title, svg[svg.index("<svg") :].replace("<svg ", named, 1)


def _percents(side: dict[str, Any]) -> tuple[float, list[float]]:
    return 100 * side["win_rate"], [100 * x for x in side["win_interval"]]


def _rates(answer: Answer, group: str, title: str, of: str) -> Picture:
    sides = answer[group]
    names = [_place(answer, i) if group == "order" else side_name(s) for i, s in enumerate(sides)]
    rates, held = zip(*map(_percents, sides), strict=True)
    return dots(title, names, rates, held, f"% of {of}; the line: fair", [100 * fair(answer, group)] * len(sides))


def _place(answer: Answer, place: int) -> str:
    return place_in(answer, place).removeprefix("the ")


def _awards(ax: Axes, palette: Palette, answer: Answer) -> None:
    """Bars on one another: what awards take stands to the left of nothing."""
    order = answer["order"]
    names = by_weight(answer["figures"]["awards"])
    ends = {True: [0.0] * len(names), False: [0.0] * len(names)}
    for s, place in enumerate(order):
        values = [place["awards"][n] for n in names]
        starts = [ends[v >= 0][i] for i, v in enumerate(values)]
        ax.barh([_short(n) for n in names], values, left=starts, color=palette.series[s], label=_place(answer, s))
        for i, v in enumerate(values):
            ends[v >= 0][i] += v
    if any(ends[False]):
        ax.axvline(0, color=palette.ink, linewidth=0.8)
    ax.invert_yaxis()
    ax.set_xlabel("points in a round")
    ax.legend(frameon=False, loc="lower right", fontsize=8)


def _bars(ax: Axes, palette: Palette, bins: Sequence[Sequence[int]], y: str) -> None:
    """Bars on whole numbers, as shares of all."""
    from matplotlib.ticker import MaxNLocator

    total = sum(n for _, n in bins)
    ax.bar([value for value, _ in bins], [100 * n / total for _, n in bins], 0.85, color=palette.accent)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_ylabel(y)


def _short(name: str) -> str:
    return name if len(name) <= 27 else name[:26] + "…"
