"""Training: rounds that players play against themselves, and the weights that explain what came of their plays.

At every decision all plays are tried out in worlds that agree with what the seat has seen, as `flat:N` does; the best
is made, or now and then another one, so that what it leads to is seen, too. What a play came to beside the others is
then put down to what it gains, leaves and keeps (``learned/fit.py``).
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

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
from cassino_dsl.simulate.tried import OpenChoice, TriedRounds
from cassino_dsl.simulate.wanted import NoEngine
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


class Trainer(TriedRounds[Products]):
    """Plays the rounds of a training, one after the other."""

    def __init__(self, training: Training, native: NativeEngine) -> None:
        super().__init__(training.ruleset, training.seats, native)
        self.training = training
        self.counter = Counter(self.engine.plan, self.tables)
        self.names = features_of(self.engine)
        self.of_slots = matrix(self.names.values(), self.counter.slots.width)

    def rounds(self, first: int, count: int) -> Products:
        """What is learned from rounds ``first`` to ``first + count - 1``."""
        sums = nothing(len(self.names))
        for number in range(first, first + count):
            for one in self.round(self.training.seed, number):
                sums += one
        return sums

    def take(self, choice: OpenChoice) -> tuple[Play, Products]:
        key = choice.key
        plays = sorted(choice.plays, key=lambda play: mix(key, code(self.tables, play)))[:MOST_PLAYS]
        came = self.tried(choice, plays, 0, WORLDS)
        best = [play for play, ahead in zip(plays, came, strict=True) if ahead == max(came)]
        made = lowest_lot(self.tables, best if mix(key, OTHERWISE) % OTHERWISE else plays, key)
        counted = self.counter.count(choice.state, choice.seat, plays, choice.shown.cards)
        now = leads_after(self.engine, choice.state, choice.seat, plays)
        return made, decision(self.of_slots, counted, self.counter.slots.offsets["lead"], now, came)


def train(training: Training, jobs: int = 1, progress: Progress = lambda done: None) -> Weights:
    """Play and fit; the same weights whatever the jobs. Raises ``NoEngine`` where the native engine cannot play the
    ruleset, and ``ValueError`` where nothing can be learned of it."""
    ruleset = training.ruleset
    if hidden(make_plan(ruleset, training.seats)):
        raise ValueError("a seat does not see the whole table or its own hand: `learned` cannot play this variant")
    native, reason = native_engine(ruleset, training.seats)
    if native is None:
        raise NoEngine(f"training needs the native engine, which cannot play this: {reason}")
    trainer = Trainer(training, native)
    sums = nothing(len(trainer.names))
    starts = [(first, min(BLOCK, training.games - first)) for first in range(0, training.games, BLOCK)]
    done = 0
    for (_, count), block in zip(starts, _played(trainer, starts, jobs), strict=True):
        sums, done = sums + block, done + count
        progress(done)
    weights = tuple((name, n) for name, n in zip(trainer.names, fitted(sums), strict=True) if n)
    seats, found = training.seats, fingerprint(ruleset, training.seats)
    return Weights(ruleset.name, found, seats, training.games, training.seed, weights)


def _played(trainer: Trainer, starts: Sequence[tuple[int, int]], jobs: int) -> Iterator[Products]:
    if jobs <= 1 or len(starts) == 1:
        yield from (trainer.rounds(*start) for start in starts)
        return
    pool = ProcessPoolExecutor(min(jobs, len(starts)), initializer=_start, initargs=(trainer.training,))
    try:
        for block in pool.map(_rounds, *zip(*starts, strict=True)):
            if isinstance(block, Fault):
                raise RunFault(block.code, block.message, block.help)
            yield block
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


_trainer: Trainer | None = None  # of a worker process


def _start(training: Training) -> None:
    global _trainer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends the pool
    native, _ = native_engine(training.ruleset, training.seats)
    assert native is not None
    _trainer = Trainer(training, native)


def _rounds(first: int, count: int) -> Products | Fault:
    assert _trainer is not None
    try:
        return _trainer.rounds(first, count)
    except RunFault as fault:
        return Fault(first, fault.code, str(fault), fault.help)
