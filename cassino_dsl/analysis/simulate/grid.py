"""Grids: every combination of some options and house rules, one run each, on the same deals."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from statistics import fmean, stdev
from typing import Any

from cassino_dsl.analysis.simulate.differences import PAIRS, PlayedRows, figures, rows
from cassino_dsl.analysis.simulate.engines import make_runner
from cassino_dsl.analysis.simulate.paired import DIGITS, Figure, adjusted
from cassino_dsl.analysis.simulate.report.verdict import FEWEST
from cassino_dsl.analysis.simulate.run import RunOutcome
from cassino_dsl.analysis.simulate.spec import task_of
from cassino_dsl.analysis.simulate.statistics import POOLED, student_test
from cassino_dsl.engine.choice import EngineName

Vary = tuple[tuple[str, tuple[str, ...]], ...]
WITH = "with"  # varies house rules: `with=none,sweeps,sweeps+count-out`
NONE = "none"
MOST = 1_000  # combinations
_RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})(?::(\d{1,9}))?")
_MEANT = re.compile(r".*\.\..*|\d+\s*[-–—:]\s*\d+")  # was to be a range


def read_vary(texts: tuple[str, ...]) -> Vary:
    """The ``--vary`` options; raises ``ValueError`` with what is wrong."""
    found = []
    for text in texts:
        key, sign, values = text.partition("=")
        each = [value.strip() for value in values.split(",") if value.strip()]
        choices = tuple(each if key.strip() == WITH else (one for value in each for one in _spread(value)))
        if not sign or not key.strip() or not choices:
            raise ValueError(
                f"--vary takes OPTION=VALUE,VALUE,…, OPTION=11..61 or with=RULE,RULE+RULE,none, not {text!r}"
            )
        found.append((key.strip(), choices))
    if len({key for key, _ in found}) < len(found):
        raise ValueError("--vary names the same option twice")
    if math.prod(len(choices) for _, choices in found) > MOST:
        raise ValueError(f"--vary makes more than {MOST:,} combinations; a range takes a step: 11..61:10")
    return tuple(found)


def _spread(value: str) -> Iterable[str]:
    """A value, or those of a range of whole numbers, both ends in it: `11..61`, `11..61:10`."""
    found = _RANGE.fullmatch(value)
    if found is None and not _MEANT.fullmatch(value):
        return (value,)
    low, high, step = (int(part or 1) for part in found.groups()) if found else (0, 0, 0)
    numbers = range(low, high + 1, step) if step else range(0)
    if not 0 < len(numbers) <= MOST:
        raise ValueError(
            f"--vary: {value} is not a range of 1 to {MOST:,} numbers; "
            "a range goes up from one whole number to another, perhaps by a step: 11..61 or 11..61:10"
        )
    return map(str, numbers)


def combinations(vary: Vary) -> list[tuple[str, ...]]:
    """One value for each varied option, the last one running fastest."""
    return list(product(*(values for _, values in vary)))


def choice(vary: Vary, combination: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The house rules and the settings of one combination."""
    rules: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    for (key, _), value in zip(vary, combination, strict=True):
        if key != WITH:
            settings += (f"{key}={value}",)
        elif value != NONE:
            rules += tuple(value.split("+"))
    return rules, settings


def differences(
    outcomes: Sequence[RunOutcome], engine: EngineName, done: Callable[[int, int], None]
) -> tuple[list[tuple[Figure, ...]], dict[str, Any] | None]:
    """Of each run after the first its differences from the first, on the same deals, their tests adjusted for all of
    them; and what the leaders of all runs win. The first units of each are played again for that: a run keeps sums, and
    pairs need every unit."""
    tasks = [task_of(outcome.spec, outcome.ruleset) for outcome in outcomes]
    runners = [make_runner(task, engine)[:2] for task in tasks]
    units = min(PAIRS[runners[0][1]], *(outcome.tally.units for outcome in outcomes))
    if not units:
        return [() for _ in outcomes[1:]], None
    played: list[PlayedRows] = []
    for outcome, (runner, _) in zip(outcomes, runners, strict=True):
        told = rows(runner, outcome.spec, units, lambda n: done(units * len(played) + n, units * len(outcomes)))
        played.append(PlayedRows(outcome.layout, told))
    found = [tuple(figures(played[0], each, tasks[0].different, tasks[0].unit)) for each in played[1:]]
    shown = iter(adjusted([figure for each in found for figure in each]))
    return [tuple(next(shown) for _ in each) for each in found], pooled(played)


def pooled(played: Sequence[PlayedRows]) -> dict[str, Any] | None:
    """What share of the rounds the leaders of all runs win, beside what is fair, and how likely so much is if they are
    no better than others: t of what the units have beyond their share. The runs of one unit are played on the same
    deals, so that it counts once. None where there is nothing to pool."""
    if len({each.layout.sides for each in played}) > 1 or len(played[0].rows) < FEWEST:
        return None
    sides = played[0].layout.sides
    columns = [[each.column("place_wins", place) for each in played] for place in range(sides)]
    units = [*zip(*(map(sum, zip(*column, strict=True)) for column in columns), strict=True)]  # by place
    beyond = [won[0] - sum(won) / sides for won in units]
    error = stdev(beyond) / math.sqrt(len(beyond))
    rounds = sum(sum(each.column("rounds")) for each in played)
    return {
        "win_rate": round(sum(won[0] for won in units) / rounds, DIGITS),
        "fair": round(sum(map(sum, units)) / sides / rounds, DIGITS),
        "p": float(f"{student_test(len(beyond) - 1, fmean(beyond) / error):.3g}") if error else 1.0,
        "method": POOLED,
    }
