"""Many who play at once over real sockets: nothing is lost, no memory grows, and a server that is killed goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web.crowd import PAUSE, Guest, Pace, crowd, measure, seat_all, served

MATCHES = 50
GROWN = 24  # MiB, in the last twenty minutes: tables of matches that are over wait for Python to look for them


def all_made(plays: int) -> Callable[[list[Guest]], bool]:
    return lambda guests: min(guest.made for guest in guests) >= plays


@pytest.mark.ci
def test_nothing_is_lost(tmp_path: Path) -> None:
    with served(tmp_path / "rooms.sqlite") as server:
        figures = asyncio.run(crowd(server, seat_all(server, 15), all_made(40)))
    assert len(figures.answers) > 15 * 40 * 0.8
    assert figures.again > 10
    assert figures.taken_back > 0


@pytest.mark.ci
def test_killed_in_the_middle(tmp_path: Path) -> None:
    """Of many matches, while plays are made: each goes on where it was."""
    killed: list[int] = []

    async def kill(guests: list[Guest]) -> None:
        while not all_made(2)(guests):
            await asyncio.sleep(PAUSE)
        server.kill()
        killed.extend(guest.made for guest in guests)
        await asyncio.to_thread(server.start)

    def enough(guests: list[Guest]) -> bool:
        return bool(killed) and all(one.made >= before + 3 for one, before in zip(guests, killed, strict=True))

    with served(tmp_path / "rooms.sqlite") as server:
        figures = asyncio.run(crowd(server, seat_all(server, MATCHES), enough, beside=kill))
    assert figures.again >= MATCHES


@pytest.mark.long
def test_an_hour_of_it() -> None:
    """Each room has played its first match to the end after half of it."""
    found = measure(rooms=300, seconds=3_600, pace=Pace(think=8, away=120), seed=7)
    readings = found["memory_mib"]["readings"]
    assert found["matches"] > 500
    assert max(readings[40:]) - max(readings[20:40]) < GROWN, found
