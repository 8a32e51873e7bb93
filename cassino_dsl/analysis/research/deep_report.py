"""What `simulate --deep` adds to a report: what holds between players who can play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from cassino_dsl.analysis.simulate.report import simulation
from cassino_dsl.analysis.simulate.report.simulation import Answer
from cassino_dsl.analysis.simulate.report.table import Cell, Cells, FigureReport, Table, count, number, percent, rate
from cassino_dsl.analysis.simulate.report.verdict import place_in
from cassino_dsl.analysis.simulate.statistics import LUCK, told
from cassino_dsl.book.describe.english import joined

Measures = dict[str, Any]  # what ``Deep.measures`` gives
PARTS = ("luck", "skill", "play")


def claims_of(answer: Answer) -> list[Measures]:
    """All claims of the report of a simulation and of what stands beside it."""
    return [*answer["figures"]["fairness"].values(), *answer["deep"]["ladder"], *answer["deep"]["first"]]


class DeepReport(simulation.SimulationReport):
    """Of a simulation with its measures under ``deep``."""

    def one(self, answer: Answer) -> FigureReport:
        found, deep = simulation.report(answer), answer["deep"]
        claims = [*deep["ladder"], *deep["first"]]
        methods = simulation.methods_used([answer], "order", "sides", "players", claims=claims)
        methods |= {"luck and skill": LUCK} if deep["luck"] else {}
        return replace(
            found,
            verdict=(*found.verdict, *findings(deep, place_in(answer, 0))),
            tables=(*found.tables, *(table for table in tables(deep, len(claims_of(answer))) if table.rows)),
            methods=told(methods),
        )

    def cells(self, answer: Answer) -> Cells:
        return Cells(simulation.cells_of(answer) | cells_of_deep(answer["deep"]))


def cells_of_deep(deep: Measures) -> Cells:
    """All figures that `--deep` adds, each with its interval."""
    found = Cells()

    def put(group: str, who: str, of: Measures) -> None:
        for name, value in of.items():
            if isinstance(value, int | float):
                held = of.get("win_interval" if name == "win_rate" else f"{name}_interval")
                shown = count(value) if type(value) is int else rate(value, held)
                found[group, who, name] = Cell(shown, +value, held)

    for rung in deep["ladder"]:
        put("ladder", f"{rung['player']} over {rung['against']}", rung)
    for one in deep["first"]:
        put("first", f"all {one['player']}", one)
    for part in deep["luck"]:
        put("luck", f"{part['player']} and {part['against']}", part)
    return found


def findings(deep: Measures, leader: str) -> tuple[str, ...]:
    """What it comes to between those who play best, in sentences; ``leader``: what who leads a round is called."""
    best = deep["first"][-1]
    won = f"it wins {rate(best['win_rate'], best['win_interval'])} of rounds, where {percent(best['fair'])} is fair"
    way = "ahead" if best["win_rate"] > best["fair"] else "behind"
    stands = "is not shown to be ahead or behind"
    if best["real"]:
        stands = f"is {way}"
    better = [f"`{rung['player']}` is better than `{rung['against']}`" for rung in deep["ladder"] if rung["better"]]
    skill = joined(better) if better else "none of the ladder's players is shown better"
    return (
        f"Between players who search (`{best['player']}`) {leader} {stands}: {won}.",
        f"Skill is {len(better)} of {len(deep['ladder'])} steps deep: {skill}.",
    )


def _shown(one: Measures) -> str:
    return "yes" if one["real"] else "not shown"


def _better(rung: Measures) -> str:
    if rung["win_rate"] > rung["fair"]:
        return _shown(rung)
    return "worse" if rung["real"] else "not shown"


def tables(deep: Measures, asked: int) -> Iterator[Table]:
    """All tables; those without rows have nothing to say. ``asked``: the questions of the report that are tested."""
    cells, ladder, first = cells_of_deep(deep), deep["ladder"], deep["first"]

    rungs = cells.pick("ladder", cells.each("ladder", "p"), "rounds", "win_rate", "fair")
    steps = sum(rung["better"] for rung in ladder)
    yield Table(
        "How much skill there is",
        ("rung", "rounds", "win rate (95 %)", "fair", "points", "better"),
        tuple(
            (*row, " : ".join(map(number, rung["points_per_round"])), _better(rung))
            for row, rung in zip(rungs, ladder, strict=True)
        ),
        (
            f"{steps} of {len(rungs)} rungs are shown to be better than the one beneath: so deep goes skill",
            f"yes: also where all {asked} questions of this report are tested together",
        ),
        first=True,
    )
    firsts = cells.pick("first", cells.each("first", "p"), "rounds", "win_rate", "fair")
    yield Table(
        "What leading is worth, by who plays",
        ("", "rounds", "the leader wins (95 %)", "fair", "matters"),
        tuple((*row, _shown(one)) for row, one in zip(firsts, first, strict=True)),
        ("matters: the leader wins more or fewer than a fair share; other places are not tested",),
        first=True,
    )
    times = max((one["times"] for one in deep["luck"]), default=0)
    of = "what is between two sides" if times == 4 else "what a side has beside the mean of all"
    said = f"parts of the variance of {of} in a round; each deal is played {times} times, twice from each side"
    worse = [
        f"of {one['player']} and {one['against']}, {one['against']} had more points"
        for one in deep["luck"]
        if one["gain"] < 0
    ]
    parts = cells.pick("luck", cells.each("luck", "play"), *PARTS)
    yield Table("Luck and skill", ("", "the deal", "who plays", "the play"), parts, (said, *worse), first=True)
