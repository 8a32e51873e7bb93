"""The comparison of two rulesets: what differs, where it bites, how much it matters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cassino_dsl.diff.change import Change, Sides
from cassino_dsl.diff.changes import changes_between
from cassino_dsl.diff.effect import Effect, measure
from cassino_dsl.diff.pair import Pair
from cassino_dsl.diff.prove import Proof, prove
from cassino_dsl.diff.witness import Witness, find_witness
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.simulate.wanted import EngineName

NO_SEATS = "no number of seats is allowed by both, so there is no position to compare and nothing to play"
Progress = Callable[[str, int, int], None]  # what is being done, how far, of how much (0: not known)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to find out beside the changes. ``prove``: how many cards on the table to decide legality for (0: do
    not); ``games`` None: as many as go in a few seconds."""

    witness: bool = True
    effect: bool = True
    prove: int = 0
    games: int | None = None
    seed: int = 1
    seats: int | None = None
    players: tuple[str, ...] = ("random",)
    engine: EngineName = "auto"


@dataclass(frozen=True, slots=True)
class Difference:
    """All that was found. ``remarks``: why something was not looked at."""

    a: Ruleset
    b: Ruleset
    changes: tuple[Change, ...]
    witness: Witness | None
    effect: Effect | None
    proof: Proof | None
    remarks: tuple[str, ...]

    @property
    def none(self) -> bool:
        """Whether the two rulesets say the same, as far as is known."""
        return not self.changes and self.witness is None

    def as_json(self) -> dict[str, Any]:
        """The answer of `cassino diff` (design.md 6), with what was proved."""
        found: dict[str, Any] = {
            "changes": [c.as_json() for c in self.changes],
            "witness": self.witness.as_json() if self.witness else None,
            "effect": self.effect.as_json() if self.effect else None,
        }
        if self.proof is not None:
            found["proof"] = self.proof.as_json()
        if self.remarks:
            found["remarks"] = list(self.remarks)
        return found


def compare(a: Ruleset, b: Ruleset, wanted: Wanted | None = None, progress: Progress | None = None) -> Difference:
    """Compare two rulesets. Where no clause changes a game, there is no witness to look for and no effect."""
    wanted, done = wanted or Wanted(), progress or (lambda what, number, whole: None)
    sides = Sides(a, b)
    found = changes_between(sides)
    seats = wanted.seats or (sides.seats[0] if sides.seats else None)
    remarks: list[str] = []
    witness: Witness | None = None
    effect: Effect | None = None
    proof: Proof | None = None
    if seats not in sides.seats:
        return Difference(a, b, found, None, None, None, (NO_SEATS,))
    assert seats is not None
    pair = Pair(a, b, seats, sides.names)
    changed = {c.kind for c in found} - {"wording"}
    if wanted.prove:
        proof = prove(pair, sides.faces, wanted.prove, lambda n: done("positions tried", n, 0))
        witness = proof.witness
    if wanted.witness and changed and witness is None:
        done("looking for a witness", 0, 0)
        searched = proof is not None or "legality" not in changed
        witness = find_witness(pair, sides.faces, wanted.seed, legality=not searched)
        if witness is None:
            remarks.append("no position was found in which the changes show")
    if wanted.effect and changed:
        players = wanted.players if len(wanted.players) == seats else wanted.players * seats
        effect = measure(
            a,
            b,
            seats,
            sides.names,
            players,
            wanted.seed,
            wanted.games,
            wanted.engine,
            lambda n, whole: done("matches played", n, whole),
        )
    return Difference(a, b, found, witness, effect, proof, tuple(remarks))
