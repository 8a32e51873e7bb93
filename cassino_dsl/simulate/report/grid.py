"""The report of a grid: one row for each combination, as table, CSV, JSON and page."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from cassino_dsl.pages.page import page
from cassino_dsl.simulate.methods import HOLM, told
from cassino_dsl.simulate.paired import Figure, compared, methods_of
from cassino_dsl.simulate.report import plots
from cassino_dsl.simulate.report.html import missing, report_html
from cassino_dsl.simulate.report.rows import cells
from cassino_dsl.simulate.report.stuck import stuck_commands, stuck_remarks
from cassino_dsl.simulate.report.table import FigureReport, Table, mean_with, number, percent, rate_with, signed_with
from cassino_dsl.simulate.report.used import methods_used
from cassino_dsl.simulate.report.verdict import FEWEST, side_by_side, warnings, who_played
from cassino_dsl.units.runner import UNITS

Answer = dict[str, Any]
Row = tuple[tuple[str, ...], Answer]  # the varied values, and what came of them
Pairs = Sequence[tuple[Figure, ...]]  # of each row after the first, its differences from the first


@dataclass(frozen=True)
class GridReport:
    """``keys``: what was varied; ``command`` plays it again."""

    keys: Sequence[str]
    rows: Sequence[Row]
    pairs: Pairs
    command: str

    def as_data(self) -> dict[str, Any]:
        """The rows with what each was varied to, and its differences from the first."""
        told = [{"at": dict(zip(self.keys, values, strict=True)), **answer} for values, answer in self.rows]
        for row, figures in zip(told[1:], self.pairs, strict=True):
            row["differences"] = [figure.as_json() for figure in figures]
        return {"variant": self.rows[0][1]["variant"], "vary": list(self.keys), "method": HOLM, "rows": told}

    def as_csv(self) -> str:
        """One line for each combination; figures that some combinations lack are left empty."""
        lines = [{**dict(zip(self.keys, values, strict=True)), **_flat(answer)} for values, answer in self.rows]
        head = list(dict.fromkeys(name for line in lines for name in line))
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(cells(head))
        writer.writerows(cells(line.get(name, "") for name in head) for line in lines)
        return out.getvalue()

    def as_page(self) -> tuple[str, str]:
        """A page with tables and plots, and a remark about what is missing from it (or "")."""
        found = self.report()
        drawn = plots.across(self._names(), [answer for _, answer in self.rows])
        return page(found.title, report_html("Grid", found, drawn)), missing()

    def report(self) -> FigureReport:
        """The tables, a row for each combination."""
        answers = [answer for _, answer in self.rows]
        first = answers[0]
        facts = (
            ("played", f"{first['games']:,} {UNITS[first['unit']]} for each row"),
            ("seats", str(first["seats"])),
            ("players", who_played(first["players"], first["figures"]["rotated"])),
            ("seed", str(first["seed"])),
        )
        said = (
            *warnings(first["players"], first["figures"]["rotated"]),
            *stuck_remarks([(f"{a['variant']} {' '.join(values)}", a) for values, a in self.rows]),
        )
        differing = [_differences(self.keys, self.rows, self.pairs)] if any(self.pairs) else []
        title, verdict = f"{first['variant']}: {', '.join(self.keys)}", side_by_side(self._names(), answers)
        shown = (*tables(self.keys, self.rows), *differing)
        methods = methods_used(answers, "order")
        if differing:
            methods |= {"differences": methods_of([figure for figures in self.pairs for figure in figures])}
        stuck = stuck_commands(answers)
        return FigureReport(title, verdict, facts, shown, self.command, said, stuck, told(methods))

    def _names(self) -> list[str]:
        return [named(self.keys, values) for values, _ in self.rows]


def named(keys: Sequence[str], values: Sequence[str]) -> str:
    """A row by what it chooses: `target=11 with=none`."""
    return " ".join(f"{key}={value}" for key, value in zip(keys, values, strict=True))


def tables(keys: Sequence[str], rows: Sequence[Row]) -> tuple[Table, ...]:
    """Who wins, length, choice, and where points come from."""
    first = " ".join(keys)

    def table(key: str, title: str, head: tuple[str, ...], *tells: Callable[[Answer], str]) -> Table:
        body = tuple((" ".join(values), *(tell(a) for tell in tells)) for values, a in rows)
        return Table(title, (first, *head), body, (), key)

    def mean(name: str, interval: str) -> Callable[[Answer], str]:
        return lambda a: mean_with(a.get(name, a["figures"].get(name)), a["figures"][interval])

    leader = ("rounds won", "points a round")
    found = [
        table("order", "The leader of a round", leader, _rounds_won, _leader_points),
        table(
            "sides", "The match", ("seat 1 wins", "ties", "margin"), _seat_1, _ties, mean("margin", "margin_interval")
        ),
        table(
            "length",
            "Length",
            ("rounds in a match", "plays in a round"),
            mean("rounds_per_match", "rounds_interval"),
            mean("plays_per_round", "plays_interval"),
        ),
        table("choice", "Choice", ("legal plays in a turn", "forced turns"), _legal, _forced),
    ]
    awards = list(dict.fromkeys(name for _, a in rows for name in a["figures"]["awards"]))
    for start in range(0, len(awards), 3):
        some = tuple(awards[start : start + 3])
        found.append(table("", "Points in a round, by award", some, *(partial(_award, name=name) for name in some)))
    return tuple(found)


def _differences(keys: Sequence[str], rows: Sequence[Row], pairs: Pairs) -> Table:
    """In what each row differs from the first on the same deals, as far as that is shown."""
    body = []
    for (values, _), figures in zip(rows[1:], pairs, strict=True):
        shown = [f for f in figures if f.verdict in ("real", "likely")]
        told = [(f.name, signed_with(f.difference, (f.low, f.high), f.share), f.verdict) for f in shown]
        nothing = "too few to say" if figures and figures[0].pairs < FEWEST else "nothing is shown to differ"
        for name, difference, verdict in told or [(nothing, "", "")]:
            body.append((f"{' '.join(values)}: {name}", difference, verdict))
    every = [figure for figures in pairs for figure in figures]
    head = (" ".join(keys), "difference (95 %)", "")
    said = (
        f"{max(f.pairs for f in every):,} units of each, pair by pair; {HOLM}: {compared(every)} compared",
        "real: also after that; likely: only if it were the one question asked",
    )
    return Table(f"What differs from {named(keys, rows[0][0])}", head, tuple(body), said, "differences")


def _rounds_won(answer: Answer) -> str:
    return rate_with(answer["order"][0]["win_rate"], answer["order"][0]["win_interval"])


def _leader_points(answer: Answer) -> str:
    return mean_with(answer["order"][0]["points_per_round"], answer["figures"]["points_interval"]["order"][0])


def _seat_1(answer: Answer) -> str:
    return rate_with(answer["sides"][0]["win_rate"], answer["sides"][0]["win_interval"])


def _ties(answer: Answer) -> str:
    return rate_with(answer["figures"]["tie_rate"], answer["figures"]["tie_interval"])


def _legal(answer: Answer) -> str:
    return number(answer["legal_per_turn"]["mean"])


def _forced(answer: Answer) -> str:
    return percent(answer["legal_per_turn"]["forced"])


def _award(answer: Answer, name: str) -> str:
    award = answer["figures"]["awards"].get(name)
    return mean_with(award["points_per_round"], award["points_interval"]) if award else ""


def _flat(answer: Answer) -> dict[str, Any]:
    figures = answer["figures"]
    flat: dict[str, Any] = {"games": answer["games"], "rounds": answer["rounds"], "seed": answer["seed"]}

    def put(name: str, value: float, interval: list[float] | None) -> None:
        flat[name] = value
        flat[f"{name}_low"], flat[f"{name}_high"] = interval or ("", "")

    for group, word in (("sides", "side"), ("order", "place")):
        for s, side in enumerate(answer[group], start=1):
            put(f"{word}_{s}_win_rate", side["win_rate"], side["win_interval"])
            put(f"{word}_{s}_points", side["points_per_round"], figures["points_interval"][group][s - 1])
    put("ties", figures["tie_rate"], figures["tie_interval"])
    put("margin", figures["margin"], figures["margin_interval"])
    put("rounds_per_match", answer["rounds_per_match"], figures["rounds_interval"])
    put("plays_per_round", answer["plays_per_round"], figures["plays_interval"])
    flat |= {f"legal_{name}": value for name, value in answer["legal_per_turn"].items()}
    flat |= {f"action_{name}": share for name, share in answer["plays_by_action"].items()}
    flat |= {f"award_{name}": award["points_per_round"] for name, award in figures["awards"].items()}
    flat |= {f"memory_{name}": mean for name, mean in answer["memory"].items()}
    flat["stuck"] = answer["stuck"]["rounds"]
    flat["lead_changes"] = figures["drama"]["lead_changes"]
    return flat
