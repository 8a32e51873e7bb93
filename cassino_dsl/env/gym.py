"""Games as environments of Gymnasium: one learner, against players of the program."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from cassino_dsl.analysis.simulate.engines import recalled, worlds_for
from cassino_dsl.env.episode import EpisodeRules, Episodes
from cassino_dsl.env.observation import HIGH, LOW, Numbers
from cassino_dsl.env.render import RENDER_MODES, render
from cassino_dsl.game import Game
from cassino_dsl.players.agents import SeatedPlayers
from cassino_dsl.players.names import acting, seat_players

ID = "cassino_dsl/Variant-v0"
ALONE = "random"  # stands in the learner's place among the players, and is never asked

Told = tuple[dict[str, Numbers], dict[str, Any]]


def gym_env(
    variant: str | Path | Game, opponents: str | Sequence[str] = "greedy", **options: Any
) -> gymnasium.Env[dict[str, Numbers], np.int64]:
    """A variant as an environment of Gymnasium. ``opponents``: a player as `--players` names them, or one for each
    other seat, in playing order from the learner; ``seat``: where the learner sits (from 1), by default at each seat in
    turn, from episode to episode. Other ``options``: of ``EpisodeRules``, and ``render_mode``, `ansi` or `rgb_array`.

    An observation is ``{"observation": int8 of (width,), "action_mask": int8 of (most plays,)}``, an action the number
    of a legal play. One that is none counts as the legal play with its number modulo how many there are, and ``info``
    says ``"illegal": True``: so learners that know no masks learn, and nobody gains by it. ``info`` has ``plays``, the
    texts of the legal plays, ``features``, a list of their rows, ``seat`` and ``left_out``. The reward comes at the end
    of an episode (``EpisodeRules.rewards``). Seeds, and what is left out: as of ``aec_env``.

    Raises ``ValueError`` for players that there are not.
    """
    return gymnasium.make(ID, variant=variant, opponents=opponents, disable_env_checker=True, **options)


class LearnerEnv(gymnasium.Env[dict[str, Numbers], np.int64]):
    """The environment itself."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        variant: str | Path | Game,
        opponents: str | Sequence[str] = "greedy",
        seat: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode is {' or '.join(map(repr, RENDER_MODES))}, not {render_mode!r}")
        self.rules = EpisodeRules(variant, **options)
        self.render_mode, seats = render_mode, self.rules.seats
        if seat is not None and (type(seat) is not int or not 1 <= seat <= seats):
            raise ValueError(f"there is no seat {seat!r}: seats are numbered from 1 to {seats}")
        self.always = None if seat is None else seat - 1
        others = (opponents,) if isinstance(opponents, str) else tuple(opponents)
        self.others = seat_players(others, seats - 1)
        self.weights, _ = recalled(self.rules.ruleset, seats, self.others)
        self.worlds, _ = worlds_for(self.rules.ruleset, seats, acting(self.others, self.weights), "auto", self.weights)
        width, most = self.rules.observations.width, self.rules.most_plays
        self.observation_space = spaces.Dict(  # type: ignore[assignment]
            {
                "observation": spaces.Box(LOW, HIGH, (width,), np.int8),
                "action_mask": spaces.Box(0, 1, (most,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(most)
        self.episodes = Episodes(self.rules)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Told:
        super().reset(seed=seed)
        seats = self.rules.seats
        while True:
            self.episode = self.episodes.next(seed)
            self.seat = self.episodes.number % seats if self.always is None else self.always
            away = [(other - self.seat - 1) % seats for other in range(seats)]
            names = tuple(ALONE if n == seats - 1 else self.others[n] for n in away)
            state, engine = self.episode.state, self.rules.engine
            self.players = SeatedPlayers(engine, names, self.episodes.key, state, self.worlds, self.weights)
            self._others_play()
            if not self.episode.over:
                return self._told()
            seed = None  # the learner had nothing to decide: the next episode

    def step(self, action: np.int64) -> tuple[dict[str, Numbers], float, bool, bool, dict[str, Any]]:
        number, count = int(action), len(self.episode.plays)
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


gymnasium.register(id=ID, entry_point=f"{__name__}:{LearnerEnv.__name__}")
