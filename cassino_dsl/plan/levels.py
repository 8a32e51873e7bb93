"""What an expression of an action waits for, so that engines can ask each question as early as possible."""

from __future__ import annotations

from enum import IntEnum

from cassino_dsl.ruleset.expr import Call, Expr, Name, Quantified, children


class Level(IntEnum):
    """STATE: decided by the position alone; CARD: by the cards played too; PLAY: only by a whole play."""

    STATE = 0
    CARD = 1
    PLAY = 2


_CARD = {"card", "cards", "kept"}
_PLAY = {"taken", "announced", "after", "before", "built"}


def level(expr: Expr, bound: frozenset[str] = frozenset()) -> Level:
    """The level of an expression; names bound by ``let`` or by a part wait for the play."""
    if isinstance(expr, Name):
        return Level.STATE if expr.name in bound else Level.PLAY
    if isinstance(expr, Quantified):
        return max(level(expr.source, bound), level(expr.body, bound | {expr.name}))
    here = Level.STATE
    if isinstance(expr, Call):
        if expr.function in _PLAY:
            return Level.PLAY
        if expr.function in _CARD and not expr.args:
            here = Level.CARD
    return max((here, *(level(c, bound) for c in children(expr))))
