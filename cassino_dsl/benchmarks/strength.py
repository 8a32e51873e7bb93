"""How strong two players are against each other: single rounds of which each deal is played twice, seats changed.

Where the second is named without a number (``flat``), it gets so many play-outs that its decisions take as long.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from statistics import NormalDist, fmean, stdev

from cassino_dsl.analysis.simulate.engines import recalled
from cassino_dsl.analysis.simulate.observe import leader
from cassino_dsl.analysis.simulate.reference_runner import ListingEngine
from cassino_dsl.engine.native.engine import NativeEngine, legal_plays
from cassino_dsl.engine.reference.rng import match_key
from cassino_dsl.game import Game, load
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.players.agents import SeatedPlayers
from cassino_dsl.players.names import acting, is_code, search_of
from cassino_dsl.players.native_worlds import NativeWorlds, learned_words
from cassino_dsl.players.own import GivenPlayer, given_players, named_player
from cassino_dsl.players.play_out import scored, settled
from cassino_dsl.players.policies import lead
from cassino_dsl.players.search import SEARCHES

TRIALS = 5  # of a number of play-outs, to find the one that takes as long
NEAR = 0.03  # this near is as long
DEALS_OF_A_TRIAL = 10
APART = 1 << 40  # so far the seed of trials lies from that of the deals that count


@dataclass(frozen=True, slots=True)
class Pairs:
    """What came of some deals of a variant. ``share``: the part of the rounds that the first player won (a tie is
    shared), with its standard error over deals. ``seconds``: of the processor for a decision with a choice, of both."""

    variant: str
    seats: int
    players: tuple[str, str]
    deals: int
    share: float
    error: float
    seconds: tuple[float, float]


class Duel:
    """Two players of a game, each at every second side. Time is that of the thread: that of the process takes
    milliseconds to read on some machines."""

    def __init__(self, game: Game, seats: int, players: tuple[str, str]) -> None:
        ruleset = game.ruleset
        native = NativeEngine(ruleset, seats)
        self.weights, _ = recalled(ruleset, seats, players)
        self.engine = ListingEngine(make_plan(ruleset, seats))
        self.engine.lists = partial(legal_plays, native)
        self.worlds = NativeWorlds(native, learned_words(ruleset, seats, self.weights))
        self.players, self.lowest = acting(players, self.weights), ruleset.match.winner == "lowest"
        self.spent, self.decisions = [0.0, 0.0], [0, 0]

    @property
    def seconds(self) -> tuple[float, float]:
        """Of a decision with a choice, of both."""
        first, second = (spent / max(1, n) for spent, n in zip(self.spent, self.decisions, strict=True))
        return first, second

    def share(self, key: int) -> float:
        """The part of two rounds of one deal that the first player wins."""
        return fmean(self._round(key, first) for first in (0, 1))

    def _round(self, key: int, first: int) -> float:
        """The part of a round that the first player wins, whose side is ``first``, or every second from it on."""
        engine, state = self.engine, self.engine.new_match(key)
        who = [(side + first) % 2 for side in engine.plan.side_of]
        names = tuple(self.players[i] for i in who)
        seated = SeatedPlayers(engine, names, key, state, self.worlds, self.weights)
        while plays := settled(engine, state):
            player, began = who[engine.decider(state)], time.thread_time()
            play = seated.choose(state, plays)
            if len(plays) > 1:
                self.spent[player] += time.thread_time() - began
                self.decisions[player] += 1
            before, state = state, engine.step(state, play)
            settled(engine, state)
            seated.played(before, play, state)
        points = scored(engine, state).points
        seated.ended(state, points, leader(points, self.lowest))
        ahead = [side for side in range(engine.plan.sides) if lead(points, side, self.lowest) >= 0]
        return sum((side + first) % 2 == 0 for side in ahead) / len(ahead)


def measured(
    variant: str, seats: int | None, asked: str | tuple[GivenPlayer, GivenPlayer], seed: int, deals: int
) -> Pairs:
    """Two players (``search:100,flat``, or a pair as ``simulate`` takes them) at so many deals of a variant, with so
    many seats or the fewest that it has. Raises ``ValueError`` where they are no players, or it is not played so."""
    players, game = read_players(asked) if isinstance(asked, str) else two_of(given_players(asked)), load(variant)
    at = seats or game.ruleset.seats[0]
    if at not in game.ruleset.seats:
        raise ValueError(f"{variant} is not played with {at} seats")
    duel = Duel(game, at, equal(game, at, players, seed))
    shares = [duel.share(match_key(seed, deal)) for deal in range(deals)]
    first, second = duel.players
    return Pairs(variant, at, (first, second), deals, fmean(shares), stdev(shares) / sqrt(deals), duel.seconds)


def read_players(text: str) -> tuple[str, str]:
    """Two players, the second perhaps without a number; those of one's own are loaded."""
    first, comma, second = text.partition(",")
    if not comma:
        raise ValueError(f"`{text}` are no two players: write them as in `search:100,flat`")
    return two_of([named_player(name) if is_code(name) else name for name in (first, second)])


def two_of(names: Sequence[str]) -> tuple[str, str]:
    """A pair of players; raises ``ValueError`` where they are none."""
    if len(names) != 2:
        raise ValueError(f"a duel has two players, not {len(names)}")
    first, second = names
    for name in names:
        if name is not second or name not in SEARCHES:
            search_of(name)
    return first, second


def equal(game: Game, seats: int, players: tuple[str, str], seed: int) -> tuple[str, str]:
    """The players, the second with so many play-outs that it takes as long as the first."""
    first, second = players
    if second not in SEARCHES:
        return players
    search = search_of(first)
    number = search[1].play_outs if search else 1
    for _ in range(TRIALS):
        duel = Duel(game, seats, (first, f"{second}:{number}"))
        for deal in range(DEALS_OF_A_TRIAL):
            duel.share(match_key(seed + APART, deal))
        ours, theirs = duel.seconds
        if abs(ours / theirs - 1) <= NEAR:
            break
        number = max(1, round(number * ours / theirs))
    return first, f"{second}:{number}"


def table(found: Sequence[Pairs]) -> Iterator[str]:
    """The lines of a table, and what all variants come to, each counting alike."""
    yield "| | seats | players | pairs of rounds | won by the first | ms a decision |"
    yield "|---|---|---|---|---|---|"
    for one in found:
        ours, theirs = (1000 * s for s in one.seconds)
        won, (a, b) = _percent(one.share, one.error), one.players
        yield f"| {one.variant} | {one.seats} | `{a}`, `{b}` | {one.deals:,} | {won} | {ours:.2f}, {theirs:.2f} |"
    if len(found) > 1:
        error = sqrt(sum(one.error**2 for one in found)) / len(found)
        pairs = sum(one.deals for one in found)
        yield f"| all {len(found)} | | | {pairs:,} | {_percent(fmean(one.share for one in found), error)} | |"


def _percent(share: float, error: float) -> str:
    """With the 95 % interval of so many deals (some hundreds: the normal one)."""
    return f"{100 * share:.1f} ± {100 * error * NormalDist().inv_cdf(0.975):.1f} %"
