"""What a card is decides: conditions that ask for nothing else are worked out for every card before there is any C."""

from __future__ import annotations

from cassino_dsl.engine.native.printer import Env, Printer
from cassino_dsl.engine.native.words import mask_literal
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Type, free_names, walk
from cassino_dsl.language.ruleset.operators import SET
from cassino_dsl.language.ruleset.simplify import Facts, constant, simplify
from cassino_dsl.language.ruleset.types import SETS_OF_ITEMS
from cassino_dsl.language.ruleset.words import CARD


def cards_that_fit(p: Printer, test: Expr, name: str = "") -> int | None:
    """The cards of the pack for which a condition on ``name``, or without one on the card that is played, holds, as
    bits; None: it asks for more than the card. Worked out once: a condition is printed for every seat, and for all
    that asks for it."""
    if (test, name) not in p.fitting:
        p.fitting[test, name] = _mask(p, test, name)
    return p.fitting[test, name]


def set_of_fitting(p: Printer, test: Expr, name: str, env: Env, card: str = "") -> str | None:
    """The C of the set of cards ``name`` for which a condition holds, where what cards are decides it.

    The condition may also ask for one rank, suit or colour that has a name, or for the card played (in C ``card``).
    """
    mask = cards_that_fit(p, test, name)
    if mask is not None:
        return mask_literal(mask)
    by_word = cards_by_word(p, test, name)
    if by_word is not None:
        return f"{p.table('Mask', by_word[1])}[{env.names[by_word[0]].text}]"
    by_card = cards_by_card(p, test, name) if card else None
    return None if by_card is None else f"{p.table('Mask', by_card)}[{card}]"


def cards_by_card(p: Printer, test: Expr, name: str) -> list[int] | None:
    """For each card that may be played, the cards ``name`` for which a condition on the two holds."""
    parts = [e for e in walk(test) if isinstance(e, Call)]
    if not any(e.row is CARD for e in parts):
        return None
    if p.copies > 1 and any(e.row is SET and e.type in SETS_OF_ITEMS and not e.written for e in parts):
        return None  # a set holds this very card, and faces do not tell it from its twin
    known: dict[Expr, int | None] = {}
    table = []
    for card in _cards(p, test):
        of_one = simplify(test, Facts(p.plan.ruleset.pack, standing={"card": card}))
        if of_one not in known:  # most cards are of a rank or suit that others share
            known[of_one] = cards_that_fit(p, of_one, name)
        mask = known[of_one]
        if mask is None:
            return None
        table += [mask] * p.copies
    return table


def cards_by_word(p: Printer, test: Expr, name: str) -> tuple[str, list[int]] | None:
    """Where a condition on ``name`` asks for one other name, a rank, suit or colour: that name, and by its word the
    cards that fit."""
    others = {other: type for other, type in free_names(test).items() if other != name}
    if len(others) != 1:
        return None
    ((other, type),) = others.items()
    if type not in (Type.RANK, Type.SUIT, Type.COLOUR, Type.MARK):
        return None
    table = []
    for word in p.words.lists[type]:
        of_one = simplify(test, Facts(p.plan.ruleset.pack, names={other: Literal(type, word, test.span)}))
        mask = cards_that_fit(p, of_one, name)
        if mask is None:
            return None
        table.append(mask)
    return other, table


def looked_up(p: Printer, e: Call, env: Env) -> str | None:
    """The C of a number that asks for one card alone, which has a name or is the one played: from a table."""
    names = free_names(e)
    if not names and any(isinstance(part, Call) and part.row is CARD for part in walk(e)):
        name, card = "", "f->card"
    elif list(names.values()) == [Type.CARD]:
        (name,) = names
        card = env.names[name].text
    else:
        return None
    numbers = _numbers(p, e, name)
    return None if numbers is None else f"{p.table('i64', numbers)}[{card}]"


def cards_by_number(p: Printer, e: Expr, name: str) -> dict[int, int] | None:
    """The cards ``name`` for which an expression is each number, as bits, where what cards are decides it."""
    numbers = _numbers(p, e, name)
    if numbers is None:
        return None
    found: dict[int, int] = {}
    for card, number in enumerate(numbers):
        found[number] = found.get(number, 0) | 1 << card
    return found


def _numbers(p: Printer, e: Expr, name: str) -> list[int] | None:
    """What a number is for each card of the pack with a name, where it asks for nothing but that card."""
    found: list[int] = []
    for card in _cards(p, e):
        number = constant(e, _facts(p, name, card))
        if type(number) is not int:
            return None
        found += [number] * p.copies
    return found


def valued(p: Printer, *places: str) -> int:
    """The cards that count for a number in any of these places."""
    values = p.plan.values
    faces = range(len(p.plan.ruleset.pack.faces))
    return sum(_twins(p, i) for i in faces if any(values[place][i] for place in places))


def _cards(p: Printer, test: Expr) -> list[Literal]:
    return [Literal(Type.CARD, face.text, test.span) for face in p.plan.ruleset.pack.faces]


def _mask(p: Printer, test: Expr, name: str) -> int | None:
    mask = 0
    for i, card in enumerate(_cards(p, test)):
        fits = constant(test, _facts(p, name, card))
        if not isinstance(fits, bool):
            return None
        if fits:
            mask |= _twins(p, i)
    return mask


def _facts(p: Printer, name: str, card: Literal) -> Facts:
    """That a name stands for a card, or without a name that it is the one played."""
    pack = p.plan.ruleset.pack
    return Facts(pack, names={name: card}) if name else Facts(pack, standing={"card": card})


def _twins(p: Printer, face: int) -> int:
    return ((1 << p.copies) - 1) << face * p.copies
