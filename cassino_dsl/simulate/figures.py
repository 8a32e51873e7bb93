"""From sums to figures: what ``cassino simulate`` prints as JSON, and what every report shows.

The keys before ``stuck`` are a contract (design.md 6). In ``order`` a side stands by its place: 1 is the
side of the seat that leads the round, and ``seats`` are places in the order of play. A win there is a round
won, whatever the unit; among ``sides`` it is a unit won.
"""

from __future__ import annotations

from typing import Any

from cassino_dsl.players.names import timed
from cassino_dsl.simulate.claims import adjust, claim
from cassino_dsl.simulate.methods import BINOMIAL, BONFERRONI, METHODS, WORTH
from cassino_dsl.simulate.report.verdict import FEWEST, warnings
from cassino_dsl.simulate.run import RunOutcome
from cassino_dsl.simulate.spec import task_of
from cassino_dsl.simulate.statistics import Interval, exact, fair_test, quantile, unequal_test
from cassino_dsl.simulate.sums import Sums
from cassino_dsl.units.layout import POINTS_ZERO

DIGITS = 6
DISTRIBUTIONS = ("legal", "rounds", "plays", "points", "margin")  # of which histograms the answer tells


def simulation(outcome: RunOutcome) -> dict[str, Any]:
    """The answer of ``cassino simulate``."""
    spec, layout = outcome.spec, outcome.layout
    sums, units = Sums(outcome.tally, layout), outcome.tally.units
    plays, legal = sums("plays"), sums.histogram("legal")
    players = _by_player(outcome, sums)
    return {
        "variant": outcome.ruleset.name,
        "options": {o.name: o.value for o in outcome.ruleset.options},
        "unit": spec.unit,
        "games": units,
        "rounds": sums.rounds,
        "seats": spec.seats,
        "players": list(spec.players),
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
        "figures": _figures(outcome, sums, players),
    }


def _by_player(outcome: RunOutcome, sums: Sums) -> list[dict[str, Any]]:
    """What became of each player, wherever he sat: how many units a side won on which he had a seat; ``fair`` is the
    share of them that he would win if no player were better than another; points are those of his side, by seat."""
    task, units, sides = task_of(outcome.spec, outcome.ruleset), outcome.tally.units, outcome.layout.sides
    turns = task.seats if task.rotates else 1
    found = []
    for i, name in enumerate(task.different):
        seats, wins = task.players.count(name), sums("player_wins", i)
        held = sum(len({s % sides for s, who in enumerate(task.seated(turn)) if who == name}) for turn in range(turns))
        points = sums.interval("player_points", i)
        found.append(
            {
                "player": name,
                "seats": seats,
                "wins": wins,
                "win_rate": _ratio(wins, units),
                "win_interval": pair(exact(wins, units)),
                "fair": _ratio((units - sums("ties")) * held, units * turns * sides),
                "points_per_round": round(sums.per_round("player_points", i) / seats, DIGITS),
                "points_interval": pair(points and (points[0] / seats, points[1] / seats)),
            }
        )
    return found


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
    layout = sums.layout
    wins = sums(f"{place}wins", s)
    return {
        "side": s + 1,
        "seats": [seat + 1 for seat in range(seats) if seat % layout.sides == s],
        "wins": wins,
        "win_rate": _ratio(wins, trials),
        "win_interval": pair(sums.rate_interval("place_wins", s) if place else exact(wins, trials)),
        "points_per_round": round(sums.per_round(f"{place}points", s), DIGITS),
        "awards": {
            name: round(sums.per_round(f"award_{place}points", a * layout.sides + s), DIGITS)
            for a, name in enumerate(layout.awards)
        },
    }


