"""How many sequences of plays there are."""

from __future__ import annotations

from collections.abc import Callable

from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.state import State

Progress = Callable[[str, int, int], object]  # what is being done, how far, of how much (0: not known)


def no_progress(what: str, number: int, whole: int) -> None:
    """Nobody looks on."""


class TooMany(Exception):
    """More positions would have to be looked at than the caller wants."""


def perft(
    engine: Engine, state: State, depth: int, most: int | None = None, progress: Progress = no_progress
) -> list[int]:
    """The sequences within the round by their length, up to ``depth``.

    Raises ``TooMany`` once the plays of more than ``most`` positions would have to be listed. Each of them is a
    question of its own, which may be as much work as any.
    """
    counts = [1] + [0] * depth
    listed = 0

    def count(here: State, length: int) -> None:
        nonlocal listed
        listed += 1
        if most is not None and listed > most:
            raise TooMany
        progress("counting sequences of plays", listed, 0)
        with engine.evaluate.steps.question():
            plays = engine.legal(engine.settle(here))
        counts[length] += len(plays)
        if length < depth:
            for play in plays:
                count(engine.step(here, play), length + 1)

    if depth:
        count(state.copy(), 1)
    return counts
