"""Decides whether two rulesets allow the same plays in every small position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cassino_dsl.diff.alike import alike
from cassino_dsl.diff.bite import Bite
from cassino_dsl.diff.pair import Pair, in_order
from cassino_dsl.diff.small import Small
from cassino_dsl.diff.witness import Witness


@dataclass(frozen=True, slots=True)
class Proof:
    """What trying every small position has shown. ``tried`` positions stand for ``stand_for``; ``builds`` is how
    many builds there are of so few cards. ``context``: what legality may read beside hand and table; it was as
    at the start of a round. ``witness``: the first difference, with the fewest cards on the table."""

    cards: int
    tried: int
    stand_for: int
    builds: int
    context: tuple[str, ...]
    witness: Witness | None

    @property
    def holds(self) -> bool:
        return self.witness is None

    def text(self) -> str:
        """The statement."""
        tried = f"{self.tried:,} positions tried, which stand for {self.stand_for:,}"
        if not self.holds:
            return f"there is a difference with at most {self.cards} cards on the table ({tried})"
        said = f"no difference up to {self.cards}: with at most {self.cards} cards on the table and two in the hand, "
        said += f"the same plays are legal in every position ({tried}, with {self.builds:,} builds)"
        if self.context:
            said += f"; what else may matter was as at the start of a round: {', '.join(self.context)}"
        return said

    def as_json(self) -> dict[str, Any]:
        return {
            "cards": self.cards,
            "holds": self.holds,
            "positions": self.tried,
            "stand_for": self.stand_for,
            "builds": self.builds,
            "context": list(self.context),
            "text": self.text(),
        }


def prove(pair: Pair, faces: tuple[str, ...], cards: int, progress: Callable[[int], None] | None = None) -> Proof:
    """Try all positions with at most ``cards`` cards on the table and two in the hand, up to the first difference."""
    same = alike(pair.a.game.ruleset, pair.b.game.ruleset, faces)
    small = Small(pair, same, progress=progress)
    witness = None
    for layout, only_a, only_b in small.differing(cards, cards + 2):
        witness = Witness(small.data(layout), Bite("plays", tuple(in_order(only_a)), tuple(in_order(only_b))))
        break
    return Proof(cards, small.tried, small.stand_for, len(small.shapes), same.context, witness)
