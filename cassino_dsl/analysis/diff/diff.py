"""The comparison of two rulesets: what differs, a position that shows it, how much it matters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from cassino_dsl.analysis.diff.change import UNSEEN, Change
from cassino_dsl.analysis.diff.changes import changes_between
from cassino_dsl.analysis.diff.measured_effect import MeasuredEffect, measure
from cassino_dsl.analysis.diff.product_game import Pair
from cassino_dsl.analysis.diff.sides import Sides
from cassino_dsl.analysis.diff.small_world import Proof, held_against, prove
from cassino_dsl.analysis.diff.witness import Witness, WitnessSearch
from cassino_dsl.analysis.simulate.engines import weights_for
from cassino_dsl.book.describe.english import joined
from cassino_dsl.engine.choice import EngineName
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.players.learned.weights import LEARNED
from cassino_dsl.players.policies import SIMPLE

NO_SEATS = "no number of seats is allowed by both, so there is no position to compare and nothing to play"
NO_CARDS = "the packs have no card in common, so there is no position to compare"
SEARCHED = 3  # cards on the table up to which a proof has tried what the search for a witness tries
Progress = Callable[[str, int, int], None]  # what is being done, how far, of how much (0: not known)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to find out beside the changes. ``prove``: how many cards on the table to decide legality for (0: do
    not); ``games`` None: as many as go in a few seconds; ``seats`` None: each number that both allow, matches with the
    fewest."""

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
    """All that was found. ``remarks``: why something was not looked at, and who plays by what."""

    a: Ruleset
    b: Ruleset
    changes: tuple[Change, ...]
    witness: Witness | None
    effect: MeasuredEffect | None
    proof: Proof | None
    remarks: tuple[str, ...]

    @property
    def none(self) -> bool:
        """Whether the two rulesets say the same, as far as is known."""
        return not self.changes and self.witness is None

    def as_json(self) -> dict[str, Any]:
        """The answer of `cassino diff`, with what was proved."""
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
    effect: MeasuredEffect | None = None
    proof: Proof | None = None
    if seats is None or seats not in sides.seats:
        return Difference(a, b, found, None, None, None, (NO_SEATS,))
    if not sides.faces:
        wanted = replace(wanted, prove=0, witness=False)
        remarks.append(NO_CARDS)
    numbers = (seats,) if wanted.seats else sides.seats
    pairs = tuple(Pair(a, sides.renamed, n) for n in numbers)
    changed = {c.kind for c in found}
    sight = any(c.sight for c in found)
    played = any(not c.sight for c in found if c.kind not in UNSEEN)  # whether plays and points may differ at all
    if wanted.prove:
        proof = prove(pairs, sides.faces, wanted.prove, lambda n: done("positions tried", n, 0))
        witness = proof.witness
    if wanted.witness and changed - UNSEEN and witness is None:
        searched = wanted.prove >= SEARCHED or not any(_may_list(c, a, b) for c in found)
        search = WitnessSearch(pairs, sides.faces, wanted.seed, lambda n: done("looking for a witness", n, 0))
        witness = search.found(not searched, played, sight)
        remarks += filter(None, [search.remark(witness)])
        proof = proof and held_against(proof, witness)
    players = wanted.players if len(wanted.players) == seats else wanted.players * seats
    if wanted.effect and sight and not played and "players" not in changed and set(players) <= SIMPLE.keys():
        who = joined([*dict.fromkeys(players)])
        remarks.append(f"no effect was measured: what seats see changes nothing of what {who} players choose")
    elif wanted.effect and changed - {"wording", "checks"}:
        progress = partial(done, "matches played")
        try:
            effect = measure(sides, players, wanted.seed, wanted.games, wanted.engine, progress)
        except RunFault as fault:
            remarks.append(f"no effect was measured: {fault.message}; {fault.help}")
        if LEARNED in players:
            remarks += dict.fromkeys(said for r in (a, b) if (said := weights_for(r, seats)[1]))
    return Difference(a, b, found, witness, effect, proof, tuple(remarks))


def _may_list(change: Change, a: Ruleset, b: Ruleset) -> bool:
    """Whether it may change which plays are legal in some position: what events do changes what positions come, unless
    a debt has to be paid, which is found by making plays with all that they cause."""
    owing = any(action.owes for ruleset in (a, b) for action in ruleset.actions)
    return change.kind == "legality" and (owing or not change.path.startswith("events."))
