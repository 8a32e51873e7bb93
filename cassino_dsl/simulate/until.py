"""``--until``: whether the interval of a figure is narrow enough."""

from __future__ import annotations

from cassino_dsl.simulate.spec import Spec, read_width
from cassino_dsl.simulate.statistics import Interval, exact
from cassino_dsl.simulate.sums import Sums
from cassino_dsl.units.layout import Layout
from cassino_dsl.units.tally import Tally

RATES = ("win_rate", "ties")


def narrow_enough(spec: Spec, tally: Tally, layout: Layout) -> bool:
    """Whether the widest interval of the figure, over all sides and players, is at most as wide as was asked.

    A percentage of a rate is percentage points; of any other figure it is a share of the figure itself.
    """
    if not spec.until:
        return False
    width, percent = read_width(spec.until)
    relative = percent and spec.figure not in RATES
    found = figure_intervals(spec.figure, tally, layout, len(set(spec.players)))
    return all(i is not None and i[1] - i[0] <= width * (abs(mean) if relative else 1) for mean, i in found)


def figure_intervals(
    figure: str, tally: Tally, layout: Layout, players: int = 1
) -> list[tuple[float, Interval | None]]:
    """The figure and its interval; one for each side, and each of so many different players, that has its own."""
    sums, units = Sums(tally, layout), tally.units
    if figure == "win_rate":
        of_players = sums.row("player_wins")[:players] if players > 1 else ()
        return [(0.0, exact(n, units)) for n in (*sums.row("wins"), *of_players)]
    if figure == "ties":
        return [(0.0, exact(sums("ties"), units))]
    if figure == "points":
        return [(sums.per_round("points", s), sums.interval("points", s)) for s in range(layout.sides)]
    if figure == "plays":
        return [(sums.per_round("plays"), sums.interval("plays"))]
    return [(sums.per_unit(figure), sums.unit_interval(figure))]
