"""Whether a change means the same for others: players who choose at random and players who have learned.

Beside the players chosen the others play too, on the same deals. They disagree about a figure where the intervals of
the two differences have nothing in common and at least one of them is real; but not where both are real and go the
same way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cassino_dsl.diff.effect import MeasuredEffect, measure
from cassino_dsl.diff.renaming import Renaming
from cassino_dsl.learned.weights import LEARNED
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.simulate.engines import weights_for
from cassino_dsl.simulate.paired import DIGITS, Figure

GAMES = 1_000  # that the others play, at most
RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A figure that a change moves otherwise for others than for the players chosen."""

    chosen: Figure
    others: Figure

    def as_json(self) -> dict[str, Any]:
        return {
            "group": self.chosen.group,
            "name": self.chosen.name,
            "difference": round(self.chosen.difference, DIGITS),
            "interval": [round(self.chosen.low, DIGITS), round(self.chosen.high, DIGITS)],
            "others_difference": round(self.others.difference, DIGITS),
            "others_interval": [round(self.others.low, DIGITS), round(self.others.high, DIGITS)],
        }


@dataclass(frozen=True, slots=True)
class Others:
    """What the others have shown."""

    effect: MeasuredEffect
    disagree: tuple[Disagreement, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "players": list(self.effect.players),
            "games": self.effect.games,
            "disagree": [one.as_json() for one in self.disagree],
        }


def ask_others(a: Ruleset, b: Ruleset, names: Renaming, effect: MeasuredEffect) -> Others | None:
    """What others show of the same change: who has learned where random players chose, else random ones. None where
    the players differ, where nothing was learned, or where only the reference could play."""
    chosen = set(effect.players)
    if len(chosen) > 1 or effect.engine != "native":
        return None
    other = LEARNED if chosen == {RANDOM} else RANDOM
    if other == LEARNED and not all(weights_for(ruleset, effect.seats)[0] for ruleset in (a, b)):
        return None
    players, games = (other,) * effect.seats, min(GAMES, effect.games)
    found = measure(a, b, effect.seats, names, players, effect.seed, games)
    return Others(found, disagreements(effect.figures, found.figures))


def disagreements(chosen: tuple[Figure, ...], others: tuple[Figure, ...]) -> tuple[Disagreement, ...]:
    """The figures about which they disagree."""
    by_name = {(figure.group, figure.name): figure for figure in others}
    pairs = [Disagreement(one, by_name[one.group, one.name]) for one in chosen if (one.group, one.name) in by_name]
    return tuple(pair for pair in pairs if _disagree(pair.chosen, pair.others))


def _disagree(a: Figure, b: Figure) -> bool:
    apart = a.high < b.low or b.high < a.low
    alike = a.real and b.real and (a.difference > 0) == (b.difference > 0)
    return apart and (a.real or b.real) and not alike
