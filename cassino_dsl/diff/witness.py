"""A minimal position that shows a difference between two rulesets.

Positions are tried where the clauses' own constants lie: the scores, rounds, deals and memory at which a comparison
changes its mind, for every number of seats that both allow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import Any

from cassino_dsl.diff.alike import alike
from cassino_dsl.diff.alone import read_alone
from cassino_dsl.diff.bite import About, Bite, bite
from cassino_dsl.diff.finished import finished_rounds
from cassino_dsl.diff.memory_use import Asking, course_clauses, legal_clauses
from cassino_dsl.diff.pair import Data, Pair
from cassino_dsl.diff.played import decisions, finished, raced, shuffles
from cassino_dsl.diff.possible import Possible
from cassino_dsl.diff.shrink import shrink, size
from cassino_dsl.diff.small import SmallPosition
from cassino_dsl.diff.world import World, aimed_facts, aimed_sizes, named_cards, world
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.ruleset.within import exprs_in

GAMES = 12  # matches of each ruleset whose first rounds are looked through
FEW = 2  # … for each further number of seats
SMALL = 3  # cards in small positions that are tried before play
NEAR = 6_000  # positions in contexts that are tried first, for each number of seats
# facts that leave the cards of a position where they are, but for those of the stock
_LAID = ("scores", "round", "memory", "points", "redeals", "turns", "deals", "dealer", "stock", "piles")
LARGER = 4  # … and after it, where play has shown nothing


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


def find_witness(pairs: Sequence[Pair], faces: tuple[str, ...], seed: int = 1, legality: bool = True) -> Witness | None:
    """A minimal witness of the first kind of difference that can be shown: plays, score, end, deal, course; for the
    first of these numbers of seats that shows it.

    ``legality``: whether the rules of what may be played differ at all; if not, small positions need not be
    searched for different plays.
    """
    both, play = Both(pairs), _play(pairs)
    aimed = {pair.seats: aimed_facts(pair, course_clauses) for pair in pairs}

    def rounds(pair: Pair) -> Iterator[Data]:
        yield from finished_rounds(pair, faces, aimed[pair.seats], aimed_sizes(pair, course_clauses))
        yield from finished(pair, 2 * play[pair.seats], seed)
        yield from raced(pair, play[pair.seats], seed)

    def course(pair: Pair) -> Iterator[Data]:
        yield from _one_on_one(pair, faces)
        yield from decisions(pair, play[pair.seats], seed)
        yield from _laid(aimed[pair.seats], chain(_one_on_one(pair, faces, like=True), decisions(pair, 1, seed)))

    found = _plays(pairs, both, faces, seed) if legality else None
    if not legality:
        found = _first(both, "plays", chain.from_iterable(decisions(p, 2, seed) for p in pairs))
    if found is None:
        found = _scored(both, chain.from_iterable(map(rounds, pairs)))
    if found is None:
        found = _first(both, "deal", chain.from_iterable(shuffles(p, play[p.seats], seed) for p in pairs))
    return found or _first(both, "course", chain.from_iterable(map(course, pairs)))


def _one_on_one(pair: Pair, faces: tuple[str, ...], like: bool = False) -> Iterator[Data]:
    """A card in the hand, one or none on the table, all others in the stock, or none: of cards that no clause tells
    apart, one stands for all. ``like``: on the table only one that is told from that in the hand by no clause."""
    known = _classes(pair, faces)
    copies = min(player.engine.plan.ruleset.pack.copies for player in (pair.a, pair.b))
    for own in known:
        hand = own[-1]
        hands = {str(seat): "" if seat > 1 else hand for seat in range(1, pair.seats + 1)}
        for group in ((), *([own] if like else known)):
            table = next((face for face in reversed(group) if copies > 1 or face != hand), "")
            stock = list(faces) * copies
            for card in filter(None, (hand, table)):
                stock.remove(card)
            for rest in (" ".join(stock), ""):
                yield {"seats": pair.seats, "hands": hands, "table": table, "stock": rest}


def _set_out(pair: Pair, faces: tuple[str, ...], sizes: Sequence[int]) -> Iterator[Data]:
    """A card in the hand and so many on the table, the first of the pack and the last: of cards that no clause tells
    apart, one stands for all."""
    for hand, number in product((group[-1] for group in _classes(pair, faces)), sizes):
        rest = [face for face in faces if face != hand]
        for row in (rest, rest[::-1]):
            yield {"seats": pair.seats, "hands": {"1": hand}, "table": " ".join(row[:number])}


def _classes(pair: Pair, faces: tuple[str, ...]) -> Sequence[Sequence[str]]:
    """The cards that no clause of either ruleset about what may be played tells apart, together, but for those that
    others name in which the two differ."""
    a, b, named = pair.a.game.ruleset, pair.b.game.ruleset, named_cards(pair, course_clauses)
    groups = alike(a, b, faces, pair.b.names.declared).classes
    apart = [[face for face in group if face not in named] for group in groups]
    return [*filter(None, apart), *([face] for face in faces if face in named)]


def _play(pairs: Sequence[Pair]) -> dict[int, int]:
    """How many matches are looked through, by number of seats: the fewest seats show most."""
    return {p.seats: GAMES if p is pairs[0] else FEW for p in pairs}


class Both:
    """Two rulesets that can be asked about positions for several numbers of seats."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        self.pairs = {pair.seats: pair for pair in pairs}
        self.unsaid = {about: read_alone(pairs[0], clauses) for about, clauses in _CLAUSES.items()}

    def bite(self, data: Data, *abouts: About) -> Bite | None:
        """The difference in a position, of the first of these kinds of which there is one. Where what is asked hangs on
        memory that only one of the two has, only positions count that say it, or in which it is as at the start."""
        pair = self.pairs.get(data.get("seats", 0))
        sure = tuple(about for about in abouts if about not in self.unsaid or self.unsaid[about].stands_in(data))
        return None if pair is None or not sure else bite(pair, data, *sure)

    def witness(self, data: Data, about: About) -> Witness | None:
        """A position with a difference, made as small as it gets."""
        if self.bite(data, about) is None:
            return None
        possible = Possible(self.pairs[data["seats"]], data.get("builds", ()))
        ordered = _in_turn(data)

        def holds(data: Data) -> bool:
            can_be = possible.all(data.get("builds", ())) and (not ordered or "turns" not in data or _in_turn(data))
            return can_be and self.bite(data, about) is not None

        small = shrink(data, holds)
        found = self.bite(small, about)
        return None if found is None else Witness(small, found)


