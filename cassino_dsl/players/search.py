"""Players that search: they play the round out in worlds that agree with what they have seen, and count who leads.

``flat`` tries all plays equally often. ``search`` gives up the worse half of them again and again, so that play-outs go
where they decide, rejects worlds in which others could not have played as they did, plays endings exactly, and trusts
what was learned of a play like some play-outs.
``cheat`` is ``search`` that sees all cards. ``solve`` plays only endings exactly, and all before them greedily.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction

from cassino_dsl.engine.deal_anew import rows
from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.mix import choice
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.sight import Sight, Sighting
from cassino_dsl.engine.state import State
from cassino_dsl.learned.weights import POINT
from cassino_dsl.players.lots import code, lowest_lot
from cassino_dsl.players.worlds import NOTHING, Worlds

POSITIONS = 10  # of an ending, looked at for the price of a play-out
TRUST = 20  # so many play-outs what was learned of a play counts like
NEVER = Fraction(-(10**12))  # a play that was legal in no world


@dataclass(frozen=True, slots=True)
class Budget:
    """What a decision may cost: so many play-outs for all plays together, or, where ``timed``, milliseconds."""

    number: int
    timed: bool = False

    @property
    def play_outs(self) -> int:
        """How many play-outs that is, about."""
        return self.number * (100 if self.timed else 1)


class Weighing:
    """The plays of one decision, tried out in one world after the other: each world is shared by all plays.
    ``worth``: what was learned of each, where something was."""

    def __init__(
        self, worlds: Worlds, sighting: Sighting, codes: list[int], key: int, worth: Sequence[int] | None = None
    ) -> None:
        self.worlds, self.sighting, self.codes, self.key = worlds, sighting, codes, key
        self.trust = 0 if worth is None else TRUST
        self.worth = dict(zip(codes, worth or [0] * len(codes), strict=True))
        self.done = 0
        self.leads = dict.fromkeys(codes, 0)
        self.times = dict.fromkeys(codes, 0)

    def go_on(self, codes: list[int], count: int) -> None:
        """Try these plays in so many further worlds."""
        tried = self.worlds.try_plays(self.sighting, codes, self.key, self.done, count)
        self.done += count
        for number, ahead, legal in zip(codes, tried.leads, tried.times, strict=True):
            self.leads[number] += ahead
            self.times[number] += legal

    def ranked(self, codes: list[int]) -> list[int]:
        """The plays, the best first: by how far they lead; ties as the random player. What was learned tells plays
        from each other: that of all is worth what all lead by."""
        tried = sum(self.times.values())
        level = Fraction(POINT * sum(self.leads.values()), max(1, tried)) - Fraction(
            sum(self.worth.values()), len(self.worth)
        )

        def rank(number: int) -> tuple[Fraction, int, int]:
            times, lot = self.times[number], choice(self.key, number)
            if not times:
                return -NEVER, lot, number
            ahead = POINT * self.leads[number] + self.trust * (self.worth[number] + level)
            return -Fraction(ahead) / (times + self.trust), lot, number

        return sorted(codes, key=rank)


def flat(plays: Weighing, budget: Budget) -> int:
    """The play that leads by most, all tried equally often."""
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
RECALLING = ("search", "cheat")  # who trusts what was learned
SOLVE = "solve"  # plays endings exactly, with so many positions for a decision, and all else as greedy


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
    """The play that a searching player makes; ``key``: of the decision; ``shown``: the cards that all have seen in the
    round. Only ``cheat`` looks at the state itself."""
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
        leads = worlds.solve(sighting.state, codes, most)
        if leads is not None:
            best = max(leads)
            ahead = [sensible[c] for c, one in zip(codes, leads, strict=True) if one == best]
            return lowest_lot(tables, ahead, key)
    if name == SOLVE:
        return worlds.glance("greedy", state, plays, key)
    worth = worlds.worths(sighting.state, codes, shown) if name in RECALLING else None
    return sensible[SEARCHES[name](Weighing(worlds, sighting, codes, key, worth), budget)]


def _ending(engine: Engine, sighting: Sighting) -> bool:
    """Whether the stock is empty, and two sides can tell who holds what: all unknown cards lie in one place."""
    if sighting.state.stock or engine.plan.sides != 2 or sighting.unplaced:
        return False
    return sum(not sighting.unknown.isdisjoint(row) for _, row in rows(sighting.state)) < 2
