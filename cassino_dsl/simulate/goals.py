"""What `cassino tune` is to reach: a figure of a simulation, and what is wished of it.

order.1.win_rate=50%      the leader wins half of the rounds, to one percentage point
rounds_per_match=6±0.5    six rounds in a match, to half a round
2*ties<2%                 few ties; twice as important as the rest
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cassino_dsl.diagnostics.diagnostic import did_you_mean

Path = tuple[str, ...]

_GOAL = re.compile(
    r"(?:(?P<weight>\d+(?:\.\d+)?)\s*\*\s*)?(?P<path>[\w.-]+?)\s*(?P<sign>[=<>])\s*"
    r"(?P<value>-?\d+(?:\.\d+)?)\s*(?P<percent>%?)(?:\s*(?:±|\+-)\s*(?P<slack>\d+(?:\.\d+)?)\s*%?)?"
)
MOST = 8  # goals of a race
SLACK = 0.01  # a share, or this part of any other number twice over, is near enough
SHARES = frozenset(
    "win_rate tie_rate tied_rounds share void decided given given_by_order forced plays_by_action".split()
)
# what a report says of what was played, not of the game; and what only more games make larger
_NO_FIGURES = frozenset(
    "options seats players seed games rounds seconds wins stuck method interrupted rotated command house_rules "
    "fairness legal_most p95 tenths distributions".split()
)


@dataclass(frozen=True, slots=True)
class Goal:
    """``path``: where the figure stands in the answer of `cassino simulate`, or beneath its `figures`; what stands in a
    list is numbered from 1. ``sign``: `=`, `<` or `>`. ``share``: the number was written in percent. ``slack``: how far
    beside an `=` is still near enough."""

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
        return max(self._lowest - value, value - self._highest, 0.0)

    def reached(self, low: float, high: float) -> bool:
        """Whether a figure reaches the goal wherever in its interval it is."""
        return self._lowest <= low and high <= self._highest

    def reachable(self, low: float, high: float) -> bool:
        """Whether a figure reaches the goal somewhere in its interval."""
        return low <= self._highest and high >= self._lowest

    @property
    def _lowest(self) -> float:
        return float("-inf") if self.sign == "<" else self.wanted - self.slack

    @property
    def _highest(self) -> float:
        return float("inf") if self.sign == ">" else self.wanted + self.slack


def read_goal(text: str) -> Goal:
    """One ``--goal``; raises ``ValueError`` with what is wrong."""
    found = _GOAL.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"--goal takes FIGURE=NUMBER, FIGURE<NUMBER or FIGURE>NUMBER, such as ties<2%, not {text!r}")
    share = bool(found["percent"])
    size = 100 if share else 1
    wanted = float(found["value"]) / size
    if found["slack"] is not None:
        slack = float(found["slack"]) / size
    else:
        slack = SLACK if share else 2 * SLACK * (abs(wanted) or 1.0)
    if found["sign"] != "=":
        if found["slack"] is not None:
            raise ValueError(f"--goal {text}: ± goes with `=`; a bound says by itself what is near enough")
        slack = 0.0
    weight = float(found["weight"] or 1)
    if not weight:
        raise ValueError(f"--goal {text}: a goal of weight 0 asks for nothing; leave it out")
    return Goal(text.strip(), tuple(found["path"].split(".")), found["sign"], wanted, share, slack, weight)


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


def check_goals(goals: tuple[Goal, ...], known: Mapping[Path, float]) -> None:
    """Raises ``ValueError`` where a goal names no figure, or a share that cannot be, or where there are too many."""
    if len(goals) > MOST:
        raise ValueError(f"--goal may be given {MOST} times at most")
    for goal in goals:
        if goal.path not in known:
            near = did_you_mean(".".join(goal.path), [".".join(path) for path in known])
            help = near or "the figures are those of `cassino simulate --format json`"
            raise ValueError(
                f"--goal {goal.text}: a simulation of this game has no figure `{'.'.join(goal.path)}`; {help}"
            )
        if goal.wanted > 1 and not goal.share and SHARES.intersection(goal.path):
            raise ValueError(f"--goal {goal.text}: that is a share, which is 1 at most: write {goal.wanted:g}%")
        if goal.path == ("ties",) and not goal.share:
            raise ValueError(f"--goal {goal.text}: the number of ties grows with the games: give a share, such as 2%")
    if len({(*goal.path, goal.sign) for goal in goals}) < len(goals):
        raise ValueError("two goals ask the same of the same figure")
