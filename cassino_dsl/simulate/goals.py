"""What `cassino tune` is to reach: a figure of a simulation, and what is wished of it.

order.1.win_rate=50%      the leader wins half of the rounds, to one percentage point
rounds_per_match=6±0.5    six rounds in a match, to half a round
2*ties<2%                 few ties; twice as important as the rest
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from cassino_dsl.describe.english import joined
from cassino_dsl.diagnostics.diagnostic import did_you_mean
from cassino_dsl.simulate.possible import Path, between, exclusive, is_share

_GOAL = re.compile(
    r"(?:(?P<weight>\d+(?:\.\d+)?)\s*\*\s*)?(?P<path>[\w.-]+?)\s*(?P<sign>[=<>])\s*"
    r"(?P<value>-?\d+(?:\.\d+)?)\s*(?P<percent>%?)(?:\s*(?:±|\+-)\s*(?P<slack>\d+(?:\.\d+)?)\s*(?P<parts>%?))?"
)
_BOUNDS = (("<=", "<"), (">=", ">"), ("≤", "<"), ("≥", ">"))  # as others write them
MOST = 8  # goals of a race
SLACK = 0.01  # a share, or this part of any other number twice over, is near enough
NAMED = 4  # figures that may be meant, at most
# what a report says of what was played, not of the game; and what only more games make larger
_NO_FIGURES = frozenset(
    "options seats players seed games rounds seconds wins stuck method interrupted rotated command house_rules "
    "fairness legal_most p95 tenths distributions".split()
)


@dataclass(frozen=True, slots=True)
class Goal:
    """``path``: where the figure stands in the answer of `cassino simulate`, or beneath its `figures`; what stands in a
    list is numbered from 1. ``sign``: `=`, `<` or `>`. ``share``: it is a part of a whole, or was written in percent.
    ``slack``: how far beside an `=` is still near enough."""

    text: str
    path: Path
    sign: str
    wanted: float
    share: bool
    slack: float
    weight: float

    def miss(self, value: float) -> float:
        """How far a figure is from the goal, with the weight of the goal: a share in points of 1, any other number as a
        part of the number wanted."""
        return self.scale * max(slope * (value - self.wanted) for slope in self.slopes)

    def misses(self, low: float, high: float) -> tuple[float, float]:
        """The least and the most that a figure in an interval may miss it by."""
        ends = sorted((self.miss(low), self.miss(high)))
        return (0.0 if low < self.wanted < high else ends[0], ends[1])

    @property
    def slopes(self) -> tuple[int, int]:
        """How a miss grows with the figure, below the number wanted and above it."""
        return (0 if self.sign == "<" else -1, 0 if self.sign == ">" else 1)

    @property
    def scale(self) -> float:
        """What one beside the number wanted counts."""
        return self.weight / (1.0 if self.share else abs(self.wanted) or 1.0)

    def beyond(self, value: float) -> float:
        """How far a figure is from the nearest one that reaches the goal."""
        return max(self.lowest - value, value - self.highest, 0.0)

    def reached(self, low: float, high: float) -> bool:
        """Whether a figure reaches the goal wherever in its interval it is."""
        return self.lowest <= low and high <= self.highest

    def reachable(self, low: float, high: float) -> bool:
        """Whether a figure reaches the goal somewhere in its interval."""
        return low <= self.highest and high >= self.lowest

    @property
    def lowest(self) -> float:
        """The least that is near enough."""
        return float("-inf") if self.sign == "<" else self.wanted - self.slack

    @property
    def highest(self) -> float:
        """The most that is near enough."""
        return float("inf") if self.sign == ">" else self.wanted + self.slack


def read_goal(text: str) -> Goal:
    """One ``--goal``; raises ``ValueError`` with what is wrong."""
    found = _GOAL.fullmatch(text.strip())
    if found is None:
        bound = reduce(lambda so_far, pair: so_far.replace(*pair), _BOUNDS, text)
        if bound != text and _GOAL.fullmatch(bound.strip()):
            raise ValueError(f"--goal {text}: a bound is written with < or > alone, as in {bound}")
        quotes = "" if re.search("[=<>]", text) else "; in quotes, since the shell takes < and > for itself"
        form = "--goal takes FIGURE=NUMBER, FIGURE<NUMBER or FIGURE>NUMBER, such as ties<2%"
        raise ValueError(f"{form}, not {text!r}{quotes}")
    path = tuple(found["path"].split("."))
    share = bool(found["percent"]) or is_share(path)
    wanted = float(found["value"]) / (100 if found["percent"] else 1)
    if found["slack"] is not None:
        if found["parts"] and not share:
            raise ValueError(f"--goal {text}: ± takes a number here, as what it stands beside: 6±0.5")
        slack = float(found["slack"]) / (100 if found["percent"] or found["parts"] else 1)
        if not slack:
            raise ValueError(f"--goal {text}: no number of games shows a figure exactly; say how near is near enough")
    else:
        slack = SLACK if share else 2 * SLACK * (abs(wanted) or 1.0)
    if found["sign"] != "=":
        if found["slack"] is not None:
            raise ValueError(f"--goal {text}: ± goes with `=`; a bound says by itself what is near enough")
        slack = 0.0
    weight = float(found["weight"] or 1)
    if not weight:
        raise ValueError(f"--goal {text}: a goal of weight 0 asks for nothing; leave it out")
    return Goal(text.strip(), path, found["sign"], wanted, share, slack, weight)


def figures_of(answer: Mapping[str, Any]) -> dict[Path, float]:
    """All figures of the answer of a simulation that can be a goal, by their paths; `ties` as a share."""
    found = dict(_numbers({k: v for k, v in answer.items() if k != "figures"}))
    for path, value in _numbers(answer["figures"]):
        found.setdefault(path, value)
    return found | {("ties",): answer["figures"]["tie_rate"]}


def _numbers(data: Any) -> Iterator[tuple[Path, float]]:
    if isinstance(data, Mapping):
        inside = [(k, v) for k, v in data.items() if k not in _NO_FIGURES and not k.endswith("interval")]
    elif isinstance(data, list):
        inside = [(str(i), v) for i, v in enumerate(data, 1)]
    else:
        if isinstance(data, int | float) and not isinstance(data, bool):
            yield (), float(data)
        return
    for key, value in inside:
        if key == "side":
            continue
        for path, number in _numbers(value):
            yield (key, *path), number


def check_goals(goals: tuple[Goal, ...], known: Sequence[Mapping[Path, float]], unit: str) -> None:
    """Raises ``ValueError`` where a goal names no figure that all combinations have (``known``: those of each), or
    wishes what can't be, or where there are too many."""
    if len(goals) > MOST:
        raise ValueError(f"--goal may be given {MOST} times at most")
    for goal in goals:
        without = sum(goal.path not in one for one in known)
        if without:
            raise ValueError(f"--goal {goal.text}: {_no_figure(goal.path, known[0], without < len(known))}")
        if reason := _impossible(goal, unit):
            raise ValueError(f"--goal {goal.text}: {reason}")
    if len({(*goal.path, goal.sign) for goal in goals}) < len(goals):
        raise ValueError("two goals ask the same of the same figure")
    _check_together(goals)


