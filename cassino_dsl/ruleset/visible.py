"""Who sees what: one condition for each zone, and for each memory.

`me` is the seat that looks, `us` its side; `c` is a card that lies in the zone, `s` the seat or side whose zone or
memory it is, `b` a build of whose memory is asked. The words of the language stand for such conditions.
"""

from __future__ import annotations

from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.ruleset.operators import EQ, IN, SET
from cassino_dsl.ruleset.span import Span
from cassino_dsl.ruleset.types import Type
from cassino_dsl.ruleset.words import ME, ROW, US

OWNER: dict[str, Type | None] = {  # of zones: whose each of them is; nobody's alone where there is one
    "hands": Type.SEAT,
    "piles": Type.SIDE,
    "stock": None,
    "table": None,
    "aside": None,
}
OWNERS = {"seat": Type.SEAT, "side": Type.SIDE}  # of what is declared `of` them
DEFAULT = {"hands": "own", "piles": "none", "stock": "none", "table": "all", "aside": "all"}
_CARDS = {"hands": "hand(seat)", "piles": "pile(side)", "stock": "stock", "table": "loose", "aside": "aside"}
_END = {"top": "top", "next": "top", "bottom": "bottom"}  # the next card of a stock lies on top


WORDS = ("all", "none", "own", *_END)


def words_of(zone: str) -> tuple[str, ...]:
    """The words that a zone takes."""
    ends = {"hands": (), "stock": ("next", "bottom")}.get(zone, ("top", "bottom"))
    return (*words_of_owner(OWNER[zone]), *ends)


def words_of_owner(owner: Type | None) -> tuple[str, ...]:
    """The words that memory takes, by whose it is."""
    return ("all", "none", "own") if owner in (Type.SEAT, Type.SIDE) else ("all", "none")


def of_zone(zone: str, word: str, span: Span) -> Expr:
    """The condition under which the seat that looks sees the card `c` of a zone, for one of its words."""
    if word in _END:
        owner = OWNER[zone]
        whose = (Name(owner, "s", span),) if owner is not None else ()
        cards = Call(Type.CARDS, ROW[_CARDS[zone]], whose, span)
        end = Call(Type.CARD, ROW[f"{_END[word]}(cards)?"], (cards,), span)
        return Call(Type.BOOL, IN, (Name(Type.CARD, "c", span), Call(Type.CARDS, SET, (end,), span)), span)
    return of_owner(OWNER[zone], word, span)


def of_owner(owner: Type | None, word: str, span: Span) -> Expr:
    """The condition for `all`, `none`, and where there is an owner, `own`."""
    if word == "own" and owner is not None:
        own = ME if owner is Type.SEAT else US
        return Call(Type.BOOL, EQ, (Name(owner, "s", span), Call(owner, own, (), span)), span)
    return Literal(Type.BOOL, word == "all", span)


def condition_of(ruleset: Ruleset, zone: str) -> Expr:
    """The condition under which a card of a zone is seen, also where the ruleset does not say it."""
    said = next((v.condition for v in ruleset.visible if v.zone == zone), None)
    return said if said is not None else of_zone(zone, DEFAULT[zone], ruleset.deal.span)


def word_of(zone: str, condition: Expr) -> str:
    """The word that stands for a condition; empty where none does."""
    return next((word for word in words_of(zone) if of_zone(zone, word, condition.span) == condition), "")
