"""What a player is: something that picks one of the legal plays."""

from __future__ import annotations

from collections.abc import Callable

from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.state import State

# engine, state, the seat that decides, its legal plays, and the key of the decision (``mix.decision_key``)
Player = Callable[[Engine, State, int, list[Play], int], Play]
