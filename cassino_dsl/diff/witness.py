"""The smallest position found that shows a difference between two rulesets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from cassino_dsl.diff.alike import alike
from cassino_dsl.diff.bite import About, Bite, bite, plays_bite
from cassino_dsl.diff.finished import finished_rounds
from cassino_dsl.diff.pair import Data, Pair, in_order
from cassino_dsl.diff.played import decisions, finished, shuffles
from cassino_dsl.diff.shrink import shrink, size
from cassino_dsl.diff.small import Small

GAMES = 12  # matches of each ruleset whose first rounds are looked through
SMALL = 3  # cards in small positions that are tried before play
ROUND_ABOUTS: tuple[About, ...] = ("score", "end")
LARGER = 4  # … and after it, where play has shown nothing smaller


@dataclass(frozen=True, slots=True)
class Witness:
    """A position, and what the two rulesets make of it."""

    position: Data
    bite: Bite

    def as_json(self) -> dict[str, Any]:
        """The witness of design.md 6; `about` and what follows it are more than the contract asks for."""
        found: dict[str, Any] = {
            "position": self.position,
            "only_a": list(self.bite.only_a),
            "only_b": list(self.bite.only_b),
            "about": self.bite.about,
            "size": size(self.position),
        }
        if self.bite.play is not None:
            found["play"] = self.bite.play
        if self.bite.about != "plays":
            found |= {"a": self.bite.a, "b": self.bite.b}
        return found


def find_witness(pair: Pair, faces: tuple[str, ...], seed: int = 1, legality: bool = True) -> Witness | None:
    """The smallest witness of the first kind of difference that can be shown: plays, score, end,
    course, deal.

    ``legality``: whether the rules of what may be played differ at all; if not, small positions need not be
    searched for different plays.
    """
    found = _plays(pair, faces, seed) if legality else None
    if found is None:
        found = _first(pair, "plays", decisions(pair, 2, seed)) if not legality else None
    for about in ROUND_ABOUTS:
        if found is None:
            found = _first(pair, about, _rounds(pair, faces, seed))
    if found is None:
        found = _first(pair, "deal", shuffles(pair, GAMES, seed))
    return found if found is not None else _first(pair, "course", decisions(pair, GAMES, seed))


def _rounds(pair: Pair, faces: tuple[str, ...], seed: int) -> Iterator[Data]:
    yield from finished_rounds(pair, faces)
    yield from finished(pair, 2 * GAMES, seed)


def _plays(pair: Pair, faces: tuple[str, ...], seed: int) -> Witness | None:
    same = alike(pair.a.game.ruleset, pair.b.game.ruleset, faces)
    found = _small(Small(pair, same), SMALL)
    if found is not None:
        return found
    found = _first(pair, "plays", decisions(pair, GAMES, seed))
    if found is None or size(found.position) > LARGER:
        found = _small(Small(pair, same), LARGER) or found
    return found


def _small(positions: Small, total: int) -> Witness | None:
    """The smallest of the small positions in which different plays are legal."""
    best: Witness | None = None
    for layout, only_a, only_b in positions.differing(total - 1, total):
        if best is None or layout.size() < size(best.position):
            data = positions.data(layout)
            # once more, read as anyone would read it
            both = positions.pair.read(data)
            if both is not None and plays_bite(positions.pair, *both) is not None:
                best = Witness(data, Bite("plays", tuple(in_order(only_a)), tuple(in_order(only_b))))
                total = size(data) - 1
        if best is not None and layout.size() > total + 1:
            break
    return best


def _first(pair: Pair, about: About, positions: Iterable[Data]) -> Witness | None:
    """The first position with a difference of this kind, made as small as it gets."""
    for data in positions:
        if bite(pair, data, about) is not None:
            small = shrink(data, lambda d: bite(pair, d, about) is not None)
            found = bite(pair, small, about)
            assert found is not None
            return Witness(_readable(pair, small), found)
    return None


def _readable(pair: Pair, data: Data) -> Data:
    """With the number of seats, which the variant's fewest may not be."""
    return {"seats": pair.seats, **{k: v for k, v in data.items() if k != "seats"}}
