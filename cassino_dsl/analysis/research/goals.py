"""What `cassino tune` is to reach: a figure of a simulation, and what is wished of it.

order.1.win_rate=50%      the leader wins half of the rounds, to one percentage point
rounds_per_match=6±0.5    six rounds in a match, to half a round
2*ties<2%                 few ties; twice as important as the rest
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

from cassino_dsl.analysis.simulate.report.simulation import cells_of
from cassino_dsl.analysis.simulate.report.verdict import fair
from cassino_dsl.book.describe.english import joined
from cassino_dsl.language.diagnostics.diagnostic import did_you_mean

_GOAL = re.compile(
    r"(?:(?P<weight>\d+(?:\.\d+)?)\s*\*\s*)?(?P<name>[\w.:-]+?)\s*(?P<sign>[=<>]|<=|>=|≤|≥)\s*"
    r"(?P<value>-?\d+(?:\.\d+)?)\s*(?P<percent>%?)(?:\s*(?:±|\+-)\s*(?P<slack>\d+(?:\.\d+)?)\s*(?P<parts>%?))?"
)
_SIGNS = {"<=": "<", ">=": ">", "≤": "<", "≥": ">"}  # as others write them
SLACK = 0.01  # a share, or this part of any other number twice over, is near enough
NAMED = 4  # figures that may be meant, at most
SHARE = (0.0, 1.0)
# the figures that a report has with their intervals, by the last part of their name, and between what they lie
BOUNDS = {
    "win_rate": SHARE,
    "ties": SHARE,
    "decided": SHARE,
    "rounds_per_match": (1.0, inf),
    "plays_per_round": (0.0, inf),
    "margin": (0.0, inf),
    "points_per_round": (-inf, inf),
}
MEANS = ("rounds_per_match", "plays_per_round", "points_per_round")  # of which a report tells that they never vary
_GROUPS = {"players": "by_player", "award": "awards"}  # as the JSON calls groups of a report


class Measured(NamedTuple):
    """A figure as it was measured, with its 95 % interval. ``always``: it was the same in every unit. ``fair``: of a
    rate of wins, what it would be if nobody had an advantage."""

    value: float
    low: float
    high: float
    always: bool = False
    fair: float | None = None


@dataclass(frozen=True, slots=True)
class Goal:
    """``name``: of the figure, as its place in the answer of `cassino simulate`; what stands in a list is numbered from
    1. ``sign``: `=`, `<` or `>`. ``share``: it is a part of a whole. ``slack``: how far beside an `=` is still near
    enough."""

    text: str
    name: str
    sign: str
    wanted: float
    share: bool
    slack: float
    weight: float

    def miss(self, value: float) -> float:
        """How far a figure is from the goal, with the weight of the goal: a share in points of 1, any other number as a
        part of the number wanted."""
        apart = self.wanted - value if self.sign == ">" else value - self.wanted
        scale = self.weight / (1.0 if self.share else abs(self.wanted) or 1.0)
        return scale * (abs(apart) if self.sign == "=" else max(0.0, apart))

    def misses(self, low: float, high: float) -> tuple[float, float]:
        """The least and the most that a figure in an interval may miss it by."""
        ends = sorted((self.miss(low), self.miss(high)))
        return (0.0 if low < self.wanted < high else ends[0], ends[1])

    def reached(self, low: float, high: float) -> bool:
        """Whether a figure reaches the goal wherever in its interval it is."""
        return self.lowest <= low and high <= self.highest

    def reachable(self, low: float, high: float) -> bool:
        """Whether a figure reaches the goal somewhere in its interval."""
        return low <= self.highest and high >= self.lowest

    @property
    def lowest(self) -> float:
        """The least that is near enough."""
        return -inf if self.sign == "<" else self.wanted - self.slack

    @property
    def highest(self) -> float:
        """The most that is near enough."""
        return inf if self.sign == ">" else self.wanted + self.slack


def read_goal(text: str) -> Goal:
    """One ``--goal``; raises ``ValueError`` with what is wrong."""
    found = _GOAL.fullmatch(text.strip())
    sign = _SIGNS.get(found["sign"], found["sign"]) if found else ""
    if found is None or (found["slack"] and sign != "="):
        quotes = "" if re.search("[=<>]", text) else "; in quotes, since the shell takes < and > for itself"
        form = "--goal takes FIGURE=NUMBER (±NUMBER), FIGURE<NUMBER or FIGURE>NUMBER, such as ties<2%"
        raise ValueError(f"{form}, not {text!r}{quotes}")
    name = found["name"]
    share = BOUNDS.get(name.split(".")[-1], SHARE if found["percent"] else None) == SHARE
    if found["percent"] and not share:
        raise ValueError(f"--goal {text}: `{name}` is a number and no share: leave out the %")
    wanted = float(found["value"]) / (100 if found["percent"] else 1)
    whole = 1.0 if share else abs(wanted) or 1.0  # what a percentage beside the number is of
    slack = (SLACK if share else 2 * SLACK) * whole
    if found["slack"]:
        percent = found["parts"] or (share and found["percent"])
        slack = float(found["slack"]) * (whole / 100 if percent else 1)
    return Goal(text.strip(), name, sign, wanted, share, slack if sign == "=" else 0.0, float(found["weight"] or 1))


def figures_of(answer: Mapping[str, Any]) -> dict[str, Measured]:
    """The figures of a simulation that can be a goal, by their names; one without an interval may be anything."""
    found = {}
    for (group, who, figure), cell in cells_of(dict(answer)).items():
        figure = "ties" if figure == "tie_rate" else figure
        if figure in BOUNDS:
            whom = who.split(" ")[-1] if group in ("sides", "order") else who
            name = ".".join(filter(None, (_GROUPS.get(group, group) if who else "", whom, figure)))
            always = (who or figure) in answer["figures"]["always"] and figure in MEANS
            share = _fair(answer, group, whom) if figure == "win_rate" else None
            low, high = cell.interval or (-inf, inf)
            found[name] = Measured(cell.value, low, high, always, share)
    return found


def _fair(answer: Mapping[str, Any], group: str, whom: str) -> float:
    """What is fair to a player, or to all sides of a group alike."""
    if group == "players":
        return float(next(p["fair"] for p in answer["by_player"] if p["player"] == whom))
    return fair(dict(answer), group)


def check_goals(goals: Sequence[Goal], known: Sequence[Mapping[str, Measured]]) -> None:
    """Raises ``ValueError`` where a goal names no figure that all combinations have (``known``: those of each), or
    wishes what can't be."""
    for goal in goals:
        without = sum(goal.name not in one for one in known)
        if without:
            raise ValueError(f"--goal {goal.text}: {_no_figure(goal.name, known[0], without < len(known))}")
        low, high = BOUNDS[goal.name.split(".")[-1]]
        if goal.highest < low or goal.lowest > high or goal.wanted == {"<": low, ">": high}.get(goal.sign):
            above = goal.lowest >= high
            can = f"{'100 %' if goal.share else f'{high:g}'} at most" if above else f"never below {low:g}"
            hint = "; a share is written 50% or 0.5" if goal.share and goal.wanted > 1 else ""
            raise ValueError(f"--goal {goal.text}: `{goal.name}` is {can}: no game reaches that{hint}")


def _no_figure(name: str, known: Mapping[str, Measured], of_some: bool) -> str:
    if of_some:
        return f"some of these combinations have no figure `{name}`; vary what all of them have"
    named = [f"`{one}`" for one in known if f".{name}." in f".{one}."]
    meant = f"did you mean {joined(named[:NAMED], 'or')}?" if named else did_you_mean(name, [*known])
    kinds = "who wins, points, ties, length and margin, as `cassino simulate --format json` names them"
    return f"no goal can be `{name}`; {meant or f'goals are {kinds}'}"
