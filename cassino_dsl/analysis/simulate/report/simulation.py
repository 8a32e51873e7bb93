"""The report of one simulation, or of several side by side: all figures once, and the tables that show them."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from cassino_dsl.analysis.simulate.report import plots, verdict
from cassino_dsl.analysis.simulate.report.html import folded, missing, report_html, tables_html
from cassino_dsl.analysis.simulate.report.table import (
    Cell,
    Cells,
    FigureReport,
    Key,
    Table,
    count,
    mean,
    number,
    percent,
    plain,
    rate,
)
from cassino_dsl.analysis.simulate.report.text import csv_lines, csv_text
from cassino_dsl.analysis.simulate.report.verdict import FEWEST, by_weight, fair, numbered, place_in, who_played
from cassino_dsl.analysis.simulate.statistics import HOLM, METHODS, told
from cassino_dsl.analysis.units.runner import UNITS
from cassino_dsl.book.pages.html_page import page
from cassino_dsl.engine.layout import LEGAL_BINS
from cassino_dsl.language.ruleset.document import word_of

Answer = dict[str, Any]  # what ``figures.simulation`` gives
HEAD = ("variant", "options", "group", "who", "figure", "value", "low", "high")
# what figures are called where several stand beside or beneath each other: those of one table, then all
LENGTH: dict[str, Key] = {
    "rounds in a match": ("length", "", "rounds_per_match"),
    "plays in a round": ("length", "", "plays_per_round"),
    "legal plays in a turn": ("choice", "", "legal_per_turn mean"),
    "… in 95 % of turns at most": ("choice", "", "legal_per_turn p95"),
    "… the most ever": ("choice", "", "legal_per_turn most"),
    "forced turns (a single legal play)": ("choice", "", "legal_per_turn forced"),
}
CALLED: dict[str, Key] = {
    **LENGTH,
    "forced turns": ("choice", "", "legal_per_turn forced"),
    "ties": ("match", "", "tie_rate"),
    "margin": ("match", "", "margin"),
    "rounds won": ("order", "place 1", "win_rate"),
    "fair": ("order", "place 1", "fair"),
    "points a round": ("order", "place 1", "points_per_round"),
    "seat 1 wins": ("sides", "side 1", "win_rate"),
}
# the tables of several simulations, a row for each: title, key, columns
ROWS = (
    ("The leader of a round", "order", ("rounds won", "fair", "points a round")),
    ("The match", "sides", ("seat 1 wins", "ties", "margin")),
    ("Length", "length", ("rounds in a match", "plays in a round")),
    ("Choice", "choice", ("legal plays in a turn", "forced turns")),
)
FIRST = ("order", "length")  # tables of several simulations that stand on the first screen
AWARDS = 3  # columns of a table


@dataclass(frozen=True)
class SimulationReport:
    """``answers``: as `figures.simulation` makes them; ``rules``: for the page, of each ruleset the title and the
    rulebook as HTML."""

    answers: Sequence[Answer]
    rules: Sequence[tuple[str, str]] = ()

    def one(self, answer: Answer) -> FigureReport:
        """All tables of a simulation by itself."""
        return report(answer)

    def cells(self, answer: Answer) -> Cells:
        return cells_of(answer)

    def as_data(self) -> Answer:
        """One simulation as the contract says; several as a list under ``runs``."""
        return self.answers[0] if len(self.answers) == 1 else {"runs": list(self.answers)}

    def as_csv(self) -> str:
        """One line for each figure, so that any table program can sort, filter and plot them."""
        lines: list[tuple[Any, ...]] = []
        for answer in self.answers:
            options = [f"{k}={word_of(v)}" for k, v in answer["options"].items()]
            options += [f"with={name}" for name in answer["figures"]["house_rules"]]
            lines += [(answer["variant"], " ".join(options), *line) for line in csv_lines(self.cells(answer))]
        return csv_text(HEAD, lines)

    def as_page(self) -> tuple[str, str]:
        """A page, and a remark about what is missing from it (or "")."""
        if len(self.answers) == 1:
            found = self.one(self.answers[0])
            inner = report_html("Simulation", found, plots.plots(self.answers[0]))
        else:
            found, names = self.report(), self._names()
            inner = report_html("Simulation, side by side", found, plots.across(names, self.answers))
            for name, answer in zip(names, self.answers, strict=True):
                tables = tables_html(self.one(answer), plots.plots(answer))
                inner += folded(f"All figures of {name}", tables)
        for name, book in self.rules:
            inner += folded(f"The rules of {name}", f'<div class="book">{book}</div>')
        return page(found.title, inner), missing()

    def report(self) -> FigureReport:
        if len(self.answers) == 1:
            return self.one(self.answers[0])
        command = one_command([a["figures"]["command"] for a in self.answers])
        cells, names = map(cells_of, self.answers), self._names()
        tables = rows("", list(zip(names, cells, strict=True)))
        return comparison(" · ".join(names), names, names, self.answers, tables, command)

    def _names(self) -> list[str]:
        return [str(answer["variant"]) for answer in self.answers]


# ---- all figures of a simulation


def cells_of(answer: Answer) -> Cells:
    """Every figure of a simulation by its group, whom it is of, and its name."""
    figures, legal, found = answer["figures"], answer["legal_per_turn"], Cells()
    found.put("run", "", {key: count(answer[key]) for key in ("games", "rounds")})
    found.put("run", "", {"seed": Cell(str(answer["seed"]), answer["seed"]), "stuck": count(answer["stuck"]["rounds"])})
    for of in figures["methods_used"]:
        found.put("method", of, {figures["method"][of]: Cell("", "")})
    for player in answer.get("by_player", ()):
        points = mean(player["points_per_round"], player["points_interval"])
        known = {"seats": count(player["seats"]), "fair": rate(player["fair"]), "points_per_round": points}
        found.put("players", player["player"], {**_won(player), **known})
    for group, name in (("sides", "side"), ("order", "place")):
        for at, (side, held) in enumerate(zip(answer[group], figures["points_interval"][group], strict=True), start=1):
            awards = {f"award {award}": plain(points) for award, points in side["awards"].items()}
            points = mean(side["points_per_round"], held)
            found.put(group, f"{name} {at}", {**_won(side), "points_per_round": points, **awards})
    found.put("order", "place 1", {"fair": rate(fair(answer, "order"))})
    ties = rate(figures["tie_rate"], figures["tie_interval"])
    margin = mean(figures["margin"], figures["margin_interval"])
    found.put("match", "", {"tie_rate": ties, "tied_rounds": rate(figures["tied_rounds"]), "margin": margin})
    for of, held in (("rounds_per_match", "rounds_interval"), ("plays_per_round", "plays_interval")):
        found.put("length", "", {of: mean(answer[of], figures[held], of in figures["always"])})
    most = f"{figures['legal_most']:,}" + (" or more" if figures["legal_most"] == LEGAL_BINS - 1 else "")
    choice = {"mean": plain(legal["mean"]), "p95": count(legal["p95"]), "forced": rate(legal["forced"])}
    choice["most"] = Cell(most, figures["legal_most"])
    found.put("choice", "", {f"legal_per_turn {name}": cell for name, cell in choice.items()})
    for name, share in sorted(answer["plays_by_action"].items(), key=lambda item: -item[1]):
        a_round = plain(round(share * answer["plays_per_round"], 6))
        found.put("choice", name, {"share of plays": rate(share), "a round": a_round})
    for name, award in figures["awards"].items():
        given = " / ".join(percent(part, 0)[:-2] for part in award["given_by_order"]) + " %"
        points = mean(award["points_per_round"], award["points_interval"], name in figures["always"])
        decided = rate(award["decided"], award["decided_interval"])
        shares = {"share": rate(award["share"]), "void": rate(award["void"]), "decided": decided}
        found.put(
            "award", name, {"points_per_round": points, **shares, **({} if award["off"] else {"given": Cell(given)})}
        )
    for name, value in answer["memory"].items():
        owners = Cell(" / ".join(number(n, 3) for n in figures["memory"][name]))
        found.put("memory", name, {"per round": plain(value, 3), "by owner": owners})
    return found


def _won(one: Answer) -> dict[str, Cell]:
    return {"wins": count(one["wins"]), "win_rate": rate(one["win_rate"], one["win_interval"])}


# ---- one simulation


def report(answer: Answer) -> FigureReport:
    """All tables of a simulation."""
    name = str(answer["variant"])
    return FigureReport(
        title=name,
        verdict=verdict.verdict(answer),
        facts=facts(answer),
        tables=tuple(table for table in tables(answer, cells_of(answer)) if table.rows),
        command=answer["figures"]["command"],
        remarks=(*remarks(answer), *verdict.stuck_remarks([(name, answer)])),
        stuck=verdict.stuck_commands([answer]),
        methods=told(methods_used([answer], "order", "sides", "players")),
    )


def facts(answer: Answer) -> tuple[tuple[str, str], ...]:
    """What was played, in pairs of words."""
    speed = f"{answer['rounds'] / answer['seconds']:,.0f} rounds/s" if answer["seconds"] else "at once"
    told = [
        ("played", _played(answer)),
        ("seats", str(answer["seats"])),
        ("players", who_played(answer["players"], answer["figures"]["rotated"])),
        ("options", ", ".join(f"{k} {word_of(v)}" for k, v in answer["options"].items())),
        ("house rules", ", ".join(answer["figures"]["house_rules"])),
        ("seed", str(answer["seed"])),
        ("engine", f"{answer['engine']}, {answer['seconds']:.1f} s, {speed}"),
    ]
    return tuple(fact for fact in told if fact[1])


def _played(answer: Answer) -> str:
    units = numbered(answer["games"], answer["unit"])
    return units if answer["unit"] == "round" else f"{units}, {numbered(answer['rounds'], 'round')} in all"


def remarks(answer: Answer) -> tuple[str, ...]:
    found = []
    if answer["figures"]["interrupted"]:
        found.append("stopped before its end: these are the figures of what was played")
    if 1 < answer["games"] < 30:
        found.append(f"{answer['games']} {UNITS[answer['unit']]} are too few for intervals of means to hold")
    return (*found, *verdict.warnings(answer["players"], answer["figures"]["rotated"]))


def tables(answer: Answer, cells: Cells) -> Iterator[Table]:
    """What a simulation shows, in its order; a table without rows says nothing."""
    figures, match = answer["figures"], answer["unit"] == "match"

    won = ("wins", "win_rate", "points_per_round")
    rated = ("win rate (95 %)", "points a round (95 %)")
    where = "wherever they sit" if figures["rotated"] else "each at its own seats"
    yield Table(
        "Who plays better",
        ("player", "seats", "wins", "win rate (95 %)", "fair", "points a round (95 %)"),
        cells.pick("players", cells.each("players", "fair"), "seats", *won[:2], "fair", won[2]),
        (f"{where}; a win is that of a side on which the player has a seat",),
        "players",
        first=True,
    )
    yield Table(
        "Who wins the match" if match else "Who wins the round",
        ("by seat and side", "wins", *rated),
        cells.pick("sides", cells.each("sides", "wins"), *won, called=map(_seats, answer["sides"])),
        (
            f"fair: {percent(fair(answer, 'sides'))}",
            f"ties: {answer['ties']:,}, {cells['match', '', 'tie_rate']}",
            f"margin of the winner: {cells['match', '', 'margin']} points",
        ),
        "sides",
        first=match,  # who sits where in a single round is who plays when
    )
    tied = f"fair: {percent(fair(answer, 'order'))}; rounds that nobody won: {cells['match', '', 'tied_rounds']}"
    places = cells.pick("order", cells.each("order", "wins"), *won, called=_places(answer))
    head = ("by order of play", "rounds won", *rated)
    yield Table("What the place in the round is worth", head, places, (tied,), "order", first=True)
    rows = tuple((word, cells[key]) for word, key in LENGTH.items() if match or word != "rounds in a match")
    yield Table("Length and choice", ("", "mean (95 %)"), rows, (), "length")
    notes = (
        "of points: of all that awards give and take; what an award takes on balance has a minus",
        "given: rounds in which it gave or took points, by order of play; void: nobody got it for a tie",
        "decided: without its points the winner would not have been ahead",
    )
    names = by_weight(figures["awards"])
    points = cells.pick("award", names, "points_per_round", "share", "given", "void")
    awards = tuple((*row, percent(figures["awards"][row[0]]["decided"])) for row in points)
    heads = ("award", "a round (95 %)", "of points", "given, by order", "void", "decided")
    yield Table("What the points come from", heads, awards, notes, "awards")
    actions = cells.pick("choice", cells.each("choice", "share of plays"), "share of plays", "a round")
    yield Table("What is played", ("action", "of plays", "a round"), actions)
    remembered = cells.pick("memory", cells.each("memory", "per round"), "per round", "by owner")
    yield Table("What the variant remembers", ("memory", "a round at the end", "by side or seat"), remembered)


def _seats(side: Answer) -> str:
    seats = side["seats"]
    return f"seat {seats[0]}" if len(seats) == 1 else f"side {side['side']}, seats {' '.join(map(str, seats))}"


def _places(answer: Answer) -> Iterator[str]:
    """`leader (place 1)`."""
    for at, side in enumerate(answer["order"]):
        places = f"place{'s' * (len(side['seats']) > 1)} {' '.join(map(str, side['seats']))}"
        yield f"{place_in(answer, at).removeprefix('the ')} ({places})"


def methods_used(answers: Sequence[Answer], *groups: str, claims: Sequence[Answer] = ()) -> dict[str, str]:
    """Methods by what they are of: of the intervals of some simulations, and of the tests of the ``groups`` of their
    ``fairness`` and of other ``claims``."""
    used = {of for answer in answers for of in answer["figures"]["methods_used"]}
    tested = [
        answer["figures"]["fairness"][group]
        for answer in answers
        for group in groups
        if answer["games"] >= FEWEST and group in answer["figures"]["fairness"]
    ]
    tests = dict.fromkeys(claim["method"].removesuffix(f", {HOLM}") for claim in (*tested, *claims))
    found = {of: method for of, method in METHODS.items() if of in used}
    return {**found, "who is ahead": ", ".join((*tests, HOLM))} if tests else found


# ---- several side by side


def comparison(
    title: str,
    names: Sequence[str],
    whole: Sequence[str],
    answers: Sequence[Answer],
    tables: Sequence[Table],
    command: str,
    methods: Mapping[str, str] = MappingProxyType({}),
    together: Answer | None = None,
) -> FigureReport:
    """The report of several simulations. ``names`` tell them apart in the verdict, ``whole`` beside other reports;
    ``methods``: of what stands in the tables besides; ``together``: as `verdict.side_by_side` takes it."""
    first = answers[0]
    said = dict.fromkeys(remark for answer in answers for remark in remarks(answer))
    return FigureReport(
        title=title,
        verdict=verdict.side_by_side(names, answers, together),
        facts=(
            ("played", f"{numbered(first['games'], first['unit'])} for each row"),
            ("seats", ", ".join(dict.fromkeys(str(a["seats"]) for a in answers))),
            ("players", who_played(first["players"], first["figures"]["rotated"])),
            ("seed", str(first["seed"])),
        ),
        tables=tuple(tables),
        command=command,
        remarks=(*said, *verdict.stuck_remarks(list(zip(whole, answers, strict=True)))),
        stuck=verdict.stuck_commands(answers),
        methods=told({**methods_used(answers, "order"), **methods}),
    )


def rows(head: str, each: Sequence[tuple[str, Cells]]) -> list[Table]:
    """Who wins, length, choice, and where points come from: a row for each simulation, with what it is called."""
    shown = [(title, key, [(word, CALLED[word]) for word in words]) for title, key, words in ROWS]
    awards = list(dict.fromkeys(name for _, cells in each for name in cells.each("award", "given")))
    for start in range(0, len(awards), AWARDS):
        some: list[tuple[str, Key]] = [(name, ("award", name, "points_per_round")) for name in awards[start:][:AWARDS]]
        shown.append(("Points in a round, by award", "", some))
    found = []
    for title, key, columns in shown:
        body = ((name, *(cells.get(of, "") for _, of in columns)) for name, cells in each)
        figures = tuple(row for row in body if any(row[1:]))
        found.append(Table(title, (head, *(word for word, _ in columns)), figures, (), key, key in FIRST))
    return found


def one_command(commands: Sequence[str]) -> str:
    """One command for runs that differ in their variant only; else all of them in a row."""
    words = [shlex.split(c) for c in commands]
    if any(w[:2] != words[0][:2] or w[3:] != words[0][3:] for w in words):
        return "; ".join(commands)
    return shlex.join([*words[0][:2], *(w[2] for w in words), *words[0][3:]])
