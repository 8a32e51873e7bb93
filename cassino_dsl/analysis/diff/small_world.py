"""Decides whether two rulesets allow the same plays in every small position of a stated world: the cards in the hand
and on the table, the builds that plays make of so few, every seat to move; and beside it the facts that differing
clauses name, with one card on the table. What else legality reads is listed as not varied."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cassino_dsl.analysis.diff.bounded_enumeration import worlds
from cassino_dsl.analysis.diff.card_symmetry import PACK_ORDER, Symmetry, symmetry
from cassino_dsl.analysis.diff.product_game import Pair
from cassino_dsl.analysis.diff.read_sets import said
from cassino_dsl.analysis.diff.variations import OF_ONE
from cassino_dsl.analysis.diff.witness import Both, Witness

HAND = 2  # cards in the hand, at most
BUDGET = 20_000  # positions beside the start of a round, for each number of seats


@dataclass(frozen=True, slots=True)
class Proof:
    """What trying every small position has shown. ``tried`` positions stand for ``stand_for``; ``builds`` is how many
    builds there are of so few cards. ``context``: what legality reads beside hand and table. ``varied`` and ``fixed``:
    what positions were tried of that, and what was left out. ``witness``: the first difference."""

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
        return f"{said}. Varied: {'; '.join(self.varied)}. Not varied: {'; '.join(self.fixed)}"

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
    same = symmetry(*pairs[0].rulesets, faces, BUDGET)
    every = list(worlds(pairs, same, BUDGET, progress))
    both, witness, unsure = Both(pairs), None, False
    for world in (one for one, _ in every):
        for layout in world.differing(cards, cards + HAND):
            witness = both.witness(world.data(layout), "plays")
            if witness is not None:
                break
            unsure = True  # it hangs on what a position that both read does not say
        if witness is not None:
            break
    varied = [*_seats(pairs, same), *dict.fromkeys(words for _, row in every for words in row)]
    fixed = dict.fromkeys((*_fixed(pairs, faces, same), *([OF_ONE] if unsure else [])))
    tried, stand_for = (sum(getattr(world, name) for world, _ in every) for name in ("tried", "stand_for"))
    builds = len(set().union(*(world.made for world, _ in every)))
    context = tuple(sorted(map(said, same.read.beside)))
    return Proof(cards, tried, stand_for, builds, context, tuple(varied), tuple(fixed), witness)


def _seats(pairs: Sequence[Pair], same: Symmetry) -> Iterator[str]:
    numbers = f"{', '.join(str(p.seats) for p in pairs)} seats, every seat to move"
    if same.seatless and len(pairs) > 1:
        numbers += " (the largest number stands for all, as clauses tell only own seats from others)"
    yield numbers
    if orders := sorted(same.read.orders & {"loose", "builds"}, reverse=True):
        yield f"the order of the table ({' and '.join(orders)})"


def _fixed(pairs: Sequence[Pair], faces: tuple[str, ...], same: Symmetry) -> Iterator[str]:
    """What was not varied: all that legality reads beside hand and table but for the values named, and builds that so
    few cards do not make."""
    a, b = pairs[0].rulesets
    plans = [player.engine.plan for pair in pairs for player in (pair.a, pair.b)]
    actions = [planned.action for plan in plans for planned in plan.actions]
    effects = {effect.op for plan in plans for effect in plan.ruleset.effects()}
    sources = {action.played.source for action in actions}
    seats = sorted({*a.seats, *b.seats} - {p.seats for p in pairs})
    alike = any(len(group) > 1 for group in same.classes)
    builds = any(action.kind == "build" for action in actions)
    rows: list[tuple[object, str]] = [
        (seats, f"{', '.join(map(str, seats))} seats"),
        (any(f.text not in faces for r in (a, b) for f in r.pack.faces), "cards that only one of the two has"),
        (a.pack.copies != b.pack.copies, "copies of cards that only one of the two has"),
        *((True, f"{said(part)}, but for the values above") for part in sorted(same.read.beside)),
        *((True, lost) for lost in same.lost),
        (alike, PACK_ORDER),
        (alike and max(a.pack.copies, b.pack.copies) > 1, "alike cards that are no twins"),
        (builds, "builds that are made only with more cards in the hand or on the table"),
        (builds, "what builds remember, but for what one play makes of it and the values above"),
        (builds and any(p.preferences for p in plans), "builds that preferences let nobody make in small positions"),
        ("absorb" in effects, "builds to which an effect has added cards"),
        ("ask" in effects, "decisions that are asked for in the middle of a turn"),
        (any(a.owes for a in actions), "turns with a debt, and what happens between making and paying one"),
        ("stock" in sources, "which card is played from the stock, and an empty stock"),
        (True, "more than two cards in the hand"),
        (sources - {"hand"}, "an empty hand"),
    ]
    return (words for left_out, words in rows if left_out)


def held_against(proof: Proof, witness: Witness | None) -> Proof:
    """The proof beside a witness that was found by other means: it does not hold where that is as small as what was
    tried, though it lies in what was not varied."""
    if not proof.holds or witness is None or witness.difference.about != "plays":
        return proof
    position = witness.position
    table = len(str(position.get("table", "")).split())
    table += sum(len(str(group).split()) for build in position.get("builds", ()) for group in build["groups"])
    hand = len(str(position.get("hands", {}).get(str(position.get("turn", 1)), "")).split())
    return replace(proof, witness=witness) if table <= proof.cards and hand <= HAND else proof