def _figures(outcome: RunOutcome, sums: Sums, players: list[dict[str, Any]]) -> dict[str, Any]:
    """What goes beyond the contract: intervals, awards, drama, distributions."""
    spec, layout, units = outcome.spec, outcome.layout, outcome.tally.units
    won = units - sums("ties")
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
        **({"worlds": _worlds(sums)} if sums("worlds") else {}),
        "drama": {
            "looks": "before each later deal and at the end" if spec.unit == "round" else "after each round",
            "lead_changes": _ratio(sums("lead_changes"), units),
            "leads_for_good_after": _ratio(sums("lead_since"), won),
            "of": _ratio(sums("lead_samples"), won),
            "tenths": list(sums.histogram("lead")),
        },
        "distributions": {
            name: _bins(name, sums) for name, _ in layout.histograms if name.split(" ")[0] in DISTRIBUTIONS
        },
    }


def _worlds(sums: Sums) -> dict[str, Any]:
    """How many worlds were imagined by who holds them against the plays of others, and how many contradict these."""
    imagined, contradicting = sums("worlds"), sums("contradicting")
    return {"imagined": imagined, "contradicting": contradicting, "share": _ratio(contradicting, imagined)}


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
    layout, units = sums.layout, sums.tally.units
    tests = {"order": fair_test(sums.row("place_wins"), sums.independent("place_wins"))}
    tested = {"order": (WORTH if sums.rounds > units else BINOMIAL, layout.sides, "places")}
    shares = {"order": _ratio(sums.rounds - sums("tied_rounds"), sums.rounds * layout.sides)}
    if unit == "match":
        tests["sides"] = fair_test(sums.row("wins"), 1.0)
        tested["sides"] = (BINOMIAL, layout.sides, "sides")
        shares["sides"] = _ratio(units - sums("ties"), units * layout.sides)
    if len(players) > 1:
        better = min(unequal_test(player["wins"], units, player["fair"]) for player in players)
        tests["players"] = min(1.0, better * (1 if len(players) == 2 else len(players)))
        tested["players"] = (BINOMIAL, len(players), "players")
    if units < FEWEST:  # too few to say, though rounds may be many
        tests = dict.fromkeys(tests, 1.0)
    found = {
        group: {**({"share": shares[group]} if group in shares else {}), **claim(p, _tested(*tested[group]))}
        for group, p in tests.items()
    }
    adjust(found.values())
    return found


def _tested(test: str, number: int, whom: str) -> str:
    return ", ".join((test, *([BONFERRONI.format(f"{number} {whom}")] if number > 2 else [])))


def _awards(sums: Sums, units: int) -> dict[str, Any]:
    """Each award; its share is of all points that awards on balance give or take."""
    names = sums.layout.awards
    everything = sum(abs(sum(sums.by_award("award_points", a))) for a in range(len(names)))
    return {name: _award(sums, a, units, everything) for a, name in enumerate(names)}


def _award(sums: Sums, a: int, units: int, everything: int) -> dict[str, Any]:
    points, given = sums.by_award("award_points", a), sums.by_award("award_given", a)
    return {
        "points_per_round": _ratio(sums.layout.worth("award_points") * sum(points), sums.rounds),
        "share": _ratio(sum(points), everything),
        "given": [_ratio(n, sums.rounds) for n in given],
        "given_by_order": [_ratio(n, sums.rounds) for n in sums.by_award("award_place_given", a)],
        "points_interval": pair(sums.interval("award_total", a)),
        "void": _ratio(sums("award_void", a), sums.rounds),
        "decided": _ratio(sums("award_decided", a), units),
        "decided_interval": pair(exact(sums("award_decided", a), units)),
    }


def _bins(name: str, sums: Sums) -> list[list[int | float]]:
    """The filled bins of a histogram, as [value, count]."""
    zero, worth = POINTS_ZERO if name.startswith("points") else 0, sums.layout.worth(name)
    return [[worth * (value - zero), count] for value, count in enumerate(sums.histogram(name)) if count]


def pair(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [round(interval[0], DIGITS), round(interval[1], DIGITS)]


def _ratio(part: int | float, whole: int) -> float:
    return round(part / whole, DIGITS) if whole else 0.0
