"""`cassino diff`: what differs between two rulesets, where it bites, how much it matters."""

from __future__ import annotations

from typing import Any

from cassino_dsl.analysis.diff.diff import Wanted, compare
from cassino_dsl.faces.cli.limits import in_time
from cassino_dsl.faces.cli.loading import check_seats, load_ruleset, read_players
from cassino_dsl.faces.cli.printing import Answer, StepLine, beside, report_answer


def diff(o: Any) -> Answer:
    first = load_ruleset(o.a, (*o.with_rules, *o.a_with), (*o.settings, *o.a_set))
    second = load_ruleset(o.b, (*o.with_rules, *o.b_with), (*o.settings, *o.b_set))
    wanted = _wanted(o, first, second)
    progress = StepLine()
    try:
        with in_time(), beside():
            found = compare(first, second, wanted, progress)
    finally:
        progress.clear()
    from cassino_dsl.analysis.diff.page import DifferenceReport

    return report_answer(DifferenceReport(found), 0 if found.none else 1)


def _wanted(o: Any, a: Any, b: Any) -> Wanted:
    """What to find out; wrong options are usage errors."""
    fewest = check_seats(o.seats, [n for n in a.seats if n in b.seats], f"`{a.name}` against `{b.name}`")
    return Wanted(
        not o.no_witness,
        not o.no_effect,
        o.prove or 0,
        o.games,
        o.seed,
        o.seats,
        read_players(o.players, fewest),
        o.engine,
    )
