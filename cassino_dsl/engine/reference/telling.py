"""What a play of kind other tells beside its cards: what the first name of its action stands for, as the number by
which plays are told apart, and as people write it."""

from __future__ import annotations

from typing import Any

from cassino_dsl.engine.reference.cards import CardTables
from cassino_dsl.engine.reference.state import Build
from cassino_dsl.language.ruleset.types import CARDLIKE, Type

_FROM_1 = (Type.SEAT, Type.SIDE)  # people count them so
NUMBERS = (Type.INT, *_FROM_1)  # what is written as a number


def number_of(tables: CardTables, type: Type, thing: Any) -> int:
    """The number of what the name stands for. A build is told by its lowest card, and twins are one."""
    if type in CARDLIKE:
        return int(thing.cards[0] if isinstance(thing, Build) else thing) // tables.copies
    return tables.words[type].index(thing) if type in tables.words else int(thing)


def told_of(tables: CardTables, type: Type | None, number: int) -> tuple[int | None, str]:
    """What is written of it: a number (0 is not written: `bid 0` is `bid`), or a word."""
    if type is None or type in NUMBERS:
        return number + (type in _FROM_1) or None, ""
    if type in CARDLIKE:
        return None, tables.text[number * tables.copies]
    return None, tables.suit_names[number] if type is Type.SUIT else tables.words[type][number]
