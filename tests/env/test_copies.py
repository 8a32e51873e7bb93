"""Environments are copied and pickled in the middle of a game, and go on as the first does; what cannot be says so."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from cassino_dsl import load
from cassino_dsl.env import aec_env, gym_env, vector_env

WAYS = [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]
Way = Callable[[Any], Any]


class Counts:
    """A player of one's own that remembers how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: dict[str, Any], legal: list[dict[str, Any]]) -> int:
        self.asked += 1
        return self.asked % len(legal)


def course(env: Any, steps: int) -> list[tuple[bytes, float, list[str]]]:
    """What a learner that always plays the last play is told; from one episode to the next."""
    told = []
    plays = len(env.episode.plays)
    for _ in range(steps):
        observation, reward, over, _, info = env.step(plays - 1)
        told.append((observation["observation"].tobytes(), reward, info["plays"]))
        if over:
            _, info = env.reset()
        plays = len(info["plays"])
    return told


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("cuarenta", {"opponents": "random", "seat": 1}),
        ("scopa", {"opponents": "search:20", "unit": "match", "target": 3}),
        ("scopa", {"opponents": ["learned", Counts, Counts()], "seats": 4}),
    ],
)
def test_a_learner_goes_on(way: Way, name: str, options: dict[str, Any]) -> None:
    env = gym_env(name, **options)
    env.reset(seed=1)
    course(env, 13)
    other = way(env)
    told = course(env, 12)  # what one does is nothing to the other
    assert course(other, 12) == told


@pytest.mark.parametrize("way", WAYS)
def test_seats_go_on(way: Way) -> None:
    env = aec_env("traditional-cassino", unit="match")
    env.reset(seed=3)
    for _ in range(60):
        env.step(0)
    other = way(env)
    for _ in range(20):
        here, there = env.last(), other.last()
        assert (here[0]["observation"] == there[0]["observation"]).all()
        assert here[4]["plays"] == there[4]["plays"]
        for one in (env, other):
            one.step(len(here[4]["plays"]) - 1)
    env.reset()
    other.reset()
    assert (env.observe("seat_1")["observation"] == other.observe("seat_1")["observation"]).all()


@pytest.mark.parametrize("way", WAYS)
def test_what_has_not_begun_is_copied_too(way: Way) -> None:
    env = way(gym_env(load("scopa"), opponents="greedy"))
    assert env.action_space.n == 64
    assert env.reset(seed=1)[1]["plays"] == gym_env("scopa").reset(seed=1)[1]["plays"]
    aec = way(aec_env("scopa", most_builds=3))
    aec.reset(seed=1)


@pytest.mark.parametrize("way", [*WAYS, copy.copy])
def test_many_games_are_not(way: Way) -> None:
    with pytest.raises(TypeError, match=r"neither copied nor pickled.* the same seed, `vector_env\(…, 2, seed=7\)`"):
        way(vector_env("scopa", 2, seed=7, engine="reference"))


@pytest.mark.parametrize("action", [1.0, 1.7, True, np.True_, "x", None, np.array([0, 1])])
def test_what_is_no_number_is_no_action(action: object) -> None:
    env, learner = aec_env("scopa"), gym_env("scopa")
    env.reset(seed=1)
    learner.reset(seed=1)
    for step in (env.step, learner.step):
        with pytest.raises(ValueError, match="`action` is a whole number, not "):
            step(action)
    env.step(np.int8(1))
    learner.step(np.array(1))
