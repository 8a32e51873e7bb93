"""What a seat is told of a position: one row of numbers (int8), made from what it sees and nothing else. All
environments tell it, and the tensor of an information state begins with it.

A row is a list of named slots, the same for all positions of a plan. Each is a number, or the number of cards of each
face in some place, in pack order: twins count twice. Seats and sides are counted from the one that looks: 0 is itself,
1 the next in playing order. Numbers above 127 are told as 127, those below -128 as -128.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Any

import numpy as np

from cassino_dsl.engine.reference.game import Engine, stopped
from cassino_dsl.engine.reference.numbers import bits
from cassino_dsl.engine.reference.state import Build, State
from cassino_dsl.engine.reference.visibility import Known
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.model import Memory
from cassino_dsl.language.ruleset.types import SETS_OF_WORDS, Type
from cassino_dsl.language.ruleset.visible import OWNER, OWNERS, of_owner, owner_of, usual, word_of
from cassino_dsl.match.play_rows import Numbers, told
from cassino_dsl.players.plays_seen import knowledge_of

MOST_BUILDS = 8  # builds that are told one by one; play at random leaves more of them on no table of what is shipped


class SlotKind(Enum):
    """What a slot tells."""

    FACES = "of each face, how many cards lie in the place, as far as the seat sees them"
    CARDS = "how many cards lie in the place, seen or not"
    TOP = "which face lies on top (of the stock: comes next), from 1 in pack order; 0: no card, or one that is not seen"
    SEEN = "of each face, how many cards the seat has seen in this round: at decisions, and what plays show"
    KNOWN = "1 where the seat sees the memory that follows; where it does not, that is 0"
    MEMORY = "what the variant remembers"
    BUILD_FACES = "of each face, how many cards lie in the build; 0 where there are not so many builds"
    BUILD_VALUE = "the value announced of the build"
    BUILD_GROUPS = "how many groups the build has"
    BUILD_OWED = "1 where the turn owes a play with the build"
    BUILD_KNOWN = "1 where the seat sees the memory of the build that follows; where it does not, that is 0"
    BUILD_MEMORY = "what the variant remembers of the build"
    BUILDS = "how many builds lie on the table, also those that have no slots"
    SCORE = "the points of a side in the match so far (in halves where the match counts halves)"
    POINTS = "the points that a side has made in play in this round"
    ROUND = "the number of the round in the match, from 1"
    DEAL = "the number of the deal in the round, from 1"
    TURN = "the turns of the round so far"
    PASSES = "the seats that passed in a row"
    DECIDES = "the seat that decides, counted from the one that looks: 1 is itself; 0: nobody"
    DEALER = "the seat that deals, counted from the one that looks: 1 is itself"
    STEP = "how far the decision has come in the pattern of its turn (or of what is asked), 0 at its beginning"
    ASKED = "0 in a turn; for a decision beside turns, which `ask` of the file it is, from 1"


@dataclass(frozen=True, slots=True)
class RowSlot:
    """A stretch of the row. ``key``: of the place (as positions call it) or the memory; ``owner``: whose it is, counted
    from who looks (0 of what is nobody's); ``build``: which one, in the order in which they were made."""

    name: str
    kind: SlotKind
    length: int = 1
    key: str = ""
    owner: int = 0
    build: int = 0
    offset: int = 0


def slots_of(plan: Plan, most_builds: int = MOST_BUILDS) -> tuple[RowSlot, ...]:
    """The slots of a plan's observations, one after the other."""
    found, at = [], 0
    for slot in _slots(plan, most_builds):
        found.append(replace(slot, offset=at))
        at += slot.length
    return tuple(found)


def _slots(plan: Plan, most_builds: int) -> Iterator[RowSlot]:
    faces = len(plan.ruleset.pack.faces)
    for zone in (*OWNER, *(z.name for z in plan.ruleset.zones)):
        yield from _of_zone(plan, zone, faces)
    yield RowSlot("seen", SlotKind.SEEN, faces)
    yield RowSlot("builds", SlotKind.BUILDS)
    for build in range(most_builds if any(a.kind == "build" for a in plan.actions) else 0):
        name = f"build {build}"
        yield RowSlot(f"{name} faces", SlotKind.BUILD_FACES, faces, build=build)
        yield RowSlot(f"{name} value", SlotKind.BUILD_VALUE, build=build)
        yield RowSlot(f"{name} groups", SlotKind.BUILD_GROUPS, build=build)
        if any(a.owes for a in plan.actions):
            yield RowSlot(f"{name} owed", SlotKind.BUILD_OWED, build=build)
        for key in plan.build_memory:
            declared = plan.memory[key]
            if declared.seen is not None:
                yield RowSlot(f"{name} {key} known", SlotKind.BUILD_KNOWN, 1, key, build=build)
            yield RowSlot(f"{name} {key}", SlotKind.BUILD_MEMORY, _length(plan, declared), key, build=build)
    for key, declared in plan.memory.items():
        if declared.of != "build":
            yield from _of_memory(plan, key, declared)
    for side in range(plan.sides):
        yield RowSlot(f"score {side}", SlotKind.SCORE, owner=side)
        yield RowSlot(f"points {side}", SlotKind.POINTS, owner=side)
    for kind in (
        SlotKind.ROUND,
        SlotKind.DEAL,
        SlotKind.TURN,
        SlotKind.PASSES,
        SlotKind.DECIDES,
        SlotKind.DEALER,
        SlotKind.STEP,
        SlotKind.ASKED,
    ):
        yield RowSlot(kind.name.lower(), kind)


def _of_zone(plan: Plan, zone: str, faces: int) -> Iterator[RowSlot]:
    """A row of cards of each owner. Faces that are never seen have no slots."""
    owner = owner_of(zone, plan.ruleset.zones)
    condition = plan.visible.get(zone) or usual(zone, plan.ruleset.zones, plan.deal_hand.span)
    word = word_of(zone, owner, condition)
    for i in range(plan.seats if owner is Type.SEAT else plan.sides if owner is Type.SIDE else 1):
        name = zone if owner is None else f"{zone} {i}"
        if word != "none" and (word != "own" or i == 0):
            yield RowSlot(f"{name} faces", SlotKind.FACES, faces, zone, i)
            if zone != "hands":
                yield RowSlot(f"{name} top", SlotKind.TOP, 1, zone, i)
        elif zone == "stock" and plan.turned_up:
            yield RowSlot("stock top", SlotKind.TOP, 1, zone)
        yield RowSlot(f"{name} cards", SlotKind.CARDS, 1, zone, i)


def _of_memory(plan: Plan, key: str, declared: Memory) -> Iterator[RowSlot]:
    """What is remembered of each owner; what is never seen has no slots."""
    owner, seen, length = OWNERS.get(declared.of), declared.seen, _length(plan, declared)
    never, own = (seen is not None and seen == of_owner(owner, word, seen.span) for word in ("none", "own"))
    for i in range({"seat": plan.seats, "side": plan.sides}.get(declared.of, 1)):
        name = key if owner is None else f"{key} {i}"
        if never or (own and owner is not None and i):
            continue
        if seen is not None and not own:
            yield RowSlot(f"{name} known", SlotKind.KNOWN, 1, key, i)
        yield RowSlot(name, SlotKind.MEMORY, length, key, i)


def _length(plan: Plan, declared: Memory) -> int:
    """How many numbers tell a remembered value: one, but for sets. Of cards, how many of each face; of numbers, a 1 for
    each from 0 on up to the highest that a card counts for, and one for all beyond; of seats, sides, ranks and suits, a
    1 for each that is in it, the own seat or side first."""
    pack, type = plan.ruleset.pack, declared.type
    lengths = {Type.CARDS: len(pack.faces), Type.RANKS: len(pack.all_ranks), Type.SUITS: len(pack.suits)}
    lengths |= {Type.SEATS: plan.seats, Type.SIDES: plan.sides}
    return numbers_of(plan) + 1 if type is Type.VALUES else lengths.get(type, 1)


def numbers_of(plan: Plan) -> int:
    """One more than the highest number that a card counts for anywhere."""
    return max((mask.bit_length() for values in plan.values.values() for mask in values), default=0)


@lru_cache(maxsize=64)
def observations_of(engine: Engine, most_builds: int = MOST_BUILDS) -> Observations:
    """What makes the observations of an engine's positions."""
    return Observations(engine, most_builds)


class Observations:
    """Makes the observations of one plan."""

    def __init__(self, engine: Engine, most_builds: int = MOST_BUILDS) -> None:
        self.engine, self.plan = engine, engine.plan
        self.knowledge = knowledge_of(engine)
        self.slots = slots_of(engine.plan, most_builds)
        self.width = self.slots[-1].offset + self.slots[-1].length
        pack, zones = engine.plan.ruleset.pack, engine.plan.ruleset.zones
        self.copies, self.faces = pack.copies, len(pack.faces)
        self.suits = [suit.letter for suit in pack.suits]
        self.patterns = list(engine.plan.asks)
        self.numbers = numbers_of(engine.plan)
        self.owners = {zone: owner_of(zone, zones) for zone in (*OWNER, *(z.name for z in zones))}
        self.owners |= {key: OWNERS.get(m.of) for key, m in engine.plan.memory.items()}

    def observe(self, state: State, seat: int, seen: Set[int]) -> Numbers:
        """The row of a seat (from 0). ``seen``: the cards that it has seen in the round."""
        row = np.zeros(self.width, np.int8)
        known = self.knowledge.of(state, seat)
        for slot in self.slots:
            if slot.kind.name.startswith("BUILD_"):
                if slot.build >= len(state.builds):
                    continue
                found = self._of_build(state, seat, known, slot)
            else:
                found = self._told(state, seat, known, seen, slot)
            row[slot.offset : slot.offset + slot.length] = found
        return row

    @property
    def labels(self) -> tuple[str, ...]:
        """What each number of a row tells, in words."""
        return tuple(label for slot in self.slots for label in self._labels(slot))

    def _labels(self, slot: RowSlot) -> Iterable[str]:
        type = self.plan.memory[slot.key].type if slot.key in self.plan.memory else Type.CARDS
        if slot.length == 1:
            return (slot.name,)
        members: Iterable[object] = range(slot.length)  # numbers; seats and sides from the one that looks
        if type is Type.CARDS:
            members = (face.text for face in self.plan.ruleset.pack.faces)
        elif type in (Type.RANKS, Type.SUITS):
            members = self._all_of(type, 0)
        return (f"{slot.name}: {member}" for member in members)

    def _told(self, state: State, seat: int, known: Known, seen: Set[int], slot: RowSlot) -> int | list[int]:
        """The numbers of a slot that is of no build."""
        kind, key = slot.kind, slot.key
        owner = self._owner(seat, self.owners.get(key), slot.owner)
        if kind is SlotKind.FACES:
            return self._by_face(card for card in known.zones[key][owner] if card is not None)
        if kind is SlotKind.CARDS:
            return told(len(known.zones[key][owner]))
        if kind is SlotKind.TOP:
            return self._value(seat, Type.CARD, next(iter(known.zones[key][owner][-1:]), None))
        if kind is SlotKind.SEEN:
            return self._by_face(seen)
        if kind is SlotKind.KNOWN:
            return int(owner in known.memory[key])
        if kind is SlotKind.MEMORY:
            of, type = self.plan.memory[key].of, self.plan.memory[key].type
            value = state.memory[key] if of == "match" else state.memory[key][owner]
            return self._value(seat, type, value) if owner in known.memory[key] else 0
        side = (self.plan.side_of[seat] + slot.owner) % self.plan.sides
        return told(self._number(state, seat, side, kind))

    def _number(self, state: State, seat: int, side: int, kind: SlotKind) -> int:
        """A number of the whole position."""
        seats = self.plan.seats
        if kind is SlotKind.SCORE:
            return state.scores[side]
        if kind is SlotKind.POINTS:
            return sum(points[side] for points in state.points.values())
        if kind is SlotKind.DECIDES:
            return 0 if stopped(state) else (self.engine.decider(state) - seat) % seats + 1
        if kind is SlotKind.DEALER:
            return (state.leader - 1 - seat) % seats + 1
        if kind is SlotKind.STEP:
            return max(0, self.engine.decision(state)[2])
        if kind is SlotKind.ASKED:
            return self.patterns.index(state.asks[0].pattern) + 1 if state.asks else 0
        numbers = {SlotKind.BUILDS: len(state.builds), SlotKind.ROUND: state.round, SlotKind.DEAL: state.deals}
        return {**numbers, SlotKind.TURN: state.turns, SlotKind.PASSES: state.passes}[kind]

    def _of_build(self, state: State, seat: int, known: Known, slot: RowSlot) -> int | list[int]:
        """The numbers of a slot of a build that is there."""
        build: Build = state.builds[slot.build]
        if slot.kind is SlotKind.BUILD_FACES:
            return self._by_face(build.cards)
        if slot.kind is SlotKind.BUILD_VALUE:
            return told(build.value)
        if slot.kind is SlotKind.BUILD_GROUPS:
            return told(len(build.groups))
        if slot.kind is SlotKind.BUILD_OWED:
            return int(build in state.owed)
        sees = slot.key in known.builds[slot.build]
        if slot.kind is SlotKind.BUILD_KNOWN:
            return int(sees)
        return self._value(seat, self.plan.memory[slot.key].type, build.memory[slot.key]) if sees else 0

    def _owner(self, seat: int, owner: Type | None, number: int) -> int:
        """The seat or side that is so far from the one that looks."""
        if owner is Type.SEAT:
            return (seat + number) % self.plan.seats
        return (self.plan.side_of[seat] + number) % self.plan.sides if owner is Type.SIDE else 0

    def _value(self, seat: int, type: Type, value: Any) -> int | list[int]:
        """A remembered value. Seats and sides count from 1, which is the own; cards (by face), ranks and suits from 1
        in pack order; 0 is nothing, or no."""
        if type is Type.CARDS:
            return self._by_face(value)
        if type is Type.VALUES:
            found = [0] * (self.numbers + 1)
            for number in bits(value):
                found[min(number, self.numbers)] = 1
            return found
        if type in SETS_OF_WORDS:
            return [int(member in value) for member in self._all_of(type, seat)]
        if value is None:
            return 0
        if type is Type.SEAT:
            return int((value - seat) % self.plan.seats) + 1
        if type is Type.SIDE:
            return int((value - self.plan.side_of[seat]) % self.plan.sides) + 1
        if type is Type.CARD:
            return told(value // self.copies + 1)
        if type is Type.RANK:
            return told(self.engine.evaluate.tables.order.get(value, 0))
        if type is Type.SUIT:
            return self.suits.index(value) + 1
        return told(int(value))

    def _all_of(self, type: Type, seat: int) -> Iterable[Any]:
        """All that may be in a set of words: seats and sides from the one that looks on."""
        if type is Type.SEATS:
            return ((seat + number) % self.plan.seats for number in range(self.plan.seats))
        if type is Type.SIDES:
            return ((self.plan.side_of[seat] + number) % self.plan.sides for number in range(self.plan.sides))
        return self.plan.ruleset.pack.all_ranks if type is Type.RANKS else self.suits

    def _by_face(self, cards: Iterable[int]) -> list[int]:
        counts = [0] * self.faces
        for card in cards:
            counts[card // self.copies] += 1
        return counts
