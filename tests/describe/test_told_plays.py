"""What an example lets one do is told as a person would say it: added to a build, raised, taken with its value."""

from __future__ import annotations

import pytest

from cassino_dsl.book.describe.told_plays import Way, WhatIsTaken, may

BUILD = (7, ("4c", "3d"))


def pile(side: int) -> str:
    return f"pile {side}"


def way(
    kind: str,
    cards: str,
    loose: str = "",
    builds: tuple[tuple[int, tuple[str, ...]], ...] = (),
    tops: tuple[tuple[int, str], ...] = (),
    value: int | None = None,
) -> Way:
    return Way(kind, kind, tuple(cards.split()), WhatIsTaken(tuple(loose.split()), builds, tops), value)


@pytest.mark.parametrize(
    ("done", "said"),
    [
        (way("capture", "7h", "2c 5d"), "take 2c 5d"),
        (way("capture", "Js"), "take nothing"),
        (way("capture", "7h", "7s", (BUILD,)), "take 7s and the build of 7"),
        (way("capture", "9h", tops=((2, "9s"),)), "take 9s (the top card of pile 2)"),
        (way("capture", "9h", tops=((2, "5h"), (2, "9s"))), "take 5h 9s from pile 2"),
        (way("trail", "9h"), "trail 9h"),
        (way("build", "2c", "7h", value=9), "make a build of 9 with 7h"),
        (way("build", "", "2c 7h", value=9), "make a build of 9 with 2c 7h"),
        (way("build", "2c", builds=(BUILD,), value=9), "make the build of 7 a build of 9"),
        (way("build", "2c", "Ah", (BUILD,), value=10), "make the build of 7 a build of 10 with Ah"),
        (way("build", "2c", "5h", (BUILD,), value=7), "add it and 5h to the build of 7"),
        (way("build", "", "2c", (BUILD,), ((1, "5h"),), 7), "add 2c and 5h (the top card of pile 1) to the build of 7"),
        (way("build", "2c", builds=(BUILD, (9, ("9s",))), value=9), "add it and the build of 7 to the build of 9"),
    ],
)
def test_what_one_may_do(done: Way, said: str) -> None:
    assert may(done, pile) == said


def test_builds_of_one_value_are_told_apart_by_their_cards() -> None:
    assert may(way("capture", "7h", builds=(BUILD,)), pile, by_cards=True) == "take the build of 7 (4c 3d)"
