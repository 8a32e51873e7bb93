"""Rounds as they are seen from a seat, for tests of players."""

from __future__ import annotations

import random as chance
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from cassino_dsl.analysis.simulate.reference_runner import ListingEngine
from cassino_dsl.engine.native.engine import legal_plays
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.rng import decision_key, match_key
from cassino_dsl.engine.reference.state import State
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.players.determinizations import Worlds
from cassino_dsl.players.learned.policy import features_of, hidden
from cassino_dsl.players.learned.weights import Weights
from cassino_dsl.players.native_worlds import NativeWorlds, learned_words
from cassino_dsl.players.policies import random
from tests.native.compare import quick_engine


class Stacked(ListingEngine):
    """An engine that deals some cards in place of others."""

    instead: Mapping[int, int] = {}

    def shuffle(self, state: State) -> None:
        super().shuffle(state)
        state.stock = [self.instead.get(card, card) for card in state.stock]


@dataclass(frozen=True)
class Table:
    """A ruleset ready to be played, with an engine to search with, and something learned of it."""

    engine: Stacked
    worlds: Worlds
    weights: Weights | None


def table(ruleset: Ruleset, seats: int) -> Table:
    engine, native = Stacked(make_plan(ruleset, seats)), quick_engine(ruleset, seats)
    engine.lists = partial(legal_plays, native)
    weights = None if hidden(engine.plan) else some_weights(engine)
    return Table(engine, NativeWorlds(native, learned_words(ruleset, seats, weights)), weights)


def some_weights(engine: Engine) -> Weights:
    """Weights of every feature, by chance: whatever a play is counted by decides."""
    lots = chance.Random(1)
    weights = tuple((name, lots.randrange(-1_000, 1_000)) for name in features_of(engine))
    return Weights("any", "", engine.plan.seats, 0, 1, weights)


def first_round(engine: Engine, key: int) -> Iterator[tuple[State, Play, State]]:
    """The plays of a first round between random players, each with the decision that follows it."""
    state, number = engine.new_match(match_key(key, 0)), 0
    while state.round == 1 and not state.match_over:
        play = random(engine, state, engine.decider(state), engine.legal(state), decision_key(key, number))
        before, state, number = state, engine.play(state, play), number + 1
        yield before, play, state
