"""CSV: one line for each figure, so that any table program can sort, filter and plot them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cassino_dsl.ruleset.document import word_of
from cassino_dsl.simulate.report.deep import Measures, lead_after

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
HEAD = ("variant", "options", "group", "who", "figure", "value", "low", "high")
Line = tuple[str, str, str, float, float | str, float | str]  # group, who, figure, value, from, to
Row = tuple[str, str, str, str, str, float, float | str, float | str]


def csv_text(answers: Sequence[dict[str, Any]]) -> str:
    """All figures of all simulations."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    for answer in answers:
        options = " ".join(f"{k}={word_of(v)}" for k, v in answer["options"].items())
        house = " ".join(f"with={name}" for name in answer["figures"]["house_rules"])
        for row in _rows(answer):
            writer.writerow(cells((answer["variant"], f"{options} {house}".strip(), *row)))
    return out.getvalue()


def cells(values: Iterable[Any]) -> list[Any]:
    """What stands in a line of CSV. Programs that show tables take a text that begins like a formula for one: an
    apostrophe before it makes it a text again. Numbers stay numbers."""
    return [f"'{v}" if isinstance(v, str) and v.startswith(_FORMULA) else v for v in values]


def _rows(answer: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    figures = answer["figures"]

    def row(
        group: str, who: object, figure: str, value: float | str, interval: list[float] | None = None
    ) -> tuple[Any, ...]:
        return (group, who, figure, value, *(interval or ("", "")))

    yield row("run", "", "games", answer["games"])
    yield row("run", "", "rounds", answer["rounds"])
    yield row("run", "", "seed", answer["seed"])
    yield row("run", "", "stuck", answer["stuck"]["rounds"])
    for of in figures["methods_used"]:
        yield row("method", of, figures["method"][of], "")
    for group, name in (("sides", "side"), ("order", "place")):
        for s, side in enumerate(answer[group]):
            who = f"{name} {s + 1}"
            yield row(group, who, "win_rate", side["win_rate"], side["win_interval"])
            points = figures["points_interval"][group][s]
            yield row(group, who, "points_per_round", side["points_per_round"], points)
            for award, mean in side["awards"].items():
                yield row(group, who, f"award {award}", mean)
    yield row("match", "", "tie_rate", figures["tie_rate"], figures["tie_interval"])
    yield row("match", "", "tied_rounds", figures["tied_rounds"])
    yield row("match", "", "margin", figures["margin"], figures["margin_interval"])
    yield row("length", "", "rounds_per_match", answer["rounds_per_match"], figures["rounds_interval"])
    yield row("length", "", "plays_per_round", answer["plays_per_round"], figures["plays_interval"])
    for name, value in answer["legal_per_turn"].items():
        yield row("choice", "", f"legal_per_turn {name}", value)
    for name, share in answer["plays_by_action"].items():
        yield row("choice", name, "share of plays", share)
    for name, award in figures["awards"].items():
        yield row("award", name, "points_per_round", award["points_per_round"], award["points_interval"])
        for figure in ("share", "void"):
            yield row("award", name, figure, award[figure])
        yield row("award", name, "decided", award["decided"], award["decided_interval"])
    for name, mean in answer["memory"].items():
        yield row("memory", name, "per round", mean)
    drama = figures["drama"]
    yield row("drama", "", "lead_changes", drama["lead_changes"])
    yield row("drama", "", "leads_for_good_after", drama["leads_for_good_after"])
    yield from deep_rows(answer["deep"]) if "deep" in answer else ()


def deep_rows(deep: Measures) -> Iterator[Line]:
    """All figures that `simulate --deep` adds, each with its interval."""
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
