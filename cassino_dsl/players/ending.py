"""Endings played exactly: what comes of a position if both of two sides see all cards and play as well as they can."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.state import State
from cassino_dsl.players.lots import code
from cassino_dsl.players.play_out import PlayOut, scored, settled
from cassino_dsl.players.worlds import Worlds


@dataclass(frozen=True, slots=True)
class Ending:
    """``leads``: by how much the side that decides will be ahead after each of its plays, the best first (of equal
    ones that of the lower code). ``line``: the best plays of both sides, each with the seat that makes it. ``outcome``:
    what comes of that."""

    leads: tuple[tuple[Play, int], ...]
    line: tuple[tuple[int, Play], ...]
    outcome: PlayOut


def solved_ending(engine: Engine, worlds: Worlds, state: State, most: int) -> Ending | None:
    """The ending of a position in which every card has its place; None where it takes ``most`` positions or more. At
    the end of a round there are no plays."""
    state = state.copy()
    state.key = None  # nobody knows what chance would decide
    first: list[tuple[Play, int]] | None = None
    line: list[tuple[int, Play]] = []
    while plays := settled(engine, state):
        ranked = _ranked(lambda play: code(engine.evaluate.tables, play), worlds, state, plays, most)
        if ranked is None:
            return None
        first = first or ranked
        best, _ = ranked[0]
        line.append((engine.decider(state), best))
        state = engine.step(state, best)
    return Ending(tuple(first or ()), tuple(line), scored(engine, state))


def _ranked(
    code_of: Callable[[Play], int], worlds: Worlds, state: State, plays: list[Play], most: int
) -> list[tuple[Play, int]] | None:
    """Each play with what it leads by, the best first."""
    ordered = sorted(plays, key=code_of)
    leads = worlds.solve(state, [code_of(play) for play in ordered], most, in_match=False)
    return None if leads is None else sorted(zip(ordered, leads, strict=True), key=lambda one: -one[1])
