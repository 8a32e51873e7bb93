"""The environments of PettingZoo and Gymnasium hold what their libraries ask of them, and say what is meant."""

from __future__ import annotations

import pickle
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import cassino_dsl.env
from cassino_dsl import load
from cassino_dsl.env import aec_env, gym_env
from cassino_dsl.env.gym import ID
from cassino_dsl.language.diagnostics.cassino_error import CassinoError
from tests.native.compare import names

# what PettingZoo says of every environment with a mask that is not its own, and of a mask at the end of an episode
MASKED = [
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
]


@pytest.mark.share(10)
@pytest.mark.parametrize("name", names()[::3])
@pytest.mark.filterwarnings(*MASKED)
def test_pettingzoo_finds_nothing(name: str) -> None:
    api_test(aec_env(name, render_mode="ansi"), num_cycles=60)
    seed_test(lambda: aec_env(name), num_cycles=20)


@pytest.mark.parametrize("options", [{"seats": 4}, {"unit": "match", "target": 3}])
@pytest.mark.filterwarnings(*MASKED)
def test_seats_and_matches(options: dict[str, object]) -> None:
    api_test(aec_env("scopa", **options), num_cycles=200)
    env = aec_env("scopa", **options)
    env.reset(seed=2)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, _, info = env.last()
        total[agent] += reward
        if not terminated:
            assert len(info["plays"]) == len(info["features"]) == observation["action_mask"].sum()
        env.step(None if terminated else 0)
    assert sum(total.values()) == 0
    assert total["seat_1"] == -total["seat_2"] != 0
    if "seats" in options:  # partners sit opposite, and what a round brings is told to both
        assert total["seat_1"] == total["seat_3"]


def test_turns_as_a_parallel_environment() -> None:
    env = turn_based_aec_to_parallel(aec_env("scopa"))
    observations, _ = env.reset(seed=1)
    steps = 0
    while env.agents:
        agent = next((a for a in env.agents if observations[a]["action_mask"].any()), env.agents[0])
        observations, rewards, *_ = env.step({**dict.fromkeys(env.agents), agent: 0})
        steps += 1
    assert steps == 36
    assert sum(rewards.values()) == 0


def test_a_seed_gives_a_row_of_deals() -> None:
    env = aec_env(load("traditional-cassino"))
    env.reset(seed=11)
    again = pickle.loads(pickle.dumps(aec_env("traditional-cassino")))
    again.reset(seed=11)
    again.reset()
    env.reset()
    assert (again.observe("seat_2")["observation"] == env.observe("seat_2")["observation"]).all()
    env.reset(seed=11)
    assert (again.observe("seat_2")["observation"] != env.observe("seat_2")["observation"]).any()


def test_what_is_wrong_is_said() -> None:
    env = aec_env("scopa")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="seat 1 has 3 legal plays, numbered from 0: there is no 40"):
        env.step(40)
    with pytest.raises(ValueError, match="`render_mode` is one of `ansi`, `rgb_array`, not 'human'"):
        aec_env("scopa", render_mode="human")
    with pytest.raises(ValueError, match=r"TimeLimit wraps the environment: `gymnasium\.make"):
        gym_env("scopa", max_episode_steps=5)
    with pytest.raises(ValueError, match="there is no player `greedi`"):
        gym_env("scopa", opponents="greedi")
    with pytest.raises(ValueError, match="there is no seat 3: seats go from 1 to 2"):
        gym_env("scopa", seat=3)
    with pytest.raises(ValueError, match="there is no option `oponents`: did you mean `opponents=…`"):
        gym_env("scopa", oponents="greedy")
    with pytest.raises(ValueError, match="there is no option `most_play`: did you mean `most_plays=…`"):
        aec_env("scopa", most_play=5)
    with pytest.raises(CassinoError, match=r"`most_plays`, `most_builds`, `render_mode`\n.*the options are target, "):
        aec_env("scopa", opponents="greedy")


