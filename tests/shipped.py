"""Shipped games, each loaded once for all tests of a process."""

from __future__ import annotations

from functools import cache

from cassino_dsl.game import Game, load
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.shipped import shipped


@cache
def game(name: str) -> Game:
    return load(name)


def ruleset(name: str) -> Ruleset:
    return game(name).ruleset


@cache
def tables() -> list[tuple[str, int]]:
    """Every shipped variant with every number of seats that it allows: no game is loaded for that."""
    return [(variant.name, seats) for variant in shipped() for seats in variant.seats]
