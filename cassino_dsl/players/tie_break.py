"""The lot of a play: a number that depends on what the play is, on the match and on the decision alone."""

from __future__ import annotations

from collections.abc import Callable

from cassino_dsl.engine.reference.cards import CardTables
from cassino_dsl.engine.reference.play import DONE, Play
from cassino_dsl.engine.reference.rng import choice, play_code


def code(tables: CardTables, play: Play) -> int:
    """The code of a play, from its kind, faces and value; plays of kind other also from what they decide."""
    if play is DONE:
        return play_code("other", 0, 0, 0, 0)
    played = sum(tables.played_code[c] for c in play.cards)
    taken = sum(tables.taken_code[c] for c in play.taken())
    decision = play.action.fingerprint + play.decision if play.kind == "other" else 0
    return play_code(play.kind, played, taken, play.value, decision)


def lowest_lot(tables: CardTables, plays: list[Play], decision: int) -> Play:
    """The play with the lowest lot; ties go by the lower code."""
    return plays[0] if len(plays) == 1 else min(plays, key=lots(tables, decision))


def lots(tables: CardTables, decision: int) -> Callable[[Play], tuple[int, int]]:
    """By which plays are in the order of their lots; ties go by the lower code."""

    def lot(play: Play) -> tuple[int, int]:
        number = code(tables, play)
        return choice(decision, number), number

    return lot
