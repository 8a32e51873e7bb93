"""Training: rounds that players play against themselves, and the weights that explain what came of their plays.

At every decision all plays are tried out in worlds that agree with what the seat has seen, as `flat:N` does; the best
is made, or now and then another one, so that what it leads to is seen, too. What a play came to beside the others is
then put down to what it gains, leaves and keeps: by least squares, the same on every machine. What is added up is whole
numbers, so that it does not matter in how many pieces; what is solved is solved in a fixed order of plain operations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import lcm
from typing import Any

import numpy as np

from cassino_dsl.analysis.simulate.reference_runner import ListingEngine, RoundPlayed
from cassino_dsl.analysis.simulate.work import Doing, Jobs, done, hands_for, pieces_of
from cassino_dsl.analysis.units.runner import Fault
from cassino_dsl.engine.choice import NoEngine
from cassino_dsl.engine.native.engine import NativeEngine, legal_plays, native_engine
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.observation_history import Sight, Sighting
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.rng import decision_key, match_key, mix
from cassino_dsl.engine.reference.state import State
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.match.record import fingerprint
from cassino_dsl.players.determinizations import Rollouts
from cassino_dsl.players.learned.policy import Feature, features_of, hidden
from cassino_dsl.players.learned.slots import Counter, RoundSeen
from cassino_dsl.players.learned.weights import FINE, LARGEST, POINT, Weights
from cassino_dsl.players.native_worlds import NativeWorlds, learned_words
from cassino_dsl.players.policies import leads_after, looked_at
from cassino_dsl.players.tie_break import code, lowest_lot

GAMES = 300  # rounds, unless it is said how many
WORLDS = 30  # in which each play is tried out
OTHERWISE = 5  # of so many decisions one is not for the best play
BLOCK = 5  # rounds that a process is given at a time
MOST_PLAYS = 10  # of a decision that are learned from
WHOLE = lcm(*range(1, MOST_PLAYS + 1))
DOUBT = 40  # rows that say of each feature that it weighs nothing
Progress = Callable[[int], object]


@dataclass(frozen=True, slots=True)
class Training:
    """What is trained: a ruleset at a number of seats, in so many rounds from a seed."""

    ruleset: Ruleset
    seats: int
    games: int
    seed: int

    def ready(self) -> Doing[Products | Fault]:
        """Raises ``NoEngine`` where the native engine cannot play the ruleset."""
        native, reason = native_engine(self.ruleset, self.seats)
        if native is None:
            raise NoEngine(f"training needs the native engine, which cannot play this: {reason}")
        return Trainer(self, native).rounds


class Trainer:
    """Plays the rounds of a training, one after the other, and takes something from every choice."""

    def __init__(self, training: Training, native: NativeEngine) -> None:
        self.training = training
        self.engine = ListingEngine(make_plan(training.ruleset, training.seats))
        self.engine.single_rounds = True
        self.engine.lists = partial(legal_plays, native)
        self.worlds = NativeWorlds(native, learned_words(training.ruleset, training.seats, None))
        self.tables = self.engine.evaluate.tables
        self.counter = Counter(self.engine.plan, self.tables)
        self.names = features_of(self.engine)
        self.of_slots = matrix(self.names.values(), self.counter.slots.width)

    def rounds(self, first: int, count: int) -> Products | Fault:
        """What is learned from rounds ``first`` to ``first + count - 1``."""
        sums = nothing(len(self.names))
        for number in range(first, first + count):
            try:
                for one in self._round(number):
                    sums += one
            except RunFault as fault:
                return Fault(number, fault.code, str(fault), fault.help)
        return sums

    def _round(self, number: int) -> Iterator[Products]:
        """What is learned from each choice of the first round of a match."""
        engine, key, decisions = self.engine, match_key(self.training.seed, number), 0
        try:
            state = engine.new_match(key)
            shown = RoundSeen(state)
            sights = [Sight(engine, seat, state) for seat in range(engine.plan.seats)]
            while not state.match_over:
                plays, own = engine.legal(state), decision_key(key, decisions)
                play = plays[0]
                if len(plays) > 1:
                    seat = engine.decider(state)
                    sighting = replace(sights[seat].position(state), pasts=())
                    play, learned = self._choice(looked_at(engine, state, seat), plays, sighting, shown, own)
                    yield learned
                before, state = state, engine.play(state, play)
                decisions += 1
                shown.follow(before, play, state)
                for sight in sights:
                    sight.follow(before, play, state)
        except RoundPlayed:
            return

    def _choice(
        self, state: State, legal: list[Play], sighting: Sighting, shown: RoundSeen, key: int
    ) -> tuple[Play, Products]:
        """The play that is made, and what its and the other plays come to. ``shown``: what all have seen."""
        seat = self.engine.decider(state)
        sensible = self.engine.lister.sensible(sighting.state, seat, legal)
        plays = sorted(sensible, key=lambda play: mix(key, code(self.tables, play)))[:MOST_PLAYS]
        codes = [code(self.tables, play) for play in plays]
        tried = self.worlds.try_plays(Rollouts(sighting, codes, key, 0, WORLDS))
        came = [FINE * ahead // times if times else 0 for ahead, times in zip(tried.leads, tried.times, strict=True)]
        best = [play for play, ahead in zip(plays, came, strict=True) if ahead == max(came)]
        made = lowest_lot(self.tables, best if mix(key, OTHERWISE) % OTHERWISE else plays, key)
        counted = self.counter.count(state, seat, plays, shown.cards)
        now = leads_after(self.engine, state, seat, plays)
        return made, decision(self.of_slots, counted, self.counter.slots.offsets["lead"], now, came)


def train(training: Training, jobs: Jobs = 1, progress: Progress = lambda done: None) -> Weights:
    """Play and fit; the same weights whatever the jobs, and wherever. Raises ``NoEngine`` where the native engine
    cannot play the ruleset, and ``ValueError`` where nothing can be learned of it."""
    ruleset, seats = training.ruleset, training.seats
    plan = make_plan(ruleset, seats)
    if hidden(plan):
        raise ValueError("a seat does not see the whole table or its own hand: `learned` cannot play this variant")
    here = training.ready()
    names = features_of(Engine(plan))
    sums = nothing(len(names))
    pieces, rounds = list(pieces_of(training.games, BLOCK)), 0
    blocks = done(training.ready, here, pieces, hands_for(training.games, BLOCK, jobs))
    for (_, count), block in zip(pieces, blocks, strict=True):
        if isinstance(block, Fault):
            raise RunFault(block.code, block.message, block.help)
        sums, rounds = sums + block, rounds + count
        progress(rounds)
    weights = tuple((name, n) for name, n in zip(names, fitted(sums), strict=True) if n)
    return Weights(ruleset.name, fingerprint(ruleset, seats), seats, training.games, training.seed, weights)


# ---- the fit


@dataclass(frozen=True)
class Products:
    """Products of features with each other and with leads, each decision counted from its own mean, times WHOLE."""

    products: Any  # a matrix of 64-bit numbers
    leads: Any
    decisions: int

    def __add__(self, other: Products) -> Products:
        return Products(self.products + other.products, self.leads + other.leads, self.decisions + other.decisions)


def nothing(features: int) -> Products:
    return Products(np.zeros((features, features), np.int64), np.zeros(features, np.int64), 0)


def matrix(features: Iterable[Feature], width: int) -> Any:
    """How often each slot counts for each feature."""
    rows = list(features)
    found = np.zeros((width, len(rows)), np.int64)
    for i, feature in enumerate(rows):
        for slot, times in feature:
            found[slot, i] += times
    return found


def decision(of_slots: Any, plays: Sequence[Sequence[int]], lead_slot: int, now: Sequence[int], leads: Any) -> Products:
    """The sums of one decision: the slots of each play, its lead as the round stands, and to what lead it came when it
    was tried out, in parts of a point."""
    slots = np.zeros((len(plays), of_slots.shape[0]), np.int64)
    for row, (filled, ahead) in enumerate(zip(plays, now, strict=True)):
        np.add.at(slots[row], list(filled), 1)
        slots[row, lead_slot] = ahead
    rows, came = slots @ of_slots, np.array(leads, np.int64)
    n = len(plays)
    products = WHOLE * (rows.T @ rows) - WHOLE // n * np.outer(rows.sum(0), rows.sum(0))
    return Products(products, WHOLE * (rows.T @ came) - WHOLE // n * rows.sum(0) * came.sum(), 1)


def fitted(sums: Products) -> list[int]:
    """The weight of each feature, as a whole number. What is solved is positive definite, so that no row need be looked
    for; numbers are multiplied and subtracted one by one (``@`` adds up otherwise on other processors)."""
    left = sums.products.astype(float) + DOUBT * WHOLE * np.eye(len(sums.leads))
    right = sums.leads.astype(float) / FINE
    for i in range(len(right)):
        times = left[i + 1 :, i] / left[i, i]
        left[i + 1 :] -= np.outer(times, left[i])
        right[i + 1 :] -= times * right[i]
    for i in reversed(range(len(right))):
        right[i] /= left[i, i]
        right[:i] -= left[:i, i] * right[i]
    return [max(-LARGEST, min(LARGEST, round(weight * POINT))) for weight in right.tolist()]
