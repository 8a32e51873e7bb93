"""Small positions made systematically: one or two cards in the hand, a few on the table, and the builds that
can be made of so few, in every context that is wanted.

Each position stands for all that come from it by exchanging cards that neither ruleset can tell apart. Which
builds there are is found by playing: a build is put on the table once some play of either ruleset has made it,
in front of every seat that could own it, and with what clauses ask of it as far as that goes into a budget.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, combinations_with_replacement, permutations, product
from math import comb, factorial, perm, prod
from typing import Any

from cassino_dsl.diff.alike import Alike
from cassino_dsl.diff.build_memory import BuildMemory
from cassino_dsl.diff.contexts import Context, merged
from cassino_dsl.diff.pair import Data, Pair, Player
from cassino_dsl.diff.shapes import Cards, Exchange, Shape, sets_of_builds
from cassino_dsl.engine.state import Build, State
from cassino_dsl.engine.text import WrittenPlay
from cassino_dsl.position.position import Position
from cassino_dsl.ruleset.expr import Type

Table = tuple[Cards, tuple[Shape, ...]]  # loose cards and builds
Found = tuple["SmallPosition", set[WrittenPlay], set[WrittenPlay]]


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
    """Sets up layouts as states of one ruleset. ``copies``: how many twins of a face are laid. ``used``: by context,
    the classes of the cards that it names."""

    def __init__(
        self, player: Player, classes: Sequence[Sequence[str]], contexts: Sequence[Context], copies: int
    ) -> None:
        self.player, self.engine, self.contexts = player, player.engine, contexts
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
        self.starts = {n: self.engine.start_of(n, self.empty[0]) for n in self.engine.plan.build_memory}
        memory = {player.names.memory.get(n, n): self.engine.plan.memory[n].memory for n in self.starts}
        self.types = {name: m.type for name, m in memory.items()}
        self.copies = self.engine.plan.ruleset.pack.copies

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
            own = {self.player.own[k]: self._held(k, v, groups) for k, v in shape.memory if k in self.player.own}
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
            memory = {n: self._known(n, built.memory[self.player.own[n]]) for n in sorted(self.types)}
            found[form] = Shape(sum(map(len, groups)), built.value, groups, tuple(memory.items()))
        return found

    def _known(self, name: str, value: Any) -> Any:
        """What a build remembers, as a shape has it: of cards, their classes."""
        if self.types[name] is Type.CARDS:
            return tuple(self.class_of[c] for c in value)
        return self.class_of[value] if self.types[name] is Type.CARD and value is not None else value

    def _held(self, name: str, value: Any, groups: tuple[Cards, ...]) -> Any:
        """The same of a build of these cards: those of its own, else the first of their class."""
        if self.types[name] not in (Type.CARD, Type.CARDS) or value is None:
            return value
        cards = value if self.types[name] is Type.CARDS else (value,)
        left = {n: [c for c in chain(*groups, self.members[n]) if self.class_of[c] == n] for n in cards}
        found = list(dict.fromkeys(left[n].pop(0) // self.copies * self.copies for n in cards))
        return found if self.types[name] is Type.CARDS else found[0]


@dataclass
class Small:
    """All small positions of two rulesets, smallest tables first. ``made``: the builds that plays have made;
    ``shapes``: those, and what else they were laid as. ``stand_for``: how many positions those that have been tried
    stand for, where ``seats`` are the numbers of seats that this one stands for, and ``turned`` says that so many
    seats to move do."""

    pair: Pair
    alike: Alike
    contexts: Sequence[Context]
    remembered: BuildMemory = field(default_factory=BuildMemory)
    seats: Sequence[int] = ()
    turned: bool = False
    made: set[Shape] = field(default_factory=set)
    shapes: set[Shape] = field(default_factory=set)
    tried: int = 0
    stand_for: int = 0
    progress: Callable[[int], None] | None = None

    def __post_init__(self) -> None:
        copies = min(p.engine.plan.ruleset.pack.copies for p in (self.pair.a, self.pair.b))
        self.sizes = [len(c) * copies for c in self.alike.classes]
        self.a = SmallTable(self.pair.a, self.alike.classes, self.contexts, copies)
        self.b = SmallTable(self.pair.b, self.alike.classes, self.contexts, copies)
        self.types = {**self.b.types, **self.a.types}
        self.seated = {name for name, type in self.types.items() if type is Type.SEAT}

    def differing(self, most: int, total: int) -> Iterator[Found]:
        """Runs through all layouts with up to ``most`` cards on the table and two in the hand, ``total``
        altogether; those in which different plays are legal come out, with the plays that only one allows."""
        done: set[Table] = set()
        for size in range(most + 1):
            fresh = True
            while fresh:
                # again where this size has made builds no larger than it: those laid without a card from the hand
                known = set(self.made)
                for table in self._to_try(size, known, done):
                    done.add(table)
                    yield from self._hands(*table, total, most)
                fresh = any(shape.size <= size for shape in self.made - known)

    def _to_try(self, size: int, known: set[Shape], done: set[Table]) -> Iterator[Table]:
        """The tables of at most so many cards that are yet to be tried: of builds as they were made, and as far as the
        budget goes with all else that they may remember."""
        hands = comb(len(self.sizes) + 2, 2) - 1
        for number in range(size + 1):
            builds = [s for s in known if s.size <= number]
            contexts = sum(number <= c.cards for c in self.contexts)
            while True:
                # each way to remember takes one position at least
                few = len(builds) * (self.remembered.ways(number) - 1) <= self.remembered.budget
                shapes = {v for s in builds for v in self.remembered.varied(s, number)} if few else set()
                tables = [t for t in self._tables(number, shapes) if t not in done] if few else []
                laid = sum(not known.issuperset(t[1]) for t in tables) * hands * contexts
                if self.remembered.spend(laid if few else self.remembered.budget + 1, number):
                    break
            self.shapes |= shapes
            yield from tables

    def _tables(self, size: int, shapes: set[Shape]) -> Iterator[Table]:
        for builds in sets_of_builds(sorted(shapes, key=repr), size):
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
    def _swaps(self) -> list[Exchange]:
        index = {faces[0]: i for i, faces in enumerate(self.alike.classes)}
        suit_of = {face.text: face.suit for face in self.pair.a.engine.plan.ruleset.pack.faces}
        found = []
        for swap in self.alike.swaps[1:]:
            classes = tuple(index[swap[faces[0]]] for faces in self.alike.classes)
            # a suit of which both packs have no card stays
            suits = {suit: suit for suit in suit_of.values()} | {suit_of[a]: suit_of[b] for a, b in swap.items()}
            found.append(Exchange(classes, suits, self.types))
        return found

    def _first(self, layout: SmallPosition) -> bool:
        """Of the layouts that renaming suits makes of one, only the first is tried."""
        if not self._swaps or self.a.used[layout.context]:
            return True
        mine = _key(layout)
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
            return len({_key(layout), *(_key(layout, swap) for swap in self._swaps)})
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
        for shape in {*self._as_made(*made), *self._as_made(*reversed(made))} - self.made:
            # renaming suits makes builds of positions that are not tried for this very reason
            self.made |= {shape, *(swap.shape(shape) for swap in self._swaps)}
        if mine.keys() == yours.keys():
            return None
        return layout, set(mine) - set(yours), set(yours) - set(mine)

    def _as_made(self, made: Mapping[WrittenPlay, Shape], beside: Mapping[WrittenPlay, Shape]) -> Iterator[Shape]:
        """Builds that one of the two makes, of every seat; what only one of the two remembers is what the same play
        makes it remember, whichever seat plays."""
        private = self.seated - self.pair.build_memory
        for form, shape in made.items():
            memory = {**(dict(beside[form].memory) if form in beside else {}), **dict(shape.memory)}
            for turn in range(self.pair.seats if private & memory.keys() else 1):
                made_by = {n: (memory[n] + turn) % self.pair.seats for n in private if memory.get(n) is not None}
                yield from self.remembered.of_seats(
                    replace(shape, memory=tuple((n, made_by.get(n, memory[n])) for n in sorted(memory)))
                )

    def _shown(self, player: Player, table: SmallTable, state: State) -> Data:
        return player.shown(Position(table.engine, state, frozenset((state.seat,)), "open"))

    def data(self, layout: SmallPosition) -> Data:
        """The layout as a position; of builds also with what only one of the two remembers of them."""
        state, facts = self.a.state(layout), self.contexts[layout.context].facts
        mine, yours = self._shown(self.pair.a, self.a, state), self._shown(self.pair.b, self.b, self.b.state(layout))
        said, alone = self.pair.common(mine), self.pair.a.of_builds ^ self.pair.b.of_builds
        for build, *own in zip(said.get("builds", ()), mine.get("builds", ()), yours.get("builds", ()), strict=True):
            build |= {k: v for one in own for k, v in one.items() if k in alone}
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


def _key(layout: SmallPosition, swap: Exchange | None = None) -> Any:
    """What tells layouts apart, once these suits have changed places."""
    if swap is None:
        return tuple(sorted(layout.hand)), tuple(sorted(layout.loose)), tuple(sorted(b.key for b in layout.builds))
    builds = tuple(sorted(swap.shape(b).key for b in layout.builds))
    return tuple(sorted(swap.cards(layout.hand))), tuple(sorted(swap.cards(layout.loose))), builds
