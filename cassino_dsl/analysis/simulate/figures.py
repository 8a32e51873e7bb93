"""From sums to figures: what ``cassino simulate`` prints as JSON, and what every report shows.

The keys before ``stuck`` are a contract. In ``order`` a side stands by its place: 1 is the
side of the seat that leads the round, and ``seats`` are places in the order of play. A win there is a round
won, whatever the unit; among ``sides`` it is a unit won.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cassino_dsl.analysis.simulate.report.verdict import FEWEST, warnings
from cassino_dsl.analysis.simulate.run import RunOutcome
from cassino_dsl.analysis.simulate.spec import task_of
from cassino_dsl.analysis.simulate.statistics import (
    BINOMIAL,
    BONFERRONI,
    HOLM,
    METHODS,
    REAL,
    WORTH,
    Interval,
    exact,
    fair_test,
    holm,
    quantile,
    unequal_test,
)
from cassino_dsl.analysis.simulate.sums import Sums
from cassino_dsl.engine.layout import POINTS_ZERO
from cassino_dsl.players.names import timed

DIGITS = 6
DISTRIBUTIONS = ("legal", "rounds", "plays", "points", "margin")  # of which histograms the answer tells


def simulation(outcome: RunOutcome) -> dict[str, Any]:
    """The answer of ``cassino simulate``."""
    spec, layout = outcome.spec, outcome.layout
    sums, units = Sums(outcome.tally, layout), outcome.tally.units
    plays, legal = sums("plays"), sums.histogram("legal")
    players = _by_player(outcome, sums)
    idle = outcome.ruleset.idle_options()
    return {
        "variant": outcome.ruleset.name,
        "options": {o.name: o.value for o in outcome.ruleset.options if o not in idle},
        "unit": spec.unit,
        "games": units,
        "rounds": sums.rounds,
        "seats": spec.seats,
        "players": [*map(str, spec.players)],
        "engine": outcome.engine,
        "seed": spec.seed,
        "seconds": round(outcome.seconds, 3),
        "plays_per_round": _ratio(plays, sums.rounds),
        "legal_per_turn": {
            "mean": _ratio(sums("legal"), plays),
            "p95": quantile(legal, 0.95),
            "forced": _ratio(sums("forced"), plays),
        },
        "plays_by_action": {
            name: _ratio(count, plays)
            for name, count in zip(layout.actions, sums.row("actions"), strict=True)
            if name != "done" or count
        },
        "rounds_per_match": _ratio(sums.rounds, units),
        "ties": sums("ties"),
        "sides": [_side(sums, s, spec.seats, units, "") for s in range(layout.sides)],
        "order": [_side(sums, s, spec.seats, sums.rounds, "place_") for s in range(layout.sides)],
        **({"by_player": players} if len(players) > 1 else {}),
        "memory": {name: _ratio(sum(numbers), sums.rounds) for name, numbers in memory(sums)},
        "stuck": _stuck(outcome, sums),
        "code": {code: units for code, units in sorted(outcome.code.items()) if units},
        "figures": _figures(outcome, sums, players),
    }


def _by_player(outcome: RunOutcome, sums: Sums) -> list[dict[str, Any]]:
    """What became of each player, wherever he sat: how many units a side won on which he had a seat; ``fair`` is the
    share of them that he would win if no player were better than another; points are those of his side, by seat."""
    task, units, sides = task_of(outcome.spec, outcome.ruleset), outcome.tally.units, outcome.layout.sides
    turns = task.seats if task.rotates else 1
    seated = [{(s % sides, who) for s, who in enumerate(task.seated(turn))} for turn in range(turns)]
    found = []
    for i, name in enumerate(task.different):
        seats, wins, points = task.players.count(name), sums("player_wins", i), sums.interval("player_points", i)
        held = sum(who == name for sitting in seated for _, who in sitting)
        found.append(
            {
                "player": str(name),
                "seats": seats,
                **_won(wins, units, exact(wins, units)),
                "fair": _ratio((units - sums("ties")) * held, units * turns * sides),
                "points_per_round": round(sums.per_round("player_points", i) / seats, DIGITS),
                "points_interval": pair(points and (points[0] / seats, points[1] / seats)),
            }
        )
    return found


def _won(wins: int, trials: int, interval: Interval) -> dict[str, Any]:
    return {"wins": wins, "win_rate": _ratio(wins, trials), "win_interval": pair(interval)}


def _stuck(outcome: RunOutcome, sums: Sums) -> dict[str, Any]:
    """Rounds that ended because every seat passed, with cards left, and what records the first."""
    first = outcome.tally.first_stuck
    return {
        "rounds": sums("stuck"),
        "allowed": outcome.ruleset.match.stuck == "allowed",
        "first": first,
        "again": None if first is None else outcome.spec.command(first, 1, ("--records", "stuck.jsonl")),
    }


def memory(sums: Sums) -> list[tuple[str, tuple[int, ...]]]:
    """Each memory with its totals by owner."""
    found, at, row = [], 0, sums.row("memory")
    for name, owners in sums.layout.memories:
        found.append((name, row[at : at + owners]))
        at += owners
    return found


def _side(sums: Sums, s: int, seats: int, trials: int, place: str) -> dict[str, Any]:
    layout, wins = sums.layout, sums(f"{place}wins", s)
    return {
        "side": s + 1,
        "seats": [seat + 1 for seat in range(seats) if seat % layout.sides == s],
        **_won(wins, trials, sums.rate_interval("place_wins", s) if place else exact(wins, trials)),
        "points_per_round": round(sums.per_round(f"{place}points", s), DIGITS),
        "awards": {
            name: round(sums.per_round(f"award_{place}points", a * layout.sides + s), DIGITS)
            for a, name in enumerate(layout.awards)
        },
    }


def _figures(outcome: RunOutcome, sums: Sums, players: list[dict[str, Any]]) -> dict[str, Any]:
    """What goes beyond the contract: intervals, awards, distributions."""
    spec, layout, units = outcome.spec, outcome.layout, outcome.tally.units
    return {
        "method": METHODS,
        "methods_used": _methods(sums, units),
        "interrupted": outcome.interrupted,
        "house_rules": list(outcome.ruleset.house_rules),
        "command": spec.command(),
        "repeatable": not timed(spec.players),
        "warnings": list(warnings(spec.players, spec.rotate)),
        "points_interval": {
            "sides": [pair(sums.interval("points", s)) for s in range(layout.sides)],
            "order": [pair(sums.interval("place_points", s)) for s in range(layout.sides)],
        },
        "always": _always(sums),
        "lowest": outcome.ruleset.match.winner == "lowest",
        "plays_interval": pair(sums.interval("plays")),
        "rounds_interval": pair(sums.unit_interval("rounds")),
        "tie_rate": _ratio(sums("ties"), units),
        "tie_interval": pair(exact(sums("ties"), units)),
        "tied_rounds": _ratio(sums("tied_rounds"), sums.rounds),
        "margin": round(sums.per_unit("margin"), DIGITS),
        "margin_interval": pair(sums.unit_interval("margin")),
        "rotated": spec.rotate,
        "fairness": _fairness(sums, spec.unit, players),
        "legal_most": max((i for i, n in enumerate(sums.histogram("legal")) if n), default=0),
        "awards": _awards(sums, units),
        "memory": {name: [_ratio(n, sums.rounds) for n in numbers] for name, numbers in memory(sums)},
        "distributions": {
            name: _bins(name, sums) for name, _ in layout.histograms if name.split(" ")[0] in DISTRIBUTIONS
        },
    }


def _always(sums: Sums) -> list[str]:
    """The figures of a round, or a match, that were the same in each of very many."""
    found = [
        name for name, block in (("rounds_per_match", "rounds"), ("plays_per_round", "plays")) if sums.always(block)
    ]
    return found + [name for a, name in enumerate(sums.layout.awards) if sums.always("award_total", a)]


def _methods(sums: Sums, units: int) -> list[str]:
    """Which of ``METHODS`` the intervals of this simulation are made by. Where each match is one round, rounds are
    units."""
    used = {
        "rates": units > 0,
        "rates per round": sums.rounds > units,
        "means": units > 1,
        "nearly constant means": units > 1 and sums.nearly_constant(),
    }
    return [of for of, one in used.items() if one]


def _fairness(sums: Sums, unit: str, players: list[dict[str, Any]]) -> dict[str, Any]:
    """Whether some side wins more than its share: by place in the round, of the matches by seat, and where the players
    differ whether some player does. ``p`` is of that question alone, ``p_adjusted`` of all, after Holm."""
    sides, units, found = sums.layout.sides, sums.tally.units, {}

    def ask(group: str, p: float, test: str, number: int, whom: str, share: float | None = None) -> None:
        told = {} if share is None else {"share": share}
        method = f"{test}, {BONFERRONI.format(f'{number} {whom}')}" if number > 2 else test
        found[group] = {
            **told,
            **claim(p if units >= FEWEST else 1.0, method),
        }  # few say nothing, though of many rounds

    p = fair_test(sums.row("place_wins"), sums.independent("place_wins"))
    share = _ratio(sums.rounds - sums("tied_rounds"), sums.rounds * sides)
    ask("order", p, WORTH if sums.rounds > units else BINOMIAL, sides, "places", share)
    if unit == "match":
        share = _ratio(units - sums("ties"), units * sides)
        ask("sides", fair_test(sums.row("wins"), 1.0), BINOMIAL, sides, "sides", share)
    if len(players) > 1:
        better = min(unequal_test(player["wins"], units, player["fair"]) for player in players)
        number = len(players)
        ask("players", min(1.0, better * (1 if number == 2 else number)), BINOMIAL, number, "players")
    adjust(found.values())
    return found


def _awards(sums: Sums, units: int) -> dict[str, Any]:
    """Each award; its share is of all points that awards on balance give or take."""
    names, rounds = sums.layout.awards, sums.rounds
    points = [sum(sums.by_award("award_points", a)) for a in range(len(names))]
    return {
        name: {
            "points_per_round": _ratio(sums.layout.worth("award_points") * points[a], rounds),
            "share": _ratio(points[a], sum(map(abs, points))),
            "off": sums.layout.step("award_total", a) == 0,
            "given": [_ratio(n, rounds) for n in sums.by_award("award_given", a)],
            "given_by_order": [_ratio(n, rounds) for n in sums.by_award("award_place_given", a)],
            "points_interval": pair(sums.interval("award_total", a)),
            "void": _ratio(sums("award_void", a), rounds),
            "decided": _ratio(sums("award_decided", a), units),
            "decided_interval": pair(exact(sums("award_decided", a), units)),
        }
        for a, name in enumerate(names)
    }


def _bins(name: str, sums: Sums) -> list[list[int | float]]:
    """The filled bins of a histogram, as [value, count]."""
    zero, worth = POINTS_ZERO if name.startswith("points") else 0, sums.layout.worth(name)
    return [[worth * (value - zero), count] for value, count in enumerate(sums.histogram(name)) if count]


def pair(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [round(interval[0], DIGITS), round(interval[1], DIGITS)]


def _ratio(part: int | float, whole: int) -> float:
    return round(part / whole, DIGITS) if whole else 0.0


# ---- what a report says yes or no to, all of it tested together: whoever asks twenty questions is told one wrong yes

Claim = dict[str, Any]


def claim(p: float, test: str) -> Claim:
    """A claim that nothing is adjusted for as yet."""
    return {"p": float(f"{p:.3g}"), "p_adjusted": 1.0, "real": False, "method": f"{test}, {HOLM}"}


def adjust(claims: Iterable[Claim]) -> None:
    """Adjust claims for each other."""
    all_claims = [*claims]
    for one, p in zip(all_claims, holm([one["p"] for one in all_claims]), strict=True):
        one["p_adjusted"], one["real"] = float(f"{p:.3g}"), p <= REAL
        if "better" in one:  # of two players, the one of whom that was asked
            one["better"] = one["real"] and one["win_rate"] > one["fair"]
