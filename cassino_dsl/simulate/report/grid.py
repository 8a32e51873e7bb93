"""The report of a grid: one row for each combination, as table, CSV, JSON and page."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cassino_dsl.simulate.report import plots
from cassino_dsl.simulate.report.html import figures, head, page, table
from cassino_dsl.simulate.report.markdown import markdown
from cassino_dsl.simulate.report.stuck import stuck_commands, stuck_remarks
from cassino_dsl.simulate.report.table import FigureReport, Table, number, percent, percents, with_interval
from cassino_dsl.simulate.report.text import text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Answer = dict[str, Any]
Row = tuple[tuple[str, ...], Answer]  # the varied values, and what came of them


def render(keys: Sequence[str], rows: Sequence[Row], command: str, format: str) -> str:
    """The grid as text, csv or markdown."""
    if format == "csv":
        return as_csv(keys, rows)
    found = report(keys, rows, command)
    return markdown(found) if format == "markdown" else text(found)


def as_data(keys: Sequence[str], rows: Sequence[Row]) -> dict[str, Any]:
    """For JSON: the rows with what each was varied to."""
    return {
        "variant": rows[0][1]["variant"],
        "vary": list(keys),
        "rows": [{"at": dict(zip(keys, values, strict=True)), **answer} for values, answer in rows],
    }


def report(keys: Sequence[str], rows: Sequence[Row], command: str) -> FigureReport:
    """Three tables that each fit 80 columns: who wins, length and choice, where points come from."""
    first = rows[0][1]
    facts = (
        ("played", f"{first['games']:,} {'matches' if first['unit'] == 'match' else 'rounds'} for each row"),
        ("seats", f"{first['seats']}, {', '.join(dict.fromkeys(first['players']))}"),
        ("seed", str(first["seed"])),
    )
    said = stuck_remarks([(f"{a['variant']} {' '.join(values)}", a) for values, a in rows])
    again = stuck_commands([a for _, a in rows])
    return FigureReport(f"{first['variant']}: {', '.join(keys)}", facts, tables(keys, rows), command, said, again)


def tables(keys: Sequence[str], rows: Sequence[Row]) -> tuple[Table, ...]:
    head = " ".join(keys)

    def named(values: tuple[str, ...]) -> str:
        return " ".join(values)

    wins = tuple(
        (
            named(values),
            percents(a["order"][0]["win_interval"]),
            with_interval(a["order"][0]["points_per_round"], a["figures"]["points_interval"]["order"][0]),
            percents(a["sides"][0]["win_interval"]),
            percent(a["figures"]["tie_rate"]),
        )
        for values, a in rows
    )
    length = tuple(
        (
            named(values),
            with_interval(a["rounds_per_match"], a["figures"]["rounds_interval"]),
            with_interval(a["plays_per_round"], a["figures"]["plays_interval"]),
            number(a["legal_per_turn"]["mean"]),
            percent(a["legal_per_turn"]["forced"]),
            with_interval(a["figures"]["margin"], a["figures"]["margin_interval"]),
        )
        for values, a in rows
    )
    found = [
        Table("The leader, and seat 1", (head, "rounds won", "points a round", "seat 1 wins", "ties"), wins),
        Table("Length and choice", (head, "rounds", "plays a round", "legal", "forced", "margin"), length),
    ]
    awards = list(dict.fromkeys(name for _, a in rows for name in a["figures"]["awards"]))
    for start in range(0, len(awards), 5):
        some = awards[start : start + 5]
        body = tuple((named(values), *(_award(a, name) for name in some)) for values, a in rows)
        found.append(Table("Points a round, by award", (head, *some), body))
    return tuple(found)


def _award(answer: Answer, name: str) -> str:
    award = answer["figures"]["awards"].get(name)
    return number(award["points_per_round"]) if award else ""


def as_csv(keys: Sequence[str], rows: Sequence[Row]) -> str:
    """One line for each combination; figures that some combinations lack are left empty."""
    lines = [{**dict(zip(keys, values, strict=True)), **_flat(answer)} for values, answer in rows]
    head = list(dict.fromkeys(name for line in lines for name in line))
    out = io.StringIO()
    writer = csv.DictWriter(out, head, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return out.getvalue()


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


def html(keys: Sequence[str], rows: Sequence[Row], command: str) -> tuple[str, str]:
    """A page with tables and plots, and a remark about what is missing from it (or "")."""
    found = report(keys, rows, command)
    body = [head(found), *(table(t) for t in found.tables)]
    if plots.available():
        body.insert(1, figures(_plots(rows)))
    return page(found.title, "\n".join(body)), "" if plots.available() else plots.MISSING


def _plots(rows: Sequence[Row]) -> list[tuple[str, str]]:
    names = [" ".join(values) for values, _ in rows]
    height = max(2.0, 0.35 * len(names) + 1)

    def plot(tell: Any, interval: Any, label: str, salt: str) -> str:
        def paint(ax: Axes) -> None:
            plots.with_errors(ax, names, [tell(a) for _, a in rows], [interval(a) for _, a in rows])
            ax.set_xlabel(label)

        return plots.draw(paint, salt, height=height)

    return [
        (
            "Rounds won by the leader (95 %)",
            plot(lambda a: a["order"][0]["win_rate"], lambda a: a["order"][0]["win_interval"], "share", "wins"),
        ),
        (
            "Rounds in a match (95 %)",
            plot(lambda a: a["rounds_per_match"], lambda a: a["figures"]["rounds_interval"], "rounds", "rounds"),
        ),
        (
            "Margin (95 %)",
            plot(lambda a: a["figures"]["margin"], lambda a: a["figures"]["margin_interval"], "points", "margin"),
        ),
    ]
