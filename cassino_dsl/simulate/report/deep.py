"""The tables of `simulate --deep`: what holds between players who can play."""

from __future__ import annotations

from typing import Any

from cassino_dsl.simulate.report.table import Table, mean_with, number, percent, rate_with

Measures = dict[str, Any]  # what ``Deep.measures`` gives
FEWEST = 20  # matches of a row of leads


def deep_tables(deep: Measures) -> list[Table]:
    """All tables, those with nothing to say left out."""
    tables = [_ladder(deep), _first(deep), _luck(deep), _choice(deep)]
    tables += [_kingmaking(deep), _awards(deep), _course(deep), _runaway(deep)]
    return [table for table in tables if table.rows]


def _ladder(deep: Measures) -> Table:
    rows = tuple(
        (
            f"{rung['player']} against {rung['against']}",
            f"{rung['rounds']:,}",
            rate_with(rung["win_rate"], rung["win_interval"]),
            percent(rung["fair"]),
            " : ".join(map(number, rung["points_per_round"])),
            "yes" if rung["better"] else "not shown",
        )
        for rung in deep["ladder"]
    )
    head = ("rung", "rounds", "win rate (95 %)", "fair", "points a round", "better")
    steps = sum(rung["better"] for rung in deep["ladder"])
    said = f"{steps} of {len(rows)} rungs are shown to be better than the one beneath: so deep goes skill"
    return Table("How much skill there is", head, rows, (said,))


def _first(deep: Measures) -> Table:
    rows = tuple(
        (
            f"all {one['player']}",
            f"{one['rounds']:,}",
            rate_with(one["win_rate"], one["win_interval"]),
            percent(one["fair"]),
            "yes" if one["real"] else "not shown",
        )
        for one in deep["first"]
    )
    return Table("What leading is worth, by who plays", ("", "rounds", "the leader wins", "fair", "matters"), rows)


def _luck(deep: Measures) -> Table:
    rows = tuple(
        (f"{one['player']} against {one['against']}", *(rate_with(one[k], one[f"{k}_interval"]) for k in _PARTS))
        for one in deep["luck"]
    )
    said = "parts of the variance of the lead in a round; each deal is played four times, twice with seats changed"
    return Table("Luck and skill", ("", "the deal", "who plays", "the play"), rows, (said,))


_PARTS = ("luck", "skill", "play")


def _choice(deep: Measures) -> Table:
    choice = deep["choice"]
    rows = (
        ("the second-best play loses", mean_with(choice["second"], choice["second_interval"])),
        ("a play by lot loses", mean_with(choice["any"], choice["any_interval"])),
    )
    of = f"{choice['decisions']:,} decisions of {choice['rounds']} rounds"
    said = f"{of}, each play tried out in {choice['worlds']} worlds; the lot may also fall on the best play"
    return Table("What a choice is worth", ("", "points (95 %)"), rows, (said,))


def _kingmaking(deep: Measures) -> Table:
    head, said = ("", "(95 %)"), "a decision without hope: its side won in no world, whatever it played"
    made = deep.get("kingmaking")
    rows: tuple[tuple[str, str], ...] = ()
    if made is not None:
        rows = (("decisions without hope", rate_with(made["share"], made["share_interval"])),)
    if made is not None and made["decisions"]:
        rows += (("… move the chance of another side by", rate_with(made["swing"], made["swing_interval"])),)
    return Table("Kingmaking", head, rows, (said,))


def _awards(deep: Measures) -> Table:
    players = [one["player"] for one in deep["first"]]
    best = players[-2]
    shares = sorted(deep["awards"].items(), key=lambda item: -item[1][best])
    rows = tuple((name, *(percent(by[player]) for player in players)) for name, by in shares)
    return Table("Which award decides a round, by who plays", ("award", *(f"all {p}" for p in players)), rows)


def _course(deep: Measures) -> Table:
    course = deep["course"]
    rows: tuple[tuple[str, str], ...] = ()
    if course["won"]:
        rows = (
            ("the winner was behind", rate_with(course["comebacks"], course["comebacks_interval"])),
            ("… by at most, if so", f"{number(course['deepest'])} points"),
            ("drama (0 to 1)", f"{number(course['drama'], 3)}"),
        )
    said = f"{course['matches']:,} matches of more than one round, all {course['player']}"
    return Table("Comebacks and drama", ("after a round", "(95 %)"), rows, (said,))


def _runaway(deep: Measures) -> Table:
    rows = tuple(
        (
            f"round {one['after']}, by {_lead(one['lead'])}",
            f"{one['matches']:,}",
            rate_with(one["win_rate"], one["win_interval"]),
        )
        for one in deep["course"]["runaway"]
        if one["matches"] >= FEWEST
    )
    return Table("Does the leader run away?", ("ahead after", "matches", "wins the match"), rows)


def _lead(lead: list[int]) -> str:
    low, below = lead
    return f"{low}" if below == low + 1 else f"{low} to under {below}"
