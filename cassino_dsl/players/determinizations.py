"""What players ask of an engine: worlds as a seat may imagine them, its plays tried out in each, and endings played
exactly, where both of two sides see all cards and play as well as they can."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from cassino_dsl.engine.reference.determinize import deal_anew, exchange, lots
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.observation_history import Past, Sighting
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.rng import mix
from cassino_dsl.engine.reference.state import State
from cassino_dsl.players.learned.policy import Policy
from cassino_dsl.players.learned.weights import LEARNED, Weights
from cassino_dsl.players.play_out import AsLearned, Choose, PlayOut, ahead, most_cards, play_out, scored, settled
from cassino_dsl.players.policies import SIMPLE, leads_after, learned
from cassino_dsl.players.tie_break import code

NOTHING: frozenset[int] = frozenset()
LARGEST = 10**12  # no value is as large
TRIES = 10  # of a world that is to agree with the plays of others


@dataclass(frozen=True, slots=True)
class Rollouts:
    """In worlds ``first`` to ``first + count - 1`` of the ``key``, each play (named by its code) is made and the round
    played out: by captures of most cards; or, given the cards that all have seen in the round (``shown``), as
    learned."""

    sighting: Sighting
    codes: Sequence[int]
    key: int
    first: int
    count: int
    shown: Set[int] | None = None


@dataclass(frozen=True, slots=True)
class Tried:
    """What each of some plays came to: by how many points of the round the side that plays was ahead, and what the
    standing was worth to it (``reward``), both added up; and in how many worlds it was legal."""

    leads: list[int]
    worth: list[int]
    times: list[int]


class Worlds(Protocol):
    """One engine that tries plays out. Both give the same answers. ``code``: whose code does it now."""

    @property
    def code(self) -> str: ...

    def try_plays(self, rollouts: Rollouts) -> Tried:
        """What each of these plays comes to."""
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

    code = "reference"

    def __init__(self, engine: Engine, weights: Weights | None = None) -> None:
        self.engine = Engine(engine.plan, engine.evaluate)  # nobody looks on
        self.policy = None if weights is None else Policy(self.engine, weights)

    def try_plays(self, rollouts: Rollouts) -> Tried:
        engine, codes, sighting = self.engine, rollouts.codes, rollouts.sighting
        side = self._side(sighting.state)
        leads, worth, times = [0] * len(codes), [0] * len(codes), [0] * len(codes)
        for number in range(rollouts.first, rollouts.first + rollouts.count):
            own_key = mix(rollouts.key, number)
            state = self.world(sighting, own_key)
            legal = self._legal(state)
            for i, play in enumerate(legal.get(wanted) for wanted in codes):
                if play is not None:
                    after = engine.step(state, play)
                    won_at_once = after.winner is not None
                    choose = self._who(rollouts.shown, state, play)
                    done = scored(engine, after) if won_at_once else play_out(engine, after, choose, own_key)
                    leads[i] += ahead(engine, done, side)
                    worth[i] += done.worth[side]
                    times[i] += 1
        return Tried(leads, worth, times)

    def solve(self, state: State, codes: Sequence[int], most: int, in_match: bool) -> list[int] | None:
        left, side = [most], self._side(state)
        legal = self._legal(state)
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
            return most_cards(self.engine)
        assert self.policy is not None
        return AsLearned(self.engine, self.policy, shown, before, play)

    def _legal(self, state: State) -> dict[int, Play]:
        """The legal plays by their codes."""
        return {code(self.engine.evaluate.tables, play): play for play in self.engine.legal(state)}

    def _side(self, state: State) -> int:
        """The side that decides."""
        return self.engine.plan.side_of[self.engine.decider(state)]

    def world(self, sighting: Sighting, key: int) -> State:
        """A world in which all plays that the seat saw were legal, or after so many tries that with the fewest that
        were not."""
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
        return best

    def _possible(self, past: Past, instead: dict[int, int]) -> bool:
        """Whether a play was legal, had these cards lain in place of others."""
        state = past.state.copy()
        exchange(state, instead)
        return code(self.engine.evaluate.tables, past.play) in self._legal(state)

    def worths(self, state: State, codes: Sequence[int], shown: Set[int]) -> list[int] | None:
        if self.policy is None:
            return None
        engine, state = self.engine, state.unaware()
        seat = engine.decider(state)
        legal = self._legal(state)
        plays = {wanted: legal[wanted] for wanted in codes if wanted in legal}
        leads = leads_after(engine, state, seat, [*plays.values()])
        worth = self.policy.worth(state, seat, [*plays.values()], shown, leads)
        of_play = dict(zip(plays, worth, strict=True))
        return [of_play.get(wanted, 0) for wanted in codes]

    def glance(self, player: str, state: State, plays: list[Play], key: int, shown: Set[int] = NOTHING) -> Play:
        if player == LEARNED:
            assert self.policy is not None
            return learned(self.policy, self.engine, state, plays, key, shown)
        return SIMPLE[player](self.engine, state, self.engine.decider(state), plays, key)


@dataclass(frozen=True, slots=True)
class Ending:
    """``leads``: by how much the side that decides will be ahead after each of its plays, the best first (of equal
    ones that of the lower code). ``line``: the best plays of both sides, each with the seat that makes it. ``outcome``:
    what comes of that."""

    leads: tuple[tuple[Play, int], ...]
    line: tuple[tuple[int, Play], ...]
    outcome: PlayOut


def solved_ending(engine: Engine, worlds: Worlds, state: State, most: int) -> Ending | None:
    """The ending of a position in which every card has its place; None where it takes ``most`` positions or more. At
    the end of a round there are no plays."""
    state = state.copy()
    state.key = None  # nobody knows what chance would decide
    first: list[tuple[Play, int]] | None = None
    line: list[tuple[int, Play]] = []
    while plays := settled(engine, state):
        plays = sorted(plays, key=partial(code, engine.evaluate.tables))
        codes = [code(engine.evaluate.tables, play) for play in plays]
        leads = worlds.solve(state, codes, most, in_match=False)
        if leads is None:
            return None
        ranked = sorted(zip(plays, leads, strict=True), key=lambda one: -one[1])
        first = first or ranked
        best, _ = ranked[0]
        line.append((engine.decider(state), best))
        state = engine.step(state, best)
    return Ending(tuple(first or ()), tuple(line), scored(engine, state))
