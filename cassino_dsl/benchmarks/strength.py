"""How strong two players are against each other: single rounds of which each deal is played twice, seats changed.

Where the second is named without a number (``flat``), it gets as many play-outs as make its decisions take as long.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean

from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.mix import match_key
from cassino_dsl.game import Game
from cassino_dsl.learned.weights import find_weights
from cassino_dsl.native.engine import NativeEngine
from cassino_dsl.native.positions import legal_plays
from cassino_dsl.native.worlds import NativeWorlds, learned_words
from cassino_dsl.plan.make import make_plan
from cassino_dsl.players.greedy import lead
from cassino_dsl.players.names import search_of
from cassino_dsl.players.play_out import scored, settled
from cassino_dsl.players.search import SEARCHES
from cassino_dsl.players.seated import SeatedPlayers

TRIALS = 5  # of a number of play-outs, to find the one that takes as long
NEAR = 0.03  # this near is as long
DEALS_OF_A_TRIAL = 10
APART = 1 << 40  # seeds of trials lie so far from those of the deals that count


@dataclass(frozen=True, slots=True)
class Pairs:
    """``shares``: of each deal, which part of its two rounds the first player won (a tie is shared). ``seconds``: of
    the processor for a decision with a choice, of both."""

    variant: str
    players: tuple[str, str]
    shares: tuple[float, ...]
    seconds: tuple[float, float]


class Duel:
    """Two players of a game, one at every second side."""

    def __init__(self, game: Game) -> None:
        ruleset, seats = game.ruleset, game.ruleset.seats[0]
        native, self.weights = NativeEngine(ruleset, seats), find_weights(ruleset)
        self.engine = Engine(make_plan(ruleset, seats))
        self.engine.lists = partial(legal_plays, native)
        self.worlds = NativeWorlds(native, learned_words(ruleset, seats, self.weights))
        self.name, self.lowest = ruleset.name, ruleset.match.winner == "lowest"

    def pairs(self, players: tuple[str, str], seed: int, deals: int) -> Pairs:
        """So many deals, each twice."""
        spent, decisions = [0.0, 0.0], [0, 0]
        shares = tuple(
            fmean(self._round(match_key(seed, deal), players, first, spent, decisions) for first in (0, 1))
            for deal in range(deals)
        )
        ours, theirs = (s / max(1, n) for s, n in zip(spent, decisions, strict=True))
        return Pairs(self.name, players, shares, (ours, theirs))

    def equal(self, players: tuple[str, str], seed: int) -> tuple[str, str]:
        """The players, the second with as many play-outs as take as long as the first."""
        first, second = players
        if second not in SEARCHES:
            return players
        search = search_of(first)
        number = search[1].play_outs if search else 1
        for _ in range(TRIALS):
            ours, theirs = self.pairs((first, f"{second}:{number}"), seed + APART, DEALS_OF_A_TRIAL).seconds
            if abs(ours / theirs - 1) <= NEAR:
                break
            number = max(1, round(number * ours / theirs))
        return first, f"{second}:{number}"

    def _round(
        self, key: int, players: tuple[str, str], first: int, spent: list[float], decisions: list[int]
    ) -> float:
        """Which part of a round the first player wins, whose side is ``first`` or every second after it."""
        engine, sides = self.engine, range(self.engine.plan.sides)
        who = [(side + first) % 2 for side in engine.plan.side_of]
        state = engine.new_match(key)
        seated = SeatedPlayers(engine, tuple(players[i] for i in who), key, state, self.worlds, self.weights)
        while plays := settled(engine, state):
            player, began = who[engine.decider(state)], time.process_time()
            play = seated.choose(state, plays)
            if len(plays) > 1:
                spent[player] += time.process_time() - began
                decisions[player] += 1
            before, state = state, engine.step(state, play)
            settled(engine, state)
            seated.played(before, play, state)
        points = scored(engine, state).points
        ahead = [side for side in sides if lead(points, side, self.lowest) >= 0]
        return sum((side + first) % 2 == 0 for side in ahead) / len(ahead)


def interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean, and 95 % for it, the values being independent (t)."""
    from scipy.stats import sem, t

    mean = fmean(values)
    low, high = t.interval(0.95, len(values) - 1, mean, sem(values))
    return mean, float(low), float(high)
