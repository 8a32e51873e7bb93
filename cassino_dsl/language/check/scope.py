"""What an expression may speak of in the place where it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cassino_dsl.language.ruleset.expr import Expr, Name
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.syntax.ast import Ast

STATIC = frozenset({"static"})  # the pack, the options, the seats: known before a game
STATE = STATIC | {"state"}  # zones and memory
SIDE = STATE | {"side"}  # a side is being scored, or plays
MOVER = SIDE | {"mover"}  # a seat plays
CARD = MOVER | {"card"}  # the cards that leave the hand are chosen
ONE_CARD = frozenset({"one card"})  # … and are always a single one
PLAY = CARD | {"play"}  # a whole play is looked at
CHOICE = PLAY | {"after"}  # … before it is made: `after(…)` looks ahead
DONE = PLAY | {"before"}  # … after it was made: `before(…)` looks back
BUILT = DONE | {"built"}
OFFERS = {"state": STATE, "side": SIDE, "mover": MOVER, "done": DONE, "built": BUILT}  # by the word in rows of events

# what a word may need of the place where it stands: where that is, for the reference, and why it is not elsewhere
_NEEDS = {
    "static": ("everywhere", ""),
    "state": ("once cards are dealt", "nothing has been dealt yet"),
    "side": ("where a side plays or is scored", "no side is being scored here"),
    "mover": ("where a seat plays", "no seat is playing here"),
    "card": ("where cards are played", "no card has been played here"),
    "one card": ("where one card is played", "no card has been played here"),
    "play": ("where a play is looked at", "no play has been made here"),
    "after": ("in rules and `when`", "`after(…)` looks ahead in rules and in the `when` of actions"),
    "before": ("after a play: in `do`, `price` and events", "`before(…)` looks back after a play, in `do` and events"),
    "built": ("on `built`", "no build has been made here"),
}
WHERE = {need: where for need, (where, _) in _NEEDS.items()}
EXPLAINED = {need: why for need, (_, why) in _NEEDS.items()}

Facts = tuple[Type, bool, bool]  # of a name: its type, whether it may be nothing, whether it is a face written out


@dataclass(frozen=True, slots=True)
class Scope:
    """The bound names with their types, what the place offers, and the parts of the play with their types: their names
    come after all others."""

    offers: frozenset[str]
    names: tuple[tuple[str, Facts], ...] = ()
    parts: Mapping[str, Type] = field(default_factory=dict)

    def of_plays(self, single: frozenset[str], kinds: tuple[str, ...]) -> Scope:
        """The scope where plays of these kinds are looked at; ``single``: kinds of which every play is of one card."""
        one = "card" in self.offers and single.issuperset(kinds)
        return replace(self, offers=self.offers | ONE_CARD) if one else self

    def bind(self, name: str, type: Type, maybe: bool = False, written: bool = False) -> Scope:
        """The scope with one more name; ``maybe``: it may stand for nothing; ``written``: for any copy of a face."""
        return replace(self, names=(*self.names, (name, (type, maybe, written))))

    def name(self, word: str, span: Span) -> Name | None:
        """The bound name of this word, or None."""
        for known, (type, maybe, written) in reversed(self.names):
            if known == word:
                return Name(type, word, span, maybe, written)
        return None

    def type_of(self, word: str) -> Type | None:
        return next((facts[0] for known, facts in reversed(self.names) if known == word), None)


# how the operators of an expression have their parts read: (draft, part, scope, the type that is wanted)
Read = Callable[[Any, Ast, Scope, "Type | None"], Expr]
