"""What `simulate --deep` measures, as lines of CSV."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cassino_dsl.simulate.report.deep import Measures, lead_after

Line = tuple[str, str, str, float, float | str, float | str]  # group, who, figure, value, from, to


def deep_rows(deep: Measures) -> Iterator[Line]:
    """All figures, each with its interval."""
    for rung in deep["ladder"]:
        yield from _figures("ladder", f"{rung['player']} over {rung['against']}", rung)
    for one in deep["first"]:
        yield from _figures("first", f"all {one['player']}", one)
    for part in deep["luck"]:
        yield from _figures("luck", f"{part['player']} and {part['against']}", part)
    for award, by in deep["awards"].items():
        for player, share in by.items():
            yield ("award decides", award, f"all {player}", share, *deep["awards_intervals"][award][player])
    for group in ("choice", "kingmaking", "within"):
        yield from _figures(group, "", deep.get(group, {}))
    for group in ("course", "course_searched"):
        course = deep[group]
        yield from _figures(group, f"all {course['player']}", course)
        for row in course["runaway"]:
            yield from _figures(group, lead_after(row["after"], *row["lead"]), row)


def _figures(group: str, who: str, of: dict[str, Any]) -> Iterator[Line]:
    for name, value in of.items():
        if isinstance(value, int | float):
            interval = of.get("win_interval" if name == "win_rate" else f"{name}_interval")
            yield (group, who, name, +value, *(interval or ("", "")))
