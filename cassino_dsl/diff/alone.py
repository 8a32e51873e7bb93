"""Memory that only one of two rulesets has: a position that both read does not say it, so where clauses hang on it,
only positions count in which it is as at the start."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain

from cassino_dsl.diff.alike import unfolded
from cassino_dsl.diff.memory_use import Asking
from cassino_dsl.diff.pair import Data, Pair
from cassino_dsl.ruleset.model import Memory, Ruleset
from cassino_dsl.ruleset.operators import MEMORIES
from cassino_dsl.ruleset.within import calls_in

OF_ONE = "positions of which only one of the two remembers something"
# parts of a position that say that something has happened in its round
_BEGUN = ("builds", "turns", "steps", "aside", "asks", "redeals", "decisions", "chances")


@dataclass(frozen=True, slots=True)
class Alone:
    """Memory that only one of two rulesets has, and that clauses of it read. ``lasts``: longer than a round."""

    of_builds: frozenset[str]
    other: bool
    lasts: bool

    def stands_in(self, data: Data) -> bool:
        """Whether a position leaves no doubt of it: builds say it, and nothing has happened to be remembered."""
        if not all(self.of_builds <= build.keys() for build in data.get("builds", ())):
            return False
        if not self.other:
            return True
        if self.lasts and (data.get("round", 1) > 1 or any(data.get("scores", {}).values())):
            return False
        begun = any(any(data.get(key, {}).values()) for key in ("piles", "zones", "memory", "points"))
        return not begun and not any(data.get(key) for key in _BEGUN) and data.get("deals", 1) <= 1


def read_alone(pair: Pair, clauses: Callable[[Ruleset], Iterable[Asking]]) -> Alone:
    """The memory of one alone that these of its clauses read."""
    of_builds, others = set[str](), list[Memory]()
    for player in (pair.a, pair.b):
        ruleset, memory = player.game.ruleset, player.engine.plan.memory
        exprs = unfolded(ruleset, chain.from_iterable(clauses(ruleset)))
        asked = {e.name for expr in exprs for e in calls_in(expr) if e.row in MEMORIES}
        alone = {
            said: memory[own].memory for said, own in player.own.items() if said not in pair.memory and own in asked
        }
        of_builds |= {said for said, one in alone.items() if one.of == "build"}
        others += [one for one in alone.values() if one.of != "build"]
    return Alone(frozenset(of_builds), bool(others), any(m.resets not in ("round", "deal", "turn") for m in others))
