"""What an expression of an action waits for, so that engines can ask each question as early as possible."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from cassino_dsl.language.ruleset.expr import Call, Expr, Name, Quantified, children
from cassino_dsl.language.ruleset.model import Term
from cassino_dsl.language.ruleset.operators import TERMS
from cassino_dsl.language.ruleset.row import OF_CARD, OF_PLAY
from cassino_dsl.language.ruleset.types import Type

TermTable = Mapping[tuple[str, tuple[Type, ...]], Term]


class Level(IntEnum):
    """POSITION: decided by the position (and the action) alone; CARD: by the cards played too; BINDING: by a name
    that `let` or a part binds; PLAY: only by a whole play."""

    POSITION = 0
    CARD = 1
    BINDING = 2
    PLAY = 3


def level(expr: Expr, terms: TermTable, bound: frozenset[str] = frozenset()) -> Level:
    """The level of an expression. ``bound``: variables of quantifiers around it, and parameters of terms, which wait
    for what stands in their place."""
    if isinstance(expr, Name):
        return Level.POSITION if expr.name in bound else Level.BINDING
    if isinstance(expr, Quantified):
        return max(level(expr.source, terms, bound), level(expr.body, terms, bound | {expr.name}))
    here = Level.POSITION
    if isinstance(expr, Call):
        if expr.row.reads & OF_PLAY:
            return Level.PLAY
        if expr.row.reads & OF_CARD:
            here = Level.CARD
        if expr.row in TERMS:
            term = terms[(expr.name, tuple(a.type for a in expr.args))]
            here = level(term.body, terms, frozenset(name for name, _ in term.params))
    return max((here, *(level(c, terms, bound) for c in children(expr))))
