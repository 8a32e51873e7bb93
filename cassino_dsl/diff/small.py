"""Small positions made systematically: one or two cards in the hand, a few on the table, and the builds that
can be made of so few, in every context that is wanted.

Each position stands for all that come from it by exchanging cards that neither ruleset can tell apart. Which
builds there are is found by playing: a build is put on the table once some play of either ruleset has made it,
in front of every seat that could own it, with every number that clauses ask of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations_with_replacement, permutations, product
from math import comb, factorial, perm, prod
from typing import Any

from cassino_dsl.diff.alike import Alike
from cassino_dsl.diff.contexts import Context, merged
from cassino_dsl.diff.pair import Data, Pair, Player
from cassino_dsl.engine.state import Build, State
from cassino_dsl.engine.text import WrittenPlay
from cassino_dsl.position.position import Position
from cassino_dsl.ruleset.expr import Type

Cards = tuple[int, ...]  # classes of cards, by their numbers, with repeats
Found = tuple["SmallPosition", set[WrittenPlay], set[WrittenPlay]]


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
class SmallPosition:
    """A small position by classes, in a context."""

    hand: Cards
    loose: Cards
    builds: tuple[Shape, ...]
    context: int

    def size(self) -> int:
        return len(self.hand) + len(self.loose) + sum(b.size for b in self.builds)


class SmallTable:
    """Sets up layouts as states of one ruleset. ``used``: by context, the classes of the cards that it names."""

    def __init__(self, player: Player, classes: Sequence[Sequence[str]], contexts: Sequence[Context]) -> None:
        self.player, self.engine, self.contexts = player, player.engine, contexts
        copies = self.engine.plan.ruleset.pack.copies
        first = player.tables.first_of
        self.members = [[first[text] + i for text in faces for i in range(copies)] for faces in classes]
        self.class_of = {card: number for number, cards in enumerate(self.members) for card in cards}
        self.empty: list[State] = []
        self.named: list[set[int]] = []
        for context in contexts:
            position = player.read(context.facts)
            assert position is not None, context.facts
            state = position.state
            self.empty.append(state)
            self.named.append({c for cards in (*state.hands, *state.piles, state.set_apart()) for c in cards})
        self.used = [tuple(sorted(self.class_of.get(c, -1) for c in cards)) for cards in self.named]
        memory = self.engine.plan.memory
        self.starts = {n: self.engine.start_of(n, self.empty[0]) for n in self.engine.plan.build_memory}
        self.seated = {player.names.memory.get(n, n) for n in self.starts if memory[n].memory.type is Type.SEAT}

    def state(self, layout: SmallPosition) -> State:
        """The layout with the first cards of each class that its context leaves."""
        named = self.named[layout.context]
        left: dict[int, Iterator[int]] = {}

        def draw(cards: Cards) -> list[int]:
            for number in cards:
                if number not in left:
                    left[number] = iter([c for c in self.members[number] if c not in named])
            return [next(left[number]) for number in cards]

        state = self.empty[layout.context].copy()
        state.hands[state.seat] = sorted(draw(layout.hand))
        state.loose = draw(layout.loose)
        for shape in layout.builds:
            groups = tuple(sorted(tuple(sorted(draw(g))) for g in shape.groups))
            own = {self.player.own[k]: v for k, v in shape.memory if k in self.player.own}
            state.builds.append(Build(shape.value, groups, {**self.starts, **own}))
        taken = {*named, *state.hands[state.seat], *state.loose, *(c for b in state.builds for c in b.cards)}
        rest = [c for c in range(self.engine.plan.ruleset.pack.size) if c not in taken]
        state.stock = rest[: self.contexts[layout.context].facts.get("stock", len(rest))]
        return state

    def made(self, state: State, plays: Mapping[WrittenPlay, Any], most: int) -> dict[WrittenPlay, Shape]:
        """The builds that plays make, of at most so many cards."""
        found = {}
        for form, play in plays.items():
            if play.kind != "build" or len(play.cards) + len(play.taken()) > most:
                continue
            built = self.engine.applier.make(state, play).builds[-1]
            groups = tuple(sorted(tuple(sorted(self.class_of[c] for c in g)) for g in built.groups))
            memory = {self.player.names.memory.get(k, k): v for k, v in built.memory.items()}
            if all(isinstance(v, int | str | None) for v in memory.values()):
                found[form] = Shape(sum(map(len, groups)), built.value, groups, tuple(sorted(memory.items())))
        return found


@dataclass
class Small:
    """All small positions of two rulesets, smallest tables first. ``stand_for``: how many positions those that
    have been tried stand for, where ``seats`` are the numbers of seats that this one stands for, and ``movers``
    the seats to move that each of them has."""

    pair: Pair
    alike: Alike
    contexts: Sequence[Context]
    remembered: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    seats: Sequence[int] = ()
    turned: bool = False
    shapes: set[Shape] = field(default_factory=set)
    tried: int = 0
    stand_for: int = 0
    progress: Callable[[int], None] | None = None

    def __post_init__(self) -> None:
        copies = min(p.engine.plan.ruleset.pack.copies for p in (self.pair.a, self.pair.b))
        self.sizes = [len(c) * copies for c in self.alike.classes]
        self.a = SmallTable(self.pair.a, self.alike.classes, self.contexts)
        self.b = SmallTable(self.pair.b, self.alike.classes, self.contexts)
        self.seated = self.a.seated | self.b.seated

    def differing(self, most: int, total: int) -> Iterator[Found]:
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
            if self.alike.seatless and not self._first_owners(builds):
                continue
            rows = set(permutations(builds)) if "builds" in self.alike.asked.orders else (builds,)
            left = size - sum(b.size for b in builds)
            for loose in combinations_with_replacement(range(len(self.sizes)), left):
                orders = set(permutations(loose)) if self.alike.ordered else (loose,)
                yield from product(sorted(orders), sorted(rows, key=repr))

    def _hands(self, loose: Cards, builds: tuple[Shape, ...], total: int, most: int) -> Iterator[Found]:
        size = len(loose) + sum(b.size for b in builds)
        for number in (1, 2):
            if size + number > total:
                break
            for hand in combinations_with_replacement(range(len(self.sizes)), number):
                for context, wanted in enumerate(self.contexts):
                    layout = SmallPosition(hand, loose, builds, context)
                    if size <= wanted.cards and self._fits(layout) and self._first(layout):
                        found = self._try(layout, most)
                        if found:
                            yield found

    def _fits(self, layout: SmallPosition) -> bool:
        used: dict[int, int] = {}
        cards = (*layout.hand, *layout.loose, *(c for b in layout.builds for c in b.cards))
        for number in (*cards, *self.a.used[layout.context]):
            used[number] = used.get(number, 0) + 1
        return all(used[c] <= self.sizes[c] for c in cards)

    # ---- positions that are as good as each other

    @cached_property
    def _swaps(self) -> list[list[int]]:
        index = {faces[0]: i for i, faces in enumerate(self.alike.classes)}
        return [[index[swap[faces[0]]] for faces in self.alike.classes] for swap in self.alike.swaps[1:]]

    def _first(self, layout: SmallPosition) -> bool:
        """Of the layouts that renaming suits makes of one, only the first is tried."""
        if not self._swaps or self.a.used[layout.context]:
            return True
        mine = _key(layout, None)
        return all(mine <= _key(layout, swap) for swap in self._swaps)

    def _owners(self, builds: Sequence[Shape]) -> list[tuple[Shape, ...]]:
        """The same builds with the other seats named in every order."""
        others = sorted({v for b in builds for k, v in b.memory if k in self.seated and v})
        found = []
        for order in permutations(range(1, len(others) + 1)):
            to = {None: None, 0: 0, **dict(zip(others, order, strict=True))}
            found.append(tuple(sorted((_renamed(b, to, self.seated) for b in builds), key=repr)))
        return found

    def _first_owners(self, builds: tuple[Shape, ...]) -> bool:
        """Of the sets of builds that naming the other seats otherwise makes of one, only the first is tried."""
        return repr(builds) == min(map(repr, self._owners(builds)))

    def _weight(self, layout: SmallPosition) -> int:
        """How many seats to move, and ways to name the other seats, one position stands for."""
        if not self.turned:
            return 1
        if not self.alike.seatless:
            return self.pair.seats
        same = self._owners(layout.builds)
        others = len({v for b in layout.builds for k, v in b.memory if k in self.seated and v})
        own = same.count(tuple(sorted(layout.builds, key=repr)))
        return sum(n * perm(n - 1, others) for n in self.seats) // own

    def _orbit(self, layout: SmallPosition) -> int:
        """How many positions come from a layout by exchanging cards that are alike."""
        if self._swaps:
            if self.a.used[layout.context]:
                return 1
            return len({_key(layout, None), *(_key(layout, swap) for swap in self._swaps)})
        zones: list[Cards] = [layout.hand, *(g for b in layout.builds for g in b.groups)]
        zones += [(c,) for c in layout.loose] if self.alike.ordered else [layout.loose]
        zones.append(self.a.used[layout.context])
        number = 1
        for c, whole in enumerate(self.sizes):
            left = whole
            for zone in zones:
                inside = zone.count(c)
                number *= comb(left, inside)
                left -= inside
        same = [b.groups.count(g) for b in layout.builds for g in set(b.groups)]
        if "builds" not in self.alike.asked.orders:
            same += [layout.builds.count(b) for b in set(layout.builds)]
        return number // prod(factorial(n) for n in same)

    # ---- one position

    def _try(self, layout: SmallPosition, most: int) -> Found | None:
        state_a, state_b = self.a.state(layout), self.b.state(layout)
        self.tried += 1
        self.stand_for += self._orbit(layout) * self._weight(layout)
        if self.progress is not None and not self.tried % 500:
            self.progress(self.tried)
        mine, yours = self.pair.a.legal(state_a), self.pair.b.legal(state_b)
        made = self.a.made(state_a, mine, most), self.b.made(state_b, yours, most)
        self.shapes.update(self._remembering(*made), self._remembering(*reversed(made)))
        if mine.keys() == yours.keys():
            return None
        return layout, set(mine) - set(yours), set(yours) - set(mine)

    def _remembering(self, made: Mapping[WrittenPlay, Shape], beside: Mapping[WrittenPlay, Shape]) -> Iterator[Shape]:
        """Builds that one of the two makes, with all that may be remembered of them; what only one of the two remembers
        is what the same play makes it remember, whichever seat plays."""
        private = self.seated - self.pair.build_memory
        for form, shape in made.items():
            memory = {**(dict(beside[form].memory) if form in beside else {}), **dict(shape.memory)}
            names = sorted(memory)
            for turn in range(self.pair.seats if private & memory.keys() else 1):
                made_by = {n: (memory[n] + turn) % self.pair.seats for n in private if memory.get(n) is not None}
                rows = ((made_by.get(n, memory[n]), *self.remembered.get(n, ())) for n in names)
                for values in product(*map(dict.fromkeys, rows)):
                    yield replace(shape, memory=tuple(zip(names, values, strict=True)))

    def data(self, layout: SmallPosition) -> Data:
        """The layout as a position."""
        state, facts = self.a.state(layout), self.contexts[layout.context].facts
        said = self.pair.common(self.pair.a.after(Position(self.a.engine, state, frozenset((state.seat,)), "open")))
        keys = ("seats", "hands", "table", "builds")
        return merged((facts, {k: said[k] for k in keys if said.get(k) not in (None, "", [])}))


def positions(same: Alike, cards: int) -> int:
    """About how many positions there are with up to so many cards on the table and two in the hand; no builds."""
    kinds = len(same.classes)
    count = 0
    for loose in range(cards + 1):
        tables = comb(kinds + loose - 1, loose) * (factorial(loose) if same.ordered else 1)
        count += tables * (kinds + comb(kinds + 1, 2))
    return count // len(same.swaps)


def _renamed(shape: Shape, to: Mapping[Any, Any], seated: set[str]) -> Shape:
    memory = tuple((k, to[v] if k in seated else v) for k, v in shape.memory)
    return Shape(shape.size, shape.value, shape.groups, memory)


def _sets_of_builds(shapes: list[Shape], room: int, start: int = 0) -> Iterator[tuple[Shape, ...]]:
    yield ()
    for i in range(start, len(shapes)):
        if shapes[i].size <= room:
            for rest in _sets_of_builds(shapes, room - shapes[i].size, i):
                yield (shapes[i], *rest)


def _key(layout: SmallPosition, swap: list[int] | None) -> Any:
    def said(cards: Cards) -> Cards:
        return cards if swap is None else tuple(swap[c] for c in cards)

    builds = sorted(
        (b.value, tuple(sorted(tuple(sorted(said(g))) for g in b.groups)), repr(b.memory)) for b in layout.builds
    )
    return (tuple(sorted(said(layout.hand))), tuple(sorted(said(layout.loose))), tuple(builds))
