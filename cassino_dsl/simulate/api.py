"""Simulation as a call: the answer of ``cassino simulate`` as data."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from cassino_dsl.compose.options import selected
from cassino_dsl.game import Game
from cassino_dsl.players.names import seat_players
from cassino_dsl.ruleset.document import word_of
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.simulate.figures import simulation
from cassino_dsl.simulate.run import run
from cassino_dsl.simulate.spec import Spec
from cassino_dsl.simulate.wanted import EngineName
from cassino_dsl.units.runner import Unit


def simulate(
    game: Game,
    games: int = 1_000,
    seed: int | None = None,
    seats: int | None = None,
    players: str | Sequence[str] = "random",
    unit: Unit = "match",
    engine: EngineName = "auto",
    jobs: int | None = None,
    until: str = "",
    figure: str = "win_rate",
    rotate: bool = True,
) -> dict[str, Any]:
    """Play many matches (or rounds) of a game and measure them; the keys are those of design.md 6.

    >>> from cassino_dsl import load
    >>> answer = simulate(load("scopa"), games=10, seed=1)
    >>> answer["games"], sum(side["wins"] for side in answer["sides"]) + answer["ties"]
    (10, 10)
    """
    ruleset = game.ruleset
    seats = min(ruleset.seats) if seats is None else seats
    if seats not in ruleset.seats:
        raise ValueError(f"{ruleset.name} is not played with {seats} seats")
    names = seat_players((players,) if isinstance(players, str) else tuple(players), seats)
    with_rules, settings = words_of(ruleset)
    seed = secrets.randbits(64) if seed is None else seed
    spec = Spec(
        ruleset.name, with_rules, settings, seats, unit, names, seed, games, until=until, figure=figure, rotate=rotate
    )
    return simulation(run(spec, ruleset, engine, jobs))


def words_of(ruleset: Ruleset) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The house rules and settings that give a ruleset, as a command line would say them."""
    chosen = {name for option in ruleset.options for name in selected(option)}
    settings = [f"{o.name}={word_of(o.value)}" for o in ruleset.options if o.value != o.default]
    return tuple(name for name in ruleset.house_rules if name not in chosen), tuple(settings)
