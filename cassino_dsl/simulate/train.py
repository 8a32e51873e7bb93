"""Training: rounds that players play against themselves, and the weights that explain what came of their plays.

At every decision all plays are tried out in worlds that agree with what the seat has seen, as `flat:N` does; the best
is made, or now and then another one, so that what it leads to is seen, too. What a play came to beside the others is
then put down to what it gains, leaves and keeps (``learned/fit.py``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.mix import mix
from cassino_dsl.engine.play import Play
from cassino_dsl.learned.features import features_of
from cassino_dsl.learned.fit import MOST_PLAYS, Products, decision, fitted, matrix, nothing
from cassino_dsl.learned.policy import hidden
from cassino_dsl.learned.slots import Counter
from cassino_dsl.learned.weights import Weights
from cassino_dsl.native.engine import NativeEngine, native_engine
from cassino_dsl.plan.make import make_plan
from cassino_dsl.players.greedy import leads_after
from cassino_dsl.players.lots import code, lowest_lot
from cassino_dsl.ruleset.errors import RunFault
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.simulate.cluster import Cluster
from cassino_dsl.simulate.tried import OpenChoice, TriedRounds, mean_leads
from cassino_dsl.simulate.wanted import NoEngine
from cassino_dsl.simulate.work import Doing
from cassino_dsl.simulate.workers import done
from cassino_dsl.units.record import fingerprint
from cassino_dsl.units.runner import Fault

GAMES = 300  # rounds, unless it is said how many
WORLDS = 30  # in which each play is tried out
OTHERWISE = 5  # of so many decisions one is not for the best play
BLOCK = 5  # rounds that a process is given at a time
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


class Trainer(TriedRounds[Products]):
    """Plays the rounds of a training, one after the other."""

    def __init__(self, training: Training, native: NativeEngine) -> None:
        super().__init__(training.ruleset, training.seats, native)
        self.training = training
        self.counter = Counter(self.engine.plan, self.tables)
        self.names = features_of(self.engine)
        self.of_slots = matrix(self.names.values(), self.counter.slots.width)

    def rounds(self, first: int, count: int) -> Products | Fault:
        """What is learned from rounds ``first`` to ``first + count - 1``."""
        sums = nothing(len(self.names))
        for number in range(first, first + count):
            try:
                for one in self.round(self.training.seed, number):
                    sums += one
            except RunFault as fault:
                return Fault(number, fault.code, str(fault), fault.help)
        return sums

    def take(self, choice: OpenChoice) -> tuple[Play, Products]:
        key = choice.key
        plays = sorted(choice.plays, key=lambda play: mix(key, code(self.tables, play)))[:MOST_PLAYS]
        came = mean_leads(self.tried(choice, plays, 0, WORLDS))
        best = [play for play, ahead in zip(plays, came, strict=True) if ahead == max(came)]
        made = lowest_lot(self.tables, best if mix(key, OTHERWISE) % OTHERWISE else plays, key)
        counted = self.counter.count(choice.state, choice.seat, plays, choice.shown.cards)
        now = leads_after(self.engine, choice.state, choice.seat, plays)
        return made, decision(self.of_slots, counted, self.counter.slots.offsets["lead"], now, came)


def train(training: Training, jobs: int | Cluster = 1, progress: Progress = lambda done: None) -> Weights:
    """Play and fit; the same weights whatever the jobs, and wherever. Raises ``NoEngine`` where the native engine
    cannot play the ruleset, and ``ValueError`` where nothing can be learned of it."""
    ruleset, seats = training.ruleset, training.seats
    plan = make_plan(ruleset, seats)
    if hidden(plan):
        raise ValueError("a seat does not see the whole table or its own hand: `learned` cannot play this variant")
    here = training.ready()
    names = features_of(Engine(plan))
    sums = nothing(len(names))
    starts = [(first, min(BLOCK, training.games - first)) for first in range(0, training.games, BLOCK)]
    rounds = 0
    hands = jobs if isinstance(jobs, Cluster) else min(jobs, len(starts))
    for (_, count), block in zip(starts, done(training, here, starts, hands), strict=True):
        if isinstance(block, Fault):
            raise RunFault(block.code, block.message, block.help)
        sums, rounds = sums + block, rounds + count
        progress(rounds)
    weights = tuple((name, n) for name, n in zip(names, fitted(sums), strict=True) if n)
    return Weights(ruleset.name, fingerprint(ruleset, seats), seats, training.games, training.seed, weights)
