"""What a player is, and the players by name: something that picks one of the legal plays."""

from __future__ import annotations

from collections.abc import Callable

from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.state import State
from cassino_dsl.players.greedy import greedy
from cassino_dsl.players.random import random

# engine, state, the seat that decides, its legal plays, and the key of the decision (``mix.decision_key``)
Player = Callable[[Engine, State, int, list[Play], int], Play]

PLAYERS: dict[str, Player] = {"random": random, "greedy": greedy}


def seat_players(names: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """One name for every seat from the words of ``--players``; raises ``ValueError`` with what is wrong."""
    for name in names:
        if name not in PLAYERS:
            raise ValueError(f"there is no player `{name}`; there are {', '.join(PLAYERS)}")
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        raise ValueError(f"--players names {len(names)} players for {seats} seats; name one, or one for each seat")
    return names
