"""Worlds that a seat imagines, tried out on the native engine."""

from __future__ import annotations

from collections.abc import Sequence, Set
from ctypes import byref, c_int64, c_uint64
from itertools import pairwise

from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.sight import Sighting
from cassino_dsl.engine.state import State
from cassino_dsl.learned.policy import Policy
from cassino_dsl.learned.weights import LEARNED, Weights
from cassino_dsl.native.engine import PLAYERS, NativeEngine
from cassino_dsl.plan.make import make_plan
from cassino_dsl.players.lots import code
from cassino_dsl.players.play_out import POLICIES
from cassino_dsl.players.worlds import NOTHING, POLICY, TRIES, Tried
from cassino_dsl.ruleset.model import Ruleset

AT_ONCE = 5_000  # play-outs of one call, so that a Ctrl-C need not wait


class NativeWorlds:
    """The native engine; what it answers says ``players/worlds.py``. ``learned``: what ``learned_words`` gives."""

    def __init__(self, engine: NativeEngine, learned: Sequence[int] = ()) -> None:
        self.engine, self.learned = engine, learned

    def try_plays(
        self,
        sighting: Sighting,
        codes: Sequence[int],
        key: int,
        first: int,
        count: int,
        shown: Set[int] | None = None,
    ) -> Tried:
        plays, sides = len(codes), self.engine.plan.sides
        words = self.engine.words_of(sighting.state)
        sets = (sighting.unknown, sighting.unplaced, shown or NOTHING)
        cards = (c_uint64 * 6)(*(word for cards in sets for word in _words(cards)))
        policy = [*POLICIES, LEARNED].index(POLICY if shown is None else LEARNED)
        named, leads, worth = (c_uint64 * plays)(*codes), (c_int64 * plays)(), (c_int64 * plays)()
        times, won, contradicting = (c_uint64 * plays)(), (c_uint64 * (plays * sides))(), c_uint64()
        starts = [*range(first, first + count, max(1, AT_ONCE // plays)), first + count]
        with self.engine.game() as game:
            if shown is not None:
                self.engine.learn(game, self.learned)
            self.engine.call(game, "forget")
            for past in sighting.pasts:
                then = self.engine.words_of(past.state)
                self.engine.call(game, "remember", then, len(then), code(self.engine.tables, past.play))
            for start, end in pairwise(starts):
                self.engine.call(
                    game, "try_plays", words, len(words), cards, key, start, end - start, TRIES, policy, named, plays,
                    leads, worth, times, won, byref(contradicting),
                )  # fmt: skip
        rows = [list(won[i * sides : (i + 1) * sides]) for i in range(plays)]
        return Tried(list(leads), list(worth), list(times), rows, contradicting.value)

    def solve(self, state: State, codes: Sequence[int], most: int, in_match: bool) -> list[int] | None:
        plays, words = len(codes), self.engine.words_of(state)
        named, values, left = (c_uint64 * plays)(*codes), (c_int64 * plays)(), c_uint64(most)
        with self.engine.game() as game:
            self.engine.call(game, "solve", words, len(words), named, plays, in_match, byref(left), values)
        return list(values) if left.value else None

    def worths(self, state: State, codes: Sequence[int], shown: Set[int]) -> list[int] | None:
        if not self.learned:
            return None
        plays, words, seen = len(codes), self.engine.words_of(state), (c_uint64 * 2)(*_words(shown))
        found = (c_int64 * plays)()
        with self.engine.game() as game:
            self.engine.learn(game, self.learned)
            self.engine.call(game, "worths", words, len(words), seen, (c_uint64 * plays)(*codes), plays, found)
        return list(found)

    def glance(self, player: str, state: State, plays: list[Play], key: int, shown: Set[int] = NOTHING) -> Play:
        words, found, seen = self.engine.words_of(state), c_uint64(), (c_uint64 * 2)(*_words(shown))
        with self.engine.game() as game:
            if player == LEARNED:
                self.engine.learn(game, self.learned)
            self.engine.call(game, "choose", words, len(words), PLAYERS.index(player), key, seen, byref(found))
        return next(p for p in plays if code(self.engine.tables, p) == found.value)


def learned_words(ruleset: Ruleset, seats: int, weights: Weights | None) -> list[int]:
    """What the native engine has to know of weights. They are named by the words of the ruleset as it is written."""
    return [] if weights is None else Policy(Engine(make_plan(ruleset, seats)), weights).words()


def _words(cards: Set[int]) -> tuple[int, int]:
    mask = sum(1 << card for card in cards)
    return mask & (2**64 - 1), mask >> 64
