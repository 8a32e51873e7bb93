"""What an expression may speak of in the place where it stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from cassino_dsl.ruleset.expr import Expr, Type
from cassino_dsl.syntax.ast import Ast

STATIC = frozenset({"static"})  # the pack, the options, the seats: known before a game
STATE = STATIC | {"state"}  # zones and memory
SIDE = STATE | {"side"}  # a side is being scored, or plays
MOVER = SIDE | {"mover"}  # a seat plays
CARD = MOVER | {"card"}  # the cards that leave the hand are chosen
PLAY = CARD | {"play"}  # a whole play is looked at
CHOICE = PLAY | {"after"}  # … before it is made: `after(…)` looks ahead
DONE = PLAY | {"before"}  # … after it was made: `before(…)` looks back
BUILT = DONE | {"built"}

EXPLAINED = {
    "state": "nothing has been dealt yet",
    "side": "no side is being scored here",
    "mover": "no seat is playing here",
    "card": "no card has been played here",
    "play": "no play has been made here",
    "after": "`after(…)` looks ahead in rules and in the `when` of actions",
    "before": "`before(…)` looks back in events that follow a play",
    "built": "no build has been made here",
}


@dataclass(frozen=True, slots=True)
class Scope:
    """The bound names with their types, and what the place offers."""

    offers: frozenset[str]
    names: tuple[tuple[str, Type], ...] = ()

    def bind(self, name: str, type: Type) -> Scope:
        return replace(self, names=(*self.names, (name, type)))

    def type_of(self, name: str) -> Type | None:
        for known, type in reversed(self.names):
            if known == name:
                return type
        return None


# how the operators of an expression have their parts read: (draft, part, scope, the type that is wanted)
Read = Callable[[Any, Ast, Scope, "Type | None"], Expr]
