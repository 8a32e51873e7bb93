"""Several simulations side by side: one column each."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from cassino_dsl.ruleset.document import word_of
from cassino_dsl.simulate.methods import told as told_methods
from cassino_dsl.simulate.report.sections import remarks
from cassino_dsl.simulate.report.stuck import stuck_commands, stuck_remarks
from cassino_dsl.simulate.report.table import FigureReport, Table, mean_with, number, percent, rate_with
from cassino_dsl.simulate.report.text import WIDTH
from cassino_dsl.simulate.report.used import methods_used
from cassino_dsl.simulate.report.verdict import side_by_side, who_played

Answer = dict[str, Any]
LABELS, COLUMN = 24, 21  # the widths of row labels and of a figure with its interval


def comparison(answers: Sequence[Answer], width: int = WIDTH) -> FigureReport:
    """The report of several simulations; ``width``: letters that a table may be wide."""
    names = labels(answers)
    first = answers[0]
    facts = (
        ("seed", str(first["seed"])),
        ("unit", first["unit"]),
        ("players", who_played(first["players"], first["figures"]["rotated"])),
    )
    tables = []
    for start, end in _chunks(names, width):
        tables += _tables(answers[start:end], tuple(names[start:end]))
    said = dict.fromkeys(r for a in answers for r in remarks(a))
    said |= dict.fromkeys(stuck_remarks(list(zip(names, answers, strict=True))))
    command = one_command([a["figures"]["command"] for a in answers])
    told = (" · ".join(names), side_by_side(names, answers), facts, tuple(tables), command, tuple(said))
    return FigureReport(*told, stuck_commands(answers), told_methods(methods_used(answers, "order")))


def _chunks(names: Sequence[str], most: int) -> Iterator[tuple[int, int]]:
    """As many columns at a time as fit a line of text, and at least one."""
    start, width = 0, LABELS
    for at, name in enumerate(names):
        column = max(COLUMN, len(name) + 2)
        if at > start and width + column > most:
            yield start, at
            start, width = at, LABELS
        width += column
    yield start, len(names)


def one_command(commands: Sequence[str]) -> str:
    """One command for runs that differ in their variant only; else all of them in a row."""
    words = [shlex.split(c) for c in commands]
    if any(w[:2] != words[0][:2] or w[3:] != words[0][3:] for w in words):
        return "; ".join(commands)
    return shlex.join([*words[0][:2], *(w[2] for w in words), *words[0][3:]])


def labels(answers: Sequence[Answer]) -> list[str]:
    """The name of each variant, with the options that tell it apart from others of the same name."""
    return [
        str(a["variant"]) + "".join(f" {k}={word_of(v)}" for k, v in a["options"].items() if _varies(k, a, answers))
        for a in answers
    ]


def _varies(key: str, answer: Answer, answers: Sequence[Answer]) -> bool:
    same = [a for a in answers if a["variant"] == answer["variant"]]
    return any(a["options"].get(key) != answer["options"].get(key) for a in same)


def _tables(answers: Sequence[Answer], names: tuple[str, ...]) -> list[Table]:
    def row(label: str, tell: Callable[[Answer], str]) -> tuple[str, ...]:
        return (label, *(tell(a) for a in answers))

    basics = (
        row("games", lambda a: f"{a['games']:,}"),
        row("rounds in a match", lambda a: mean_with(a["rounds_per_match"], a["figures"]["rounds_interval"])),
        row("plays in a round", lambda a: mean_with(a["plays_per_round"], a["figures"]["plays_interval"])),
        row("legal plays in a turn", lambda a: number(a["legal_per_turn"]["mean"])),
        row("forced turns", lambda a: percent(a["legal_per_turn"]["forced"])),
        row("ties", lambda a: rate_with(a["figures"]["tie_rate"], a["figures"]["tie_interval"])),
        row("margin", lambda a: mean_with(a["figures"]["margin"], a["figures"]["margin_interval"])),
        row("changes of the lead", lambda a: number(a["figures"]["drama"]["lead_changes"])),
    )
    places = range(max(len(a["order"]) for a in answers))
    sides = tuple(row(f"side {i + 1}", partial(_win_rate, "sides", i)) for i in places)
    order = tuple(row(f"place {i + 1}", partial(_win_rate, "order", i)) for i in places)
    points = tuple(row(f"place {i + 1}", partial(_points, i)) for i in places)
    awards = dict.fromkeys(name for a in answers for name in a["figures"]["awards"])
    return [
        Table("Side by side", ("", *names), basics, (), "basics"),
        Table("Matches won, by side", ("", *names), sides, (), "sides"),
        Table("Rounds won, by order of play", ("", *names), order, (), "order"),
        Table("Points in a round, by order of play", ("", *names), points, (), "points"),
        Table("Points in a round, by award", ("", *names), tuple(row(n, partial(_award, n)) for n in awards)),
    ]


def _win_rate(group: str, index: int, answer: Answer) -> str:
    sides = answer[group]
    return rate_with(sides[index]["win_rate"], sides[index]["win_interval"]) if index < len(sides) else ""


def _points(index: int, answer: Answer) -> str:
    order = answer["order"]
    if index >= len(order):
        return ""
    return mean_with(order[index]["points_per_round"], answer["figures"]["points_interval"]["order"][index])


def _award(name: str, answer: Answer) -> str:
    award = answer["figures"]["awards"].get(name)
    return mean_with(award["points_per_round"], award["points_interval"]) if award else ""
