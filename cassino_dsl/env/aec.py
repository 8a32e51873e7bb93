"""Games as environments of PettingZoo: agents that act one after the other (AEC)."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from cassino_dsl.env.episode import EpisodeRules, Episodes
from cassino_dsl.env.render import RENDER_MODES, mode_of, render, spaces_of
from cassino_dsl.game import Game
from cassino_dsl.match.arguments import whole


def aec_env(
    variant: str | Path | Game,
    with_rules: str | Path | Iterable[str | Path] = (),
    seats: int | None = None,
    **options: Any,
) -> AECEnv:
    """A variant as an AEC environment of PettingZoo. ``render_mode``: `ansi` or `rgb_array`. Other options:

    ``with_rules`` (house rules), ``seats`` (by default the fewest) and the variant's own options: as of ``load``.
    ``unit``: whether an episode is a `round` (the default: seat 1 leads) or a `match`. ``most_plays``: how many actions
    there are (by default what `docs/environments.md` says of the variant, whatever its options). ``most_builds``: how
    many builds are told one by one (8).

    The agents are `seat_1`, `seat_2`, … An observation is ``{"observation": int8 of (width,), "action_mask": int8 of
    (most plays,)}``, an action the number of a legal play (``ValueError`` for all else). What ``infos`` hold of the
    agent that decides: ``plays``, the texts of its legal plays, ``features``, their rows: int8 of (legal plays, width
    of a play), and ``left_out``: how many legal plays can't be chosen because there are too few actions. Rewards come
    at the end of an episode: of a round the points of the own side less what the others have on average (the other way
    round where the lowest wins), of a match 1 to the winner, and -1 to the others between them; 0 where nobody wins.

    ``reset(seed=S)`` deals match 0 of the seed S, as `cassino simulate --seed S` does, and each ``reset()`` after it
    the next match of the same seed. Copied or pickled in the middle of an episode, it goes on as the first does.

    Raises ``ValueError`` for options that make no sense, and what ``load`` raises.
    """
    return OrderEnforcingWrapper(SeatsEnv(variant, with_rules=with_rules, seats=seats, **options))


class SeatsEnv(AECEnv):  # type: ignore[misc]
    """The environment itself, without checks of the order of calls."""

    def __init__(self, variant: str | Path | Game, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        self.render_mode = mode_of(render_mode)
        self.rules = EpisodeRules(variant, own=("render_mode",), **options)
        self.metadata = {
            "name": self.rules.ruleset.name.replace("-", "_"),
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(self.rules.seats)]
        self.agents: list[str] = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        spaces_each = {agent: spaces_of(self.rules) for agent in self.possible_agents}
        self.observation_spaces = {agent: told for agent, (told, _) in spaces_each.items()}
        self.action_spaces = {agent: actions for agent, (_, actions) in spaces_each.items()}
        self.episodes = Episodes(self.rules)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.episode = self.episodes.next(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self._look()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.episode.make(whole("action", action, -inf))
        self._cumulative_rewards[agent] = 0.0
        self._look()

    def _look(self) -> None:
        """Tell what has come of a play, or of the deal."""
        episode = self.episode
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if episode.decider is None:
            self.rewards = dict(zip(self.agents, episode.rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[episode.decider]
            info = {"plays": episode.texts(), "features": episode.rows, "left_out": episode.left_out}
            self.infos[self.agent_selection] = info

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.seat_of[agent]
        mask = self.episode.mask() if seat == self.episode.decider else np.zeros(self.rules.most_plays, np.int8)
        return {"observation": self.episode.observe(seat), "action_mask": mask}

    def render(self) -> Any:
        """The position as the agent sees it that decides (at the end, the last that did)."""
        return render(self.episode, self.seat_of[self.agent_selection], self.render_mode)
