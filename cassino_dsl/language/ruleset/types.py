"""The types of the language, and how they relate: what may stand where, what has something in common."""

from __future__ import annotations

from enum import Enum


class Type(Enum):
    """The types of the language; the value is the word that messages use. Whether a value may be *nothing*
    stands beside the type, in ``maybe`` of the expression that has it."""

    BOOL = "yes or no"
    INT = "number"
    CARD = "card"
    CARDS = "cards"
    BUILD = "build"
    BUILDS = "builds"
    ITEM = "item"
    ITEMS = "items"
    RANK = "rank"
    RANKS = "ranks"
    SUIT = "suit"
    SUITS = "suits"
    COLOUR = "colour"
    COLOURS = "colours"
    SEAT = "seat"
    SEATS = "seats"
    SIDE = "side"
    SIDES = "sides"
    VALUES = "set of numbers"
    KIND = "kind of play"
    KINDS = "kinds of play"
    ACTION = "action"
    ACTIONS = "actions"
    MARK = "attribute word"
    MARKS = "attribute words"
    PLACE = "place"
    AWARD = "award"
    WORD = "option word"
    NONE = "nothing"
    POISON = "unknown"  # the type of a fault: agrees with everything, so that one fault gives one message

    __hash__ = object.__hash__  # that of Enum asks for the name each time, and types are what tables are asked by


ELEMENT: dict[Type, Type] = {
    Type.CARDS: Type.CARD,
    Type.BUILDS: Type.BUILD,
    Type.ITEMS: Type.ITEM,
    Type.RANKS: Type.RANK,
    Type.SUITS: Type.SUIT,
    Type.COLOURS: Type.COLOUR,
    Type.SEATS: Type.SEAT,
    Type.SIDES: Type.SIDE,
    Type.VALUES: Type.INT,
    Type.KINDS: Type.KIND,
    Type.ACTIONS: Type.ACTION,
    Type.MARKS: Type.MARK,
}
SET_OF: dict[Type, Type] = {element: whole for whole, element in ELEMENT.items()}

# what memory can hold, by the word of its declaration
MEMORY_TYPES: dict[str, Type] = {
    "int": Type.INT,
    "bool": Type.BOOL,
    "card": Type.CARD,
    "cards": Type.CARDS,
    "rank": Type.RANK,
    "suit": Type.SUIT,
    "seat": Type.SEAT,
    "side": Type.SIDE,
    "numbers": Type.VALUES,
    "ranks": Type.RANKS,
    "suits": Type.SUITS,
    "seats": Type.SEATS,
    "sides": Type.SIDES,
}
MEMORY_WORDS: dict[Type, str] = {type: word for word, type in MEMORY_TYPES.items()}

# one thing, that can be missing; a yes-or-no of nothing is no, a set of nothing is empty
SINGLE = frozenset(
    {
        *(Type.INT, Type.CARD, Type.BUILD, Type.ITEM, Type.RANK, Type.SUIT, Type.COLOUR, Type.MARK),
        *(Type.SEAT, Type.SIDE, Type.NONE),
    }
)
ALWAYS_TOLD = (Type.INT, Type.CARD, Type.SEAT, Type.SIDE)  # by plays of kind other, of the first of `let`
TOLD_WHERE_READ = (Type.RANK, Type.SUIT, Type.COLOUR, Type.MARK, Type.BUILD, Type.ITEM)  # by effects of their action
CARDLIKE = frozenset({Type.CARD, Type.BUILD, Type.ITEM})
SETS_OF_ITEMS = frozenset({Type.CARDS, Type.BUILDS, Type.ITEMS})
# remembered sets whose members stand in the order of the pack or the table, however they were put together
SETS_OF_WORDS = (Type.RANKS, Type.SUITS, Type.SEATS, Type.SIDES)

_WIDER: dict[Type, Type] = {
    Type.CARD: Type.ITEM,
    Type.BUILD: Type.ITEM,
    Type.CARDS: Type.ITEMS,
    Type.BUILDS: Type.ITEMS,
}


def assignable(have: Type, want: Type) -> bool:
    """Whether an expression of one type may stand where another is wanted."""
    if Type.POISON in (have, want) or have is want or _WIDER.get(have) is want:
        return True
    return have is Type.NONE and want in SINGLE


def join(left: Type, right: Type) -> Type | None:
    """The narrowest type that holds both, or None."""
    if left is right:
        return left
    if Type.POISON in (left, right):  # what is known of it; of nothing beside what is unknown, nothing is
        known = left if right is Type.POISON else right
        return Type.POISON if known is Type.NONE else known
    if assignable(left, right):
        return right
    if assignable(right, left):
        return left
    wide = _WIDER.get(left)
    return wide if wide is not None and wide is _WIDER.get(right) else None


def comparable(left: Type, right: Type) -> bool:
    """Whether `=` has a meaning between the two."""
    joined = join(left, right)
    if joined is not None:
        return joined not in (*SETS_OF_ITEMS, Type.VALUES) or left is right
    return left in CARDLIKE and right in CARDLIKE
