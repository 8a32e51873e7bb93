"""What a simulation has found, in sentences, the most important first: the same in every format.

A side is called ahead where a test says so that holds for all questions of the report together (`fairness` of the
JSON). That the 95 % interval of one rate alone leaves out what is fair is not told as a finding: among many that is
mostly chance.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from cassino_dsl.analysis.simulate.report.table import mean_with, number, percent, rate_with
from cassino_dsl.analysis.simulate.statistics import REAL, TAIL, holm
from cassino_dsl.analysis.units.runner import UNITS
from cassino_dsl.book.describe.english import joined, sentence
from cassino_dsl.players.names import CLOCK, timed

Answer = dict[str, Any]  # what ``figures.simulation`` gives
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
SEVERAL: dict[str, str] = {"play": "plays"} | {str(unit): several for unit, several in UNITS.items()}
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


def place_name(place: int, of: int, partners: bool) -> str:
    """A side by its place in the round, counted from 0. The dealer is who sits before the leader, and plays last."""
    who = {0: "leader", of - 1: "dealer"}.get(place, "")
    if partners:
        return f"the {who}'s side" if who else f"the side {ORDINALS[place]} to play"
    return f"the {who}" if who else f"the {ORDINALS[place]} to play"


def place_in(answer: Answer, place: int) -> str:
    """A side of a simulation by its place in the round."""
    return place_name(place, len(answer["order"]), len(answer["order"]) < answer["seats"])


def side_name(side: dict[str, Any]) -> str:
    seats = side["seats"]
    return f"seat {seats[0]}" if len(seats) == 1 else f"side {side['side']} (seats {joined([*map(str, seats)])})"


def numbered(number: float, one: str) -> str:
    """`1 round`, `300 matches`; ``one``: what there is one of."""
    return f"{number:,g} {one if number == 1 else SEVERAL[one]}"


def _won(one: dict[str, Any]) -> str:
    return rate_with(one["win_rate"], one["win_interval"])


def _order(answer: Answer) -> str:
    order, share = answer["order"], fair(answer, "order")
    parts = [_parts(place, share) for place in order]
    if not unfair(answer, "order"):
        odd = _oddest(order, share)
        return (
            f"No place in the round is shown to be better than another: {place_in(answer, odd)} wins "
            f"{_won(order[odd])} of rounds, where {percent(share)} is fair{_alone(parts[odd], len(order))}."
        )
    best, worst = _extremes(order)
    leads = len(order) == 2 or parts[best] > 0 or parts[worst] >= 0  # else it is the worst who is shown to differ
    of, other = (best, worst) if leads else (worst, best)
    wins = f"it wins {_won(order[of])} of rounds, {place_in(answer, other)} {_won(order[other])}"
    where = "ahead" if leads else "behind"
    return sentence(f"{place_in(answer, of)} is {where}: {wins}, where {percent(share)} is fair.")


def _parts(one: dict[str, Any], share: float) -> int:
    """1 where the interval of what somebody wins lies above a share, -1 where it lies below, 0 where it holds it."""
    low, high = one["win_interval"]
    return int(low > share) - int(high < share)


def _oddest(sides: Sequence[dict[str, Any]], share: float) -> int:
    """The first of two; of more, which is farthest from its share."""
    return max(range(len(sides)), key=lambda at: (len(sides) > 2) * abs(sides[at]["win_rate"] - share))


def _alone(parts: int, among: int) -> str:
    """What to think of an interval that leaves out what is fair, where no test says that somebody is ahead."""
    return f", which among {among} may be chance" if parts else ""


def _players(answer: Answer) -> str:
    """Who is better, wherever he sits."""
    players = sorted(answer["by_player"], key=lambda p: p["fair"] - p["win_rate"])
    best, worst = players[0], players[-1]
    what, real = UNITS[answer["unit"]], answer["figures"]["fairness"]["players"]["real"]
    # of three or more it may be the worst alone who is shown to differ
    worse = real and len(players) > 2 and _parts(best, best["fair"]) <= 0 and _parts(worst, worst["fair"]) < 0
    one, other = (worst, best) if worse else (best, worst)
    shares = list(dict.fromkeys(percent(p["fair"]) for p in (one, other)))
    if not real:
        first = answer["by_player"][0]  # not the best, who is so by chance
        said = f"No player is shown to be better: `{first['player']}` wins {_won(first)} of {what}"
        return f"{said}, where {percent(first['fair'])} is fair."
    plays = f"`{one['player']}` plays {'worse' if worse else 'better'}: it wins {_won(one)} of {what}"
    fair_to = f"{' and '.join(shares)} {'is' if len(shares) == 1 else 'are'} fair"
    return f"{plays}, `{other['player']}` {_won(other)}, where {fair_to}."


def _sides(answer: Answer) -> str:
    sides, (best, worst) = answer["sides"], _extremes(answer["sides"])
    if not unfair(answer, "sides"):
        what = "seat" if all(len(s["seats"]) == 1 for s in sides) else "side"
        share = fair(answer, "sides")
        odd = sides[_oddest(sides, share)]
        won = f"{side_name(odd)} wins {_won(odd)}{_alone(_parts(odd, share), len(sides))}"
        return f"Over a match no {what} is shown to be better: {won}."
    said = (
        f"{side_name(sides[best])} wins {_won(sides[best])} of matches, {side_name(sides[worst])} {_won(sides[worst])}"
    )
    return sentence(f"{said}, where {percent(fair(answer, 'sides'))} is fair.")


def _extremes(sides: Sequence[dict[str, Any]]) -> tuple[int, int]:
    """Which side wins most and which least."""
    rates = [s["win_rate"] for s in sides]
    return rates.index(max(rates)), len(rates) - 1 - rates[::-1].index(min(rates))


def _length(answer: Answer) -> str:
    figures, legal = answer["figures"], answer["legal_per_turn"]

    def takes(key: str, interval: str, what: str) -> str:
        if key in figures["always"]:
            return f"always takes {numbered(answer[key], what)}"
        return f"takes {mean_with(answer[key], figures[interval])} {what}s"

    said = f"a round {takes('plays_per_round', 'plays_interval', 'play')}"
    if answer["unit"] == "match":
        said = f"a match {takes('rounds_per_match', 'rounds_interval', 'round')}, {said}"
    choice = (
        f"{number(legal['mean'])} plays are legal in a turn, and {percent(legal['forced'])} of turns leave no choice"
    )
    return sentence(f"{said}; {choice}.")


def by_weight(awards: dict[str, Any]) -> list[str]:
    """Awards by the points that they move, most first, without those that an option switches off."""
    return sorted(
        (name for name, award in awards.items() if not award["off"]),
        key=lambda name: -abs(awards[name]["points_per_round"]),
    )


def _points(answer: Answer) -> tuple[str, ...]:
    awards = answer["figures"]["awards"]
    names = by_weight(awards)
    fewest = (
        ("The fewest points win: what brings them is nothing to be glad of.",) if answer["figures"]["lowest"] else ()
    )
    if len(names) < 2 or awards[names[0]]["share"] <= 0:
        return fewest
    lowest = (awards[names[0]]["points_interval"] or (0.0, 0.0))[0]
    highest = {n: (awards[n]["points_interval"] or [awards[n]["points_per_round"]])[-1] for n in names}
    near = [name for name in names if awards[name]["share"] > 0 and highest[name] >= lowest]
    if len(near) > NAMED:
        return (*fewest, "No award is shown to bring more points than all others.")
    shares = joined([percent(awards[name]["share"]) for name in near])
    said = f"More points come from {joined(near, 'or')} than from any other award: {shares} of them"
    if len(near) == 1:
        decided = rate_with(awards[near[0]]["decided"], awards[near[0]]["decided_interval"])
        said += f"; without these another side would have been level or ahead in {decided} of {UNITS[answer['unit']]}"
    return (*fewest, f"{said}.")


# ---- rounds that ended because every seat passed, with cards in a hand or in the stock


def stuck_remarks(named: Sequence[tuple[str, Answer]]) -> tuple[str, ...]:
    """How many rounds of each simulation were stuck, where some were; each by a name that tells it from the others."""
    return tuple(
        f"stuck rounds of {name}: {answer['stuck']['rounds']:,} of {answer['rounds']:,}; nobody could play, but cards "
        f"were left{', as the variant allows' if answer['stuck']['allowed'] else ''}"
        for name, answer in named
        if answer["stuck"]["rounds"]
    )


def stuck_commands(answers: Sequence[Answer]) -> tuple[str, ...]:
    """What plays the first stuck round of each simulation again and records it."""
    return tuple(a["stuck"]["again"] for a in answers if a["stuck"]["again"])


def stuck_warnings(answers: Sequence[Answer]) -> tuple[str, ...]:
    """What a person must hear of: stuck rounds of variants that do not say that this may be so."""
    return tuple(
        f"warning: {remark}; `{a['stuck']['again']}` records the first"
        for a in answers
        if not a["stuck"]["allowed"]
        for remark in stuck_remarks([(a["variant"], a)])
    )


# ---- several simulations


def side_by_side(names: Sequence[str], answers: Sequence[Answer], together: Answer | None = None) -> tuple[str, ...]:
    """What tells several simulations apart: who wins, and how far their figures lie from each other. ``together``:
    what the leaders of all of them win, where they are variations of one game (`grid.pooled`)."""
    if not all(a["rounds"] for a in answers):
        return ("Some were not played, so there is nothing to compare.",)
    told, leaders = [], [a["order"][0] for a in answers]

    def spread(text: str, figure: str, interval: str) -> None:
        shown = [f"{a[figure]:,g}" if figure in a["figures"]["always"] else number(a[figure]) for a in answers]
        found = [(text, a[figure], a["figures"][interval]) for text, a in zip(shown, answers, strict=True)]
        told.append(_range(text, names, found))

    if len({len(a["order"]) for a in answers}) == 1:
        told.append(_ordered(names, answers, together))
        rates = [(percent(one["win_rate"]), one["win_rate"], one["win_interval"]) for one in leaders]
        told.append(_range("the leader wins from {} to {} of rounds", names, rates))
    if all(a["unit"] == "match" for a in answers):
        spread("a match takes from {} to {} rounds", "rounds_per_match", "rounds_interval")
    spread("a round takes from {} to {} plays", "plays_per_round", "plays_interval")
    return tuple(sentence(text) for text in told if text)


def _ordered(names: Sequence[str], answers: Sequence[Answer], together: Answer | None) -> str:
    """In which of them the leader is ahead or behind, their tests adjusted for each other."""
    signs: dict[str | int, list[str]] = {"open": [], 1: [], -1: [], 0: []}
    alone, pooled, ahead = [a["figures"]["fairness"]["order"]["p"] for a in answers], "", False
    tests = holm([*alone, *([together["p"]] if together else [])])
    if together:
        ahead = together["win_rate"] > together["fair"]
        won = f"{percent(together['win_rate'])} of rounds, where {percent(together['fair'])} is fair"
        pooled = (
            f"in all together the leader is {'ahead' if ahead else 'behind'}: it wins {won}"
            if tests[-1] <= REAL
            else ""
        )
    for name, answer, p in zip(names, answers, tests, strict=False):
        order, share = answer["order"], fair(answer, "order")
        # other places alone may differ; of two, one is the leader's
        sign = _parts(order[0], share) if len(order) > 2 else 1 if order[0]["win_rate"] > share else -1
        signs[sign if p <= REAL else "open"].append(name)
    if pooled and signs["open"]:
        return f"{pooled}; by itself that is shown in {joined(signs[1 if ahead else -1]) or 'none of them'}"
    if len(signs["open"]) == len(names):
        return "no place in the round is shown to be better in any of them"
    told = (
        ("the leader is behind in", signs[-1]),
        ("the leader is ahead in", signs[1]),
        ("other places than the leader's are better or worse in", signs[0]),
        ("no place is shown to be better in", signs["open"]),
    )
    return "; ".join(f"{text} {'all of them' if one == [*names] else joined(one)}" for text, one in told if one)


def _range(text: str, names: Sequence[str], found: Sequence[tuple[str, float, Sequence[float] | None]]) -> str:
    """The least and the most of a figure; nothing where their intervals overlap, or would if they were as wide as for
    all pairs of so many simulations together."""
    told = sorted(zip(found, names, strict=True), key=lambda row: row[0][1])
    ((shown, least, below), _), ((shown_most, most, above), _) = told[0], told[-1]

    def where(value: float) -> str:
        alike = [name for (_, one, _), name in told if one == value]
        return joined(alike) if 2 * len(alike) <= len(told) + 1 else "most"

    if below and above and below[1] < above[0] and apart(least, below, most, above, len(told)):
        return text.format(f"{shown} ({where(least)})", f"{shown_most} ({where(most)})")
    return ""


def apart(least: float, below: Sequence[float], most: float, above: Sequence[float], of: int) -> bool:
    """Whether the least and the most of so many figures differ by more than such are apart by chance, if all are the
    same: Bonferroni over all pairs, and over the figures of which a report asks this. ``below``, ``above``: their 95 %
    intervals."""
    from statistics import NormalDist  # brings decimal numbers and fractions with it

    error = math.hypot(below[1] - least, most - above[0]) / NormalDist().inv_cdf(1 - TAIL)
    return most - least > error * -NormalDist().inv_cdf(TAIL / math.comb(of, 2) / RANGES)
