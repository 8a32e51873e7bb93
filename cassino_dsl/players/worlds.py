"""What players ask of an engine: worlds as a seat may imagine them, its plays tried out in each."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from cassino_dsl.engine.deal_anew import deal_anew, exchange, lots
from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.mix import mix
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.sight import Past, Sighting
from cassino_dsl.engine.state import State
from cassino_dsl.learned.policy import Policy
from cassino_dsl.learned.weights import LEARNED, Weights
from cassino_dsl.players.greedy import leads_after, learned
from cassino_dsl.players.lots import code
from cassino_dsl.players.play_out import AsLearned, Choose, PlayOut, ahead, by, play_out, scored, settled
from cassino_dsl.players.simple import SIMPLE

POLICY = "most"
NOTHING: frozenset[int] = frozenset()
LARGEST = 10**12  # no value is as large
TRIES = 10  # of a world that is to agree with the plays of others


@dataclass(frozen=True, slots=True)
class Tried:
    """What each of some plays came to: by how many points of the round the side that plays was ahead, and what the
    standing was worth to it (``reward``), both added up; in how many worlds it was legal; and of each side, in how many
    of these it was ahead of all others. ``contradicting``: in how many of all worlds others could not have played as
    they did."""

    leads: list[int]
    worth: list[int]
    times: list[int]
    won: list[list[int]]
    contradicting: int


class Worlds(Protocol):
    """One engine that tries plays out. Both give the same answers."""

    def try_plays(
        self,
        sighting: Sighting,
        codes: Sequence[int],
        key: int,
        first: int,
        count: int,
        shown: Set[int] | None = None,
    ) -> Tried:
        """In worlds ``first`` to ``first + count - 1`` of the ``key``, make each play (named by its code) and play the
        round out: by captures of most cards; or, given the cards that all have seen in the round (``shown``), as
        learned."""
        ...

    def solve(self, state: State, codes: Sequence[int], most: int, in_match: bool) -> list[int] | None:
        """By how many points of the round the side that decides will be ahead after each play (``in_match``: what the
        standing will be worth to it) if both sides see all cards and play on as well as they can for that; None where
        it takes ``most`` positions or more. Nobody knows what chance would decide."""
        ...

    def worths(self, state: State, codes: Sequence[int], shown: Set[int]) -> list[int] | None:
        """What each play is worth by what was learned (0 where it is not legal), in parts of a point, in a position as
        a seat knows it; None where nothing was learned. ``shown``: the cards that all have seen in the round."""
        ...

    def glance(self, player: str, state: State, plays: list[Play], key: int, shown: Set[int] = NOTHING) -> Play:
        """The play of a player that does not search; ``shown``: the cards that all have seen in the round."""
        ...


class ReferenceWorlds:
    """The reference engine, which says what the answers are."""

    def __init__(self, engine: Engine, weights: Weights | None = None) -> None:
        self.engine = Engine(engine.plan, engine.evaluate)  # nobody looks on
        self.policy = None if weights is None else Policy(self.engine, weights)

    def try_plays(
        self,
        sighting: Sighting,
        codes: Sequence[int],
        key: int,
        first: int,
        count: int,
        shown: Set[int] | None = None,
    ) -> Tried:
        engine, tables = self.engine, self.engine.evaluate.tables
        side, sides = self._side(sighting.state), range(engine.plan.sides)
        leads, worth, times = [0] * len(codes), [0] * len(codes), [0] * len(codes)
        won, contradicting = [[0 for _ in sides] for _ in codes], 0
        for number in range(first, first + count):
            own_key = mix(key, number)
            state, contradictions = self._world(sighting, own_key)
            contradicting += contradictions > 0
            legal = {code(tables, play): play for play in engine.legal(state)}
            for i, wanted in enumerate(codes):
                if wanted in legal:
                    after = engine.step(state, legal[wanted])
                    won_at_once = after.winner is not None
                    choose = self._who(shown, state, legal[wanted])
                    done = scored(engine, after) if won_at_once else play_out(engine, after, choose, own_key)
                    leads[i] += ahead(engine, done, side)
                    worth[i] += done.worth[side]
                    times[i] += 1
                    won[i] = [n + (ahead(engine, done, s) > 0) for n, s in zip(won[i], sides, strict=True)]
        return Tried(leads, worth, times, won, contradicting)

    def solve(self, state: State, codes: Sequence[int], most: int, in_match: bool) -> list[int] | None:
        left, side = [most], self._side(state)
        legal = {code(self.engine.evaluate.tables, play): play for play in self.engine.legal(state)}
        after = (self.engine.step(state.unaware(), legal[wanted]) for wanted in codes)

        def value(done: PlayOut) -> int:
            return done.worth[side] if in_match else ahead(self.engine, done, side)

        values = [self._solved(one, side, value, -LARGEST, LARGEST, left) for one in after]
        return values if left[0] else None

    def _solved(
        self, state: State, side: int, value: Callable[[PlayOut], int], low: int, high: int, left: list[int]
    ) -> int:
        """The value that both sides come to, as far as it lies between ``low`` and ``high``."""
        if not left[0]:
            return 0
        left[0] -= 1
        plays = settled(self.engine, state)
        if not plays:
            return value(scored(self.engine, state))
        ours = self._side(state) == side
        for play in sorted(plays, key=partial(code, self.engine.evaluate.tables)):
            if low >= high:
                break
            found = self._solved(self.engine.step(state, play), side, value, low, high, left)
            low, high = (max(low, found), high) if ours else (low, min(high, found))
        return low if ours else high

    def _who(self, shown: Set[int] | None, before: State, play: Play) -> Choose:
        """Who plays the round out after a play."""
        if shown is None:
            return by(self.engine, POLICY)
        assert self.policy is not None
        return AsLearned(self.engine, self.policy, shown, before, play)

    def _side(self, state: State) -> int:
        """The side that decides."""
        return self.engine.plan.side_of[self.engine.decider(state)]

    def _world(self, sighting: Sighting, key: int) -> tuple[State, int]:
        """A world in which all plays that the seat saw were legal, or after so many tries that with the fewest that
        were not; and how many were not."""
        best, least = sighting.state, len(sighting.pasts) + 1
        for attempt in range(TRIES):
            state = sighting.state.copy()
            instead = deal_anew(
                state, sighting.unknown, sighting.unplaced, lots(self.engine.evaluate.tables, mix(key, attempt))
            )
            contradictions = sum(not self._possible(past, instead) for past in sighting.pasts)
            if contradictions < least:
                best, least = state, contradictions
            if not least:
                break
        best.key = key
        return best, least

    def _possible(self, past: Past, instead: dict[int, int]) -> bool:
        """Whether a play was legal, had these cards lain in place of others."""
        state, tables = past.state.copy(), self.engine.evaluate.tables
        exchange(state, instead)
        return code(tables, past.play) in {code(tables, play) for play in self.engine.legal(state)}

    def worths(self, state: State, codes: Sequence[int], shown: Set[int]) -> list[int] | None:
        if self.policy is None:
            return None
        engine, state = self.engine, state.unaware()
        seat = engine.decider(state)
        legal = {code(engine.evaluate.tables, play): play for play in engine.legal(state)}
        there = [wanted for wanted in codes if wanted in legal]
        plays = [legal[wanted] for wanted in there]
        worth = self.policy.worth(state, seat, plays, shown, leads_after(engine, state, seat, plays))
        of_play = dict(zip(there, worth, strict=True))
        return [of_play.get(wanted, 0) for wanted in codes]

    def glance(self, player: str, state: State, plays: list[Play], key: int, shown: Set[int] = NOTHING) -> Play:
        if player == LEARNED:
            assert self.policy is not None
            return learned(self.policy, self.engine, state, plays, key, shown)
        return SIMPLE[player](self.engine, state, self.engine.decider(state), plays, key)
