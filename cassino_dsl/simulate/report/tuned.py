"""The report of `cassino tune`: which values come nearest, how sure that is, and what they give."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from cassino_dsl.describe.english import joined
from cassino_dsl.pages.page import page
from cassino_dsl.simulate.contest import Contest, Entered
from cassino_dsl.simulate.goals import Goal
from cassino_dsl.simulate.grid import combinations
from cassino_dsl.simulate.jackknife import Reading
from cassino_dsl.simulate.methods import RACED
from cassino_dsl.simulate.possible import between
from cassino_dsl.simulate.report.grid import named
from cassino_dsl.simulate.report.html import report_html
from cassino_dsl.simulate.report.rows import cells
from cassino_dsl.simulate.report.table import FigureReport, Table, mean_with, number, rate_with
from cassino_dsl.simulate.report.verdict import warnings, who_played
from cassino_dsl.simulate.statistics import Interval
from cassino_dsl.simulate.tune import Judged, Tuned
from cassino_dsl.units.runner import UNITS

SHOWN = 12  # rows of people's table; JSON and CSV have all
REACHES = {True: "yes", False: "no", None: "not told"}


class TuneReport:
    """What came of a race, for every format. ``command`` plays it again."""

    def __init__(self, contest: Contest, tuned: Tuned, entered: Sequence[Entered], command: str) -> None:
        self.contest, self.tuned, self.entered, self.command = contest, tuned, entered, command
        self.keys = [key for key, _ in contest.vary]
        self.at = combinations(contest.vary)
        self.best = tuned.ranking[0]

    # ---- for programs

    def as_data(self) -> dict[str, Any]:
        tuned, spec = self.tuned, self.contest.specs[0]
        return {
            "variant": self.entered[0].ruleset.name,
            "vary": self.keys,
            "goals": [goal.text for goal in tuned.goals],
            "reached": tuned.reached,
            "at": dict(zip(self.keys, self.at[self.best.number], strict=True)),
            "command": self.entered[self.best.number].spec.command(tuned.fresh, tuned.proof.tally.units),
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
            "games": judged.seen.tally.units,
            "miss": round(judged.miss, 6),
            "level": judged.level,
            "reaches": self._reaches(judged),
            "p_adjusted": float(f"{judged.p:.3g}"),
            "figures": self._figures(judged.seen),
        }

    def _reaches(self, judged: Judged) -> bool | None:
        """Whether a combination reaches the goals; None: the games do not tell."""
        if judged is self.best and self.tuned.reached:
            return True
        return False if judged.out else None

    def _figures(self, seen: Reading) -> list[dict[str, Any]]:
        found = []
        for i, goal in enumerate(self.tuned.goals):
            low, high = self._interval(goal, seen, i)
            path = ".".join(goal.path)
            value = round(seen.figures[i], 6)
            found.append({"figure": path, "value": value, "interval": [round(low, 6), round(high, 6)]})
        return found

    def as_csv(self) -> str:
        """One line for each combination, the best first."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        names = [".".join(goal.path) for goal in self.tuned.goals]
        ends = [f"{name}{end}" for name in names for end in ("", "_low", "_high")]
        writer.writerow(cells([*self.keys, "games", "miss", "level", "reaches", *ends]))
        for judged in self.tuned.ranking:
            row = self._row(judged)
            told = [x for figure in row["figures"] for x in (figure["value"], *figure["interval"])]
            known = [row["games"], row["miss"], int(row["level"]), REACHES[row["reaches"]]]
            writer.writerow(cells([*self.at[judged.number], *known, *told]))
        return out.getvalue()

    def _interval(self, goal: Goal, seen: Reading, i: int) -> Interval:
        """What the figure may be, and can be."""
        (low, high), (least, most) = seen.interval(i), between(goal.path, self.contest.specs[0].unit)
        return max(low, least), min(high, most)

    # ---- for people

    def as_page(self) -> tuple[str, str]:
        """A page without plots, which therefore lacks none."""
        found = self.report()
        return page(found.title, report_html("Tune", found, None)), ""

    def report(self) -> FigureReport:
        spec = self.contest.specs[0]
        facts = (
            ("goals", ", ".join(goal.text for goal in self.tuned.goals)),
            ("played", f"{self.tuned.units:,} {UNITS[spec.unit]} in all, of {len(self.at)} combinations"),
            ("seats", str(spec.seats)),
            ("players", who_played(spec.players, spec.rotate)),
            ("seed", str(spec.seed)),
        )
        title = f"{self.entered[0].ruleset.name}: {', '.join(self.keys)}"
        remarks = warnings(spec.players, spec.rotate)
        tables = (self._proof(), self._race())
        return FigureReport(title, self._verdict(), facts, tables, self.command, remarks, methods=RACED)

    def _verdict(self) -> tuple[str, ...]:
        tuned, name = self.tuned, self._name(self.best)
        told = joined([self._with(goal, tuned.proof, i) for i, goal in enumerate(tuned.goals)])
        goals = "the goal" if len(tuned.goals) == 1 else "the goals"
        if tuned.reached:
            return (f"`{name}` reaches {goals}: {told}.", *self._level())
        if tuned.reached is False:
            first = f"{goals.capitalize()} cannot be reached with these values. `{name}` comes nearest: {told}."
            return (first, *self._level())
        return (self._undecided(f"`{name}` comes nearest: {told}", goals), *self._open(goals), *self._level())

    def _undecided(self, nearest: str, goals: str) -> str:
        """What is known of the best, where nothing is of all together."""
        if self.best.out:
            return f"{nearest}; it does not reach {goals}."
        wider = "four times as many --games make the intervals half as wide"
        return f"{nearest}. That is too little to say whether it reaches {goals}: {wider}."

    def _open(self, goals: str) -> tuple[str, ...]:
        """What is known of the others."""
        others, left = len(self.at) - 1, self.tuned.open
        if not others:
            return ()
        if not left:
            return (f"All others are ruled out: they do not reach {goals}.",)
        few = f"so many games do not tell whether {goals} can be reached with {self._some(left)}"
        ruled = others - len(left)
        return (f"{few[0].upper()}{few[1:]}." + (f" Ruled out: {ruled} of {len(self.at)}." if ruled else ""),)

    def _level(self) -> tuple[str, ...]:
        if len(self.at) == 1:
            return ()
        if not self.tuned.level:
            return ("All others are further away.",)
        return (f"Not told from it by so many games: {self._some(self.tuned.level)}.",)

    def _some(self, judged: Sequence[Judged]) -> str:
        names = [self._name(one) for one in judged]
        return joined(names if len(names) <= 4 else [*names[:4], f"{len(names) - 4} more"])

    def _name(self, judged: Judged) -> str:
        return named(self.keys, self.at[judged.number])

    def _with(self, goal: Goal, seen: Reading, i: int) -> str:
        return f"{'.'.join(goal.path)} {self._shown(goal, seen, i)}"

    def _shown(self, goal: Goal, seen: Reading, i: int) -> str:
        tell = rate_with if goal.share else mean_with
        return tell(seen.figures[i], self._interval(goal, seen, i))

    def _proof(self) -> Table:
        seen = self.tuned.proof
        rows = tuple(
            (goal.text, self._shown(goal, seen, i), _told(goal, *seen.interval(i)))
            for i, goal in enumerate(self.tuned.goals)
        )
        unit = UNITS[self.contest.specs[0].unit]
        note = f"{seen.tally.units:,} {unit} on deals that did not choose it"
        return Table(self._name(self.best), ("goal", "figure (95 %)", ""), rows, (note,), "proof")

    def _race(self) -> Table:
        names = (".".join(goal.path) for goal in self.tuned.goals)
        head = (" ".join(self.keys), "games", *names, "miss", "reaches")
        rows = []
        for judged in self.tuned.ranking[:SHOWN]:
            mark = "" if judged is self.best or not judged.level else " *"
            told = [self._shown(goal, judged.seen, i) for i, goal in enumerate(self.tuned.goals)]
            values = " ".join(self.at[judged.number]) + mark
            known = (number(judged.miss, 4), REACHES[self._reaches(judged)])
            rows.append((values, f"{judged.seen.tally.units:,}", *told, *known))
        left = len(self.at) - len(rows)
        notes = ["miss: how far from the goals, a share in points of 1, other numbers as parts of what was wanted"]
        notes += ["*: not told from the best by so many games"] if self.tuned.level else []
        notes += [f"{left} more in --format json and csv"] if left else []
        return Table("The race: the best, who may reach it, who came furthest", head, tuple(rows), tuple(notes), "race")


def _told(goal: Goal, low: float, high: float) -> str:
    if goal.reached(low, high):
        return "reached"
    return "too few to say" if goal.reachable(low, high) else "missed"
