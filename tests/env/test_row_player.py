"""What has learned from the rows of environments is a player of one's own, and is shown the same rows."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from typing import Any, ClassVar
from zlib import crc32

import numpy as np
import pytest

from cassino_dsl import load
from cassino_dsl.api import PlayerFault
from cassino_dsl.env import RowPlayer, gym_env, vector_env
from cassino_dsl.match.play_rows import Numbers
from tests.cli.conftest import Cassino, cassino
from tests.native.compare import names
from tests.table.tables import file_of
from tests.table.test_secrets import HAPPENING, OPEN

__all__ = ["cassino"]  # the fixture

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


@RowPlayer
def decorated(*shown: Numbers) -> int:
    return by_bytes(*shown)


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


@pytest.mark.parametrize("name", ["scopa", "tablanette"])
def test_it_is_shown_the_rows_of_the_vector_env(name: str) -> None:
    assert_same_rows(name, 2, "reference", "native")


@pytest.mark.ci
@pytest.mark.parametrize("name", [*OPEN, *HAPPENING, *names()])
def test_in_every_variant(name: str) -> None:
    assert_same_rows(name, 1, "reference", "native", seats=load(file_of(name)).ruleset.seats[-1])
    assert_same_rows(name, 1, "reference", "native", most_plays=3, most_builds=1)


@pytest.mark.ci
def test_in_matches_whoever_lists_the_plays() -> None:
    assert_same_rows("scopa", 2, "native", "native", unit="match")
    assert_same_rows("traditional-cassino", 1, "native", "reference", unit="match")


def test_it_plays_wherever_one_of_ones_own_may(
    cassino: Cassino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "rowbot.py").write_text(BOT)
    words = ("simulate", "scopa", "--unit", "round", "--games", "8", "--seed", "3", "--format", "json")
    one, two, other = (
        cassino(*words, "--players", f"rowbot:{name},greedy", "--jobs", jobs).json["by_player"]
        for name, jobs in (("rows", "1"), ("rows", "2"), ("viewing", "1"))
    )
    assert one == two
    assert [{**row, "player": ""} for row in one] == [{**row, "player": ""} for row in other]
    played = [
        cassino("play", "scopa", "--against", f"rowbot:{name}", "--seed", "1", "--plain", stdin="1\n1\nundo\n1\nquit\n")
        for name in ("rows", "viewing")
    ]
    assert played[0].code == 0
    assert played[0].out == played[1].out.replace("viewing", "rows")


def test_it_is_pickled_by_the_name_of_what_it_decorates() -> None:
    assert pickle.loads(pickle.dumps(decorated)) is decorated
    assert repr(decorated) == f"<RowPlayer {__name__}:decorated>"
    assert pickle.loads(pickle.dumps(RowPlayer(by_bytes, most_plays=9))).most_plays == 9


def test_as_an_opponent_it_knows_after_pickling_what_it_had_seen() -> None:
    env = gym_env("scopa", opponents=RowPlayer(by_bytes), seat=2)
    env.reset(seed=1)
    for _ in range(8):
        env.step(0)
    again = pickle.loads(pickle.dumps(env))
    for _ in range(6):
        (one, *_), (two, *_) = env.step(0), again.step(0)
        assert one["observation"].tobytes() == two["observation"].tobytes()


@pytest.mark.parametrize("answer", [None, True, -1, 3, "3c takes 3h", 0.0])
def test_what_is_the_number_of_no_play_is_told(answer: Any) -> None:
    said = "seat 1, seed 1, round 0 of scopa: answered .* which is the number of no legal play: there are 3, numbered"
    with pytest.raises(PlayerFault, match=said):
        load("scopa").simulate(games=1, seed=1, unit="round", players=RowPlayer(lambda *shown: answer))


def test_its_faults_are_those_of_its_policy() -> None:
    def failing(observation: Numbers, features: Numbers, mask: Numbers) -> int:
        return int(observation[len(observation)])

    with pytest.raises(PlayerFault, match=r"failing`, seat 1, .*IndexError: .* \(.*test_row_player.py:\d+, in failing"):
        load("scopa").simulate(games=1, seed=1, players=RowPlayer(failing), jobs=1)


@pytest.mark.parametrize("policy", ["greedy", 7, None, RowPlayer(by_bytes)])
def test_what_is_no_policy_is_refused(policy: Any) -> None:
    with pytest.raises(ValueError, match=r"a policy is a function `\(observation, features, mask\)`, or what has"):
        RowPlayer(policy)
    with pytest.raises(ValueError, match="`most_plays` is a whole number from 1 to 65536, not 0"):
        RowPlayer(by_bytes, most_plays=0)
