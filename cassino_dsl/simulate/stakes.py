"""What a choice is worth: how much the second-best play loses, and how much any play by lot.

The best play of so many is the one that was also lucky. So the plays are ranked by what they come to in some worlds,
and what they lose is measured in others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cassino_dsl.engine.play import Play
from cassino_dsl.learned.weights import FINE
from cassino_dsl.simulate.statistics import ratio_interval
from cassino_dsl.simulate.tried import OpenChoice, TriedRounds

WORLDS = 30  # to rank the plays in, and as many to measure them in


@dataclass(frozen=True, slots=True)
class Loss:
    """Of one choice, in parts of a point: what the second-best play loses, and what any does."""

    second: int
    any: int


class Stakes(TriedRounds[Loss]):
    """Players who make the best play that they find."""

    def take(self, choice: OpenChoice) -> tuple[Play, Loss]:
        if len(choice.plays) == 1:
            return choice.plays[0], Loss(0, 0)
        first, other = (self.tried(choice, choice.plays, start, WORLDS) for start in (0, WORLDS))
        order = sorted(range(len(first)), key=lambda i: -first[i])
        best, second = order[0], order[1]
        return choice.plays[best], lost(other, best, second)


def lost(came: list[int], best: int, second: int) -> Loss:
    """What the second of two plays, and any, came to less than the best."""
    return Loss(came[best] - came[second], came[best] - sum(came) // len(came))


def losses(rounds: Sequence[Sequence[Loss]], half_points: bool) -> dict[str, Any]:
    """Both as JSON has them, rounds being clusters of choices."""
    point = FINE * (2 if half_points else 1)
    found: dict[str, Any] = {"rounds": len(rounds), "decisions": sum(map(len, rounds)), "worlds": 2 * WORLDS}
    for name in ("second", "any"):
        sums = [sum(getattr(loss, name) for loss in one) for one in rounds]
        sizes = [len(one) for one in rounds]
        interval = ratio_interval(
            len(rounds), sum(sums), sum(n * n for n in sums), sum(a * b for a, b in zip(sums, sizes, strict=True)),
            sum(sizes), sum(n * n for n in sizes),
        )  # fmt: skip
        found[name] = round(sum(sums) / max(1, sum(sizes)) / point, 6)
        found[f"{name}_interval"] = None if interval is None else [round(n / point, 6) for n in interval]
    return found
