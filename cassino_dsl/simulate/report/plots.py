"""Plots as SVG, drawn by matplotlib (the extra ``report``); without it there are none."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Answer = dict[str, Any]
COLOURS = ("#1f6f8b", "#d1495b", "#66a182", "#edae49", "#6c5b7b", "#2e4057")
MISSING = "plots need matplotlib: `pip install 'cassino-dsl[report]'`"


def available() -> bool:
    from importlib.util import find_spec

    return find_spec("matplotlib") is not None


def plots(answer: Answer) -> list[tuple[str, str]]:
    """The plots of one simulation: a title and an SVG each."""
    drawn = [
        ("Rounds won, by order of play (95 %)", draw(lambda ax: _win_rates(ax, answer), "wins")),
        ("Points in a round, by side", draw(lambda ax: _points(ax, answer), "points")),
        ("Points in a round, by award", draw(lambda ax: _awards(ax, answer), "awards")),
    ]
    if answer["unit"] == "match":
        drawn.append(("Rounds in a match", draw(lambda ax: _bars(ax, answer, "rounds"), "rounds")))
    plays = answer["figures"]["distributions"]["plays"]
    if len(plays) > 1:
        drawn.append(("Plays in a round", draw(lambda ax: _bars(ax, answer, "plays"), "plays")))
    drawn.append(("Legal plays in a turn", draw(lambda ax: _legal(ax, answer), "legal")))
    return drawn


def draw(paint: Callable[[Axes], None], salt: str, width: float = 5.6, height: float = 3.0) -> str:
    """One plot as an SVG element, without the XML around it; the same data give the same text."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({"svg.fonttype": "none", "svg.hashsalt": salt, "font.size": 9}):
        figure = Figure(figsize=(width, height), layout="constrained")
        axes = figure.add_subplot()
        for edge in ("top", "right"):
            axes.spines[edge].set_visible(False)
        paint(axes)
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    svg = out.getvalue()
    return svg[svg.index("<svg") :]


def with_errors(ax: Axes, names: Sequence[str], values: Sequence[float], intervals: Sequence[Any]) -> None:
    """A dot for each value with its interval, from top to bottom."""
    places = list(range(len(names)))
    errors = [[max(0.0, v - i[0]) if i else 0 for v, i in zip(values, intervals, strict=True)]]
    errors.append([max(0.0, i[1] - v) if i else 0 for v, i in zip(values, intervals, strict=True)])
    ax.errorbar(values, places, xerr=errors, fmt="o", color=COLOURS[0], capsize=4)
    ax.set_yticks(places, labels=list(names))
    ax.set_ylim(len(names) - 0.5, -0.5)


def _win_rates(ax: Axes, answer: Answer) -> None:
    order = answer["order"]
    names = [f"place {' and '.join(map(str, o['seats']))}" for o in order]
    values = [100 * o["win_rate"] for o in order]
    with_errors(ax, names, values, [[100 * x for x in o["win_interval"]] for o in order])
    ax.axvline(100 / len(order), color="#999999", linewidth=0.8, linestyle="--")
    ax.set_xlabel("% of rounds")


def _points(ax: Axes, answer: Answer) -> None:
    sides = len(answer["sides"])
    for s in range(sides):
        bins = answer["figures"]["distributions"][f"points {s + 1}"]
        total = sum(n for _, n in bins) or 1
        known = {p: 100 * n / total for p, n in bins}
        xs = list(range(min(known, default=0), max(known, default=0) + 1))
        ax.plot(xs, [known.get(x, 0) for x in xs], marker="o", markersize=3, label=f"side {s + 1}", color=_colour(s))
    ax.set_xlabel("points")
    ax.set_ylabel("% of rounds")
    ax.legend(frameon=False)


def _awards(ax: Axes, answer: Answer) -> None:
    order = answer["order"]
    names = list(order[0]["awards"])
    before = [0.0] * len(names)
    for s, place in enumerate(order):
        values = [place["awards"][n] for n in names]
        ax.barh(names, values, left=before, color=_colour(s), label=f"place {s + 1}")
        before = [b + v for b, v in zip(before, values, strict=True)]
    ax.invert_yaxis()
    ax.set_xlabel("points a round")
    ax.legend(frameon=False)


def _bars(ax: Axes, answer: Answer, name: str) -> None:
    bins = answer["figures"]["distributions"][name]
    total = sum(n for _, n in bins) or 1
    ax.bar([x for x, _ in bins], [100 * n / total for _, n in bins], color=COLOURS[0])
    ax.set_xlabel(name)
    ax.set_ylabel("%")


def _legal(ax: Axes, answer: Answer) -> None:
    bins = answer["figures"]["distributions"]["legal"]
    total, most = sum(n for _, n in bins) or 1, max(3 * answer["legal_per_turn"]["p95"] // 2, 5)
    shown = [(x, 100 * n / total) for x, n in bins if x <= most]
    ax.bar([x for x, _ in shown], [n for _, n in shown], color=COLOURS[0])
    ax.axvline(answer["legal_per_turn"]["p95"] + 0.5, color="#999999", linewidth=0.8, linestyle="--")
    ax.set_xlabel("legal plays (the line: 95 % of turns)")
    ax.set_ylabel("% of turns")


def _colour(index: int) -> str:
    return COLOURS[index % len(COLOURS)]
