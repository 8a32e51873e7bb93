"""What players ask of the native engine: worlds that a seat imagines, tried out."""

from __future__ import annotations

from collections.abc import Sequence, Set
from ctypes import byref, c_int64, c_uint64
from itertools import pairwise
from typing import Any

from cassino_dsl.engine.native.engine import PLAYERS, NativeEngine
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.state import State
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.players.determinizations import NOTHING, TRIES, Rollouts, Tried
from cassino_dsl.players.learned.policy import Policy
from cassino_dsl.players.learned.weights import LEARNED, Weights
from cassino_dsl.players.tie_break import code as code_of

AT_ONCE = 5_000  # play-outs of one call, so that a Ctrl-C need not wait


class NativeWorlds:
    """The native engine; what it answers says ``determinizations.py``. ``learned``: what ``learned_words`` gives."""

    def __init__(self, engine: NativeEngine, learned: Sequence[int] = ()) -> None:
        self.engine, self.learned = engine, learned

    @property
    def code(self) -> str:
        return self.engine.code

    def try_plays(self, rollouts: Rollouts) -> Tried:
        sighting, shown, plays = rollouts.sighting, rollouts.shown, len(rollouts.codes)
        words = self.engine.words_of(sighting.state)
        cards = _words(sighting.unknown, sighting.unplaced, shown or NOTHING)
        named, leads, worth = (c_uint64 * plays)(*rollouts.codes), (c_int64 * plays)(), (c_int64 * plays)()
        times = (c_uint64 * plays)()
        last = rollouts.first + rollouts.count
        starts = [*range(rollouts.first, last, max(1, AT_ONCE // plays)), last]
        with self.engine.game() as game:
            if shown is not None:
                self.engine.learn(game, self.learned)
            self.engine.call(game, "forget")
            for past in sighting.pasts:
                then = self.engine.words_of(past.state)
                self.engine.call(game, "remember", then, len(then), code_of(self.engine.tables, past.play))
            for start, end in pairwise(starts):
                self.engine.call(
                    game, "try_plays", words, len(words), cards, rollouts.key, start, end - start, TRIES,
                    shown is not None, named, plays, leads, worth, times,
                )  # fmt: skip
        return Tried(list(leads), list(worth), list(times))

    def solve(self, state: State, codes: Sequence[int], most: int, in_match: bool) -> list[int] | None:
        plays, words = len(codes), self.engine.words_of(state)
        named, values, left = (c_uint64 * plays)(*codes), (c_int64 * plays)(), c_uint64(most)
        with self.engine.game() as game:
            self.engine.call(game, "solve", words, len(words), named, plays, in_match, byref(left), values)
        return list(values) if left.value else None

    def worths(self, state: State, codes: Sequence[int], shown: Set[int]) -> list[int] | None:
        if not self.learned:
            return None
        plays, words, seen = len(codes), self.engine.words_of(state), _words(shown)
        found = (c_int64 * plays)()
        with self.engine.game() as game:
            self.engine.learn(game, self.learned)
            self.engine.call(game, "worths", words, len(words), seen, (c_uint64 * plays)(*codes), plays, found)
        return list(found)

    def glance(self, player: str, state: State, plays: list[Play], key: int, shown: Set[int] = NOTHING) -> Play:
        words, found, seen = self.engine.words_of(state), c_uint64(), _words(shown)
        with self.engine.game() as game:
            if player == LEARNED:
                self.engine.learn(game, self.learned)
            self.engine.call(game, "choose", words, len(words), PLAYERS.index(player), key, seen, byref(found))
        return next(p for p in plays if code_of(self.engine.tables, p) == found.value)


def learned_words(ruleset: Ruleset, seats: int, weights: Weights | None) -> list[int]:
    """What the native engine has to know of weights. They are named by the words of the ruleset as it is written."""
    return [] if weights is None else Policy(Engine(make_plan(ruleset, seats)), weights).words()


def _words(*sets: Set[int]) -> Any:
    """Sets of cards as two words each, the lower first."""
    masks = [sum(1 << card for card in cards) for cards in sets]
    return (c_uint64 * (2 * len(sets)))(*(word for mask in masks for word in (mask & (2**64 - 1), mask >> 64)))
