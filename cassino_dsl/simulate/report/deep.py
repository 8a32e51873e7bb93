"""The tables of `simulate --deep`: what holds between players who can play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cassino_dsl.describe.english import joined
from cassino_dsl.simulate.claims import likely
from cassino_dsl.simulate.report.table import Table, mean_with, number, percent, rate_with

Measures = dict[str, Any]  # what ``Deep.measures`` gives
FEWEST = 20  # matches of a row of leads


def deep_tables(deep: Measures, asked: int) -> list[Table]:
    """All tables, those with nothing to say left out. ``asked``: the questions of the report that are tested."""
    tables = [_ladder(deep, asked), _first(deep), _luck(deep), _choice(deep)]
    tables += [_kingmaking(deep), _awards(deep), _course(deep), _runaway(deep)]
    return [table for table in tables if table.rows]


def deep_findings(deep: Measures, leader: str) -> tuple[str, ...]:
    """What it comes to between those who play best, in sentences; ``leader``: what who leads a round is called."""
    best = deep["first"][-1]
    won = (
        f"it wins {rate_with(best['win_rate'], best['win_interval'])} of rounds, where {percent(best['fair'])} is fair"
    )
    way = "ahead" if best["win_rate"] > best["fair"] else "behind"
    if best["real"]:
        stands = f"is {way}"
    elif likely(best):
        stands = f"is likely {way}, but that is one of several questions"
    else:
        stands = "is not shown to be ahead or behind"
    better = [f"`{rung['player']}` is better than `{rung['against']}`" for rung in deep["ladder"] if rung["better"]]
    deep_skill = f"Skill is {len(better)} of {len(deep['ladder'])} steps deep"
    return (
        f"Between players who search (`{best['player']}`) {leader} {stands}: {won}.",
        f"{deep_skill}: {joined(better)}."
        if better
        else f"{deep_skill}: none of the ladder's players is shown better.",
    )


def _tested(deep: Measures, asked: int) -> str:
    """What is said of the tests, once for all of them."""
    together = f"yes: also where all {asked} questions of this report are tested together"
    alone = any(likely(one) for one in (*deep["ladder"], *deep["first"]))
    return f"{together}; likely: only if nothing else were asked" if alone else together


def _ladder(deep: Measures, asked: int) -> Table:
    rows = tuple(
        (
            f"{rung['player']} over {rung['against']}",
            f"{rung['rounds']:,}",
            rate_with(rung["win_rate"], rung["win_interval"]),
            percent(rung["fair"]),
            " : ".join(map(number, rung["points_per_round"])),
            _better(rung),
        )
        for rung in deep["ladder"]
    )
    head = ("rung", "rounds", "win rate (95 %)", "fair", "points", "better")
    steps = sum(rung["better"] for rung in deep["ladder"])
    said = f"{steps} of {len(rows)} rungs are shown to be better than the one beneath: so deep goes skill"
    return Table("How much skill there is", head, rows, (said, _tested(deep, asked)))


def _better(rung: Measures) -> str:
    ahead = rung["win_rate"] > rung["fair"]
    if rung["real"]:
        return "yes" if ahead else "worse"
    return "likely" if likely(rung) and ahead else "not shown"


def _first(deep: Measures) -> Table:
    rows = tuple(
        (
            f"all {one['player']}",
            f"{one['rounds']:,}",
            rate_with(one["win_rate"], one["win_interval"]),
            percent(one["fair"]),
            "yes" if one["real"] else "likely" if likely(one) else "not shown",
        )
        for one in deep["first"]
    )
    head = ("", "rounds", "the leader wins (95 %)", "fair", "matters")
    said = "matters: the leader wins more or fewer than a fair share; other places are not tested"
    return Table("What leading is worth, by who plays", head, rows, (said,))


def _luck(deep: Measures) -> Table:
    rows = tuple(
        (f"{one['player']} and {one['against']}", *(rate_with(one[k], one[f"{k}_interval"]) for k in _PARTS))
        for one in deep["luck"]
    )
    times = max((one["times"] for one in deep["luck"]), default=0)
    of = "what is between two sides" if times == 4 else "what a side has beside the mean of all"
    said = f"parts of the variance of {of} in a round; each deal is played {times} times, twice from each side"
    worse = tuple(
        f"of {one['player']} and {one['against']}, {one['against']} had more points"
        for one in deep["luck"]
        if one["gain"] < 0
    )
    return Table("Luck and skill", ("", "the deal", "who plays", "the play"), rows, (said, *worse))


_PARTS = ("luck", "skill", "play")


def _choice(deep: Measures) -> Table:
    choice = deep["choice"]
    rows = (
        ("the second-best play loses", mean_with(choice["second"], choice["second_interval"])),
        ("a play by lot loses", mean_with(choice["any"], choice["any_interval"])),
    )
    of = f"{choice['decisions']:,} decisions of {choice['rounds']} rounds"
    by = "as learned" if choice["played_out"] == "learned" else "by captures of most cards"
    tried = f"each play tried out in {choice['worlds']} worlds, {by}"
    said = f"{of}, {tried}; the lot may also fall on the best play"
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
    best = players[-2:]  # whose figures have their intervals beside them
    intervals = deep["awards_intervals"]
    shares = sorted(deep["awards"].items(), key=lambda item: -item[1][best[0]])
    rows = tuple(
        (name, *(rate_with(by[p], intervals[name][p]) if p in best else percent(by[p]) for p in players))
        for name, by in shares
    )
    said = "rounds whose winner would not have been ahead without its points; with 95 % intervals of the two best"
    return Table("Which award decides a round, by who plays", ("award", *(f"all {p}" for p in players)), rows, (said,))


def _course(deep: Measures) -> Table:
    courses = [course for course in (deep["course"], deep["course_searched"]) if course["won"]]
    played = [*courses, *([deep["within"]] if deep["within"]["won"] else [])]
    rows = (
        ("won by somebody", *(f"{one['won']:,}" for one in played)),
        ("the winner was behind", *(_told(one, "comebacks", rate_with) for one in played)),
        ("… by at most (points)", *(_told(one, "deepest", mean_with) for one in played)),
        ("drama (0 to 1)", *(_told(one, "drama", mean_with) for one in played)),
        ("decisiveness (0 to 1)", *(_told(one, "decisiveness", mean_with) for one in played)),
    )
    head = (
        "(95 %)",
        *(f"all {course['player']}" for course in courses),
        *(["a round"] if deep["within"]["won"] else []),
    )
    return Table("Comebacks, drama and decisiveness", head, rows if played else (), _COURSE)


_COURSE = (
    "by the scores after each round of matches that took more than one; in a round that was searched, by the chances "
    "to win it after each decision",
    "decisiveness: the share of play that is over when the winner stands, for the first time, better than any other "
    "side ever did; the rest is played out",
)


def _told(of: Measures, figure: str, tell: Callable[[float, Sequence[float] | None], str]) -> str:
    """A figure with its interval, where it was measured."""
    return tell(of[figure], of[f"{figure}_interval"]) if figure in of else ""


def _runaway(deep: Measures) -> Table:
    """A row for each size of a lead that came up often enough, by who plays."""
    courses = [deep["course"], deep["course_searched"]]
    of_player = [{(one["after"], *one["lead"]): one for one in course["runaway"]} for course in courses]
    rows = []
    for key in sorted(of_player[0].keys() | of_player[1].keys()):
        found = [of.get(key) for of in of_player]
        if any(one is not None and one["matches"] >= FEWEST for one in found):
            cells = [cell for one in found for cell in _won(one)]
            rows.append((lead_after(*key), *cells))
    head = ("ahead after", *(cell for course in courses for cell in ("of", f"all {course['player']}")))
    said = (
        f"of so many matches, how many won who was ahead (95 %); sizes that came up fewer than {FEWEST} times left out"
    )
    return Table("Does the leader run away?", head, tuple(rows), (said,))


def _won(one: Measures | None) -> tuple[str, str]:
    if one is None or one["matches"] < FEWEST:
        return ("", "")
    return f"{one['matches']:,}", rate_with(one["win_rate"], one["win_interval"])


def lead_after(round: int, low: int, below: int) -> str:
    """What a row of leads is called."""
    size = "less than 1" if not low else f"{low}" if below == low + 1 else f"{low} to under {below}"
    return f"round {round}, by {size}"