@pytest.mark.parametrize("name", ["traditional-cassino", "koi-koi"])  # the second has signs that the font lacks
def test_pictures(name: str) -> None:
    env = aec_env(name, render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3
    env.step(0)
    assert (env.render() != picture).any()  # shape of the same rows: nothing was built


@pytest.mark.share(5)
@pytest.mark.parametrize("name", names()[::3])
def test_gymnasium_finds_nothing(name: str) -> None:
    check_env(gym_env(name, opponents="random", render_mode="ansi").unwrapped)


def played(env: gymnasium.Env, seed: int | None = None) -> tuple[int, float]:
    """The seat and the reward of an episode."""
    _, info = env.reset(seed=seed)
    while True:
        _, reward, terminated, truncated, info = env.step(0)
        assert not truncated
        if terminated:
            return info["seat"], reward


def test_a_learner_sits_at_each_seat_in_turn() -> None:
    env = gym_env("scopa", opponents="random", seats=3)
    assert [played(env)[0] for _ in range(4)] == [1, 2, 3, 1]
    assert played(env, seed=5) == played(env, seed=5)
    assert played(gym_env("scopa", seat=2))[0] == 2


def test_better_opponents_are_worse_for_the_learner() -> None:
    rewards = {}
    for opponent in ("random", "greedy", "learned"):
        env = gym_env("scopa", opponents=[opponent])
        rewards[opponent] = sum(played(env, seed=1 if number == 0 else None)[1] for number in range(6))
    assert rewards["random"] > max(rewards["greedy"], rewards["learned"])


def test_players_of_ones_own() -> None:
    """They are asked as in simulations, and told what came of it."""
    asked, told = [], []

    class Last:
        def choose(self, view: dict[str, Any], legal: list[dict[str, Any]]) -> int:
            asked.append(view["turn"])
            return len(legal) - 1

        def end(self, points: dict[str, int], winner: int | None) -> None:
            told.append(points)

    _, reward = played(gym_env("scopa", opponents=Last, seat=1), seed=3)
    assert len(asked) == 18
    assert set(asked) == {2}
    assert [points["1"] - points["2"] for points in told] == [reward]
    with pytest.raises(ValueError, match="opponents are one player, or one for each of 3 other seats, not 2"):
        gym_env("scopa", opponents=["greedy", Last], seats=4)
    with pytest.raises(ValueError, match="a player"):
        gym_env("scopa", opponents=[7])


def test_an_action_that_is_not_legal_counts_modulo() -> None:
    env, other = gym_env("scopa", seat=1), gym_env("scopa", seat=1)
    env.reset(seed=1)
    other.reset(seed=1)
    told, *_, info = env.step(63)
    assert info["illegal"]
    assert (told["observation"] == other.step(0)[0]["observation"]).all()
    masks = env.action_masks()
    assert masks.dtype == bool
    assert masks.sum() == len(info["plays"])


def test_before_anything_was_dealt() -> None:
    env = gym_env("scopa", render_mode="ansi")
    for asked in (lambda: env.step(0), env.render, env.action_masks):
        with pytest.raises(gymnasium.error.ResetNeeded, match="call `reset\\(\\)` first"):
            asked()


def test_house_rules_as_of_load() -> None:
    for env in (aec_env("scopa", ["scopa-a-quindici"], 3), aec_env("scopa", with_rules="scopa-a-quindici", seats=3)):
        rules = env.unwrapped.rules
        assert (rules.ruleset.house_rules, rules.seats) == (("scopa-a-quindici",), 3)
    for made in (gym_env, cassino_dsl.env.vector_env):  # whose second argument is another
        with pytest.raises(ValueError, match=r"`with_rules=\[…\]`"):
            made("scopa", ["sweeps"])


def test_several_at_once() -> None:
    envs = gymnasium.make_vec(ID, num_envs=3, variant="scopa", opponents="random")
    observations, _ = envs.reset(seed=1)
    for _ in range(25):
        observations, *_ = envs.step(observations["action_mask"].argmax(axis=1))
    assert observations["observation"].shape[0] == 3


def test_a_library_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "cassino_dsl.env.aec")
    with pytest.raises(ModuleNotFoundError, match=r"`aec_env` needs .*pip install 'cassino-dsl\[env\]'"):
        _ = cassino_dsl.env.aec_env
    with pytest.raises(AttributeError, match="has no attribute 'aecc'"):
        _ = cassino_dsl.env.aecc
