"""Decides whether two rulesets allow the same plays in every small position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cassino_dsl.diff.alone import OF_ONE
from cassino_dsl.diff.pair import Pair
from cassino_dsl.diff.small import Small
from cassino_dsl.diff.witness import Both, Witness
from cassino_dsl.diff.world import World, world

HAND = 2  # cards in the hand, at most
MORE_IN_HAND = "more than two cards in the hand"
EMPTY_HAND = "an empty hand"  # with which something may be done where no card leaves it
# positions in contexts beside the start of a round, for each number of seats and seat to move; and with builds that
# remember what no play has made them remember there
BUDGET = 40_000


@dataclass(frozen=True, slots=True)
class Proof:
    """What trying every small position has shown. ``tried`` positions stand for ``stand_for``; ``builds`` is how
    many builds there are of so few cards. ``context``: what legality reads beside hand and table. ``varied`` and
    ``fixed``: what positions were tried of that, and what was left out. ``witness``: the first difference."""

    cards: int
    tried: int
    stand_for: int
    builds: int
    context: tuple[str, ...]
    varied: tuple[str, ...]
    fixed: tuple[str, ...]
    witness: Witness | None

    @property
    def holds(self) -> bool:
        return self.witness is None

    def text(self) -> str:
        """The statement."""
        most = f"at most {self.cards} card{'' if self.cards == 1 else 's'} on the table"
        tried = f"{self.tried:,} positions tried, which stand for {self.stand_for:,}"
        if not self.holds:
            return f"there is a difference with {most} and two in the hand ({tried})"
        said = f"no difference up to {self.cards}: with {most} and two in the hand, "
        said += f"the same plays are legal in every position that was tried ({tried}, with {self.builds:,} builds)"
        said += f". Varied: {'; '.join(self.varied)}"
        return said + f". Not varied: {'; '.join(self.fixed)}" if self.fixed else said

    def as_json(self) -> dict[str, Any]:
        return {
            "cards": self.cards,
            "holds": self.holds,
            "positions": self.tried,
            "stand_for": self.stand_for,
            "builds": self.builds,
            "context": list(self.context),
            "varied": list(self.varied),
            "fixed": list(self.fixed),
            "text": self.text(),
        }


def prove(
    pairs: Sequence[Pair], faces: tuple[str, ...], cards: int, progress: Callable[[int], None] | None = None
) -> Proof:
    """Try all positions with at most ``cards`` cards on the table and two in the hand, for each of these numbers of
    seats, up to the first difference."""
    whole = world(pairs, faces, cards, BUDGET, progress)
    both, unsure = Both(pairs), False
    witness = None
    for small in whole.small:
        for layout, _, _ in small.differing(cards, cards + 2):
            witness = both.witness(small.data(layout), "plays")
            if witness is not None:
                break
            unsure = True  # it hangs on what a position that both read does not say
        if witness is not None:
            break
    if unsure and witness is None:
        whole = replace(whole, fixed=(*whole.fixed, OF_ONE))
    return _proof(whole, cards, witness)


def _proof(whole: World, cards: int, witness: Witness | None) -> Proof:
    tried, stand_for = (sum(getattr(s, name) for s in whole.small) for name in ("tried", "stand_for"))
    builds = len(set().union(*(s.shapes for s in whole.small)))
    of_builds = [s.remembered for s in whole.small]
    varied = dict.fromkeys((*whole.varied, *(said for r in of_builds if builds for said in r.covered())))
    empty = [EMPTY_HAND] if any(map(_plays_nothing, whole.small)) else []
    fixed = dict.fromkeys((*whole.fixed, MORE_IN_HAND, *empty, *(said for r in of_builds for said in r.left())))
    return Proof(cards, tried, stand_for, builds, whole.same.context, tuple(varied), tuple(fixed), witness)


def _plays_nothing(small: Small) -> bool:
    """Whether an action of either ruleset plays no card from the hand."""
    actions = (a for player in (small.pair.a, small.pair.b) for a in player.engine.plan.actions)
    return any(a.action.played.source != "hand" for a in actions)


def held_against(proof: Proof, witness: Witness | None) -> Proof:
    """The proof beside a witness that was found by other means: it does not hold where that is as small as what was
    tried, though it lies in what was not varied."""
    if not proof.holds or witness is None or witness.bite.about != "plays":
        return proof
    position = witness.position
    table = len(str(position.get("table", "")).split())
    table += sum(len(str(group).split()) for build in position.get("builds", ()) for group in build["groups"])
    mover = str(position.get("turn", 1))
    hand = len(str(position.get("hands", {}).get(mover, "")).split())
    return replace(proof, witness=witness) if table <= proof.cards and hand <= HAND else proof
