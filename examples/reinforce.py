"""Learns Scopa (or any variant) by REINFORCE against itself, in NumPy alone, and plays matches against `greedy`.

A small network scores each legal play by its row of features beside the observation; the higher the score, the likelier
the play is. After each batch of rounds the plays of those who made more points than was expected become likelier.
What was learned is kept, and plays in this folder: `cassino simulate scopa --players reinforce:trained,greedy`.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from cassino_dsl import load
from cassino_dsl.env import RowPlayer, vector_env

KEPT = "reinforce.npz"
HIDDEN, RATE, ENTROPY, SCALE, SEED = 128, 1e-3, 0.01, 3.0, 10**6
MATCH = ("score", "round")  # how the match stands is not what a round is learned from


class Network:
    """Scores plays, and expects what a round will bring: each by one hidden layer."""

    def __init__(self, kept: np.ndarray, **weights: np.ndarray) -> None:
        self.t, self.kept, self.w = 0, kept, weights  # kept: of an observation, the numbers that are looked at
        self.m, self.v = ({k: np.zeros_like(w) for k, w in self.w.items()} for _ in range(2))

    def scores(self, seen: np.ndarray, told: np.ndarray, count: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Of each play the hidden layer and the score; ``count``: how many plays each decision has."""
        hidden = np.maximum(np.repeat(seen @ self.w["o"] + self.w["b"], count, axis=0) + told @ self.w["f"], 0)
        return hidden, hidden @ self.w["u"]

    def choose(self, observation: np.ndarray, features: np.ndarray, mask: np.ndarray) -> int:
        """The number of the play with the highest score."""
        seen, told = observation[None, self.kept].astype(np.float32), features[mask != 0].astype(np.float32)
        return int(self.scores(seen, told, np.array([len(told)]))[1].argmax())

    def learn(self, rate: float, seen, told, count, made: np.ndarray, gain: np.ndarray) -> None:
        """One step towards the plays ``made`` (by their place among all) that brought more than was expected."""
        w, starts, many = self.w, np.concatenate([[0], np.cumsum(count)[:-1]]), len(count)
        hidden, score = self.scores(seen, told, count)
        expects = np.maximum(seen @ w["vo"] + w["vb"], 0)
        wrong = np.nan_to_num(expects @ w["vu"] - gain)
        better, each = -wrong / (wrong.std() + 1e-6), np.repeat(np.arange(many), count)
        score = np.exp(score - np.maximum.reduceat(score, starts)[each])
        p = score / np.add.reduceat(score, starts)[each]
        log = np.log(p + 1e-9)
        slope = p * better[each] + ENTROPY * p * (log - np.add.reduceat(p * log, starts)[each])
        slope[made] -= better
        slope, wrong = (slope / many).astype(np.float32), (wrong / many).astype(np.float32)
        back, expected = np.outer(slope, w["u"]) * (hidden > 0), np.outer(wrong, w["vu"]) * (expects > 0)
        self._move(rate, {
            "o": seen.T @ np.add.reduceat(back, starts), "f": told.T @ back, "b": back.sum(0), "u": hidden.T @ slope,
            "vo": seen.T @ expected, "vb": expected.sum(0), "vu": expects.T @ wrong,
        })  # fmt: skip

    def _move(self, rate: float, slopes: dict[str, np.ndarray]) -> None:  # by Adam
        self.t += 1
        for k, slope in slopes.items():
            self.m[k] += 0.1 * (slope - self.m[k])
            self.v[k] += 0.001 * (slope**2 - self.v[k])
            mean, spread = self.m[k] / (1 - 0.9**self.t), np.sqrt(self.v[k] / (1 - 0.999**self.t))
            self.w[k] -= rate * mean / (spread + 1e-8)


@RowPlayer
class trained(Network):  # a player of one's own
    def __init__(self) -> None:
        super().__init__(**np.load(KEPT))


def rounds(env, net: Network, chance: np.random.Generator, steps: int) -> tuple[np.ndarray, ...]:
    """What was seen, told and made in so many steps of all games, and what it has brought (nan: not known yet)."""
    log, first = [], 0
    for _ in range(steps):
        legal, seat = env.mask != 0, env.seat.copy()
        seen, told = env.observation[:, net.kept].astype(np.float32), env.features[legal].astype(np.float32)
        count = legal.sum(1)
        lots = np.full(legal.shape, -np.inf)
        lots[legal] = net.scores(seen, told, count)[1] + chance.gumbel(size=len(told))
        action = lots.argmax(1)
        _, reward, done = env.step(action)
        log.append((seen, told, count, first + np.cumsum(count) - count + action, seat, reward.copy(), done.copy()))
        first += len(told)
    gain, known, gains = np.zeros_like(reward), np.zeros(env.n, bool), []
    for *_, seat, reward, done in reversed(log):  # a round ends with what it brings to each seat
        gain[done], known = reward[done], known | done
        gains.append(np.where(known, gain[np.arange(env.n), seat] / SCALE, np.nan))
    seen, told, count, made = (np.concatenate([entry[i] for entry in log]) for i in range(4))
    return seen, told, count, made, np.concatenate(gains[::-1])


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name, value in {"variant": "scopa", "seconds": 600.0, "games": 512, "seed": 1, "matches": 100}.items():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    options = parser.parse_args(arguments)
    env, chance = vector_env(options.variant, options.games, seed=options.seed), np.random.default_rng(options.seed)
    slots = [s for s in env.rules.observations.slots if not s.name.startswith(MATCH)]
    kept = np.concatenate([np.arange(s.offset, s.offset + s.length) for s in slots])
    weights = {k: np.zeros(HIDDEN, np.float32) for k in ("b", "u", "vb", "vu")}
    for k, size in {"o": len(kept), "f": env.features.shape[2], "vo": len(kept)}.items():
        weights[k] = (chance.normal(size=(size, HIDDEN)) / np.sqrt(size)).astype(np.float32)
    net = Network(kept, **weights)
    game, spent, decisions = load(options.variant), 0.0, 0
    for look in range(11):
        matches = options.matches * (4 if look == 10 else 1)
        against = game.simulate(matches, SEED, players=[RowPlayer(net), "greedy"])["by_player"][0]
        print(f"{spent:5.0f} s {decisions:12,} decisions: {against['win_rate']:.1%} won", flush=True)
        while look < 10 and spent < options.seconds * (look + 1) / 10:
            started = time.monotonic()
            net.learn(RATE * (1 - spent / options.seconds), *rounds(env, net, chance, 36))
            spent, decisions = spent + time.monotonic() - started, decisions + 36 * env.n
    np.savez(KEPT, kept=kept, **net.w)


if __name__ == "__main__":
    main()
