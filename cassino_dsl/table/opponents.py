"""Who plays against persons: players by name or by level, and the engine that those who search ask."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread

from cassino_dsl.analysis.simulate.engines import recalled, weights_for, worlds_for
from cassino_dsl.engine.choice import EngineName
from cassino_dsl.engine.native.engine import native_engine
from cassino_dsl.match.basic_game import BasicGame
from cassino_dsl.players.determinizations import Worlds
from cassino_dsl.players.learned.weights import LEARNED, BadWeights
from cassino_dsl.players.names import acting, search_of
from cassino_dsl.players.native_worlds import NativeWorlds, learned_words
from cassino_dsl.table.table import PERSON, GameTable, TableSource

# each answers within two seconds, the last by the clock
LEVELS = ("random", "greedy", LEARNED, "search:200", "search:1500ms")
Remark = Callable[[str], object]
PATIENCE = 3  # seconds that a hint waits for the native engine, before it only looks a play ahead


def seated(
    sitting: Sequence[str], game: BasicGame, remark: Remark = lambda text: None, engine: EngineName = "auto"
) -> list[str]:
    """The players of a sitting: at each seat a person, or the number of a level."""
    seats = len(sitting)
    return [who if who == PERSON else player_of_level(int(who), game, seats, remark, engine) for who in sitting]


def player_of_level(level: int, game: BasicGame, seats: int, remark: Remark, engine: EngineName = "auto") -> str:
    """The player of a level (from 1). Without the native engine a search would take minutes: then it is the strongest
    who need not search, and that is remarked."""
    name = LEVELS[level - 1]
    weights = weights_for(game.ruleset, seats)[0] if level > LEVELS.index(LEARNED) else None
    (player,) = acting((name,), weights)
    if search_of(player) is None:
        return name
    worlds, reason = worlds_for(game.ruleset, seats, (player,), engine)
    if worlds is not None:
        return name
    instead = "greedy" if weights is None else LEARNED
    remark(f"{reason}: level {level} plays as level {LEVELS.index(instead) + 1} does")
    return instead


def open_table(
    game: BasicGame,
    players: Sequence[str],
    seed: int,
    source: TableSource,
    remark: Remark = lambda text: None,
    engine: EngineName = "auto",
) -> GameTable:
    """A table at which all sit; what there is to remark of how they play is remarked. Where the ``engine`` is the
    reference, nothing is searched for hints."""
    names = tuple(name for name in players if name != PERSON)
    weights, learned = recalled(game.ruleset, len(players), names)
    worlds, said = worlds_for(game.ruleset, len(players), acting(names, weights), engine, weights)
    for text in filter(None, (learned, said)):
        remark(text)
    searching = _Searching(game, len(players), worlds)
    searching.asked |= engine == "reference"
    return GameTable(game, players, seed, source, worlds, searching, weights)


class _Searching:
    """What hints are searched with: the native engine, made in the background once a hint has been asked for. Until
    it is there they look a play ahead."""

    def __init__(self, game: BasicGame, seats: int, worlds: Worlds | None) -> None:
        self.game, self.seats, self.worlds = game, seats, worlds
        self.asked = worlds is not None
        self.made: Thread | None = None

    def __call__(self) -> Worlds | None:
        if not self.asked:
            self.asked = True
            self._take(waits=False)
            if self.worlds is None:
                self.made = Thread(target=self._take, daemon=True)
                self.made.start()
        if self.made is not None:
            self.made.join(PATIENCE)
        return self.worlds

    def _take(self, waits: bool = True) -> None:
        engine, _ = native_engine(self.game.ruleset, self.seats, waits)
        if engine is not None:
            weights = None
            with suppress(BadWeights):  # a file of one's own that is damaged: then hints go without
                weights, _ = weights_for(self.game.ruleset, self.seats)
            self.worlds = NativeWorlds(engine, learned_words(self.game.ruleset, self.seats, weights))
