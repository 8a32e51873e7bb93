"""Many games at once, stepped by one call: arrays of NumPy that say how all of them stand."""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from cassino_dsl.engine.choice import EngineName, without_native
from cassino_dsl.engine.native.build import NoCompiler
from cassino_dsl.engine.native.engine import CodeName, NativeEngine
from cassino_dsl.engine.native.games import GameFault, NativeGames, NoSuchPlay
from cassino_dsl.engine.native.printer import Unsupported
from cassino_dsl.env.episode import Episode, EpisodeRules, Episodes
from cassino_dsl.game import Game
from cassino_dsl.language.diagnostics.cassino_error import WrongArgument
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.match import arguments
from cassino_dsl.match.arguments import one_of

MOST_GAMES = 1 << 24
ALIGNED, KEPT = 64, 31 << 20  # bytes
CODES: tuple[CodeName, ...] = ("optimised", "quick")  # the first that there is here

Arrays = Mapping[str, NDArray[Any]]

T = TypeVar("T", bound=np.generic)


def vector_env(
    variant: str | Path | Game, n: int, seed: int | None = None, engine: EngineName = "auto", **options: Any
) -> VectorEnv:
    """``n`` games of a variant, all of which one call steps.

    ``seed``: a whole number below 2⁶⁴, by default one by chance. Game i plays units i, i + n, i + 2n … of the run that
    it makes: the rounds (or matches) with these numbers of `cassino simulate --seed S`. ``options``: as of ``aec_env``.

    ``engine``: ``auto`` plays as C, which the compiler of the system makes once (it takes some seconds, and is kept),
    or where there is none, the one that comes with the install; without either the reference engine plays, which is a
    thousand times slower, and a warning says so. ``native`` raises ``NoEngine`` there.

    Raises ``ValueError`` for what makes no sense, what ``load`` raises, and ``RunFault`` where a first deal shows a
    fault of the ruleset.
    """
    return VectorEnv(EpisodeRules(variant, own=("n", "seed", "engine"), **options), n, seed, engine)


class VectorEnv:
    """Games that stand at a decision each. What is told of them stands in arrays that each call writes anew, in place:
    who wants to keep something copies it. They have a row for each game:

    - ``observation``: int8, n x width: what the seat that is to move sees, as in the other environments
    - ``mask``: int8, n x most plays: 1 for each legal play; these come first
    - ``features``: int8, n x most plays x width of a play: a row for each legal play, by its number; 0 beyond
    - ``seat``: int32, n: who is to move, from 0
    - ``left_out``: int32, n: how many legal plays have no place in ``mask``, which is 0 but in rare positions
    - ``reward``: float32, n x seats: what the last play has brought each seat: 0, but where it ended the game
    - ``done``: bool, n: whether the last play ended the game; all the rest then tells of the next, which is dealt

    ``code``: whose code plays: `optimised`, `quick` (both C) or `reference`. Calls on one environment must not overlap;
    several environments may be stepped at once, by threads, of which none waits for another.
    """

    def __init__(self, rules: EpisodeRules, n: int, seed: int | None = None, engine: EngineName = "auto") -> None:
        if isinstance(n, str | list | tuple):
            raise WrongArgument(f"`n` is the number of games, not {n!r:.60}: house rules are `with_rules=[…]`")
        self.n = n = arguments.whole("n", n, 1, MOST_GAMES)
        self.rules, self.seats, self.most_plays = rules, rules.seats, rules.most_plays
        self.observation = _zeros((n, rules.observations.width), np.int8)
        self.mask = _zeros((n, self.most_plays), np.int8)
        self.features = _zeros((n, self.most_plays, rules.plays.blocks.width), np.int8)
        self.seat, self.left_out = _zeros((n,), np.int32), _zeros((n,), np.int32)
        self.reward = _zeros((n, self.seats), np.float32)
        self.done = _zeros((n,), np.bool_)
        # from now on the C library keeps freed memory of up to this size, and does not ask for it anew: what NumPy
        # makes of a mask at each step is made twice as fast
        np.zeros(KEPT, np.uint8)
        self.code, self._games = games_of(rules, engine, vars(self))
        self._broken = False
        self.reset(secrets.randbits(64) if seed is None else seed)

    def __repr__(self) -> str:
        rules = self.rules
        return f"<VectorEnv {rules.ruleset.name}: n={self.n}, {self.seats} seats, unit {rules.unit}, seed {self.seed}>"

    def reset(self, seed: int | None = None) -> NDArray[np.int8]:
        """Begin all games from the first, those of another ``seed`` where one is given; gives ``observation``."""
        if seed is not None:
            self.seed = arguments.seed(seed)
        with self._named():
            self._games.reset(self.seed)
        return self.observation

    def __reduce__(self) -> Any:
        said = f"make another with the same seed, `vector_env(…, {self.n}, seed={self.seed})`, and make the same plays"
        raise TypeError(f"a vector env can be neither copied nor pickled, as its games are with the engine: {said}")

    def step(self, actions: Any) -> tuple[NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_]]:
        """Make in each game the play of this number, and go on to the next decision. ``actions``: n whole numbers.
        Gives ``observation``, ``reward`` and ``done``.

        Raises ``ValueError`` where a game has no such play; then nothing has changed in any game. Raises ``RunFault``
        where play shows a fault of the ruleset; then all games have to begin again (``reset``).
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            wanted = f"{self.n} whole numbers, one for each game"
            raise ValueError(f"actions are {wanted}, not {chosen.dtype} of shape {chosen.shape}")
        if self._broken:
            raise ValueError("a fault of the ruleset has ended the games: reset the environment")
        with self._named():
            self._games.step(np.ascontiguousarray(chosen, np.int64))
        return self.observation, self.reward, self.done

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Says in words in which game a call went wrong."""
        self._broken = True
        try:
            yield
        except NoSuchPlay as fault:
            self._broken = False
            said = f"game {fault.game} has {fault.plays} legal plays, numbered from 0"
            raise ValueError(f"{said}: its action is none of them; no game has been stepped") from None
        except GameFault as fault:
            where = f"game {fault.game}, {self.rules.unit} {fault.unit} of the seed {self.seed}"
            raise RunFault(fault.fault.code, f"{where}: {fault.fault}", fault.fault.help) from None
        self._broken = False


