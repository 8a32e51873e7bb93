"""What a simulation has found, in sentences, the most important first: the same in every format.

A side is called ahead where a test says so that holds for all questions of the report together (`fairness` of the
JSON); where only the 95 % interval of its rate leaves out the share that is fair, it is likely.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from cassino_dsl.describe.english import joined, sentence
from cassino_dsl.players.names import CLOCK, timed
from cassino_dsl.simulate.report.table import mean_with, number, percent, rate_with
from cassino_dsl.simulate.statistics import TAIL, holm
from cassino_dsl.units.runner import UNITS

Answer = dict[str, Any]  # what ``figures.simulation`` gives
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
FEWEST = 6  # units or pairs: were one side ahead in all of fewer, that could still be chance in 1 of 20 cases
NAMED = 3  # awards of which most points may come
RANGES = 3  # figures of which it is asked whether several simulations lie apart
# who thinks no further than this play: what a place is worth is known to be something else between others
WEAK = {
    "random": "random players chose: between players who plan, a place in the round may be worth something else",
    "greedy": "greedy players chose, who plan nothing: between players who plan, a place in the round may be worth "
    "something else",
}


def verdict(answer: Answer) -> tuple[str, ...]:
    """The findings of one simulation."""
    if not answer["rounds"]:
        return ("Nothing was played to its end, so there is nothing to say.",)
    if answer["games"] < FEWEST:
        few = f"{answer['games']} {UNITS[answer['unit']]} are" if answer["games"] > 1 else f"One {answer['unit']} is"
        return (f"{few} too few to say who is ahead.", _length(answer), *_points(answer))
    found = [_players(answer)] if "by_player" in answer else []
    found.append(_order(answer))
    if answer["unit"] == "match":
        found.append(_sides(answer))
    return (*found, _length(answer), *_points(answer))


def who_played(players: Sequence[str], rotated: bool = True) -> str:
    """The players: `all random`, or seat by seat, as they sit in the first unit."""
    if len(set(players)) == 1:
        return f"all {players[0]}"
    seats = ", ".join(f"seat {seat} {name}" for seat, name in enumerate(players, start=1))
    return f"{seats}; each time a seat further on" if rotated else seats


def warnings(players: Sequence[str], rotated: bool = True) -> tuple[str, ...]:
    """Where a conclusion is known to depend on who played, and where another run need not give the same."""
    clock = timed(tuple(players))
    by_clock = (CLOCK.format(clock),) if clock else ()
    if len(set(players)) > 1 and not rotated:
        company = "the players differ and keep their seats: who wins says as much of them as of seats and places"
    elif len(set(players)) > 1:
        company = "the players differ: what is said of seats and places holds for such company, with the seats changing"
    else:
        company = WEAK.get(players[0], "")
    return (*([company] if company else []), *by_clock)


def fair(answer: Answer, group: str) -> float:
    """The share of wins that each side would have if no seat (`sides`) or place (`order`) were better than another."""
    nobody = answer["figures"]["tie_rate" if group == "sides" else "tied_rounds"]
    return float((1 - nobody) / len(answer[group]))


def unfair(answer: Answer, group: str) -> bool:
    """Whether some side of the group is shown to win more or less than its share."""
    return bool(answer["figures"]["fairness"][group]["real"])


def looks_unfair(answer: Answer, group: str) -> bool:
    """Whether the interval of some side leaves out its share."""
    share = fair(answer, group)
    return any(not s["win_interval"][0] <= share <= s["win_interval"][1] for s in answer[group])


def place_name(answer: Answer, place: int) -> str:
    """A side by its place in the round, counted from 0."""
    if len(answer["order"][place]["seats"]) > 1:
        return "the leader's side" if place == 0 else f"the side {ORDINALS[place]} to play"
    if place == 0:
        return "the leader"
    last = place == len(answer["order"]) - 1 and place > 1
    return f"the {ORDINALS[place]} to play" + (" (the last)" if last else "")


def side_name(side: dict[str, Any]) -> str:
    seats = side["seats"]
    return f"seat {seats[0]}" if len(seats) == 1 else f"side {side['side']} (seats {joined([*map(str, seats)])})"


def _order(answer: Answer) -> str:
    order, share = answer["order"], percent(fair(answer, "order"))
    names = [place_name(answer, i) for i in range(len(order))]
    if not unfair(answer, "order") and not looks_unfair(answer, "order"):
        first = rate_with(order[0]["win_rate"], order[0]["win_interval"])
        return (
            f"No place in the round is shown to be better than another: the leader wins {first} of rounds, "
            f"where {share} is fair."
        )
    best, worst = _extremes(order)
    parts = [_parts(s, fair(answer, "order")) for s in order]
    leads = len(order) == 2 or parts[best] > 0 or parts[worst] >= 0  # else it is the worst who is shown to differ
    of, other = (best, worst) if leads else (worst, best)
    won = [rate_with(order[i]["win_rate"], order[i]["win_interval"]) for i in (of, other)]
    where = "ahead" if leads else "behind"
    told = f"is {where}" if unfair(answer, "order") else f"is likely {where}, but that is one of several questions"
    return sentence(f"{names[of]} {told}: it wins {won[0]} of rounds, {names[other]} {won[1]}, where {share} is fair.")


def _parts(one: dict[str, Any], share: float) -> int:
    """1 where the interval of what somebody wins lies above a share, -1 where it lies below, 0 where it holds it."""
    low, high = one["win_interval"]
    return int(low > share) - int(high < share)


def _players(answer: Answer) -> str:
    """Who is better, wherever he sits."""
    players = sorted(answer["by_player"], key=lambda p: p["fair"] - p["win_rate"])
    best, worst = players[0], players[-1]
    what, real = UNITS[answer["unit"]], answer["figures"]["fairness"]["players"]["real"]
    # of three or more it may be the worst alone who is shown to differ
    worse = len(players) > 2 and _parts(best, best["fair"]) <= 0 and _parts(worst, worst["fair"]) < 0
    one, other = (worst, best) if real and worse else (best, worst)
    won = [rate_with(p["win_rate"], p["win_interval"]) for p in (one, other)]
    shares = [percent(p["fair"]) for p in (one, other)]
    if not real:
        said = f"No player is shown to be better: `{one['player']}` wins {won[0]} of {what}"
        return f"{said}, where {shares[0]} is fair."
    fair_to = f"{shares[0]} is fair" if shares[0] == shares[1] else f"{shares[0]} and {shares[1]} are fair"
    plays = f"`{one['player']}` plays {'worse' if worse else 'better'}: it wins {won[0]} of {what}"
    return f"{plays}, `{other['player']}` {won[1]}, where {fair_to}."


def _sides(answer: Answer) -> str:
    sides, share = answer["sides"], percent(fair(answer, "sides"))
    best, worst = _extremes(sides)
    shown = rate_with(sides[best]["win_rate"], sides[best]["win_interval"])
    if not unfair(answer, "sides"):
        what = "seat" if all(len(s["seats"]) == 1 for s in sides) else "side"
        return f"Over a match no {what} is shown to be better: the most wins, {shown}, go to {side_name(sides[best])}."
    other = rate_with(sides[worst]["win_rate"], sides[worst]["win_interval"])
    said = f"{side_name(sides[best])} wins {shown} of matches, {side_name(sides[worst])} {other}"
    return sentence(f"{said}, where {share} is fair.")


def _extremes(sides: Sequence[dict[str, Any]]) -> tuple[int, int]:
    """Which side wins most and which least."""
    rates = [s["win_rate"] for s in sides]
    return rates.index(max(rates)), len(rates) - 1 - rates[::-1].index(min(rates))


def _length(answer: Answer) -> str:
    figures, legal = answer["figures"], answer["legal_per_turn"]
    plays = mean_with(answer["plays_per_round"], figures["plays_interval"])
    said = f"a round takes {plays} plays"
    if answer["unit"] == "match":
        said = f"a match takes {mean_with(answer['rounds_per_match'], figures['rounds_interval'])} rounds, {said}"
    choice = (
        f"{number(legal['mean'])} plays are legal in a turn, and {percent(legal['forced'])} of turns leave no choice"
    )
    return sentence(f"{said}; {choice}.")


def by_weight(awards: dict[str, Any]) -> list[str]:
    """Awards by the points that they move, most first."""
    return sorted(awards, key=lambda name: -abs(awards[name]["points_per_round"]))


def _points(answer: Answer) -> tuple[str, ...]:
    awards = answer["figures"]["awards"]
    names = by_weight(awards)
    if not names or awards[names[0]]["share"] <= 0:
        return ()
    lowest = (awards[names[0]]["points_interval"] or (0.0, 0.0))[0]
    near = [name for name in names if awards[name]["share"] > 0 and _highest(awards[name]) >= lowest]
    if len(near) > NAMED:
        return ("No award is shown to bring more points than all others.",)
    shares = joined([percent(awards[name]["share"]) for name in near])
    return (f"Most points come from {joined(near, 'or')}: {shares} of them.",)


def _highest(award: dict[str, Any]) -> float:
    interval = award["points_interval"]
    return float(interval[1] if interval else award["points_per_round"])


# ---- several simulations


def side_by_side(names: Sequence[str], answers: Sequence[Answer]) -> tuple[str, ...]:
    """What tells several simulations apart: who wins, and how far their figures lie from each other."""
    found = [(name, answer) for name, answer in zip(names, _together(answers), strict=True) if answer["rounds"]]
    if len(found) < len(answers):
        return ("Some were not played, so there is nothing to compare.",)
    same = len({len(a["order"]) for _, a in found}) == 1
    told = [_ordered(found)] if same else []
    told.append(_range(found, "the leader wins from {} to {} of rounds", _leader) if same else "")
    if all(a["unit"] == "match" for _, a in found):
        told.append(_range(found, "a match takes from {} to {} rounds", _rounds))
    told.append(_range(found, "a round takes from {} to {} plays", _plays))
    return tuple(sentence(t) for t in told if t)


def _together(answers: Sequence[Answer]) -> list[Answer]:
    """The simulations with what is real in the order of play adjusted for all of them."""
    tests = holm([a["figures"]["fairness"]["order"]["p"] for a in answers])
    return [_with_order(a, {"p_adjusted": p, "real": p <= 0.05}) for a, p in zip(answers, tests, strict=True)]


def _with_order(answer: Answer, told: dict[str, Any]) -> Answer:
    figures = answer["figures"]
    order = {**figures["fairness"]["order"], **told}
    return {**answer, "figures": {**figures, "fairness": {**figures["fairness"], "order": order}}}


def _ordered(found: Sequence[tuple[str, Answer]]) -> str:
    """In which of them the leader is ahead or behind."""
    places = [(name, _leader_parts(a)) for name, a in found if unfair(a, "order")]
    ahead, behind, other = ([name for name, parts in places if parts == sign] for sign in (1, -1, 0))
    open_ = [n for n, a in found if not unfair(a, "order")]
    if len(open_) == len(found):
        return "no place in the round is shown to be better in any of them"
    parts = [f"the leader is behind in {joined(behind)}"] if behind else []
    parts += [f"the leader is ahead in {joined(ahead)}"] if ahead else []
    parts += [f"other places than the leader's are better or worse in {joined(other)}"] if other else []
    parts += [f"no place is shown to be better in {joined(open_)}"] if open_ else []
    return "; ".join(parts)


def _leader_parts(answer: Answer) -> int:
    """1 where the leader is ahead, -1 where it is behind, 0 where other places alone are: of two, one is."""
    order, share = answer["order"], fair(answer, "order")
    return _parts(order[0], share) if len(order) > 2 else 1 if order[0]["win_rate"] > share else -1


Estimate = tuple[float, str, Sequence[float] | None]


def _leader(answer: Answer) -> Estimate:
    first = answer["order"][0]
    return first["win_rate"], percent(first["win_rate"]), first["win_interval"]


def _rounds(answer: Answer) -> Estimate:
    return answer["rounds_per_match"], number(answer["rounds_per_match"]), answer["figures"]["rounds_interval"]


def _plays(answer: Answer) -> Estimate:
    return answer["plays_per_round"], number(answer["plays_per_round"]), answer["figures"]["plays_interval"]


def _range(found: Sequence[tuple[str, Answer]], text: str, tell: Callable[[Answer], Estimate]) -> str:
    """The least and the most of a figure; nothing where their intervals overlap, or would if they were as wide as for
    all pairs of so many simulations together."""
    told = sorted(((name, *tell(a)) for name, a in found), key=lambda row: row[1])
    (low, least, shown, below), (high, most, shown_most, above) = told[0], told[-1]
    if below and above and below[1] < above[0] and apart(least, below, most, above, len(told)):
        return text.format(f"{shown} ({low})", f"{shown_most} ({high})")
    return ""


def apart(least: float, below: Sequence[float], most: float, above: Sequence[float], of: int) -> bool:
    """Whether the least and the most of so many figures differ by more than such are apart by chance, if all are the
    same: Bonferroni over all pairs, and over the figures of which a report asks this. ``below``, ``above``: their 95 %
    intervals."""
    from scipy.special import ndtri

    error = math.hypot(below[1] - least, most - above[0]) / float(ndtri(1 - TAIL))
    return most - least > error * -float(ndtri(TAIL / math.comb(of, 2) / RANGES))
