"""Worlds: positions as they might be, from all that a seat has seen of one."""

from __future__ import annotations

import random
import sys
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cassino_dsl.engine.position.position import Position
from cassino_dsl.engine.reference.determinize import Place
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.observation_history import Sight
from cassino_dsl.engine.reference.rng import match_key, mix
from cassino_dsl.engine.reference.state import State
from cassino_dsl.language.diagnostics.cassino_error import WrongArgument
from cassino_dsl.match.arguments import number_in
from cassino_dsl.match.seen_so_far import SeenSoFar, texts_seen

if TYPE_CHECKING:
    import numpy as np

    from cassino_dsl.match.play_rows import PlaysBefore

    Chance = random.Random | np.random.Generator | int

TRIES = 20  # of a world in which the seat may play what it may


def seed_from(rng: Chance) -> int:
    """A seed from a generator; a number is one itself. Raises ``ValueError`` for what is neither."""
    if isinstance(rng, random.Random):
        return rng.getrandbits(64)
    numpy = sys.modules.get("numpy")  # who has not loaded it has no generator of its
    if numpy is not None and isinstance(rng, numpy.random.Generator):
        return int(rng.integers(0, 2**64, dtype=numpy.uint64))
    number = number_in(rng)
    if number is None:
        raise WrongArgument(f"chance is a `random.Random`, a `numpy.random.Generator` or a seed, not {rng!r:.60}")
    return number % 2**64


def world_of(position: Position, sight: Sight, seed: int) -> tuple[State, int]:
    """A state that agrees with what a seat has seen: the cards that it cannot place lie anew, what is hidden of the
    memory is as it started; and the seed by which chance decides in it from here on."""
    from cassino_dsl.players.determinizations import ReferenceWorlds  # what most runs never ask

    engine, seat = position.engine, sight.seat
    sighting, worlds = sight.position(position.state), ReferenceWorlds(engine)
    wanted = texts_seen(engine, position.state) if engine.decider(position.state) == seat else None
    for attempt in range(TRIES):
        own = mix(seed, attempt)
        state = worlds.world(sighting, match_key(own, 0))
        state.plays, state.chances = None, 0  # how often chance has decided something, nobody sees
        if wanted is None or texts_seen(engine, state) == wanted:
            break
    return state, own


@dataclass(frozen=True, slots=True)
class SeenBefore:
    """What a seat (from 0) brings to a world: all that it had seen, the rows of the last plays, the cards of the
    round, and of each face how many it can tell to lie in a row, and of how many of these the places."""

    seat: int
    seen: SeenSoFar
    plays: PlaysBefore
    cards: frozenset[int]
    lying: tuple[tuple[Place, int, int, int], ...]

    def sight(self, engine: Engine, state: State) -> Sight:
        """Its sight of the world."""
        sight, copies = Sight(engine, self.seat, state), engine.plan.ruleset.pack.copies
        for place, face, known, placed in self.lying:
            there = [card for card, at in sight.here.items() if at == place and card // copies == face]
            there.sort(key=lambda card: card not in sight.seen)
            sight.where |= dict.fromkeys(there[:known], place)
            sight.placed |= set(there[:placed])
        return sight


def seen_before(sight: Sight, seen: SeenSoFar, plays: PlaysBefore, cards: frozenset[int]) -> SeenBefore:
    """What a seat brings to a world that is made of its sight of a position."""
    copies = sight.engine.plan.ruleset.pack.copies
    known = Counter((place, card // copies) for card, place in sight.where.items())
    placed = Counter((place, card // copies) for card, place in sight.where.items() if card in sight.placed)
    lying = sorted((place, face, number, placed[place, face]) for (place, face), number in known.items())
    return SeenBefore(sight.seat, seen.closed(), plays, cards, tuple(lying))
