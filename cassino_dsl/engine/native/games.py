"""Many games of the C at once, and the arrays in which it says how they stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from ctypes import Structure, byref, c_double, c_int, c_int64, c_uint64, c_void_p
from typing import Any
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from cassino_dsl.engine.native.build import declare
from cassino_dsl.engine.native.engine import NativeEngine, NativeGame
from cassino_dsl.engine.native.sight import TELLS, row_numbers
from cassino_dsl.language.ruleset.run_fault import RunFault

# as Answers of runtime/environments.h has them
ARRAYS = ("observation", "features", "mask", "done", "seat", "left_out", "reward")
BAD_ACTION = 101
_OF = {"match": 0, "seat": 1, "side": 2}

# of an observation: the kind by its name (one of TELLS), the zone or memory that it is of, whose (counted from who
# looks), which build, how many numbers, and where they stand
Slot = tuple[str, str, int, int, int, int]


class _Answers(Structure):
    _fields_ = [(name, c_void_p) for name in ARRAYS]


class NoSuchPlay(Exception):
    """A game has fewer plays than the action that it was given; no game has been stepped."""

    def __init__(self, game: int, plays: int) -> None:
        super().__init__(game, plays)
        self.game, self.plays = game, plays


class GameFault(Exception):
    """Play has shown a fault of the ruleset, in a game and its unit; all games have to begin again."""

    def __init__(self, game: int, unit: int, fault: RunFault) -> None:
        super().__init__(game, unit, fault)
        self.game, self.unit, self.fault = game, unit, fault


class NativeGames:
    """Games of an engine that was made with ``many``. ``arrays``: by the names of ``ARRAYS``, where it writes; their
    first length is the number of games, the second of ``mask`` the room for plays. ``asked``: what may be asked beside
    turns, in the order in which observations number it."""

    def __init__(
        self,
        engine: NativeEngine,
        arrays: Mapping[str, NDArray[Any]],
        single_rounds: bool,
        point: float,
        slots: Iterable[Slot],
        asked: Sequence[object],
    ) -> None:
        self.engine, self.arrays = engine, arrays
        library, (games, most) = engine.library, arrays["mask"].shape
        declare(
            library,
            "cassino",
            ("new_games", c_void_p, [*[c_uint64] * 2, c_int, c_double, c_void_p, *[c_uint64] * 2, *[c_void_p] * 2]),
            ("free_games", None, [c_void_p]),
            ("reset_games", c_int, [c_void_p, c_uint64, c_void_p]),
            ("step_games", c_int, [c_void_p, c_void_p, c_void_p]),
        )
        table = np.array([self._slot(slot) for slot in slots], np.int32)
        numbers = np.array([asked.index(pattern) + 1 for pattern in engine.words.patterns] or [0], np.uint8)
        to = _Answers(*(arrays[name].ctypes.data for name in ARRAYS))
        width = arrays["observation"].shape[1]
        place = library.cassino_new_games(
            games, most, single_rounds, point, table.ctypes.data, len(table), width, numbers.ctypes.data, byref(to)
        )
        if not place:
            raise MemoryError
        self._games = NativeGame(library, place)
        finalize(self, _free, self._games)
        self._where = (c_int64 * 2)()

    def _slot(self, slot: Slot) -> tuple[int, ...]:
        """A slot as the C has it."""
        kind, key, owner, build, length, at = slot
        plan, words = self.engine.plan, self.engine.words
        what, of = 0, "side" if kind in ("SCORE", "POINTS") else "match"
        if key in plan.memory:
            what, of = words.memory.index(key), plan.memory[key].of
        elif key:
            declared = {z.name: z.of for z in plan.ruleset.zones}
            what = row_numbers(words.zones, plan.seats, plan.sides)[key]
            of = {"hands": "seat", "piles": "side"}.get(key) or declared.get(key, "match")
        return TELLS.index(kind), what, _OF.get(of, 0), owner, build, length, at

    def reset(self, seed: int) -> None:
        """Begin all games, game ``i`` with unit ``i`` of the run that the seed makes."""
        self._heard(self._games.library.cassino_reset_games(self._games, seed, self._where))

    def step(self, actions: NDArray[np.int64]) -> None:
        """Make in each game the play of this number, and go on to the next decision, in the next unit where one is
        over. Raises ``NoSuchPlay``, and ``GameFault`` where play shows a fault of the ruleset."""
        self._heard(self._games.library.cassino_step_games(self._games, actions.ctypes.data, self._where))

    def _heard(self, code: int) -> None:
        if code == BAD_ACTION:
            raise NoSuchPlay(*self._where)
        if code:
            game, unit = self._where
            raise GameFault(game, unit, self.engine.fault(self._games, code))


def _free(games: NativeGame) -> None:
    games.library.cassino_free_games(games)
