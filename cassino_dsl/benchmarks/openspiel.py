"""An outside yardstick: the information-set tree search of OpenSpiel (Lanctot et al. 2019; its ``ISMCTSBot`` in Python,
after Cowling, Powley and Whitehouse 2011) plays the same game, with as many simulations as a player of ours.

It gets the worlds that a seat may imagine as our players get them, and one random play-out of the native engine for
each simulation: what it takes beside that is its tree, and the steps of the reference engine in it. Nobody is told what
was learned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from types import SimpleNamespace

from cassino_dsl.benchmarks.measure import Thinking
from cassino_dsl.engine.deal_anew import deal_anew, lots
from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.mix import decision_key, match_key, mix
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.sight import Sight
from cassino_dsl.engine.state import State
from cassino_dsl.game import Game
from cassino_dsl.native.engine import NativeEngine
from cassino_dsl.native.lines import Line
from cassino_dsl.native.worlds import NativeWorlds
from cassino_dsl.plan.make import make_plan
from cassino_dsl.players.lots import code
from cassino_dsl.players.names import search_of
from cassino_dsl.players.play_out import scored, settled
from cassino_dsl.players.reward import lead
from cassino_dsl.players.search import searched

EXPLORATION = 2.0  # of its tree, whose values are leads in points


@dataclass(frozen=True, slots=True)
class Yardstick:
    """``leads``: of ours over theirs, in points, of each deal played twice with the seats changed. Seconds of the
    processor for a decision."""

    leads: tuple[float, ...]
    ours: float
    theirs: float

    @property
    def mean(self) -> float:
        return fmean(self.leads)

    @property
    def interval(self) -> tuple[float, float]:
        """95 % for the mean, the deals being independent (t)."""
        from scipy.stats import sem, t

        low, high = t.interval(0.95, len(self.leads) - 1, self.mean, sem(self.leads))
        return float(low), float(high)


class WholeGame:
    """What all positions of a game share, and what the tree asks of the game as a whole."""

    def __init__(self, game: Game, seats: int) -> None:
        import pyspiel

        self.native = NativeEngine(game.ruleset, seats)
        self.engine = Engine(make_plan(game.ruleset, seats))
        kind = pyspiel.GameType
        self.kind = SimpleNamespace(
            dynamics=kind.Dynamics.SEQUENTIAL, information=kind.Information.IMPERFECT_INFORMATION
        )
        self.lowest = game.ruleset.match.winner == "lowest"

    def get_type(self) -> object:
        return self.kind

    def returns(self, points: Sequence[int]) -> list[float]:
        """By how much each seat's side leads."""
        return [float(lead(points, side, self.lowest)) for side in self.engine.plan.side_of]


class InTree:
    """A position as the tree asks for it: plays by number, a text of what the seat on move knows, returns at the end.
    ``since``: the plays made in the tree, which all have seen."""

    def __init__(self, table: WholeGame, state: State, since: tuple[int, ...] = ()) -> None:
        self.table, self.since = table, since
        self._stand(state)

    def _stand(self, state: State) -> None:
        engine = self.table.engine
        plays = settled(engine, state)
        plays = engine.lister.sensible(state, engine.decider(state), plays) if plays else []
        self.state = state
        self.plays = {code(engine.evaluate.tables, play) >> 1: play for play in plays}  # an action has 63 bits

    def get_game(self) -> WholeGame:
        return self.table

    def clone(self) -> InTree:
        return InTree(self.table, self.state.copy(), self.since)

    def current_player(self) -> int:
        return self.table.engine.decider(self.state)

    def legal_actions(self, player: int = -1) -> list[int]:
        return list(self.plays)

    def is_chance_node(self) -> bool:
        return False

    def is_terminal(self) -> bool:
        return not self.plays

    def information_state_string(self) -> str:
        return f"{sorted(self.state.hands[self.current_player()])} {self.since}"

    def apply_action(self, number: int) -> None:
        state = self.table.engine.step(self.state, self.plays[number])
        self.since = (*self.since, int(number))
        self._stand(state)

    def returns(self) -> list[float]:
        return self.table.returns(scored(self.table.engine, self.state.copy()).points)


