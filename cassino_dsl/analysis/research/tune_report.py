"""The report of `cassino tune`: which values come nearest, how sure that is, and what they give."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from math import ceil, floor
from typing import Any

from cassino_dsl.analysis.research.goals import Goal, Measured
from cassino_dsl.analysis.research.race import Judged, Tuned
from cassino_dsl.analysis.simulate.grid import combinations
from cassino_dsl.analysis.simulate.method_names import RACED
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
from cassino_dsl.analysis.units.runner import UNITS
from cassino_dsl.book.describe.english import joined
from cassino_dsl.book.pages.html_page import page

SHOWN = 12  # rows of people's table; JSON and CSV have all
REACHES = {True: "yes", False: "no", None: "not told"}
FAR = 4  # times the span of what was tried: further away a straight line says nothing
STEPS = 4  # values that are proposed, about
_NUMBER = re.compile(r"-?\d+$")

Seen = tuple[tuple[str, ...], Measured]  # the varied values of a combination, and the figure of the goal
Line = list[tuple[int, Measured]]


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
        return (*found, *([level or "All others are further away."] if others else []), *self._next())

    def _next(self) -> list[str]:
        """Where to look next for the goal that is missed most among those that what was varied moves; which goals it
        does not move."""
        if self.tuned.reached:
            return []
        goals, proof = self.tuned.goals, self.tuned.proof
        missed = [n for n in range(len(goals)) if not goals[n].reachable(proof[n].low, proof[n].high)]
        said = {}
        for n in sorted(missed, key=lambda n: -goals[n].miss(proof[n].value)):
            seen = [(self.at[judged.number], judged.seen[n]) for judged in self.tuned.ranking]
            said[n] = next_look(self.keys, goals[n], seen[0], seen[1:])
        still = joined([f"`{goals[n].name}`" for n, look in said.items() if not look])
        found = [look for look in said.values() if look][:1]
        return [
            *found,
            *([f"What was varied is not shown to move {still} towards its goal: vary others."] if still else []),
        ]

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


# ---- where to look next


def next_look(keys: Sequence[str], goal: Goal, best: Seen, others: Sequence[Seen]) -> str:
    """Where to look, when no combination reaches the goals: between which values of an option that is a number, or how
    far beyond them, a goal should be met, if its figure goes on as a straight line through the two nearest values. ""
    where no option that was varied is a number that is shown to move the figure towards the goal."""
    for at, key in enumerate(keys):
        kept = [one for one in (best, *others) if _apart_from(one[0], at) == _apart_from(best[0], at)]
        line: Line = sorted((int(values[at]), figure) for values, figure in kept if _NUMBER.match(values[at]))
        found = _crossing(line, goal.wanted)
        if found is not None:
            low, high, met = found
            step = max(1, round((high - low) / STEPS))
            words = f"--vary {key}={low}..{high}" + (f":{step}" if step > 1 else "")
            rest = zip(_apart_from(tuple(keys), at), _apart_from(best[0], at), strict=True)
            words += "".join(f" --set {other}={value}" for other, value in rest if other != "with")
            where = "between" if line[0][0] <= met <= line[-1][0] else "beyond"
            line_says = f"by a straight line `{goal.name}` is there at about {key}={round(met)}"
            return f"Look next {where} the values that were tried, where {line_says}: `{words}`."
    return ""


def _crossing(line: Line, wanted: float) -> tuple[int, int, float] | None:
    """The values among which the line is at the number that is wanted, and where."""
    moved = [
        ((a, x.value), (b, y.value))
        for (a, x), (b, y) in pairwise(line)
        if x.high < y.low or y.high < x.low  # else nothing shows that the option moves it
    ]
    between = [((a, x), (b, y)) for (a, x), (b, y) in moved if min(x, y) < wanted < max(x, y)]
    for (a, x), (b, y) in between:
        if b - a > 1:
            return a + 1, b - 1, a + (b - a) * (wanted - x) / (y - x)
    if not moved or between:
        return None  # of neighbours: no whole number lies between
    (a, x), (b, y) = moved[-1] if abs(line[-1][1].value - wanted) < abs(line[0][1].value - wanted) else moved[0]
    span = line[-1][0] - line[0][0]
    met = a + (b - a) * (wanted - x) / (y - x)
    if min(abs(met - value) for value, _ in line) > FAR * span or met <= 0 or line[0][0] <= met <= line[-1][0]:
        return None
    edge = line[-1][0] if met > line[-1][0] else line[0][0]
    past = met + (met - edge) / 2
    return (edge + 1, ceil(past), met) if met > edge else (max(1, floor(past)), edge - 1, met)


def _apart_from(values: tuple[str, ...], at: int) -> tuple[str, ...]:
    return values[:at] + values[at + 1 :]
