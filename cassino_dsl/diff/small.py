"""Small positions made systematically: one or two cards in the hand, a few on the table, and the builds that
can be made of so few.

Each position stands for all that come from it by exchanging cards that neither ruleset can tell apart. Which
builds there are is found by playing: a build is put on the table once some play of either ruleset has made it,
in front of every seat that could own it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement, permutations, product
from math import comb, factorial, prod
from typing import Any

from cassino_dsl.diff.alike import Alike
from cassino_dsl.diff.pair import Data, Pair, Player
from cassino_dsl.engine.state import Build, State
from cassino_dsl.engine.text import WrittenPlay
from cassino_dsl.position.position import Position
from cassino_dsl.ruleset.expr import Type

Cards = tuple[int, ...]  # classes of cards, by their numbers, with repeats


@dataclass(frozen=True, slots=True, order=True)
class Shape:
    """A build without its faces: what matters of it where cards of one class are alike."""

    size: int
    value: int
    groups: tuple[Cards, ...]
    memory: tuple[tuple[str, Any], ...]

    @property
    def cards(self) -> Cards:
        return tuple(c for g in self.groups for c in g)


@dataclass(frozen=True, slots=True)
class Layout:
    """A small position by classes."""

    hand: Cards
    loose: Cards
    builds: tuple[Shape, ...]

    def size(self) -> int:
        return len(self.hand) + len(self.loose) + sum(b.size for b in self.builds)


class Table:
    """Sets up layouts as states of one ruleset."""

    def __init__(self, player: Player, pair: Pair, classes: Sequence[Sequence[str]]) -> None:
        self.player, self.engine = player, player.engine
        copies = self.engine.plan.ruleset.pack.copies
        first = player.tables.first_of
        self.members = [[first[text] + i for text in faces for i in range(copies)] for faces in classes]
        self.class_of = {card: number for number, cards in enumerate(self.members) for card in cards}
        empty = player.read({"seats": pair.seats, "hands": {"1": ""}})
        assert empty is not None
        self.empty = empty.state
        self.deck = self.empty.stock
        memory = self.engine.plan.memory
        self.starts = {n: self.engine.start_of(n, self.empty) for n in self.engine.plan.build_memory}
        self.seat_memory = {n for n in self.starts if memory[n].memory.type is Type.SEAT}

    def state(self, layout: Layout) -> State:
        """The layout with the first cards of each class."""
        used = [0] * len(self.members)

        def draw(cards: Cards) -> list[int]:
            drawn = []
            for number in cards:
                drawn.append(self.members[number][used[number]])
                used[number] += 1
            return drawn

        state = self.empty.copy()
        state.hands[0] = sorted(draw(layout.hand))
        state.loose = draw(layout.loose)
        for shape in layout.builds:
            groups = tuple(sorted(tuple(sorted(draw(g))) for g in shape.groups))
            own = {self.player.own[k]: v for k, v in shape.memory if k in self.player.own}
            state.builds.append(Build(shape.value, groups, {**self.starts, **own}))
        taken = {*state.hands[0], *state.loose, *(c for b in state.builds for c in b.cards)}
        state.stock = [c for c in self.deck if c not in taken]
        return state

    def shapes(self, state: State, plays: dict[WrittenPlay, Any], most: int) -> Iterator[Shape]:
        """The builds that plays make, of at most so many cards, in front of every seat."""
        for play in plays.values():
            if play.kind != "build" or len(play.cards) + len(play.taken()) > most:
                continue
            built = self.engine.applier.make(state, play).builds[-1]
            groups = tuple(sorted(tuple(sorted(self.class_of[c] for c in g)) for g in built.groups))
            size = sum(len(g) for g in groups)
            for seats in product(range(self.engine.plan.seats), repeat=len(self.seat_memory)):
                owners = dict(zip(sorted(self.seat_memory), seats, strict=True))
                memory = {self.player.names.memory.get(k, k): v for k, v in {**built.memory, **owners}.items()}
                if all(isinstance(v, int | str | None) for v in memory.values()):
                    yield Shape(size, built.value, groups, tuple(sorted(memory.items())))


@dataclass
class Small:
    """All small positions of two rulesets, smallest tables first. ``stand_for``: how many positions those that
    have been tried stand for."""

    pair: Pair
    alike: Alike
    shapes: set[Shape] = field(default_factory=set)
    tried: int = 0
    stand_for: int = 0
    progress: Callable[[int], None] | None = None

    def __post_init__(self) -> None:
        copies = min(p.engine.plan.ruleset.pack.copies for p in (self.pair.a, self.pair.b))
        self.sizes = [len(c) * copies for c in self.alike.classes]
        self.a = Table(self.pair.a, self.pair, self.alike.classes)
        self.b = Table(self.pair.b, self.pair, self.alike.classes)

    def differing(self, most: int, total: int) -> Iterator[tuple[Layout, set[WrittenPlay], set[WrittenPlay]]]:
        """Runs through all layouts with up to ``most`` cards on the table and two in the hand, ``total``
        altogether; those in which different plays are legal come out, with the plays that only one allows."""
        done: set[tuple[Cards, tuple[Shape, ...]]] = set()
        for size in range(most + 1):
            fresh = True
            while fresh:
                # again where this size has made builds no larger than it: those laid without a card from the hand
                known = set(self.shapes)
                for table in (t for n in range(size + 1) for t in self._tables(n, known)):
                    if table not in done:
                        done.add(table)
                        yield from self._hands(*table, total, most)
                fresh = any(shape.size <= size for shape in self.shapes - known)

    def _tables(self, size: int, shapes: set[Shape]) -> Iterator[tuple[Cards, tuple[Shape, ...]]]:
        usable = sorted((s for s in shapes if s.size <= size), key=repr)
        for builds in _sets_of_builds(usable, size):
            left = size - sum(b.size for b in builds)
            for loose in combinations_with_replacement(range(len(self.sizes)), left):
                orders = set(permutations(loose)) if self.alike.ordered else (loose,)
                yield from ((order, builds) for order in sorted(orders))

    def _hands(
        self, loose: Cards, builds: tuple[Shape, ...], total: int, most: int
    ) -> Iterator[tuple[Layout, set[WrittenPlay], set[WrittenPlay]]]:
        size = len(loose) + sum(b.size for b in builds)
        for number in (1, 2):
            if size + number > total:
                break
            for hand in combinations_with_replacement(range(len(self.sizes)), number):
                layout = Layout(hand, loose, builds)
                if self._fits(layout) and self._first(layout):
                    found = self._try(layout, most)
                    if found:
                        yield found

    def _fits(self, layout: Layout) -> bool:
        used: dict[int, int] = {}
        for number in (*layout.hand, *layout.loose, *(c for b in layout.builds for c in b.cards)):
            used[number] = used.get(number, 0) + 1
        return all(n <= self.sizes[c] for c, n in used.items())

    @cached_property
    def _swaps(self) -> list[list[int]]:
        index = {faces[0]: i for i, faces in enumerate(self.alike.classes)}
        return [[index[swap[faces[0]]] for faces in self.alike.classes] for swap in self.alike.swaps[1:]]

    def _first(self, layout: Layout) -> bool:
        """Of the layouts that renaming suits makes of one, only the first is tried."""
        if not self._swaps:
            return True
        mine = _key(layout, None)
        return all(mine <= _key(layout, swap) for swap in self._swaps)

    def _try(self, layout: Layout, most: int) -> tuple[Layout, set[WrittenPlay], set[WrittenPlay]] | None:
        state_a, state_b = self.a.state(layout), self.b.state(layout)
        self.tried += 1
        self.stand_for += self._orbit(layout)
        if self.progress is not None and not self.tried % 500:
            self.progress(self.tried)
        mine, yours = (self._plays(t, s) for t, s in ((self.a, state_a), (self.b, state_b)))
        self.shapes.update(self.a.shapes(state_a, mine, most))
        self.shapes.update(self.b.shapes(state_b, yours, most))
        if mine.keys() == yours.keys():
            return None
        return layout, set(mine) - set(yours), set(yours) - set(mine)

    def _plays(self, table: Table, state: State) -> dict[WrittenPlay, Any]:
        return table.player.plays(Position(table.engine, state, frozenset((0,)), "open"))

    def _orbit(self, layout: Layout) -> int:
        """How many positions come from a layout by exchanging cards that are alike."""
        if self._swaps:
            return len({_key(layout, None), *(_key(layout, swap) for swap in self._swaps)})
        zones: list[Cards] = [layout.hand, *(g for b in layout.builds for g in b.groups)]
        zones += [(c,) for c in layout.loose] if self.alike.ordered else [layout.loose]
        number = 1
        for c, whole in enumerate(self.sizes):
            left = whole
            for zone in zones:
                inside = zone.count(c)
                number *= comb(left, inside)
                left -= inside
        same = [b.groups.count(g) for b in layout.builds for g in set(b.groups)]
        same += [layout.builds.count(b) for b in set(layout.builds)]
        return number // prod(factorial(n) for n in same)

    def data(self, layout: Layout) -> Data:
        """The layout as a position."""
        state = self.a.state(layout)
        said = self.pair.common(self.pair.a.after(Position(self.a.engine, state, frozenset((0,)), "open")))
        keys = ("seats", "hands", "table", "builds")
        return {k: said[k] for k in keys if said.get(k) not in (None, "", [])}


def _sets_of_builds(shapes: list[Shape], room: int, start: int = 0) -> Iterator[tuple[Shape, ...]]:
    yield ()
    for i in range(start, len(shapes)):
        if shapes[i].size <= room:
            for rest in _sets_of_builds(shapes, room - shapes[i].size, i):
                yield (shapes[i], *rest)


def _key(layout: Layout, swap: list[int] | None) -> Any:
    def said(cards: Cards) -> Cards:
        return cards if swap is None else tuple(swap[c] for c in cards)

    builds = sorted(
        (b.value, tuple(sorted(tuple(sorted(said(g))) for g in b.groups)), repr(b.memory)) for b in layout.builds
    )
    return (tuple(sorted(said(layout.hand))), tuple(sorted(said(layout.loose))), tuple(builds))
