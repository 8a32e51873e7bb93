"""Who plays the games of a vector env: the C, or where there is none, the reference engine one game after the other."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol, get_args

import numpy as np
from numpy.typing import NDArray

from cassino_dsl.engine.choice import EngineName, without_native
from cassino_dsl.engine.native.build import NoCompiler
from cassino_dsl.engine.native.engine import CodeName, NativeEngine
from cassino_dsl.engine.native.games import GameFault, NativeGames, NoSuchPlay
from cassino_dsl.engine.native.printer import Unsupported
from cassino_dsl.env.episode import Episode, EpisodeRules
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.match.arguments import one_of

IDLE_UNITS = 10_000  # as MANY_UNITS of runtime/environments.h
CODES: tuple[CodeName, ...] = ("optimised", "quick")  # the first that there is here

Arrays = Mapping[str, NDArray[Any]]


class Games(Protocol):
    """Games that write into arrays how they stand."""

    def reset(self, seed: int) -> None:
        """Begin all games, game ``i`` with unit ``i`` of the run that the seed makes. Raises ``GameFault``."""
        ...

    def step(self, actions: NDArray[np.int64]) -> None:
        """Make in each game the play of this number, and go on. Raises ``NoSuchPlay`` and ``GameFault``."""
        ...


def maker_of(rules: EpisodeRules, wanted: EngineName) -> tuple[str, Callable[[Arrays], Games]]:
    """Whose code plays, the fastest that there is here, and what makes games that write into some arrays. Raises
    ``NoEngine``, and ``ValueError`` for an engine that is none."""
    one_of("engine", wanted, get_args(EngineName))
    reason = ""
    for by in CODES if wanted != "reference" else ():
        try:
            engine = NativeEngine(rules.ruleset, rules.seats, code=by, many=True)
        except Unsupported as construct:
            reason = str(construct)
            break
        except NoCompiler as fault:
            reason = reason or str(fault)
        else:
            return by, partial(_native, rules, engine)
    if reason:
        warnings.warn(without_native(wanted, reason), RuntimeWarning, stacklevel=4)
    return "reference", partial(ReferenceGames, rules)


def _native(rules: EpisodeRules, engine: NativeEngine, arrays: Arrays) -> Games:
    return NativeGames(
        engine,
        arrays,
        single_rounds=rules.unit == "round",
        point=float(rules.ruleset.match.shown(1)),
        slots=[(s.kind.name, s.key, s.owner, s.build, s.length, s.offset) for s in rules.observations.slots],
        asked=list(rules.plan.asks),
    )


class ReferenceGames:
    """An episode for each game."""

    def __init__(self, rules: EpisodeRules, arrays: Arrays) -> None:
        self.rules, self.arrays = rules, arrays
        self.episodes: list[Episode] = []
        self.units: list[int] = []

    def reset(self, seed: int) -> None:
        self.seed, number = seed, len(self.arrays["seat"])
        self.units = list(range(number))
        for name in ("reward", "done"):
            self.arrays[name].fill(0)
        self.episodes = []
        for game in range(number):
            self.episodes.append(self._dealt(game))
            self._tell(game)

    def step(self, actions: NDArray[np.int64]) -> None:
        for game, (episode, action) in enumerate(zip(self.episodes, actions, strict=True)):
            if not 0 <= action < len(episode.plays):
                raise NoSuchPlay(game, len(episode.plays))
        for game, (episode, action) in enumerate(zip(self.episodes, actions, strict=True)):
            try:
                episode.make(int(action))
            except RunFault as fault:
                raise GameFault(game, self.units[game], fault) from fault
            self.arrays["reward"][game] = episode.rewards
            self.arrays["done"][game] = episode.over
            if episode.over:
                self.units[game] += len(actions)
                self.episodes[game] = self._dealt(game)
            self._tell(game)

    def _dealt(self, game: int) -> Episode:
        """The next unit of a game in which there is something to decide."""
        for _ in range(IDLE_UNITS):
            try:
                episode = Episode(self.rules, self.seed, self.units[game])
            except RunFault as fault:
                raise GameFault(game, self.units[game], fault) from fault
            if not episode.over:
                return episode
            self.units[game] += len(self.units)
        raise GameFault(game, self.units[game], RunFault.idle(IDLE_UNITS))

    def _tell(self, game: int) -> None:
        episode, arrays = self.episodes[game], self.arrays
        seat = episode.decider
        assert seat is not None
        arrays["seat"][game] = seat
        arrays["observation"][game] = episode.observe(seat)
        arrays["left_out"][game] = episode.left_out
        arrays["mask"][game] = episode.mask()
        arrays["features"][game] = 0
        arrays["features"][game, : len(episode.rows)] = episode.rows
