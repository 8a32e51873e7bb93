"""Counts of plays: the engine against the naive enumerator, and both against the numbers that are stored.

UPDATE_PERFT=1 writes the stored numbers anew, as the enumerator counts them.
"""

from __future__ import annotations

import os

import pytest
import yaml

from tests import naive
from tests.perft.counting import (
    DATA,
    difference,
    engine_counts,
    engine_game,
    naive_counts,
    position_of,
    positions,
    stored,
)

NAMES = sorted(naive.GAMES)
DEPTH = 2
LONG_DEPTH = 3


def agrees(name: str, depth: int) -> None:
    for title, data in positions(name).items():
        mine, theirs = engine_counts(name, data, depth), naive_counts(name, data, depth)
        assert mine == theirs, f"{name}, {title}: {difference(name, data, depth)}"


@pytest.mark.parametrize("name", NAMES)
def test_the_engine_counts_as_the_enumerator(name: str) -> None:
    agrees(name, DEPTH)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_the_engine_counts_as_the_enumerator_further(name: str) -> None:
    agrees(name, LONG_DEPTH)


@pytest.mark.parametrize("name", NAMES)
def test_every_play_is_the_same(name: str) -> None:
    """Not only as many plays: the same kinds, cards, values."""
    for title, data in positions(name).items():
        moves = engine_game(name).moves(position_of(name, data))
        mine = [naive.play_of(play) for play in moves["plays"]]
        assert len(set(mine)) == len(mine), title
        assert set(mine) == naive.plays(naive.GAMES[name], naive.from_position(data)), title


@pytest.mark.parametrize("name", NAMES)
def test_stored_counts(name: str) -> None:
    if os.environ.get("UPDATE_PERFT") == "1":
        counts = {title: naive_counts(name, data, LONG_DEPTH) for title, data in positions(name).items()}
        lines = "".join(f"{yaml.safe_dump(t).split(chr(10))[0]}: {c}\n" for t, c in counts.items())
        DATA.mkdir(exist_ok=True)
        head = f"# Sequences of 0, 1, 2, 3 plays of {name}, as the naive enumerator counts them.\n"
        (DATA / f"{name}.yaml").write_text(head + lines, encoding="utf-8")
    kept = stored(name)
    assert set(kept) == set(positions(name))
    for title, data in positions(name).items():
        assert engine_counts(name, data, DEPTH) == kept[title][: DEPTH + 1], title


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_stored_counts_further(name: str) -> None:
    for title, data in positions(name).items():
        assert engine_counts(name, data, LONG_DEPTH) == stored(name)[title], title


def test_a_difference_is_found_and_shown() -> None:
    """The tool that explains a mismatch can see one: two games that differ, compared as if they were one."""
    data = {"hands": {1: "7s 2d", 2: "2c Kd"}, "table": "6c Ad 2h 3h 2s", "stock": ""}
    assert engine_counts("scopa", data, 2) != naive_counts("scopa-fewest", data, 2)
    both = naive.GAMES["scopa"], naive.GAMES["scopa-fewest"]
    naive.GAMES["scopa"] = both[1]
    try:
        assert "only the engine [Play(kind='capture'" in difference("scopa", data, 2)
    finally:
        naive.GAMES["scopa"] = both[0]
