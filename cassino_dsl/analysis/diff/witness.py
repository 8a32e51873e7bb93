"""A minimal position that shows a difference between two rulesets.

Both are played from the same seeds, and asked about every position in which a seat has to decide and about the ends of
rounds; small positions are enumerated, and finished rounds are made piece by piece, with the facts that differing
clauses name. What shows a difference is made as small as it gets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from cassino_dsl.analysis.diff.bounded_enumeration import EVERY, Enumeration, worlds
from cassino_dsl.analysis.diff.card_symmetry import symmetry
from cassino_dsl.analysis.diff.final_positions import finished_rounds
from cassino_dsl.analysis.diff.position_difference import About, PositionDifference, difference_in
from cassino_dsl.analysis.diff.product_game import Data, Pair
from cassino_dsl.analysis.diff.read_sets import (
    Clauses,
    course_clauses,
    legal_clauses,
    read_by,
    scoring_clauses,
    sight_clauses,
)
from cassino_dsl.analysis.diff.sampled_positions import decisions, finished, raced, shuffles
from cassino_dsl.analysis.diff.shrink import shrink, size
from cassino_dsl.analysis.diff.variations import aimed, in_turn, one_sided_memory

GAMES = 12  # matches of each ruleset whose first rounds are looked through, with the fewest seats
FEW = 2  # … for each further number of seats
MANY = 2_500  # positions that are looked at for one kind of difference and one number of seats: that is seconds
SPREAD = 8  # positions, from all parts of a row, on which every fact is tried before it is tried on others
# cards that are set out on a table, where facts are laid beside them, and where every play is followed: each more of
# them can double the groups that plays take
CROWD_LAID, CROWD_FOLLOWED = 8, 10
NEAR = 6_000  # positions beside the start of a round that are enumerated, for each number of seats
# steps after which one look for one kind of difference is given up, with the fewest seats (with more, after a third of
# them): some seconds, also where each position takes long, as with two packs, or decisions of several seats
WORK = 12_000_000
SMALL = (3, 4)  # cards in positions that are enumerated before play, and after it
SIZES = 12  # numbers of cards that clauses may ask to lie somewhere
# facts that leave the cards of a position where they are, but for those of the stock
_LAID = ("scores", "round", "memory", "points", "redeals", "turns", "deals", "dealer", "stock", "piles")
_CLAUSES: dict[About, Clauses] = {
    "plays": legal_clauses,
    "score": scoring_clauses,
    "end": scoring_clauses,
    "course": course_clauses,
    "seen": sight_clauses,
}


@dataclass(frozen=True, slots=True)
class Witness:
    """A position, and what the two rulesets make of it."""

    position: Data
    difference: PositionDifference

    def as_json(self) -> dict[str, Any]:
        """The witness as JSON: the keys before `about` are a contract."""
        found: dict[str, Any] = {
            "position": self.position,
            "only_a": list(self.difference.only_a),
            "only_b": list(self.difference.only_b),
            "about": self.difference.about,
            "size": size(self.position),
        }
        if self.difference.play is not None:
            found["play"] = self.difference.play
        if self.difference.about != "plays":
            found |= {"a": self.difference.a, "b": self.difference.b}
        return found


class Both:
    """Two rulesets that can be asked about positions for several numbers of seats. ``looked``: told of each."""

    def __init__(self, pairs: Sequence[Pair], looked: Callable[[], object] = lambda: None) -> None:
        self.pairs, self.looked = {pair.seats: pair for pair in pairs}, looked
        self.unsaid = {about: one_sided_memory(pairs[0], clauses) for about, clauses in _CLAUSES.items()}

    def difference(self, data: Data, *abouts: About) -> PositionDifference | None:
        """The difference in a position, of the first of these kinds of which there is one. Where what is asked hangs on
        memory that only one of the two has, only positions count that say it, or in which it is as at the start."""
        self.looked()
        pair = self.pairs.get(data.get("seats", 0))
        sure = tuple(about for about in abouts if about not in self.unsaid or self.unsaid[about].stands_in(data))
        return None if pair is None or not sure else difference_in(pair, data, *sure)

    def witness(self, data: Data, about: About) -> Witness | None:
        """A position with a difference, made as small as it gets."""
        if self.difference(data, about) is None:
            return None
        ordered = in_turn(data)

        def holds(data: Data) -> bool:
            return (not ordered or in_turn(data)) and self.difference(data, about) is not None

        small = shrink(data, holds)
        found = self.difference(small, about)
        return None if found is None else Witness(small, found)


class WitnessSearch:
    """Looks for a witness in all the ways there are. ``given_up``: by how many cards small positions had, how many of
    them were tried before the search among them was given up. ``cut``: whether more positions could have been looked at
    for one kind of difference. ``progress``: told how many positions were looked at so far."""

    def __init__(
        self,
        pairs: Sequence[Pair],
        faces: tuple[str, ...],
        seed: int = 1,
        progress: Callable[[int], object] = lambda number: None,
    ) -> None:
        self.pairs, self.faces, self.seed, self.both = pairs, faces, seed, Both(pairs, self._looked)
        self.progress, self.number = progress, 0
        self._looked(0)
        self.given_up: dict[int, int] = {}
        self.cut = False
        self.games = {p.seats: GAMES if p is pairs[0] else FEW for p in pairs}
        self.legal = read_by(*pairs[0].rulesets, legal_clauses, differing=True)
        self.course = read_by(*pairs[0].rulesets, course_clauses, differing=True)
        self.symmetry = symmetry(*pairs[0].rulesets, faces, NEAR)

    @cached_property
    def worlds(self) -> list[Enumeration]:
        """The worlds of small positions: of more cards, only what fewer have not shown is tried."""
        return [w for w, _ in worlds(self.pairs, self.symmetry, NEAR, lambda _: self._looked(EVERY), WORK)]

    def _looked(self, positions: int = 1) -> None:
        self.number += positions
        self.progress(self.number)

    def found(self, legality: bool = True, played: bool = True, sight: bool = False) -> Witness | None:
        """A minimal witness of the first kind of difference that can be shown: plays, score, end, deal, course, seen;
        for the first of these numbers of seats that shows it. ``legality``: whether the rules of what may be played
        differ at all; if not, only few plays are looked through for it. ``played``: whether anything differs beside
        what seats see; ``sight``: whether that does."""
        found = self._played(legality) if played else None
        return found or (self._first("seen", self._sights) if sight else None)

    def _played(self, legality: bool) -> Witness | None:
        """One of what is played, and what comes of it."""
        if not legality:
            found = self._first("plays", lambda pair: decisions(pair, 2, self.seed))
        else:
            found = self._small(SMALL[0]) or self._first("plays", self._plays)
            if found is None or (found.position.get("builds") and size(found.position) > SMALL[1]):
                found = self._small(SMALL[1]) or found  # a build of play keeps its groups whole: one of few is smaller
        found = found or self._scored(chain.from_iterable(map(self._rounds, self.pairs)))
        found = found or self._first("deal", lambda pair: shuffles(pair, self.games[pair.seats], self.seed))
        return found or self._first("course", self._courses)

    def remark(self, found: Witness | None) -> str | None:
        """What was tried in vain: where nothing was found, or where a search has come to no end before it was."""
        given_up = " and ".join(
            f"after {tried:,} of the positions of up to {cards} cards" for cards, tried in self.given_up.items()
        )
        if found is not None:
            if not given_up or (found.difference.about == "plays" and size(found.position) <= max(self.given_up)):
                return None
            better = "a smaller witness" if found.difference.about == "plays" else "a position with different plays"
            return f"the search for {better} was given up {given_up}"
        said = f"no position was found in which the changes show: tried were the first rounds of {GAMES} matches of"
        said += " each, decisions and ends, with the facts that differing clauses name, and rounds made piece by piece"
        if any(face.text not in self.faces for ruleset in self.pairs[0].rulesets for face in ruleset.pack.faces):
            said += ", all of the cards that both have"
        if self.cut:
            said += f", {MANY:,} positions at most, or {WORK:,} steps of work, for one kind of difference and number"
            said += " of seats"
        return said + (f"; the search among small positions was given up {given_up}" if given_up else "")

    def _first(self, about: About, positions: Callable[[Pair], Iterator[Data]]) -> Witness | None:
        """The first position with a difference of this kind, made as small as it gets."""
        for pair in self.pairs:
            for data in self._affordable(pair, _each_once(positions(pair))):
                if (found := self.both.witness(data, about)) is not None:
                    return found
        return None

    def _affordable(self, pair: Pair, positions: Iterator[Data]) -> Iterator[Data]:
        """As many as may be looked at in one row."""
        most = pair.work + (WORK if pair is self.pairs[0] else WORK // 3)
        for number, data in enumerate(positions):
            if number >= MANY or pair.work >= most:
                self.cut = True
                return
            yield data

    def _small(self, total: int) -> Witness | None:
        """A minimal one of the small positions in which different plays are legal, of the fewest cards there are."""
        for world in self.worlds:
            best: tuple[int, Witness] | None = None
            for layout in world.differing(total - 1, total):
                number = layout.table() + len(layout.hand)
                if best is not None and layout.table() + 1 >= best[0]:
                    break
                if best is None or number < best[0]:
                    # once more, read as anyone would read it
                    found = self.both.witness(world.data(layout), "plays")
                    best = (number, found) if found is not None else best
            if best is not None:
                return best[1]
            if world.left <= 0:
                self.given_up[total] = self.given_up.get(total, 0) + world.tried
        return None

    def _scored(self, rounds: Iterable[Data]) -> Witness | None:
        """The first finished round that is worth different points; without one, the first that ends differently."""
        ends: Data | None = None
        for data in rounds:
            found = self.both.difference(data, "score", "end")
            if found is not None and found.about == "score":
                return self.both.witness(data, "score")
            ends = data if found is not None and ends is None else ends
        return None if ends is None else self.both.witness(ends, "end")

    def _plays(self, pair: Pair) -> Iterator[Data]:
        facts, _ = aimed(pair, self.legal, self.faces)
        yield from decisions(pair, self.games[pair.seats], self.seed)
        yield from self._set_out(pair, like=True)
        yield from self._laid(pair, facts)

    def _rounds(self, pair: Pair) -> Iterator[Data]:
        facts, _ = aimed(pair, self.course, self.course.cards or self.faces[:1])
        sizes = [n for n in self.course.numbers if 0 < n <= len(self.faces)][:SIZES]
        rows = finished_rounds(pair, self.faces, facts, sizes), finished(pair, 2 * self.games[pair.seats], self.seed)
        yield from self._affordable(pair, chain(*rows, raced(pair, self.games[pair.seats], self.seed)))

    def _courses(self, pair: Pair) -> Iterator[Data]:
        facts, _ = aimed(pair, self.course, self.course.cards or self.faces[:1])
        yield from self._set_out(pair, CROWD_FOLLOWED)
        yield from decisions(pair, self.games[pair.seats], self.seed)
        yield from self._laid(pair, facts)

    def _sights(self, pair: Pair) -> Iterator[Data]:
        read = read_by(*pair.rulesets, sight_clauses, differing=True)
        yield from decisions(pair, self.games[pair.seats], self.seed)
        yield from self._laid(pair, aimed(pair, read, self.faces)[0])

    def _set_out(self, pair: Pair, most: int | None = None, like: bool = False) -> Iterator[Data]:
        """A card in the hand, none or one on the table or as many as clauses ask for, all others in the stock or none:
        of cards that no clause tells apart, one stands for all. ``like``: on the table one that is not told from that
        in the hand; ``most``: cards on it."""
        named = self.course.cards
        apart = [[face for face in group if face not in named] for group in self.symmetry.classes]
        known = [*filter(None, apart), *([face] for face in self.faces if face in named)]
        sizes = [n for n in self.legal.numbers if 1 < n < len(self.faces)][:SIZES]
        copies = min(player.engine.plan.ruleset.pack.copies for player in (pair.a, pair.b))
        for group in known:
            own = group[-1]
            hands = {str(seat): own if seat == 1 else "" for seat in range(1, pair.seats + 1)}
            rest = [face for face in self.faces if face != own]
            others = ([face for face in row[::-1] if copies > 1 or face != own] for row in ([group] if like else known))
            tables = [[], *(row[:1] for row in others if row)]
            tables += [row[:n] for n in sizes if most is None or n <= most for row in (rest, rest[::-1])]
            for table in tables:
                stock = list(self.faces) * copies
                for card in (own, *table):
                    stock.remove(card)
                for left in (" ".join(stock), ""):
                    yield {"seats": pair.seats, "hands": hands, "table": " ".join(table), "stock": left}

    def _laid(self, pair: Pair, facts: Sequence[Data]) -> Iterator[Data]:
        """Positions set out and played with what of these facts leaves the cards in their places: every fact, the
        likeliest first, on a few positions from all parts of either row, then on the next ones, so that where the
        search is cut no fact is left out. Cards of piles come from the stock, and of that no more is left than is
        said."""
        kept = ({k: v for k, v in fact.items() if k in _LAID} for fact in facts)
        over = {repr(found): found for found in kept if found}
        positions = (self._set_out(pair, CROWD_LAID, like=True), decisions(pair, 1, self.seed))
        rows = [list(_each_once(row)) for row in positions if over]
        steps = [max(1, len(row) // SPREAD) for row in rows]
        for at in range(max(steps, default=0)):
            few = [data for row, step in zip(rows, steps, strict=True) if at < step for data in row[at::step]]
            yield from (_with_fact(data, found) for found in over.values() for data in few)


def _with_fact(data: Data, found: Data) -> Data:
    laid = {**data, **found}
    if isinstance(data.get("stock"), str):
        stock = data["stock"].split()
        for card in " ".join(found.get("piles", {}).values()).split():
            if card in stock:
                stock.remove(card)
        laid["stock"] = " ".join(stock[: found.get("stock", len(stock))])
    return laid


def _each_once(positions: Iterable[Data]) -> Iterator[Data]:
    """Without repeats: where both rulesets play alike, both come to the same positions."""
    seen = set[str]()
    for data in positions:
        if (text := repr(data)) not in seen:
            seen.add(text)
            yield data
