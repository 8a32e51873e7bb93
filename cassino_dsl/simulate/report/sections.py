"""The report of one simulation: the tables and what stands in them, whatever the format."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cassino_dsl.ruleset.document import word_of
from cassino_dsl.simulate.claims import claims_of
from cassino_dsl.simulate.methods import told as told_methods
from cassino_dsl.simulate.report.deep import deep_findings, deep_tables
from cassino_dsl.simulate.report.stuck import stuck_commands, stuck_remarks
from cassino_dsl.simulate.report.table import (
    FigureReport,
    Table,
    mean_with,
    number,
    percent,
    rate_with,
)
from cassino_dsl.simulate.report.used import methods_used
from cassino_dsl.simulate.report.verdict import by_weight, fair, place_name, verdict, warnings, who_played
from cassino_dsl.units.layout import LEGAL_BINS
from cassino_dsl.units.runner import UNITS

Answer = dict[str, Any]  # what ``figures.simulation`` gives


def report(answer: Answer) -> FigureReport:
    """All tables of a simulation."""
    tables = [players(answer)] if "by_player" in answer else []
    tables += [sides(answer), order(answer), length(answer), awards(answer), actions(answer)]
    if answer["memory"]:
        tables.append(memory(answer))
    tables.append(drama(answer))
    if "deep" in answer:
        tables += deep_tables(answer["deep"], len(claims_of(answer)))
    said = (*remarks(answer), *stuck_remarks([(title(answer), answer)]))
    command = answer["figures"]["command"]
    found = (*verdict(answer), *(deep_findings(answer["deep"], place_name(answer, 0)) if "deep" in answer else ()))
    told = (title(answer), found, facts(answer), tuple(tables), command, said)
    methods = told_methods(methods_used([answer], "order", "sides", "players"))
    return FigureReport(*told, stuck_commands([answer]), methods)


def title(answer: Answer) -> str:
    return str(answer["variant"])


def facts(answer: Answer) -> tuple[tuple[str, str], ...]:
    told = [
        ("played", f"{answer['games']:,} {UNITS[answer['unit']]}, {answer['rounds']:,} rounds in all"),
        ("seats", str(answer["seats"])),
        ("players", who_played(answer["players"], answer["figures"]["rotated"])),
        ("options", ", ".join(f"{k} {word_of(v)}" for k, v in answer["options"].items()) or "none"),
        ("house rules", ", ".join(answer["figures"]["house_rules"]) or "none"),
        ("seed", str(answer["seed"])),
        ("engine", f"{answer['engine']}, {answer['seconds']:.1f} s, {_speed(answer)}"),
    ]
    if "worlds" in answer["figures"]:
        worlds = answer["figures"]["worlds"]
        told.append(("worlds", f"{worlds['imagined']:,} imagined, {percent(worlds['share'])} against what was played"))
    return tuple(told)


def remarks(answer: Answer) -> tuple[str, ...]:
    found = []
    if answer["figures"]["interrupted"]:
        found.append("stopped before its end: these are the figures of what was played")
    if 1 < answer["games"] < 30:
        found.append(f"{answer['games']} {UNITS[answer['unit']]} are too few for intervals of means to hold")
    return (*found, *warnings(answer["players"], answer["figures"]["rotated"]))


def _how_they_did(answer: Answer, group: str, name: Callable[[Any], str]) -> tuple[tuple[str, ...], ...]:
    """A row for each side, or for each place in the order of play."""
    intervals = answer["figures"]["points_interval"][group]
    return tuple(
        (
            name(side),
            f"{side['wins']:,}",
            rate_with(side["win_rate"], side["win_interval"]),
            mean_with(side["points_per_round"], interval),
        )
        for side, interval in zip(answer[group], intervals, strict=True)
    )


def players(answer: Answer) -> Table:
    rows = tuple(
        (
            player["player"],
            str(player["seats"]),
            f"{player['wins']:,}",
            rate_with(player["win_rate"], player["win_interval"]),
            percent(player["fair"]),
            mean_with(player["points_per_round"], player["points_interval"]),
        )
        for player in answer["by_player"]
    )
    head = ("player", "seats", "wins", "win rate (95 %)", "fair", "points a round (95 %)")
    where = "wherever they sit" if answer["figures"]["rotated"] else "each at its own seats"
    said = f"{where}; a win is that of a side on which the player has a seat"
    return Table("Who plays better", head, rows, (said,), "players")


def sides(answer: Answer) -> Table:
    rows = _how_they_did(answer, "sides", _seats)
    figures = answer["figures"]
    ties = f"ties: {answer['ties']:,}, {rate_with(figures['tie_rate'], figures['tie_interval'])}"
    margin = f"margin of the winner: {mean_with(figures['margin'], figures['margin_interval'])} points"
    head = ("by seat and side", "wins", "win rate (95 %)", "points a round (95 %)")
    what = "Who wins the match" if answer["unit"] == "match" else "Who wins the round"
    return Table(what, head, rows, (f"fair: {percent(fair(answer, 'sides'))}", ties, margin), "sides")


def order(answer: Answer) -> Table:
    rows = _how_they_did(answer, "order", _place)
    head = ("by order of play", "rounds", "win rate (95 %)", "points a round (95 %)")
    tied = (
        f"fair: {percent(fair(answer, 'order'))}; rounds that nobody won: {percent(answer['figures']['tied_rounds'])}"
    )
    return Table("What the place in the round is worth", head, rows, (tied,), "order")


def length(answer: Answer) -> Table:
    figures, legal = answer["figures"], answer["legal_per_turn"]
    rows = [
        ("rounds in a match", mean_with(answer["rounds_per_match"], figures["rounds_interval"])),
        ("plays in a round", mean_with(answer["plays_per_round"], figures["plays_interval"])),
        ("legal plays in a turn", number(legal["mean"])),
        ("… in 95 % of turns at most", str(legal["p95"])),
        ("… the most ever", _most(figures["legal_most"])),
        ("forced turns (a single legal play)", percent(legal["forced"])),
    ]
    return Table("Length and choice", ("", "mean (95 %)"), tuple(r for r in rows if _says(answer, r)), (), "length")


def awards(answer: Answer) -> Table:
    found = answer["figures"]["awards"]
    rows = [
        (
            name,
            mean_with(award["points_per_round"], award["points_interval"]),
            percent(award["share"]),
            " / ".join(percent(rate, 0)[:-2] for rate in award["given_by_order"]) + " %",
            percent(award["void"]),
            percent(award["decided"]),
        )
        for name, award in ((name, found[name]) for name in by_weight(found))
    ]
    head = ("award", "a round (95 %)", "of points", "given, by order", "void", "decided")
    notes = (
        "of points: of all that awards give and take; what an award takes on balance has a minus",
        "given: rounds in which it brought points, by order of play; void: nobody got it for a tie",
        "decided: without its points the winner would not have been ahead",
    )
    return Table("What the points come from", head, tuple(rows), notes, "awards")


def actions(answer: Answer) -> Table:
    shares = sorted(answer["plays_by_action"].items(), key=lambda item: -item[1])
    rows = [(name, percent(share), number(share * answer["plays_per_round"])) for name, share in shares]
    return Table("What is played", ("action", "of plays", "a round"), tuple(rows))


def memory(answer: Answer) -> Table:
    per_owner = answer["figures"]["memory"]
    rows = [
        (name, number(mean, 3), " / ".join(number(n, 3) for n in per_owner[name]))
        for name, mean in answer["memory"].items()
    ]
    return Table("What the variant remembers", ("memory", "a round", "by side or seat"), tuple(rows))


def drama(answer: Answer) -> Table:
    told = answer["figures"]["drama"]
    of = told["of"]
    rows = [("changes of the lead", number(told["lead_changes"]))]
    if of:
        rows.append(("the winner leads for good from", f"look {number(told['leads_for_good_after'])} of {number(of)}"))
    what = "match" if answer["unit"] == "match" else "round"
    return Table("Drama", (f"in a {what}", ""), tuple(rows), (f"looked at the standing {told['looks']}",))


def _most(plays: int) -> str:
    return f"{plays:,}" + (" or more" if plays == LEGAL_BINS - 1 else "")


def _says(answer: Answer, row: tuple[str, ...]) -> bool:
    return answer["unit"] == "match" or row[0] != "rounds in a match"


def _seats(side: dict[str, Any]) -> str:
    seats = side["seats"]
    return f"seat {seats[0]}" if len(seats) == 1 else f"side {side['side']}, seats {' '.join(map(str, seats))}"


def _place(side: dict[str, Any]) -> str:
    places = side["seats"]
    last = " (leads)" if places[0] == 1 else ""
    return f"place {' and '.join(map(str, places))}{last}"


def _speed(answer: Answer) -> str:
    return f"{answer['rounds'] / answer['seconds']:,.0f} rounds/s" if answer["seconds"] else "at once"
