"""How types relate: what may stand where, what may be compared."""

from __future__ import annotations

from cassino_dsl.ruleset.expr import Type

_WIDER: dict[Type, Type] = {
    Type.CARD: Type.ITEM,
    Type.BUILD: Type.ITEM,
    Type.CARDS: Type.ITEMS,
    Type.BUILDS: Type.ITEMS,
}
# a memory or `first(…)` of these types may hold nothing
_OPTIONAL = {Type.CARD, Type.BUILD, Type.ITEM, Type.RANK, Type.SUIT, Type.SEAT, Type.SIDE, Type.COLOUR}


def assignable(have: Type, want: Type) -> bool:
    """Whether an expression of one type may stand where another is wanted."""
    if Type.POISON in (have, want) or have is want or _WIDER.get(have) is want:
        return True
    return have is Type.NONE and want in _OPTIONAL


def join(left: Type, right: Type) -> Type | None:
    """The narrowest type that holds both, or None."""
    if left is right or right is Type.POISON:
        return left
    if left is Type.POISON:
        return right
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
        return joined not in (Type.ITEMS, Type.CARDS, Type.BUILDS, Type.VALUES) or left is right
    narrow = {Type.CARD, Type.BUILD, Type.ITEM}
    return left in narrow and right in narrow


def shown(type: Type) -> str:
    """The type with its article, for messages."""
    word = type.value
    if word[-1] == "s" or type in (Type.NONE, Type.POISON, Type.BOOL):
        return word
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"
