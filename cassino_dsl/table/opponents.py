"""Who plays against persons: players by name or by level, and the engine that those who search ask."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Thread

from cassino_dsl.game import Game
from cassino_dsl.native.engine import native_engine
from cassino_dsl.native.worlds import NativeWorlds
from cassino_dsl.players.names import search_of
from cassino_dsl.players.worlds import Worlds
from cassino_dsl.simulate.engines import worlds_for
from cassino_dsl.table.table import PERSON, GameTable, TableSource

# each answers within two seconds, the last by the clock
LEVELS = ("random", "greedy", "flat:30", "search:200", "search:1500ms")
PATIENCE = 3  # seconds that a hint waits for the native engine, before it only looks a play ahead
AT_A_GLANCE = "greedy"  # the strongest that need not search


def player_of_level(level: int, game: Game, seats: int, remark: Callable[[str], object]) -> str:
    """The player of a level (from 1). Without the native engine a search would take minutes: then it is one who looks a
    play ahead, and that is remarked."""
    name = LEVELS[level - 1]
    if search_of(name) is None:
        return name
    worlds, reason = worlds_for(game.ruleset, seats, (name,))
    if worlds is not None:
        return name
    remark(f"{reason}: level {level} plays as level {LEVELS.index(AT_A_GLANCE) + 1} does")
    return AT_A_GLANCE


def open_table(
    game: Game,
    players: Sequence[str],
    seed: int,
    source: TableSource,
    remark: Callable[[str], object] = lambda text: None,
) -> GameTable:
    """A table at which all sit; what there is to remark of how they play is remarked."""
    names = tuple(name for name in players if name != PERSON)
    worlds, said = worlds_for(game.ruleset, len(players), names)
    if said:
        remark(said)
    return GameTable(game, players, seed, source, worlds, _Searching(game, len(players), worlds))


class _Searching:
    """What hints are searched with: the native engine, made in the background once a hint has been asked for. Until
    it is there they look a play ahead."""

    def __init__(self, game: Game, seats: int, worlds: Worlds | None) -> None:
        self.game, self.seats, self.worlds = game, seats, worlds
        self.asked = worlds is not None
        self.made: Thread | None = None

    def __call__(self) -> Worlds | None:
        if not self.asked:
            self.asked = True
            self._take(compile=False)
            if self.worlds is None:
                self.made = Thread(target=self._take, daemon=True)
                self.made.start()
        if self.made is not None:
            self.made.join(PATIENCE)
        return self.worlds

    def _take(self, compile: bool = True) -> None:
        engine, _ = native_engine(self.game.ruleset, self.seats, compile)
        if engine is not None:
            self.worlds = NativeWorlds(engine)
