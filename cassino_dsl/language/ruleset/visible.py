"""Who sees what: one condition for each zone, and for each memory.

`me` is the seat that looks, `us` its side; `c` is a card that lies in the zone, `s` the seat or side whose zone or
memory it is, `b` a build of whose memory is asked. The words of the language stand for such conditions.
"""

from __future__ import annotations

from collections.abc import Iterable

from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, is_just
from cassino_dsl.language.ruleset.model import Memory, Zone
from cassino_dsl.language.ruleset.operators import EQ, IN, SET, ZONE
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.words import ME, ROW, US

# the zones of every variant by their keys, and whose each of them is; all others are declared
OWNER: dict[str, Type | None] = {"hands": Type.SEAT, "piles": Type.SIDE, "stock": None, "table": None}
OWNERS = {"seat": Type.SEAT, "side": Type.SIDE}  # of what is declared `of` them
_CARDS = {"hands": "hand(seat)", "piles": "pile(side)", "stock": "stock", "table": "loose"}
_USUAL = {"hands": "own", "piles": "none", "stock": "none"}  # of others all see everything
_END = {"top": "top", "next": "top", "bottom": "bottom"}  # the next card of a stock lies on top
WORDS = ("all", "none", "own", *_END)


def owner_of(zone: str, declared: Iterable[Zone]) -> Type | None:
    """Whose a zone is: the type of the seat or side; None of one that is nobody's."""
    if zone in OWNER:
        return OWNER[zone]
    return next((OWNERS.get(z.of) for z in declared if z.name == zone), None)


def words_of(zone: str, owner: Type | None) -> tuple[str, ...]:
    """The words that a zone takes."""
    ends = {"hands": (), "stock": ("next", "bottom")}.get(zone, ("top", "bottom"))
    return (*words_of_owner(owner), *ends)


def words_of_owner(owner: Type | None) -> tuple[str, ...]:
    """The words that memory takes, by whose it is."""
    return ("all", "none", "own") if owner in (Type.SEAT, Type.SIDE) else ("all", "none")


def of_zone(zone: str, owner: Type | None, word: str, span: Span) -> Expr:
    """The condition under which the seat that looks sees the card `c` of a zone, for one of its words."""
    if word not in _END:
        return of_owner(owner, word, span)
    whose = (Name(owner, "s", span),) if owner is not None else ()
    row, name = (ROW[_CARDS[zone]], "") if zone in _CARDS else (ZONE, zone)
    end = Call(Type.CARD, ROW[f"{_END[word]}(cards)?"], (Call(Type.CARDS, row, whose, span, name),), span)
    return Call(Type.BOOL, IN, (Name(Type.CARD, "c", span), Call(Type.CARDS, SET, (end,), span)), span)


def of_owner(owner: Type | None, word: str, span: Span) -> Expr:
    """The condition for `all`, `none`, and where there is an owner, `own`."""
    if word == "own" and owner is not None:
        own = ME if owner is Type.SEAT else US
        return Call(Type.BOOL, EQ, (Name(owner, "s", span), Call(owner, own, (), span)), span)
    return Literal(Type.BOOL, word == "all", span)


def usual(zone: str, declared: Iterable[Zone], span: Span) -> Expr:
    """The condition where nothing is said of a zone."""
    return of_zone(zone, owner_of(zone, declared), _USUAL.get(zone, "all"), span)


def word_of(zone: str, owner: Type | None, condition: Expr) -> str:
    """The word that stands for a condition; empty where none does."""
    span = condition.span
    return next((word for word in words_of(zone, owner) if of_zone(zone, owner, word, span) == condition), "")


def hidden_memory(memory: Iterable[Memory]) -> set[str]:
    """The names of what some seat may not see."""
    return {m.name for m in memory if is_kept_back(m.seen)}


def is_kept_back(seen: Expr | None) -> bool:
    """Whether somebody may not see it, of memory and of what an action decides; None: all do."""
    return seen is not None and not is_just(seen, True)