class PlayOuts:
    """What the tree takes a new position for: one random play-out."""

    def __init__(self, table: WholeGame, seed: int) -> None:
        self.table, self.seed, self.made = table, seed, 0

    def evaluate(self, standing: InTree) -> list[float]:
        self.made += 1
        line = Line.at(self.table.native, standing.state)
        (done,) = line.play_outs(mix(self.seed, self.made), 1)
        return self.table.returns(done.points)

    def prior(self, standing: InTree) -> list[tuple[int, float]]:
        return [(number, 1 / len(standing.plays)) for number in standing.plays]


class TreePlayer:
    """OpenSpiel's bot at one seat."""

    def __init__(self, table: WholeGame, simulations: int, exploration: float, seed: int) -> None:
        from numpy.random import RandomState
        from open_spiel.python.algorithms.ismcts import ISMCTSBot

        self.table, self.seed, self.dealt = table, seed, 0
        self.bot = ISMCTSBot(
            table,
            PlayOuts(table, seed),
            exploration,
            simulations,
            random_state=RandomState(seed % 2**32),
            allow_inconsistent_action_sets=True,
        )

    def choose(self, sight: Sight, state: State) -> Play:
        sighting = sight.position(state)
        tables = self.table.engine.evaluate.tables

        def world(standing: InTree, player: int) -> InTree:
            self.dealt += 1
            dealt = sighting.state.copy()
            deal_anew(dealt, sighting.unknown, sighting.unplaced, lots(tables, mix(self.seed, self.dealt)))
            dealt.key = mix(self.seed, self.dealt)
            return InTree(self.table, dealt)

        self.bot.set_resampler(world)
        here = InTree(self.table, state.copy())
        return here.plays[int(self.bot.step(here))]


class Meeting:
    """A player of ours and the bot, at a game of two sides of one seat each. ``thinking``: of ours and theirs."""

    def __init__(self, game: Game, player: str, simulations: int, exploration: float) -> None:
        search = search_of(player)
        if search is None:
            raise ValueError(f"`{player}` does not search")
        self.table, self.search = WholeGame(game, 2), search
        self.worlds = NativeWorlds(self.table.native)
        self.simulations, self.exploration = simulations, exploration
        self.thinking = Thinking()

    def round(self, key: int, ours: int) -> float:
        """By how many points ours leads after the round of a key in which it has seat ``ours``."""
        engine = self.table.engine
        theirs = TreePlayer(self.table, self.simulations, self.exploration, mix(key, ours))
        state, number = engine.new_match(key), 0
        sights = [Sight(engine, seat, state) for seat in (0, 1)]
        while plays := settled(engine, state):
            seat = engine.decider(state)
            with self.thinking.of(int(seat != ours), len(plays)):
                if seat == ours:
                    decision = decision_key(key, number)
                    play = searched(*self.search, self.worlds, engine, sights[seat], state, plays, decision).play
                else:
                    play = theirs.choose(sights[seat], state)
            before, state = state, engine.step(state, play)
            settled(engine, state)
            for sight in sights:
                sight.follow(before, play, state)
            number += 1
        return self.table.returns(scored(engine, state).points)[ours]


def yardstick(
    game: Game, player: str, simulations: int, deals: int, seed: int = 1, exploration: float = EXPLORATION
) -> Yardstick:
    """Rounds of ``player`` against the bot: each deal twice, with the seats changed."""
    meeting = Meeting(game, player, simulations, exploration)
    keys = [match_key(seed, deal) for deal in range(deals)]
    leads = tuple((meeting.round(key, 0) + meeting.round(key, 1)) / 2 for key in keys)
    return Yardstick(leads, *meeting.thinking.seconds)
