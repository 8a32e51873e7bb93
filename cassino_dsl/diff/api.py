"""Comparison as a call: the answer of ``cassino diff`` as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cassino_dsl.diff.change import Class
from cassino_dsl.diff.diff import Wanted, compare
from cassino_dsl.game import Game
from cassino_dsl.players.names import seat_players
from cassino_dsl.simulate.wanted import EngineName


def diff(
    a: Game,
    b: Game,
    games: int | None = None,
    seed: int = 1,
    seats: int | None = None,
    players: str | Sequence[str] = "random",
    engine: EngineName = "auto",
    prove: int = 0,
    witness: bool = True,
    effect: bool = True,
    ignore: Sequence[Class] = (),
) -> dict[str, Any]:
    """Compare two games: changes clause by clause, a position that shows a difference, and its effect in play.

    >>> from cassino_dsl import load
    >>> answer = diff(load("scopa"), load("scopa", target=21), effect=False)
    >>> [change["text"] for change in answer["changes"]], answer["witness"]["about"]
    (['target: 11 → 21'], 'end')
    """
    shared = [n for n in a.ruleset.seats if n in b.ruleset.seats]
    if seats is not None and seats not in shared:
        raise ValueError(f"{a.ruleset.name} and {b.ruleset.name} are not both played with {seats} seats")
    number = seats or (shared[0] if shared else 2)
    names = seat_players((players,) if isinstance(players, str) else tuple(players), number)
    wanted = Wanted(witness, effect, prove, games, seed, seats, names, engine, frozenset(ignore))
    return compare(a.ruleset, b.ruleset, wanted).as_json()
