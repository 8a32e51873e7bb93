"""What a simple player is, and these by name: something that picks one of the legal plays at a glance."""

from __future__ import annotations

from collections.abc import Callable

from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.state import State
from cassino_dsl.players.greedy import greedy
from cassino_dsl.players.random import random

# engine, state, the seat that decides, its legal plays, and the key of the decision (``mix.decision_key``)
Player = Callable[[Engine, State, int, list[Play], int], Play]

SIMPLE: dict[str, Player] = {"random": random, "greedy": greedy}
