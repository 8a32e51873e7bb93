"""Games as environments of Gymnasium: one learner, against players of the program."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from math import inf
from pathlib import Path
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded

from cassino_dsl.analysis.simulate.engines import recalled, worlds_for
from cassino_dsl.engine.reference.state import State
from cassino_dsl.env.episode import MOST_IDLE, Episode, EpisodeRules, Episodes
from cassino_dsl.env.render import RENDER_MODES, mode_of, render, spaces_of
from cassino_dsl.game import Game
from cassino_dsl.language.compose.library import shipped_house_rules
from cassino_dsl.language.diagnostics.cassino_error import WrongArgument
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.match.arguments import whole
from cassino_dsl.match.engines import number_of_seat
from cassino_dsl.match.play_rows import Numbers
from cassino_dsl.players.agents import SeatedPlayers
from cassino_dsl.players.names import acting, search_of
from cassino_dsl.players.native_worlds import NativeWorlds
from cassino_dsl.players.own import OwnPlayer, Players, given_players

ID = "cassino_dsl/Variant-v0"
ALONE = "random"  # stands in the learner's place among the players, and is never asked

Told = tuple[dict[str, Numbers], dict[str, Any]]


def gym_env(variant: str | Path | Game, opponents: Players = "greedy", **options: Any) -> LearnerEnv:
    """A variant as an environment of Gymnasium. ``opponents``: a player as `--players` names them, or one of your own
    as ``simulate`` takes them; or one for each other seat, in playing order from the learner. ``seat``: where the
    learner sits (from 1), by default at each seat in turn, from episode to episode.
    ``render_mode``: `ansi` or `rgb_array`. Other ``options`` are those of ``aec_env``.

    An observation is ``{"observation": int8 of (width,), "action_mask": int8 of (most plays,)}``, an action the number
    of a legal play. One that is none counts as the legal play with its number modulo how many there are, and ``info``
    says ``"illegal": True``: so learners that know no masks learn, and nobody gains by it. ``info`` has ``plays``, the
    texts of the legal plays, ``features``, a list of their rows, ``seat`` and ``left_out``. The reward comes at the end
    of an episode, and is that of the learner's seat in ``aec_env``. Seeds, and what is left out: as there.

    Copied in the middle of an episode, it goes on as the first does; pickled too, where Python can pickle your own
    players. ``action_masks()`` gives the mask as bool of (most plays,).

    Raises ``ValueError`` for players that there are not, options that make no sense and actions that are no whole
    numbers, and what ``load`` raises.
    """
    made = gymnasium.make(ID, variant=variant, opponents=opponents, disable_env_checker=True, **options)
    if not isinstance(made, LearnerEnv):
        raise WrongArgument(f"{type(made).__name__} wraps the environment: `gymnasium.make({ID!r}, …)` gives such")
    return made


class LearnerEnv(gymnasium.Env[dict[str, Numbers], np.int64]):
    """The environment itself."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        variant: str | Path | Game,
        opponents: Players = "greedy",
        seat: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.render_mode = mode_of(render_mode)
        self.rules = EpisodeRules(variant, own=("opponents", "seat", "render_mode"), **options)
        self.always, seats = None if seat is None else number_of_seat(self.rules.engine, seat), self.rules.seats
        others = given_players(opponents)
        for name in others:
            if name in shipped_house_rules():
                raise ValueError(f"`{name}` is a house rule, and `opponents` are players: write `with_rules=[…]`")
            search_of(name)
        if len(others) not in (1, seats - 1):
            raise ValueError(f"opponents are one player, or one for each of {seats - 1} other seats, not {len(others)}")
        self.others = others if len(others) == seats - 1 else others * (seats - 1)
        self.weights, _ = recalled(self.rules.ruleset, seats, self.others)
        self.worlds = self._worlds()
        self.observation_space, self.action_space = spaces_of(self.rules)  # type: ignore[assignment]
        self.episodes = Episodes(self.rules)
        self._begun: Episode | None = None

    def _worlds(self) -> NativeWorlds | None:
        """What players search with."""
        acts = acting(self.others, self.weights)
        return worlds_for(self.rules.ruleset, self.rules.seats, acts, "auto", self.weights)[0]

    @property
    def episode(self) -> Episode:
        """The episode under way."""
        if self._begun is None:
            raise ResetNeeded("no episode has begun: call `reset()` first")
        return self._begun

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Told:
        super().reset(seed=seed)
        seats = self.rules.seats
        for _ in range(MOST_IDLE):
            self._begun = self.episodes.next(seed)
            self.seat = self.episodes.number % seats if self.always is None else self.always
            self.players = self._seated(self.episode.state, {})
            self._others_play()
            if not self.episode.over:
                return self._told()
            seed = None  # the learner had nothing to decide: the next episode
        raise RunFault.idle(MOST_IDLE)

    def _seated(self, state: State, asked: Mapping[int, Any]) -> SeatedPlayers:
        """The players at their seats, at the first state of an episode."""
        seats, engine, key = self.rules.seats, self.rules.engine, self.episodes.key
        away = [(other - self.seat - 1) % seats for other in range(seats)]
        names = tuple(ALONE if n == seats - 1 else self.others[n] for n in away)
        return SeatedPlayers(engine, names, key, state, self.worlds, self.weights, asked)

    def __deepcopy__(self, memo: dict[int, Any]) -> LearnerEnv:
        found = memo[id(self)] = object.__new__(type(self))
        for name, value in vars(self).items():
            setattr(found, name, value if name in ("worlds", "weights") else deepcopy(value, memo))
        found.others = tuple(name.apart(memo) if isinstance(name, OwnPlayer) else name for name in self.others)
        return found

    def __getstate__(self) -> dict[str, Any]:
        """What the players of the program have seen is seen again when it is read; those of one's own are kept."""
        kept = {name: value for name, value in vars(self).items() if name not in ("worlds", "players")}
        return {**kept, "asked": self.players.asked() if self._begun else {}}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        asked = kept.pop("asked")
        vars(self).update(kept)
        self.worlds = self._worlds()
        if self._begun is not None:
            again = Episode(self.rules, self._begun.seed, self._begun.match)
            self.players = self._seated(again.state, asked)
            for course in again.replay(self._begun.made):
                self.players.played(*course)

    def step(self, action: SupportsIndex) -> tuple[dict[str, Numbers], float, bool, bool, dict[str, Any]]:
        number, count = whole("action", action, -inf), len(self.episode.plays)
        illegal = count > 0 and not 0 <= number < count
        self._make(number % count if illegal else number)
        self._others_play()
        observation, info = self._told()
        if illegal:
            info["illegal"] = True
        return observation, self.episode.rewards[self.seat], self.episode.over, False, info

    def _make(self, number: int) -> None:
        before = self.episode.state
        play = self.episode.make(number)
        self.players.played(before, play, self.episode.state)
        ended = self.episode.position.ended
        if self.episode.over and ended is not None:
            self.players.ended(ended.state, self.rules.points(ended.standing), ended.standing.winner)

    def _others_play(self) -> None:
        """Go on to the learner's next decision, or to the end."""
        episode = self.episode
        while episode.decider not in (None, self.seat):
            self._make(episode.plays.index(self.players.choose(episode.state, [*episode.plays])))

    def _told(self) -> Told:
        observation = {"observation": self.episode.observe(self.seat), "action_mask": self.episode.mask()}
        info = {
            "plays": self.episode.texts(),
            "features": list(self.episode.rows),
            "seat": self.seat + 1,
            "left_out": self.episode.left_out,
        }
        return observation, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask as yes or no, by the name under which algorithms with masks ask for it."""
        return self.episode.mask().astype(bool)

    def render(self) -> Any:
        """The position as the learner sees it."""
        return render(self.episode, self.seat, self.render_mode)


# it says itself what has to be called first: a wrapper that did so would hide `action_masks`
gymnasium.register(id=ID, entry_point=f"{__name__}:{LearnerEnv.__name__}", order_enforce=False)
