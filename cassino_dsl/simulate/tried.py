"""Rounds in which every play of every decision can be tried out, as a player who searches does it.

Who learns and who measures play them: what they take from a decision, and which play is made, is theirs to say.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, TypeVar

from cassino_dsl.engine.mix import decision_key, match_key
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.scoring import Standing
from cassino_dsl.engine.sight import Sight, Sighting
from cassino_dsl.engine.state import State
from cassino_dsl.learned.slots import RoundSeen
from cassino_dsl.learned.weights import FINE, Weights
from cassino_dsl.native.engine import NativeEngine
from cassino_dsl.native.positions import legal_plays
from cassino_dsl.native.worlds import NativeWorlds, learned_words
from cassino_dsl.plan.make import make_plan
from cassino_dsl.players.lots import code
from cassino_dsl.players.search import plays_out_as_learned
from cassino_dsl.players.worlds import Tried
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.simulate.reference_runner import WatchedEngine

T = TypeVar("T")


class RoundOver(Exception):
    """The round that was to be played has been scored, so."""

    def __init__(self, standing: Standing) -> None:
        super().__init__()
        self.standing = standing


class RoundEngine(WatchedEngine):
    """Plays single rounds, the plays listed by the native engine."""

    def on_round(self, state: State, standing: Standing, stuck: bool) -> None:
        raise RoundOver(standing)


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """A decision with more than one play. ``plays``: those that are sensible; ``shown``: what all have seen."""

    state: State
    seat: int
    plays: list[Play]
    sighting: Sighting
    shown: RoundSeen
    key: int


def mean_leads(tried: Tried) -> list[int]:
    """To what lead each play comes, the mean in parts of a point."""
    return [FINE * ahead // legal if legal else 0 for ahead, legal in zip(tried.leads, tried.times, strict=True)]


class TriedRounds(ABC, Generic[T]):
    """Plays rounds, and takes something from every choice. ``weights``: what was learned, so that rounds are played
    out as who searches does it."""

    def __init__(self, ruleset: Ruleset, seats: int, native: NativeEngine, weights: Weights | None = None) -> None:
        self.engine = RoundEngine(make_plan(ruleset, seats))
        self.engine.lists = partial(legal_plays, native)
        self.worlds = NativeWorlds(native, learned_words(ruleset, seats, weights))
        self.as_learned = weights is not None and plays_out_as_learned(self.engine.plan)
        self.tables = self.engine.evaluate.tables

    @abstractmethod
    def take(self, choice: OpenChoice) -> tuple[Play, T]:
        """The play that is made, and what is taken from the choice."""

    def tried(self, choice: OpenChoice, plays: list[Play], first: int, count: int) -> Tried:
        """What comes of each play in so many worlds."""
        codes = [code(self.tables, play) for play in plays]
        shown = choice.shown.cards if self.as_learned else None
        return self.worlds.try_plays(choice.sighting, codes, choice.key, first, count, shown)

    def round(self, seed: int, number: int) -> Generator[T, None, Standing | None]:
        """What is taken from the first round of a match; at last how it was scored."""
        engine, key = self.engine, match_key(seed, number)
        try:
            state = engine.new_match(key)
            shown, decisions = RoundSeen(state), 0
            sights = [Sight(engine, seat, state) for seat in range(engine.plan.seats)]
            while not state.match_over:
                plays, own = engine.legal(state), decision_key(key, decisions)
                play = plays[0]
                if len(plays) > 1:
                    seat = engine.decider(state)
                    sighting = replace(sights[seat].position(state), pasts=())
                    sensible = engine.lister.sensible(sighting.state, seat, plays)
                    play, taken = self.take(OpenChoice(state.unaware(), seat, sensible, sighting, shown, own))
                    yield taken
                before, state = state, engine.play(state, play)
                decisions += 1
                shown.follow(before, play, state)
                for sight in sights:
                    sight.follow(before, play, state)
        except RoundOver as over:
            return over.standing
        return None
