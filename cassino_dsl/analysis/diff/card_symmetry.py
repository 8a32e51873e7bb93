"""Which cards neither ruleset can tell apart when it decides what is legal.

Legality sees a card through its rank, its numbers, the literals that clauses name, and its suit or colour where a
clause asks for them. Cards that agree in all of that can change places in any position without changing its plays:
then only *how many* of each such class lie where matters. Where a clause compares the suits of cards with each other
(or faces, where the pack has twins), or builds remember cards, no two faces are alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb, factorial
from typing import Any

from cassino_dsl.analysis.diff.read_sets import SEATED, ReadSet, listing_clauses, read_by
from cassino_dsl.language.ruleset.cards import PLACES
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Type, walk
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.operators import ATTRIBUTES, SET
from cassino_dsl.language.ruleset.within import calls_in
from cassino_dsl.language.ruleset.words import ROW

_SUIT, _SUITS, _COLOUR = ROW["suit(item)?"], ROW["suits"], ROW["colour(item)?"]
_OF_CARDS = (Type.CARD, Type.CARDS, Type.ITEM, Type.ITEMS)
PACK_ORDER = "which of alike cards comes first in the order of the pack"


@dataclass(frozen=True, slots=True)
class Symmetry:
    """``classes``: faces (by text) that are alike. ``read``: what legality reads. ``seatless``: a seat is told from
    another only as one's own or as that of a build, so that the largest number of seats stands for all. ``lost``: what
    the classes do not tell apart though builds may remember it, in words."""

    classes: tuple[tuple[str, ...], ...]
    read: ReadSet
    seatless: bool
    lost: tuple[str, ...] = ()

    def positions(self, cards: int) -> int:
        """About how many positions there are with up to so many cards on the table and two in the hand; no builds."""
        kinds = len(self.classes)
        turned = [factorial(n) if "loose" in self.read.orders else 1 for n in range(cards + 1)]
        tables = sum(comb(kinds + n - 1, n) * turned[n] for n in range(cards + 1))
        return tables * (kinds + comb(kinds + 1, 2))


def symmetry(a: Ruleset, b: Ruleset, faces: tuple[str, ...], most: int = 0) -> Symmetry:
    """What two rulesets together can tell apart, of the faces that both packs have. ``most``: how many positions there
    may be of two cards on the table before what builds remember of cards is given up (0: any number)."""
    read = read_by(a, b, listing_clauses)
    calls = [e for expr in read.exprs for e in calls_in(expr)]
    literals = {e for expr in read.exprs for e in walk(expr) if isinstance(e, Literal)}
    suits = {str(e.value) for e in literals if e.type is Type.SUIT}
    colours = any(c.row is _COLOUR for c in calls)
    attributes = {c.name for c in calls if c.row in ATTRIBUTES}
    twins = a.pack.copies > 1 or b.pack.copies > 1
    decided = any(row.cases for r in (a, b) for row in r.values)  # by memory, of each face by itself
    compared = decided or any(_compares_suits(c) or c.row is _SUITS or (twins and _compares_cards(c)) for c in calls)
    kept = (Type.CARD, Type.CARDS, Type.SUIT, Type.SUITS)
    of_builds = {f"memory {m.name}": m for m in (*a.memory, *b.memory) if m.of == "build"}
    remembered = any(m.type in kept and part in read.parts for part, m in of_builds.items())

    def sign(text: str) -> Any:
        numbers = [(r, number) for r in (a, b) if (number := r.pack.number_of(text)) is not None]
        face = numbers[0][0].pack.faces[numbers[0][1]]
        colour = a.pack.colour_of(face) if colours else ""
        told = tuple(x.values[number] for r, number in numbers for x in r.pack.attributes if x.name in attributes)
        values = tuple(r.values_of(number, p) for r, number in numbers for p in PLACES)
        suit = face.suit if face.suit in suits or not face.suit else ""
        return face.rank, suit, colour, told, text if text in read.cards else "", values

    of_seats = {f"memory {m.name}" for r in (a, b) for m in r.memory if m.of == "match" and m.type in SEATED}
    seated = {p for p in read.beside if not p.startswith("memory ") or p in of_seats or p in read.others}
    seatless = not (seated - of_builds.keys()) and "seats" not in read.orders
    found = Symmetry(_grouped(faces, str if compared or remembered else sign), read, seatless)
    if remembered and not compared and most and found.positions(2) > most:
        return Symmetry(_grouped(faces, sign), read, seatless, ("which of alike cards builds remember",))
    return found


def _grouped(faces: tuple[str, ...], sign: Callable[[str], Any]) -> tuple[tuple[str, ...], ...]:
    """The faces, those of one sign together."""
    groups: dict[Any, list[str]] = {}
    for text in faces:
        groups.setdefault(sign(text), []).append(text)
    return tuple(map(tuple, groups.values()))


def _compares_cards(call: Call) -> bool:
    """Whether cards are compared with cards of the position, one by one or as sets."""
    return bool(call.row.sign) and sum(a.type in _OF_CARDS and not _written(a) for a in call.args) > 1


def _written(expr: Expr) -> bool:
    """Whether it names its cards, or suits."""
    return isinstance(expr, Literal) or (isinstance(expr, Call) and expr.row is SET and all(map(_written, expr.args)))


def _compares_suits(call: Call) -> bool:
    """Whether suits are compared with anything but suits that the clause names."""
    others = [a for a in call.args if not (isinstance(a, Call) and a.row is _SUIT)]
    if call.row is _SUIT or len(others) == len(call.args):
        return False
    return not call.row.compares or len(others) != 1 or not _written(others[0])
