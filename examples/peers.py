"""Steps of random play per second: our vector env, and the environments of other libraries that are installed here.

All of them on one core in one process, in turn, several times; figures are medians. A step is one play of one game with
what goes with it: the choice of a legal play at random, and what the next player sees. Games differ in how much they
have to do and to say, so their sizes stand beside the figures. Names of variants on the command line are ours to play.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from io import StringIO
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from cassino_dsl.benchmarks.measure import enough
from cassino_dsl.env.vector import vector_env

Steps = Callable[[int], int]  # play about so many steps; how many it were


@dataclass(frozen=True, slots=True)
class Peer:
    """One environment: whose it is, its game, how many games are stepped at once, and how many numbers say what a
    player sees, and how many stand for plays."""

    library: str
    game: str
    games: int
    observation: int
    plays: str
    steps: Steps


def ours(variant: str, games: int = 1024) -> Peer:
    env = vector_env(variant, games, seed=1)
    chance = np.random.default_rng(1)
    env.reset()

    def steps(count: int) -> int:
        for _ in range(max(1, count // games)):
            env.step((chance.random(games) * env.mask.sum(1)).astype(np.int64))
        return max(1, count // games) * games

    _, most, row = env.features.shape
    return Peer("cassino_dsl", variant, games, env.observation.shape[1], f"{most} × {row}", steps)


def open_spiel(name: str) -> Peer:
    """A game of OpenSpiel, its C++ called from Python."""
    game = import_module("pyspiel").load_game(name)
    chance = random.Random(1)
    choose = chance.choice

    def steps(count: int) -> int:
        done = 0
        while done < count:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(outcomes, weights)[0])
                    continue
                state.observation_tensor(state.current_player())
                state.apply_action(choose(state.legal_actions()))
                done += 1
        return done

    return Peer("OpenSpiel", name, 1, game.observation_tensor_size(), str(game.num_distinct_actions()), steps)


def open_spiel_vector(name: str, games: int = 64) -> Peer:
    """The same by its vector env, many games in Python."""
    environment = import_module("open_spiel.python.rl_environment")
    envs = [environment.Environment(name) for _ in range(games)]
    vector = import_module("open_spiel.python.vector_env").SyncVectorEnv(envs)
    output = import_module("open_spiel.python.rl_agent").StepOutput
    choose = random.Random(1).choice
    now = vector.reset()

    def steps(count: int) -> int:
        nonlocal now
        for _ in range(max(1, count // games)):
            legal = [t.observations["legal_actions"][t.observations["current_player"]] for t in now]
            now, *_ = vector.step([output(choose(plays), None) for plays in legal], reset_if_done=True)
        return max(1, count // games) * games

    game = envs[0].game
    return Peer(
        "OpenSpiel SyncVectorEnv", name, games, game.observation_tensor_size(), str(game.num_distinct_actions()), steps
    )


def petting_zoo(module: str) -> Peer:
    env = import_module(f"pettingzoo.classic.{module}").env()
    chance = np.random.default_rng(1)
    env.reset(seed=1)
    seen = env.observe(env.agents[0])

    def steps(count: int) -> int:
        done = 0
        while done < count:
            env.reset()
            for agent in env.agent_iter():
                observation, _, ended, cut, _ = env.last()
                legal = np.flatnonzero(observation["action_mask"])
                env.step(None if ended or cut else chance.choice(legal))
                done += not (ended or cut)
                del agent
        return done

    return Peer("PettingZoo", module, 1, int(np.size(seen["observation"])), str(len(seen["action_mask"])), steps)


def rlcard(name: str) -> Peer:
    env = import_module("rlcard").make(name)
    choose = random.Random(1).choice
    state, _ = env.reset()

    def steps(count: int) -> int:
        done = 0
        while done < count:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(choose(list(state["legal_actions"])))
                done += 1
        return done

    return Peer("RLCard", name, 1, int(np.size(state["obs"])), str(env.num_actions), steps)


def pgx(name: str, games: int = 1024) -> Peer:
    """Compiled by JAX for the processor, with the choice and new games."""
    jax, library = import_module("jax"), import_module("pgx")
    env = library.make(name)
    begin, step = jax.vmap(env.init), jax.vmap(import_module("pgx.experimental").auto_reset(env.step, env.init))

    @jax.jit  # type: ignore[untyped-decorator]
    def onward(state: Any, key: Any) -> Any:
        choice, deal = jax.random.split(key)
        legal = jax.numpy.log(state.legal_action_mask.astype(float))
        action = jax.random.categorical(choice, legal, axis=1)
        return step(state, action, jax.random.split(deal, games))

    key = jax.random.PRNGKey(1)
    state = jax.jit(begin)(jax.random.split(key, games))

    def steps(count: int) -> int:
        nonlocal state, key
        for _ in range(max(1, count // games)):
            key, one = jax.random.split(key)
            state = onward(state, one)
        jax.block_until_ready(state)
        return max(1, count // games) * games

    return Peer("pgx (JAX)", name, games, int(np.prod(env.observation_shape)), str(env.num_actions), steps)


PEERS: tuple[tuple[Callable[[str], Peer], tuple[str, ...]], ...] = (
    (open_spiel, ("leduc_poker", "gin_rummy", "crazy_eights")),
    (open_spiel_vector, ("leduc_poker", "gin_rummy")),
    (petting_zoo, ("leduc_holdem_v4", "texas_holdem_v4", "connect_four_v3")),
    (rlcard, ("leduc-holdem", "gin-rummy", "uno")),
    (pgx, ("leduc_holdem", "kuhn_poker", "connect_four")),
)


def installed() -> list[Peer]:
    """The peers that are there: a library that is not installed, or has no such game, is left out, and why is said."""
    found = []
    for make, games in PEERS:
        for game in games:
            try:
                with redirect_stdout(StringIO()):
                    found.append(make(game))
            except Exception as fault:
                print(f"left out: {make.__name__} {game}: {fault}", file=sys.stderr)
    return found


def peers_table(variants: Iterable[str], seconds: float, repeats: int) -> Iterator[str]:
    """The lines of a table, in Markdown."""
    peers = [*map(ours, variants), *installed()]
    for peer in peers:
        peer.steps(1)  # what is compiled is compiled now
    sizes = {peer: enough(lambda _, count, peer=peer: peer.steps(count), seconds) for peer in peers}  # type: ignore[misc]
    rates: dict[Peer, list[float]] = {peer: [] for peer in peers}
    for _ in range(repeats):
        for peer, count in sizes.items():
            started = process_time()
            done = peer.steps(count)
            rates[peer].append(done / (process_time() - started))
    yield "| library | game | games at once | numbers seen | plays | steps a second |"
    yield "|---|---|---|---|---|---|"
    for peer, found in rates.items():
        sizes_said = f"{peer.games:,} | {peer.observation} | {peer.plays}"
        yield f"| {peer.library} | {peer.game} | {sizes_said} | {median(found):,.0f} |"


if __name__ == "__main__":
    print("\n".join(peers_table(sys.argv[1:] or ("scopa", "traditional-cassino"), seconds=1.0, repeats=5)))