def _no_figure(path: Path, known: Mapping[Path, float], of_some: bool) -> str:
    name = ".".join(path)
    if of_some:
        return f"some of these combinations have no figure `{name}`; vary what all of them have"
    size = len(path)
    holding = [p for p in known if any(p[i : i + size] == path for i in range(len(p)))]
    named = [f"`{'.'.join(p)}`" for p in sorted(holding, key=len)]
    if named:
        help = f"did you mean {joined(named[:NAMED], 'or')}?"
    else:
        near = did_you_mean(name, [".".join(p) for p in known])
        help = near or "the figures are those of `cassino simulate --format json`"
    return f"a simulation of this game has no figure `{name}`; {help}"


def _impossible(goal: Goal, unit: str) -> str | None:
    """Why a goal can't be reached, or asks for nothing, whatever is played; None where that is to be seen."""
    name, written = ".".join(goal.path), goal.text.partition(goal.sign)[2]
    share, percent = is_share(goal.path), "%" in written
    if percent and not share and goal.path[0] != "memory":
        return f"`{name}` is a number and no share: leave out the %"
    low, high = between(goal.path, unit)
    least, most = (f"{100 * end:g} %" if share else f"{end:g}" for end in (low, high))
    if share and not percent and 1 < goal.wanted <= 100:
        return f"that is a share, which is 1 at most: write {goal.wanted:g}%"
    if low == high:
        return f"`{name}` is always {least} where rounds are played; leave out --unit round"
    if goal.wanted > high or (goal.wanted == high and goal.sign == ">"):
        always = goal.sign == "<"
        can = f"`{name}` is a share, and those are {most} at most"
    elif goal.wanted < low or (goal.wanted == low and goal.sign == "<"):
        always = goal.sign == ">"
        can = f"`{name}` is never below {least}"
    else:
        return None
    if always:
        return f"{can}: that asks for nothing; leave it out"
    ends = f"from {least} to {most}" if high < float("inf") else f"of {least} at least"
    return f"{can}: no game reaches that; wish for something {ends}"


def _check_together(goals: tuple[Goal, ...]) -> None:
    """Goals that each by itself could be reached."""
    wholes: defaultdict[Path, list[Goal]] = defaultdict(list)
    for i, goal in enumerate(goals):
        for other in goals[:i]:
            if other.path == goal.path and max(goal.lowest, other.lowest) > min(goal.highest, other.highest):
                named = f"--goal {other.text} and --goal {goal.text}"
                raise ValueError(f"{named}: no figure is both; leave one of them out")
        if whole := exclusive(goal.path):
            wholes[whole].append(goal)
    for each in wholes.values():
        least = {goal.path: max(g.lowest for g in each if g.path == goal.path) for goal in each}
        if sum(max(0.0, low) for low in least.values()) > 1:
            named = joined([f"--goal {goal.text}" for goal in each])
            raise ValueError(f"{named}: these are parts of one whole, and come to more than 100 %")
