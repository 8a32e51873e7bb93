"""Run as a program with the address sanitizer loaded: plays units of the variants named, with a checked build, and asks
for the examples of the files named."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

import numpy as np

from cassino_dsl import load
from cassino_dsl.analysis.simulate.engines import recalled
from cassino_dsl.engine.native.engine import NativeEngine
from cassino_dsl.engine.reference.rng import match_key
from cassino_dsl.env import vector, vector_env
from cassino_dsl.game import Game
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.players.agents import SeatedPlayers
from cassino_dsl.players.learned.weights import LEARNED
from cassino_dsl.players.native_worlds import NativeWorlds, learned_words
from tests.native.test_examples import compare_examples

FLAGS = (
    *("-O1", "-g", "-fwrapv", "-shared", "-fPIC", "-fvisibility=hidden", "-w", "-std=gnu11"),
    *("-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
)


def main(names: list[str], rounds: int) -> None:
    for name in names:
        if name.endswith(".yaml"):
            compare_examples(Path(name), FLAGS)
        game = load(name)
        for seats in game.ruleset.seats:
            engine = NativeEngine(game.ruleset, seats, FLAGS, many=True)
            weights, _ = recalled(game.ruleset, seats, (LEARNED,))
            words = learned_words(game.ruleset, seats, weights)
            few = max(1, rounds // 20)
            for player, count in (("random", rounds), ("greedy", few), *[(LEARNED, few)] * (weights is not None)):
                played = engine.play(3, 0, count, (player,) * seats, True, rows=True, log=True, learned=words)
                assert played.fault is None or name.endswith(".yaml"), played.fault
            engine.play(4, 0, max(1, rounds // 20), ("random",) * seats)
            state = game.engine(seats).new_match(match_key(5, 0))
            engine.legal(state)
            engine.perft(state, 2)
            engine.score(state, checked=False)
            searched(game, engine, seats)
            with suppress(RunFault):
                stepped(game, engine, seats, rounds)
        print("clean", name, flush=True)


def searched(game: Game, native: NativeEngine, seats: int) -> None:
    """The first plays of a round between players that search."""
    reference = game.engine(seats)
    state, key = reference.new_match(match_key(6, 0)), match_key(6, 0)
    weights, _ = recalled(game.ruleset, seats, ("search:20",))
    worlds = NativeWorlds(native, learned_words(game.ruleset, seats, weights))
    players = SeatedPlayers(reference, ("search:20",) * seats, key, state, worlds, weights)
    for _ in range(10):
        if not (plays := reference.legal(state)):
            break
        play = players.choose(state, plays)
        before, state = state, reference.play(state, play)
        players.played(before, play, state)


def stepped(game: Game, native: NativeEngine, seats: int, steps: int) -> None:
    """Many games at once, with room for few plays."""
    chance = np.random.default_rng(7)
    with patch.object(vector, "NativeEngine", lambda *_, **__: native):
        for unit in ("round", "match"):
            env = vector_env(game, 8, seed=7, engine="native", seats=seats, unit=unit, most_plays=20)
            for _ in range(steps):
                env.step((chance.random(env.n) * env.mask.sum(1)).astype(int))


if __name__ == "__main__":
    main(sys.argv[2:], int(sys.argv[1]))
