"""Between what a figure of a simulation can lie: so that nobody plays games for what can't be."""

from __future__ import annotations

import math

Path = tuple[str, ...]

_RATES = frozenset("win_rate fair tie_rate tied_rounds ties forced".split())
_OF_AWARDS = frozenset("share void decided given given_by_order".split())
_ONE_AT_LEAST = frozenset({("rounds_per_match",), ("legal_per_turn", "mean")})
_NEVER_NEGATIVE = frozenset({("plays_per_round",), ("margin",)})


def is_share(path: Path) -> bool:
    """Whether a figure is a part of a whole; an award, an action or a memory may be called like one."""
    match path:
        case ("memory", *_) | ("sides" | "order", _, "awards", _):
            return False
        case ("plays_by_action", _):
            return True
        case ("awards", _, figure, *_):
            return figure in _OF_AWARDS
        case _:
            return path[-1] in _RATES


def between(path: Path, unit: str) -> tuple[float, float]:
    """The least and the most that a figure can be."""
    if path == ("rounds_per_match",) and unit == "round":
        return (1.0, 1.0)
    if is_share(path):  # an award that takes points has a share below 0
        return (-1.0 if path[0] == "awards" and path[2:] == ("share",) else 0.0, 1.0)
    if path in _ONE_AT_LEAST:
        return (1.0, math.inf)
    return (0.0 if path in _NEVER_NEGATIVE or path[0] == "drama" else -math.inf, math.inf)


def exclusive(path: Path) -> Path | None:
    """What stands for all shares of one whole, this one among them; None where none is known."""
    match path:
        case ("sides" | "order", _, "win_rate") | ("awards", _, "share") | ("plays_by_action", _):
            return (path[0], *path[2:])
        case _:
            return None
