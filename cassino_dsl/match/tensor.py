"""What a seat knows of a position as one row of numbers: where cards lie that it sees or has seen go there, and what is
open; and the last plays, each as a row. Seats and sides count from the one that looks: 0 is itself, 1 the next in
playing order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cassino_dsl.engine.reference.determinize import Place, rows
from cassino_dsl.engine.reference.game import Engine, stopped
from cassino_dsl.engine.reference.observation_history import BUILDS, Sight
from cassino_dsl.engine.reference.state import FIELDS, State
from cassino_dsl.language.ruleset.numbers import LARGEST_IN_SET
from cassino_dsl.language.ruleset.types import ELEMENT, SETS_OF_WORDS, Type

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from cassino_dsl.match.play_rows import PlaysBefore

    Tensor = npt.NDArray[np.float32]

Numbers = Iterator[tuple[str, int]]  # each with what it tells
_COUNTS = ("round", "deals", "turns", "passes")


class Tensors:
    """Makes the rows of one plan; ``labels``: what each number of a row tells, in words."""

    def __init__(self, engine: Engine) -> None:
        from cassino_dsl.match.play_rows import HISTORY, PlayRows  # which needs a heavy library, and few ask

        self.engine, self.plan, self.plays = engine, engine.plan, PlayRows(engine)
        self.pack, self.tables = engine.plan.ruleset.pack, engine.evaluate.tables
        self.of = {f.key: f.of for f in FIELDS} | {zone.name: zone.of for zone in engine.plan.ruleset.zones}
        empty = State.empty(engine.plan)
        empty.memory = engine.fresh_memory(empty)
        here = [label for label, _ in self._numbers(Sight(engine, 0, empty), empty)]
        ago = range(1, HISTORY + 1)
        self.labels = (*here, *(f"play -{number}: {label}" for number in ago for label in self.plays.labels))
        self.here = len(here)

    def row(self, sight: Sight, state: State, plays: PlaysBefore) -> Tensor:
        """What a seat that has this sight of a state knows of it, after these plays: as many numbers as there are
        labels."""
        import numpy as np

        found = np.zeros(len(self.labels), np.float32)
        found[: self.here] = np.fromiter((number for _, number in self._numbers(sight, state)), np.float32, self.here)
        last = np.array(plays[::-1], np.float32).ravel()
        found[self.here : self.here + len(last)] = last
        return found

    def _numbers(self, sight: Sight, state: State) -> Numbers:
        yield from self._cards(sight, state)
        yield from self._builds(sight, state)
        yield from self._course(sight.seat, state)
        for name, owners in sight.known.memory.items():
            of = self.plan.memory[name].memory.of
            values = [state.memory[name]] if of == "match" else state.memory[name]
            for label, owner in self._owners(name, of, len(values), sight.seat):
                known = owner in owners
                yield f"{label}: seen", known
                yield from self._remembered(label, name, values[owner] if known else None, sight.seat)

    def _cards(self, sight: Sight, state: State) -> Numbers:
        """Of each face how many cards the seat knows in a place, and how many cards lie there."""
        known: dict[Place, Counter[int]] = {}
        for card, place in sight.where.items():
            known.setdefault(place, Counter())[card // self.pack.copies] += 1
        lying = {place: len(row) for place, row in rows(state)}
        keys = dict.fromkeys(key for key, _ in lying)
        for key in keys:
            count = sum(place == key for place, _ in lying)
            for label, owner in self._owners(key, self.of[key], count, sight.seat):
                yield from self._faces(label, known.get((key, owner), Counter()))
                yield f"{label}: cards", lying[key, owner]
        yield from self._faces("builds", known.get(BUILDS, Counter()))

    def _builds(self, sight: Sight, state: State) -> Numbers:
        """Of each face what is known of the build in which it lies (of several, the one made last)."""
        values: dict[int, int] = {}
        groups: dict[int, int] = {}
        memory: dict[str, dict[int, int]] = {}  # by what each number of it tells
        for name in self.plan.build_memory:
            for label, _ in self._remembered(f"{name} of its build", name, None, sight.seat):
                memory[label] = {}
        for build, seen in zip(state.builds, sight.known.builds, strict=True):
            for face in {card // self.pack.copies for card in build.cards}:
                values[face], groups[face] = build.value, len(build.groups)
                for name in seen:
                    for label, number in self._remembered(f"{name} of its build", name, build.memory[name], sight.seat):
                        memory[label][face] = number
        yield from self._faces("value of its build", values)
        yield from self._faces("groups of its build", groups)
        for label, numbers in memory.items():
            yield from self._faces(label, numbers)

    def _course(self, seat: int, state: State) -> Numbers:
        """Points, whose turn it is, how far the match is."""
        made = [sum(points[side] for points in state.points.values()) for side in range(self.plan.sides)]
        for label, side in self._owners("scores", "side", self.plan.sides, seat):
            yield label, state.scores[side]
            yield f"{label}: in this round", made[side]
        decides = None if stopped(state) else self.engine.decider(state)
        for what, whose in (("turn", decides), ("leader", state.leader)):
            for label, other in self._owners(what, "seat", self.plan.seats, seat):
                yield label, other == whose
        for name in _COUNTS:
            yield name, getattr(state, name)
        yield "asked", bool(state.asks)

    # ---- parts

    def _owners(self, what: str, of: str, count: int, seat: int) -> Iterator[tuple[str, int]]:
        """What is of seats or sides, each with its owner, from the one that looks on."""
        if of not in ("seat", "side"):
            yield what, 0
            return
        first = seat if of == "seat" else self.plan.side_of[seat]
        for after in range(count):
            yield f"{what} of {of} +{after}", (first + after) % count

    def _faces(self, label: str, numbers: dict[int, int]) -> Numbers:
        for number, face in enumerate(self.pack.faces):
            yield f"{label}: {face.text}", numbers.get(number, 0)

    def _remembered(self, label: str, name: str, value: Any, seat: int) -> Numbers:
        type = self.plan.memory[name].memory.type
        if type is Type.CARDS:
            yield from self._faces(label, Counter(card // self.pack.copies for card in value or ()))
        elif type is Type.VALUES:
            for number in range(LARGEST_IN_SET + 1):
                yield f"{label}: {number}", (value or 0) >> number & 1
        elif type in (Type.SEATS, Type.SIDES):
            of, count = ELEMENT[type].value, self.plan.seats if type is Type.SEATS else self.plan.sides
            yield from ((text, owner in (value or ())) for text, owner in self._owners(label, of, count, seat))
        elif type in SETS_OF_WORDS:
            words = self.pack.all_ranks if type is Type.RANKS else [suit.letter for suit in self.pack.suits]
            yield from ((f"{label}: {word}", word in (value or ())) for word in words)
        else:
            yield label, self._scalar(type, value, seat)

    def _scalar(self, type: Type, value: Any, seat: int) -> int:
        """A remembered value as a number; 0: nothing. Seats and sides count from 1, the one that looks; cards, ranks
        and suits as in the pack."""
        if value is None:
            return 0
        if type in (Type.SEAT, Type.SIDE):
            own, count = (seat, self.plan.seats) if type is Type.SEAT else (self.plan.side_of[seat], self.plan.sides)
            return int((value - own) % count + 1)
        if type is Type.CARD:
            return int(value // self.pack.copies + 1)
        words: Sequence[str] = self.pack.ranks if type is Type.RANK else [suit.letter for suit in self.pack.suits]
        return words.index(value) + 1 if isinstance(value, str) and value in words else int(value)
