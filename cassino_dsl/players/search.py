"""Players that search: they play the round out in worlds that agree with what they have seen, and look how the match
then stands. (``flat``, which stays what it is so that others can be measured by it, counts points of the round.)

``flat`` tries all plays equally often. ``search`` gives up the worse half of them again and again, so that play-outs go
where they decide, rejects worlds in which others could not have played as they did, plays endings exactly, and trusts
what was learned of a play like some play-outs. Rounds are played out by captures of most cards, which is fast; where a
turn may take several steps that says too little of what all do, and rounds are played out as learned.
``cheat`` is ``search`` that sees all cards. ``solve`` plays only endings exactly, and all before them greedily.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence, Set
from dataclasses import replace
from fractions import Fraction

from cassino_dsl.engine.reference.determinize import rows
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.observation_history import Sight, Sighting
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.rng import choice
from cassino_dsl.engine.reference.state import State
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.players.determinizations import NOTHING, Rollouts, Tried, Worlds
from cassino_dsl.players.learned.weights import POINT
from cassino_dsl.players.names import RECALLING, SOLVE, Budget
from cassino_dsl.players.tie_break import code, lowest_lot

POSITIONS = 10  # of an ending, looked at for the price of a play-out
TRUST = 20  # so many play-outs what was learned of a play counts like
NEVER = Fraction(-(10**12))  # a play that was legal in no world


class Weighing:
    """The plays of one decision, tried out in one world after the other: each world is shared by all plays.
    ``in_match``: they are weighed by what the standing is worth, not by points of the round. ``worth``: what was
    learned of each, where something was. ``shown``: as ``Worlds.try_plays`` takes it."""

    def __init__(
        self,
        worlds: Worlds,
        sighting: Sighting,
        codes: list[int],
        key: int,
        in_match: bool = True,
        worth: Sequence[int] | None = None,
        shown: Set[int] | None = None,
    ) -> None:
        self.worlds, self.sighting, self.codes, self.key = worlds, sighting, codes, key
        self.in_match, self.shown = in_match, shown
        self.trust = 0 if worth is None else TRUST
        self.worth = dict(zip(codes, worth or [0] * len(codes), strict=True))
        self.done = 0  # worlds
        self.leads = dict.fromkeys(codes, 0)
        self.values = dict.fromkeys(codes, 0)
        self.times = dict.fromkeys(codes, 0)

    def tried(self, codes: list[int], count: int) -> Tried:
        """What these plays come to in so many further worlds."""
        self.done += count
        return self.worlds.try_plays(Rollouts(self.sighting, codes, self.key, self.done - count, count, self.shown))

    def go_on(self, codes: list[int], count: int) -> None:
        """Try these plays in so many further worlds, and keep what they come to."""
        tried = self.tried(codes, count)
        values = tried.worth if self.in_match else tried.leads
        for number, lead, value, legal in zip(codes, tried.leads, values, tried.times, strict=True):
            self.leads[number] += lead
            self.values[number] += value
            self.times[number] += legal

    def ranked(self, codes: list[int]) -> list[int]:
        """The plays, the best first: by what they come to; ties as the random player. What was learned tells plays
        from each other: that of all is worth what all come to."""
        tried = sum(self.times.values())
        level = Fraction(POINT * sum(self.values.values()), max(1, tried)) - Fraction(
            sum(self.worth.values()), len(self.worth)
        )

        def rank(number: int) -> tuple[Fraction, int, int]:
            times, lot = self.times[number], choice(self.key, number)
            if not times:
                return -NEVER, lot, number
            value = POINT * self.values[number] + self.trust * (self.worth[number] + level)
            return -Fraction(value) / (times + self.trust), lot, number

        return sorted(codes, key=rank)


def flat(plays: Weighing, budget: Budget) -> int:
    """The play that comes to most, all tried equally often."""
    plays.go_on(plays.codes, max(1, budget.number // len(plays.codes)))
    return plays.ranked(plays.codes)[0]


def halving(plays: Weighing, budget: Budget) -> int:
    """The play that is left when the worse half is given up again and again (sequential halving: Karnin, Koren and
    Somekh 2013). Each stage has the same share of the budget."""
    left = plays.codes
    stages = (len(left) - 1).bit_length()
    for _ in range(stages):
        _spend(plays, left, budget, stages)
        left = plays.ranked(left)[: (len(left) + 1) // 2]
    return left[0]


def _spend(plays: Weighing, codes: list[int], budget: Budget, stages: int) -> None:
    if not budget.timed:
        plays.go_on(codes, max(1, budget.number // (stages * len(codes))))
        return
    end = time.perf_counter() + budget.number / 1000 / stages
    while True:
        plays.go_on(codes, 1)
        if time.perf_counter() >= end:
            return


Search = Callable[[Weighing, Budget], int]
SEARCHES: dict[str, Search] = {"flat": flat, "search": halving, "cheat": halving}


def searched(
    name: str,
    budget: Budget,
    worlds: Worlds,
    engine: Engine,
    sight: Sight,
    state: State,
    plays: list[Play],
    key: int,
    shown: Set[int] = NOTHING,
) -> Play:
    """The play of a searching player at a decision that has this ``key``; ``shown``: the cards that all have seen in
    the round. Only ``cheat`` looks at the state itself."""
    if len(plays) == 1:
        return plays[0]
    sighting = Sighting(state.unaware(), frozenset(), frozenset()) if name == "cheat" else sight.position(state)
    if name == "flat":
        sighting = replace(sighting, pasts=())
    tables = engine.evaluate.tables
    sensible = {code(tables, p): p for p in engine.lister.sensible(sighting.state, sight.seat, plays)}
    if len(sensible) == 1:
        return next(iter(sensible.values()))
    codes = list(sensible)
    if name != "flat" and _ending(engine, sighting):
        most = budget.number if name == SOLVE else budget.play_outs * POSITIONS
        values = worlds.solve(sighting.state, codes, most, in_match=True)
        if values is not None:
            best = max(values)
            equal = [sensible[c] for c, one in zip(codes, values, strict=True) if one == best]
            return lowest_lot(tables, equal, key)
    if name == SOLVE:
        return worlds.glance("greedy", state, plays, key)
    if name in RECALLING:
        weighing = weighed(worlds, engine, sighting, codes, key, shown)
    else:
        weighing = Weighing(worlds, sighting, codes, key, in_match=False)
    return sensible[SEARCHES[name](weighing, budget)]


def weighed(
    worlds: Worlds, engine: Engine, sighting: Sighting, codes: list[int], key: int, shown: Set[int]
) -> Weighing:
    """Plays that are to be weighed as `search` does it: with what was learned of them."""
    worth = worlds.worths(sighting.state, codes, shown)
    as_learned = worth is not None and plays_out_as_learned(engine.plan)
    return Weighing(worlds, sighting, codes, key, worth=worth, shown=shown if as_learned else None)


def plays_out_as_learned(plan: Plan) -> bool:
    """Whether rounds are played out as learned, where something was: where a turn may take several steps, of which
    captures of most cards say too little."""
    return plan.turn.several


def _ending(engine: Engine, sighting: Sighting) -> bool:
    """Whether the stock is empty, and two sides can tell who holds what: all unknown cards lie in one place."""
    if sighting.state.stock or engine.plan.sides != 2 or sighting.unplaced:
        return False
    return sum(not sighting.unknown.isdisjoint(row) for _, row in rows(sighting.state)) < 2
