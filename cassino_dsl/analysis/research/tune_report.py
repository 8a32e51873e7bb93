"""The report of `cassino tune`: which values come nearest, how sure that is, and what they give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cassino_dsl.analysis.research.goals import Goal, Measured
from cassino_dsl.analysis.research.race import Judged, Tuned
from cassino_dsl.analysis.simulate.grid import combinations
from cassino_dsl.analysis.simulate.report.grid import named
from cassino_dsl.analysis.simulate.report.html import report_html
from cassino_dsl.analysis.simulate.report.table import (
    Cell,
    Cells,
    FigureReport,
    Table,
    count,
    mean,
    percent,
    plain,
    rate,
)
from cassino_dsl.analysis.simulate.report.text import csv_columns
from cassino_dsl.analysis.simulate.report.verdict import warnings, who_played
from cassino_dsl.analysis.simulate.session import Session
from cassino_dsl.analysis.simulate.statistics import RACED
from cassino_dsl.analysis.units.runner import UNITS
from cassino_dsl.book.describe.english import joined
from cassino_dsl.book.pages.html_page import page

SHOWN = 12  # rows of people's table; JSON and CSV have all
REACHES = {True: "yes", False: "no", None: "not told"}


class TuneReport:
    """What came of a race, for every format. ``name``: of what was tuned; ``command`` plays it again."""

    def __init__(self, contest: Session, tuned: Tuned, name: str, command: str) -> None:
        self.contest, self.tuned, self.name, self.command = contest, tuned, name, command
        self.keys = [key for key, _ in contest.vary]
        self.at = combinations(contest.vary)
        self.best = tuned.ranking[0]

    # ---- for programs

    def as_data(self) -> dict[str, Any]:
        tuned, spec = self.tuned, self.contest.specs[0]
        return {
            "variant": self.name,
            "vary": self.keys,
            "goals": [goal.text for goal in tuned.goals],
            "reached": tuned.reached,
            "at": dict(zip(self.keys, self.at[self.best.number], strict=True)),
            "command": self.contest.specs[self.best.number].command(tuned.fresh, tuned.games),
            "figures": self._figures(tuned.proof),
            "level": [dict(zip(self.keys, self.at[judged.number], strict=True)) for judged in tuned.level],
            "rows": [self._row(judged) for judged in tuned.ranking],
            "unit": spec.unit,
            "games": tuned.units,
            "seats": spec.seats,
            "players": list(spec.players),
            "seed": spec.seed,
            "method": RACED,
            "warnings": list(warnings(spec.players, spec.rotate)),
            "again": self.command,
        }

    def _row(self, judged: Judged) -> dict[str, Any]:
        return {
            "at": dict(zip(self.keys, self.at[judged.number], strict=True)),
            "games": judged.games,
            "miss": round(judged.miss, 6),
            "level": judged.level,
            "reaches": self._reaches(judged),
            "figures": self._figures(judged.seen),
        }

    def _reaches(self, judged: Judged) -> bool | None:
        """Whether a combination reaches the goals; None: the games do not tell."""
        if judged is self.best and self.tuned.reached:
            return True
        return False if judged.out else None

    def _figures(self, seen: Sequence[Measured]) -> list[dict[str, Any]]:
        return [
            {
                "figure": goal.name,
                "value": one.value,
                "interval": [one.low, one.high],
                **({} if one.fair is None else {"fair": round(one.fair, 6)}),
            }
            for goal, one in zip(self.tuned.goals, seen, strict=True)
        ]

    def as_csv(self) -> str:
        """One line for each combination, the best first."""
        return csv_columns(self.keys, [(self.at[judged.number], self._cells(judged)) for judged in self.tuned.ranking])

    def _cells(self, judged: Judged) -> Cells:
        found, reaches = Cells(), REACHES[self._reaches(judged)]
        found.put("", "", {"games": count(judged.games), "miss": plain(judged.miss, 4)})
        found.put("", "", {"level": Cell("", int(judged.level)), "reaches": Cell(reaches, reaches)})
        shown = zip(self.tuned.goals, judged.seen, strict=True)
        found.put("", "", {goal.name: _shown(goal, one) for goal, one in shown})
        return found

    # ---- for people

    def as_page(self) -> tuple[str, str]:
        """A page without plots, which therefore lacks none."""
        found = self.report()
        return page(found.title, report_html("Tune", found, None)), ""

    def report(self) -> FigureReport:
        spec = self.contest.specs[0]
        return FigureReport(
            title=f"{self.name}: {', '.join(self.keys)}",
            verdict=self._verdict(),
            facts=(
                ("goals", ", ".join(goal.text for goal in self.tuned.goals)),
                ("played", f"{self.tuned.units:,} {UNITS[spec.unit]} in all, of {len(self.at)} combinations"),
                ("seats", str(spec.seats)),
                ("players", who_played(spec.players, spec.rotate)),
                ("seed", str(spec.seed)),
            ),
            tables=(self._proof(), self._race()),
            command=self.command,
            remarks=warnings(spec.players, spec.rotate),
            methods=RACED,
        )

    def _verdict(self) -> tuple[str, ...]:
        """What is known of the best; of the others, where nothing is of all together; and who is level with it."""
        tuned, best = self.tuned, self._name(self.best)
        shown = [f"{goal.name} {_with_fair(goal, one)}" for goal, one in zip(tuned.goals, tuned.proof, strict=True)]
        told, goals = joined(shown), "the goal" if len(tuned.goals) == 1 else "the goals"
        others, left, nearest = len(self.at) - 1, tuned.open, f"`{best}` comes nearest: {told}"
        if tuned.reached:
            found = [f"`{best}` reaches {goals}: {told}."]
        elif tuned.reached is False:
            found = [f"{goals.capitalize()} cannot be reached with these values. {nearest}."]
        elif self.best.out:
            found = [f"{nearest}; it does not reach {goals}."]
        else:
            wider = "four times as many --games make the intervals half as wide"
            found = [f"{nearest}. That is too little to say whether it reaches {goals}: {wider}."]
        if tuned.reached is None and others and not left:
            found.append(f"All others are ruled out: they do not reach {goals}.")
        elif tuned.reached is None and others:
            ruled = f" Ruled out: {others - len(left)} of {len(self.at)}." if others > len(left) else ""
            few = f"So many games do not tell whether {goals} can be reached with {self._some(left)}."
            found.append(few + ruled)
        level = f"Not told from it by so many games: {self._some(tuned.level)}." if tuned.level else ""
        return (*found, *([level or "All others are further away."] if others else []))

    def _some(self, judged: Sequence[Judged]) -> str:
        names = [self._name(one) for one in judged]
        return joined(names if len(names) <= 4 else [*names[:4], f"{len(names) - 4} more"])

    def _name(self, judged: Judged) -> str:
        return named(self.keys, self.at[judged.number])

    def _proof(self) -> Table:
        rows = tuple(
            (goal.text, _shown(goal, one), _told(goal, one))
            for goal, one in zip(self.tuned.goals, self.tuned.proof, strict=True)
        )
        unit = UNITS[self.contest.specs[0].unit]
        note = f"{self.tuned.games:,} {unit} on deals that did not choose it"
        return Table(self._name(self.best), ("goal", "figure (95 %)", ""), rows, (note,), "proof")

    def _race(self) -> Table:
        head = (" ".join(self.keys), "games", *(goal.name for goal in self.tuned.goals), "miss", "reaches")
        rows = []
        for judged in self.tuned.ranking[:SHOWN]:
            values, cells = " ".join(self.at[judged.number]), self._cells(judged)
            told = (cells["", "", name] for name in head[1:])
            rows.append((f"{values} *" if judged.level else values, *told))
        left = len(self.at) - len(rows)
        notes = ["miss: how far from the goals, a share in points of 1, other numbers as parts of what was wanted"]
        notes += ["*: not told from the best by so many games"] if self.tuned.level else []
        notes += [f"{left} more in --format json and csv"] if left else []
        return Table("The race: the best, who may reach it, who came furthest", head, tuple(rows), tuple(notes), "race")


def _shown(goal: Goal, one: Measured) -> Cell:
    held = (one.low, one.high)
    return rate(one.value, held) if goal.share else mean(one.value, held, one.always)


def _with_fair(goal: Goal, one: Measured) -> str:
    """A figure, and of a rate of wins what would be fair: where some are tied, not even shares of all."""
    shown = _shown(goal, one)
    return shown if one.fair is None else f"{shown.removesuffix(')')}; {percent(one.fair)} is fair)"


def _told(goal: Goal, one: Measured) -> str:
    if goal.reached(one.low, one.high):
        return "reached"
    return "too few to say" if goal.reachable(one.low, one.high) else "missed"