def _zeros(shape: tuple[int, ...], type: type[T]) -> NDArray[T]:
    """An array of zeros that begins at a multiple of 64 bytes: JAX takes no others as they are."""
    size = int(np.prod(shape)) * np.dtype(type).itemsize
    room = np.zeros(size + ALIGNED, np.uint8)
    start = -room.ctypes.data % ALIGNED
    return room[start : start + size].view(type).reshape(shape)


# ---- who plays the games: the C, or where there is none, the reference engine one game after the other


class Games(Protocol):
    """Games that write into arrays how they stand."""

    def reset(self, seed: int) -> None:
        """Begin all games, game ``i`` with unit ``i`` of the run that the seed makes. Raises ``GameFault``."""
        ...

    def step(self, actions: NDArray[np.int64]) -> None:
        """Make in each game the play of this number, and go on. Raises ``NoSuchPlay`` and ``GameFault``."""
        ...


def games_of(rules: EpisodeRules, wanted: EngineName, arrays: Arrays) -> tuple[str, Games]:
    """Whose code plays, the fastest that there is here, and games that write into these arrays. Raises ``NoEngine``,
    and ``ValueError`` for an engine that is none."""
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
            continue
        return by, NativeGames(
            engine,
            arrays,
            single_rounds=rules.unit == "round",
            point=float(rules.ruleset.match.shown(1)),
            slots=[(s.kind.name, s.key, s.owner, s.build, s.length, s.offset) for s in rules.observations.slots],
            asked=list(rules.plan.asks),
        )
    if reason:
        warnings.warn(without_native(wanted, reason), RuntimeWarning, stacklevel=4)
    return "reference", ReferenceGames(rules, arrays)


class ReferenceGames:
    """An episode for each game."""

    def __init__(self, rules: EpisodeRules, arrays: Arrays) -> None:
        self.rules, self.arrays = rules, arrays
        games = len(arrays["seat"])
        self.dealt = [Episodes(rules, game, games) for game in range(games)]
        self.episodes: dict[int, Episode] = {}

    def reset(self, seed: int) -> None:
        for name in ("reward", "done"):
            self.arrays[name].fill(0)
        for game in range(len(self.dealt)):
            self._deal(game, seed)
            self._tell(game)

    def step(self, actions: NDArray[np.int64]) -> None:
        for game, episode in self.episodes.items():
            if not 0 <= actions[game] < len(episode.plays):
                raise NoSuchPlay(game, len(episode.plays))
        for game, episode in self.episodes.items():
            try:
                episode.make(int(actions[game]))
            except RunFault as fault:
                raise GameFault(game, episode.match, fault) from fault
            self.arrays["reward"][game] = episode.rewards
            self.arrays["done"][game] = episode.over
            if episode.over:
                self._deal(game, None)
            self._tell(game)

    def _deal(self, game: int, seed: int | None) -> None:
        """The next unit of a game in which there is something to decide."""
        try:
            self.episodes[game] = self.dealt[game].next(seed)
        except RunFault as fault:
            raise GameFault(game, self.dealt[game].number, fault) from fault

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