def _scoring(ruleset: Ruleset) -> Iterator[Asking]:
    """What a finished round is worth, and whether the match is over."""
    match = ruleset.match
    return (tuple(exprs_in(clause)) for clause in (*ruleset.awards, match.over, match.compare, match.leads))


_CLAUSES: dict[About, Callable[[Ruleset], Iterable[Asking]]] = {
    "plays": legal_clauses,
    "score": _scoring,
    "end": _scoring,
    "course": course_clauses,
}


def _in_turn(data: Data) -> bool:
    """Whether the seat to move is that whose turn it is after so many, one after the other from the leader on."""
    seats: int = data.get("seats", 1)
    ahead: int = data.get("dealer", seats) + data.get("turns", 0) + 1 - data.get("turn", 1)
    return ahead % seats == 0


def _laid(aimed: Iterable[Data], positions: Iterable[Data]) -> Iterator[Data]:
    """Positions with what of these facts leaves the cards in their places. Where all have one, those of piles come from
    the stock, and of that no more is left than is said."""
    over = [found for facts in aimed if (found := {k: v for k, v in facts.items() if k in _LAID})]
    for data in positions if over else ():
        for facts in over:
            laid = {**data, **facts}
            if isinstance(data.get("stock"), str):
                stock = data["stock"].split()
                for card in " ".join(facts.get("piles", {}).values()).split():
                    if card in stock:
                        stock.remove(card)
                laid["stock"] = " ".join(stock[: facts.get("stock", len(stock))])
            yield laid


def _plays(pairs: Sequence[Pair], both: Both, faces: tuple[str, ...], seed: int) -> Witness | None:
    def played(pair: Pair) -> Iterator[Data]:
        yield from decisions(pair, _play(pairs)[pair.seats], seed)
        facts, sizes = aimed_facts(pair, legal_clauses), aimed_sizes(pair, legal_clauses)
        yield from _set_out(pair, faces, sizes)
        yield from _laid(facts, chain(decisions(pair, 1, seed), _set_out(pair, faces, sizes)))

    found = _small(world(pairs, faces, SMALL - 1, NEAR, aimed=True), both, SMALL)
    if found is None:
        found = _first(both, "plays", chain.from_iterable(map(played, pairs)))
    if found is None:
        found = _small(world(pairs, faces, LARGER - 1, NEAR, aimed=True), both, LARGER)
    return found


def _small(whole: World, both: Both, total: int) -> Witness | None:
    """A minimal one of the small positions in which different plays are legal, of the fewest cards there are."""
    for small in whole.small:
        best: tuple[SmallPosition, Witness] | None = None
        for layout, _, _ in small.differing(total - 1, total):
            if best is not None and layout.size() - len(layout.hand) + 1 >= best[0].size():
                break
            if best is None or layout.size() < best[0].size():
                # once more, read as anyone would read it
                found = both.witness(small.data(layout), "plays")
                best = (layout, found) if found is not None else best
        if best is not None:
            return best[1]
    return None


def _scored(both: Both, rounds: Iterable[Data]) -> Witness | None:
    """The first finished round that is worth different points; without one, the first that ends differently."""
    ends: Data | None = None
    for data in rounds:
        found = both.bite(data, "score", "end")
        if found is not None and found.about == "score":
            return both.witness(data, "score")
        if found is not None and ends is None:
            ends = data
    return None if ends is None else both.witness(ends, "end")


def _first(both: Both, about: About, positions: Iterable[Data]) -> Witness | None:
    """The first position with a difference of this kind, made as small as it gets."""
    return next((w for data in positions if (w := both.witness(data, about)) is not None), None)
