"""Every small position: one or two cards in the hand, a few on the table, and the builds that can be made of so few.

Each position stands for all that come from it by exchanging cards that neither ruleset can tell apart. Which builds
there are is found by playing: a build is put on the table once some play of either ruleset has made it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement, permutations, product
from math import comb, factorial, inf, prod
from typing import Any

from cassino_dsl.analysis.diff.card_symmetry import Symmetry
from cassino_dsl.analysis.diff.product_game import Data, Pair, Player
from cassino_dsl.analysis.diff.read_sets import legal_clauses, listing_clauses, read_by
from cassino_dsl.analysis.diff.variations import aimed, merged, of_builds, one_sided_memory
from cassino_dsl.engine.position.position import Position, position_json
from cassino_dsl.engine.reference.state import Build, State
from cassino_dsl.engine.reference.text import WrittenPlay
from cassino_dsl.language.ruleset.expr import Type

Cards = tuple[int, ...]  # classes of cards, by their numbers, with repeats
HANDS = (1, 2)  # cards in the hand
EVERY = 500  # positions after which is told how many were tried


@dataclass(frozen=True, slots=True)
class Shape:
    """A build by the classes of its cards; ``memory``: what it remembers, seats from 0, cards by their texts."""

    value: int
    groups: tuple[Cards, ...]
    memory: tuple[tuple[str, Any], ...]

    @property
    def cards(self) -> Cards:
        return tuple(c for g in self.groups for c in g)


@dataclass(frozen=True, slots=True)
class SmallLayout:
    """A small position by classes; ``context``: the number of the facts that it says beside."""

    hand: Cards
    loose: Cards
    builds: tuple[Shape, ...]
    context: int

    def table(self) -> int:
        return len(self.loose) + sum(len(b.cards) for b in self.builds)


class SmallTable:
    """Sets up layouts as states of one ruleset, and finds what builds its plays make. ``copies``: how many twins of a
    face are laid."""

    def __init__(self, player: Player, classes: Sequence[Sequence[str]], contexts: Sequence[Data], copies: int) -> None:
        self.player, self.contexts, tables = player, contexts, player.tables
        self.members = [[tables.first_of[t] + i for t in faces for i in range(copies)] for faces in classes]
        self.class_of = {card: number for number, cards in enumerate(self.members) for card in cards}
        states = [player.read(facts) for facts in contexts]
        self.empty = [position.state for position in states if position is not None]
        assert len(self.empty) == len(states)
        self.named = [{c for row in (*s.hands, *s.piles, s.set_apart()) for c in row} for s in self.empty]
        plan = player.engine.plan
        self.starts = {name: player.engine.start_of(name, self.empty[0]) for name in plan.build_memory}
        self.types = {name: plan.memory[name].type for name in self.starts}
        self.size = plan.ruleset.pack.size

    def used(self, context: int) -> Cards:
        """The classes of the cards that a context names."""
        return tuple(sorted(self.class_of.get(c, -1) for c in self.named[context]))

    def state(self, layout: SmallLayout) -> State:
        """The layout with the first cards of each class that its context leaves."""
        named, left = self.named[layout.context], dict[int, Iterator[int]]()

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
            own = {k: self._raw(k, v) for k, v in shape.memory if k in self.starts}
            state.builds.append(Build(shape.value, groups, {**self.starts, **own}))
        taken = {*named, *state.hands[state.seat], *state.loose, *(c for b in state.builds for c in b.cards)}
        rest = [c for c in range(self.size) if c not in taken]
        state.stock = rest[: self.contexts[layout.context].get("stock", len(rest))]
        return state

    def made(self, state: State, plays: Mapping[WrittenPlay, Any], most: int) -> dict[WrittenPlay, Shape]:
        """The builds that plays make, of at most so many cards."""
        found = {}
        for form, play in plays.items():
            if play.kind == "build" and len(play.cards) + len(play.taken()) <= most:
                built = self.player.engine.applier.make(state, play).builds[-1]
                groups = tuple(sorted(tuple(sorted(self.class_of[c] for c in g)) for g in built.groups))
                memory = tuple((n, self._said(n, built.memory[n])) for n in sorted(self.types))
                found[form] = Shape(built.value, groups, memory)
        return found

    def _said(self, name: str, value: Any) -> Any:
        """What a build remembers, its cards as texts."""
        text = self.player.tables.text
        if self.types[name] is Type.CARDS:
            return tuple(text[c] for c in value)
        return text[value] if self.types[name] is Type.CARD and value is not None else value

    def _raw(self, name: str, value: Any) -> Any:
        first = self.player.tables.first_of
        if self.types[name] is Type.CARDS:
            return [first[t] for t in value]
        return first[value] if self.types[name] is Type.CARD and value is not None else value


@dataclass
class Enumeration:
    """All small positions of two rulesets, smallest tables first. ``contexts``: what a position says beside hand and
    table; the first ``whole`` with any number of cards on the table, the others with one at most. ``memory``: values
    that a single build is laid with beside those that plays make it remember, seats from 0. ``seats``: the numbers of
    seats that this one stands for; ``turned``: every seat to move does. ``tried`` positions stand for ``stand_for``;
    ``made``: the builds that plays have made. ``left``: the steps after which to give up; where they are counted, what
    was ``looked`` at is not tried again when more cards are asked for."""

    pair: Pair
    symmetry: Symmetry
    contexts: Sequence[Data]
    whole: int = 1
    memory: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    seats: Sequence[int] = ()
    turned: bool = False
    progress: Callable[[int], None] | None = None
    left: float = inf
    made: set[Shape] = field(default_factory=set)
    tried: int = 0
    stand_for: int = 0
    looked: set[SmallLayout] = field(default_factory=set)

    def __post_init__(self) -> None:
        copies = min(p.engine.plan.ruleset.pack.copies for p in (self.pair.a, self.pair.b))
        classes = self.symmetry.classes
        self.sizes = [len(c) * copies for c in classes]
        self.a = SmallTable(self.pair.a, classes, self.contexts, copies)
        self.b = SmallTable(self.pair.b, classes, self.contexts, copies)
        self.types = {**self.b.types, **self.a.types}
        self.seated = {name for name, type in self.types.items() if type in (Type.SEAT, Type.SEATS)}

    def differing(self, most: int, total: int) -> Iterator[SmallLayout]:
        """Runs through all layouts with up to ``most`` cards on the table and two in the hand, ``total`` altogether;
        those in which different plays are legal come out."""
        done = set[tuple[Cards, tuple[Shape, ...]]]()
        before = self.pair.work
        for size in range(most + 1):
            while True:
                # again where this size has made builds no larger than it: those laid without a card from the hand
                known = set(self.made)
                for loose, builds in (t for n in range(size + 1) for t in self._tables(n, known) if t not in done):
                    self.left, before = self.left - (self.pair.work - before), self.pair.work
                    if self.left <= 0:
                        return
                    done.add((loose, builds))
                    yield from self._hands(loose, builds, total, most)
                if not any(len(shape.cards) <= size for shape in self.made - known):
                    break

    def _tables(self, size: int, known: set[Shape]) -> Iterator[tuple[Cards, tuple[Shape, ...]]]:
        orders = self.symmetry.read.orders
        laid = sorted((s for s in known if len(s.cards) <= size), key=repr)
        other = ((v,) for s in laid if len(s.cards) == size for v in _varied(s, self.memory) if v not in known)
        for builds in (*_sets(laid, size), *other):
            rows = sorted(set(permutations(builds)), key=repr) if "builds" in orders else (builds,)
            left = size - sum(len(b.cards) for b in builds)
            for loose in combinations_with_replacement(range(len(self.sizes)), left):
                yield from product(sorted(set(permutations(loose))) if "loose" in orders else (loose,), rows)

    def _hands(self, loose: Cards, builds: tuple[Shape, ...], total: int, most: int) -> Iterator[SmallLayout]:
        for number in HANDS:
            for hand in combinations_with_replacement(range(len(self.sizes)), number):
                for context in range(len(self.contexts)):
                    layout = SmallLayout(hand, loose, builds, context)
                    size, single = layout.table(), len(builds) == 1 and not loose
                    fits = size + number <= total and (context < self.whole or size <= 1 or (single and size <= 2))
                    if fits and layout not in self.looked and self._there_are(layout):
                        if self.left < inf:
                            self.looked.add(layout)
                        if self._differs(layout, most):
                            yield layout

    def _there_are(self, layout: SmallLayout) -> bool:
        """Whether there are so many cards of each class."""
        cards = [
            *layout.hand,
            *layout.loose,
            *(c for b in layout.builds for c in b.cards),
            *self.a.used(layout.context),
        ]
        return all(cards.count(c) <= self.sizes[c] for c in {*cards})

    def _weight(self, layout: SmallLayout) -> int:
        """How many positions come from a layout by exchanging cards that are alike, and by turning the table."""
        held = [v for b in layout.builds for k, v in b.memory if k in self.seated and v is not None]
        owners = [seat for v in held for seat in (v if isinstance(v, tuple) else (v,))]
        seats = sum(n for n in self.seats if n > max(owners, default=0)) if self.turned else 1
        orders, groups = self.symmetry.read.orders, [g for b in layout.builds for g in b.groups]
        loose = [(c,) for c in layout.loose] if "loose" in orders else [layout.loose]
        used = self.a.used(layout.context)
        number, left = 1, [size - used.count(c) for c, size in enumerate(self.sizes)]
        for zone in (layout.hand, *groups, *loose):
            for c in {*zone}:
                number *= comb(left[c], zone.count(c))
                left[c] -= zone.count(c)
        same = [b.groups.count(g) for b in layout.builds for g in set(b.groups)]
        same += [] if "builds" in orders else [layout.builds.count(b) for b in set(layout.builds)]
        return seats * number // prod(map(factorial, same))

    def _differs(self, layout: SmallLayout, most: int) -> bool:
        """Whether different plays are legal; what builds they make is noted."""
        state_a, state_b = self.a.state(layout), self.b.state(layout)
        self.tried += 1
        self.stand_for += self._weight(layout)
        if self.progress is not None and not self.tried % EVERY:
            self.progress(self.tried)
        mine, yours = self.pair.a.legal(state_a), self.pair.b.legal(state_b)
        made = self.a.made(state_a, mine, most), self.b.made(state_b, yours, most)
        self.made |= {*self._of_seats(*made), *self._of_seats(*reversed(made))}
        return mine.keys() != yours.keys()

    def _of_seats(self, made: Mapping[WrittenPlay, Shape], beside: Mapping[WrittenPlay, Shape]) -> Iterator[Shape]:
        """Builds that one of the two makes, of every seat. What only one of them remembers is what the same play makes
        it remember, whichever seat plays."""
        private = self.seated - self.pair.build_memory
        shared = {name: self.memory.get(name, ()) for name in self.seated & self.pair.build_memory}
        for form, shape in made.items():
            memory = {**(dict(beside[form].memory) if form in beside else {}), **dict(shape.memory)}
            for turn in range(self.pair.seats if private & memory.keys() else 1):
                mine = {n: self._turned(memory[n], turn) for n in private if memory.get(n) is not None}
                own = tuple((n, mine.get(n, memory[n])) for n in sorted(memory))
                yield from _varied(replace(shape, memory=own), shared)

    def _turned(self, seats: Any, turn: int) -> Any:
        """A seat, or a set of them, as it is where the table is turned."""
        if isinstance(seats, tuple):
            return tuple(sorted((seat + turn) % self.pair.seats for seat in seats))
        return (seats + turn) % self.pair.seats

    def data(self, layout: SmallLayout) -> Data:
        """The layout as a position; of builds also with what only one of the two remembers of them."""
        mine, yours = (
            position_json(Position(t.player.engine, state, frozenset((state.seat,)), "open"))
            for t in (self.a, self.b)
            for state in (t.state(layout),)
        )
        said, alone = self.pair.common(mine), self.pair.a.of_builds ^ self.pair.b.of_builds
        for build, *own in zip(said.get("builds", ()), mine.get("builds", ()), yours.get("builds", ()), strict=True):
            build |= {k: v for one in own for k, v in one.items() if k in alone}
        shown = {k: said[k] for k in ("seats", "hands", "table", "builds") if said.get(k) not in (None, "", [])}
        return merged((self.contexts[layout.context], shown))


def worlds(
    pairs: Sequence[Pair],
    same: Symmetry,
    budget: int,
    progress: Callable[[int], None] | None = None,
    work: float = inf,
) -> Iterator[tuple[Enumeration, list[str]]]:
    """The worlds of small positions, one for each number of seats that is gone through, and what varies in it beside
    the seats. Every seat moves at the start of a round, where turning the table does not turn the plays with it; and
    as many facts that differing clauses name as go into the budget of positions with one card on the table. ``work``:
    after how many steps the first gives up, the others after a third of them."""
    for number, pair in enumerate(pairs[-1:] if same.seatless else pairs):
        plans = (pair.a.engine.plan, pair.b.engine.plan)
        turned = "seats" not in same.read.orders and all(not pair.seats % plan.sides for plan in plans)
        alone = one_sided_memory(pair, legal_clauses)
        read = read_by(*pair.rulesets, listing_clauses, differing=True)
        starts: list[Data] = [{"seats": pair.seats, "turn": n} for n in range(2, 1 if turned else pair.seats + 1)]
        starts = [{"seats": pair.seats}, *starts]
        facts, words = aimed(pair, read, [group[-1] for group in same.classes], movers=not turned)
        facts = [{"seats": pair.seats, **f} for f in facts[: budget // max(1, same.positions(1))]]
        every = (*starts, *(f for f in facts if f not in starts))
        contexts = [f for f in every if alone.stands_in(f) and pair.read(f) is not None]
        whole = sum(f in starts for f in contexts)
        memory = of_builds(pair, read)
        words = [f"{said} (with one card on the table)" for said in words] if len(contexts) > whole else []
        numbers = tuple(p.seats for p in pairs) if same.seatless else (pair.seats,)
        left = work / 3 if number else work
        yield Enumeration(pair, same, contexts, whole, memory, numbers, turned, progress, left), words


def _varied(shape: Shape, values: Mapping[str, Sequence[Any]]) -> Iterator[Shape]:
    """A build, and the same that remembers these values."""
    rows = (dict.fromkeys((value, *values.get(name, ()))) for name, value in shape.memory)
    for row in product(*rows):
        yield replace(shape, memory=tuple((name, value) for (name, _), value in zip(shape.memory, row, strict=True)))


def _sets(shapes: Sequence[Shape], room: int, start: int = 0) -> Iterator[tuple[Shape, ...]]:
    """All sets of these builds with so many cards at most."""
    yield ()
    for i in range(start, len(shapes)):
        if len(shapes[i].cards) <= room:
            yield from ((shapes[i], *rest) for rest in _sets(shapes, room - len(shapes[i].cards), i))
