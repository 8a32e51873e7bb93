"""What has learned from the rows of environments is a player of one's own, and is shown the same rows."""

from __future__ import annotations

import pickle
import subprocess
from pathlib import Path
from typing import Any, ClassVar
from zlib import crc32

import numpy as np
import pytest

from cassino_dsl import load
from cassino_dsl.api import PlayerFault
from cassino_dsl.env import RowPlayer, games, gym_env, vector_env
from cassino_dsl.match.play_rows import Numbers
from tests.cli.conftest import PROGRAM
from tests.native.compare import names
from tests.table.test_secrets import HAPPENING, OPEN
from tests.table.tables import file_of

BOT = """
from cassino_dsl.env import RowPlayer
def last(observation, features, mask):
    return mask.sum() - 1
rows = RowPlayer(last)
def viewing(view, legal):
    return len(legal) - 1
"""


def by_bytes(*shown: Numbers) -> int:
    """A choice that hangs on each byte."""
    return crc32(b"".join(row.tobytes() for row in shown)) % int(shown[-1].sum())


class Keeping:
    """Keeps what it was shown in each unit."""

    units: ClassVar[list[list[bytes]]] = []

    def begin(self, seed: int, seat: int) -> None:
        if seat == 1:
            self.units.append([])

    def choose(self, *shown: Numbers) -> int:
        self.units[-1] += [row.tobytes() for row in shown]
        for row in shown:
            assert (row.dtype, row.flags.writeable) == (np.int8, True)
        return by_bytes(*shown)


def assert_same_rows(name: str, units: int, engine: Any, by: Any, unit: Any = "round", **sizes: Any) -> None:
    """Units of a simulation are those of a vector env, byte by byte."""
    game, seats = load(file_of(name)), sizes.pop("seats", None)
    Keeping.units = []
    player = RowPlayer(Keeping, **sizes)
    game.simulate(games=units, seed=5, unit=unit, players=player, jobs=1, engine=engine, seats=seats)
    env = vector_env(game, 1, seed=5, engine=by, unit=unit, seats=seats, **sizes)
    for shown in filter(None, Keeping.units):
        told: list[bytes] = []
        env.done[:] = False
        while not env.done[0]:
            rows = env.observation[0], env.features[0], env.mask[0]
            told += [row.tobytes() for row in rows]
            env.step([by_bytes(*rows)])
        assert told == shown


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "CODES", ("quick", "optimised"))


@pytest.mark.parametrize("name", ["scopa", "tablanette"])
def test_it_is_shown_the_rows_of_the_vector_env(name: str) -> None:
    assert_same_rows(name, 2, "reference", "native")


@pytest.mark.ci
@pytest.mark.parametrize("name", [*OPEN, *HAPPENING, *names()])
def test_in_every_variant(name: str) -> None:
    for seats in load(file_of(name)).ruleset.seats:
        assert_same_rows(name, 1, "reference", "native", seats=seats)
    assert_same_rows(name, 2, "reference", "native", most_plays=3, most_builds=1)


@pytest.mark.ci
def test_in_matches_whoever_lists_the_plays() -> None:
    assert_same_rows("scopa", 2, "native", "native", unit="match")
    assert_same_rows("traditional-cassino", 1, "native", "reference", unit="match", target=5)
