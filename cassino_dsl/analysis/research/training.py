"""Training: rounds that players play against themselves, and the weights that explain what came of their plays.

At every decision all plays are tried out in worlds that agree with what the seat has seen, as `flat:N` does; the best
is made, or now and then another one, so that what it leads to is seen, too. What a play came to beside the others is
then put down to what it gains, leaves and keeps (``fit.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from cassino_dsl.analysis.research.fit import MOST_PLAYS, Products, decision, fitted, matrix, nothing
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
from cassino_dsl.players.learned.policy import features_of, hidden
from cassino_dsl.players.learned.slots import Counter, RoundSeen
from cassino_dsl.players.learned.weights import FINE, Weights
from cassino_dsl.players.native_worlds import NativeWorlds, learned_words
from cassino_dsl.players.policies import leads_after
from cassino_dsl.players.tie_break import code, lowest_lot

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
                    sighting = replace(sights[engine.decider(state)].position(state), pasts=())
                    play, learned = self._choice(state.unaware(), plays, sighting, shown, own)
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
    blocks = done(training, here, pieces, hands_for(training.games, BLOCK, jobs))
    for (_, count), block in zip(pieces, blocks, strict=True):
        if isinstance(block, Fault):
            raise RunFault(block.code, block.message, block.help)
        sums, rounds = sums + block, rounds + count
        progress(rounds)
    weights = tuple((name, n) for name, n in zip(names, fitted(sums), strict=True) if n)
    return Weights(ruleset.name, fingerprint(ruleset, seats), seats, training.games, training.seed, weights)
