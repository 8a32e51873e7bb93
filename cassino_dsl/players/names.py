"""The players by name."""

from __future__ import annotations

from cassino_dsl.players.greedy import greedy
from cassino_dsl.players.player import Player
from cassino_dsl.players.random import random

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
