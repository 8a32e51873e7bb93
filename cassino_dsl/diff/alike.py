"""Which cards neither ruleset can tell apart when it decides what is legal.

Legality sees a card through its rank, its numbers, the literals that clauses name, and its suit or colour where
a clause asks for them. Cards that agree in all of that can change places in any position without changing its
plays: then only *how many* of each such class lie where matters. Where a clause compares the suits of cards
with each other (or faces, where the pack has twins), no two faces are alike; renaming whole suits that no clause
names is what remains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, permutations
from typing import Any

from cassino_dsl.diff.asked import Asked, asked
from cassino_dsl.diff.memory_use import Asking, legal_clauses
from cassino_dsl.diff.reads import AT_HAND, NAMES, said_of_zone
from cassino_dsl.ruleset.cards import PLACES
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Type, walk
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.ruleset.operators import PART, SET
from cassino_dsl.ruleset.simplify import Facts, simplify
from cassino_dsl.ruleset.unfold import Unfolder, term_table
from cassino_dsl.ruleset.within import calls_in, exprs_in
from cassino_dsl.ruleset.words import ROW

_SUIT, _SUITS, _COLOUR = ROW["suit(item)?"], ROW["suits"], ROW["colour(item)?"]
_CARD_MEMORY = (Type.CARD, Type.CARDS, Type.SUIT)
_CARDLIKE = (Type.CARD, Type.CARDS, Type.ITEM, Type.ITEMS)
_SEATED = (Type.SEAT, Type.SIDE)


@dataclass(frozen=True, slots=True)
class Alike:
    """``classes``: faces (by text) that are alike; ``swaps``: renamings of suits under which legality stays the
    same, the identity first (only it, unless cards are compared with each other). ``asked``: what legality asks of
    a position. ``context``: what that is beside the cards in hand and on the table. ``seatless``: a seat is told
    from another only as one's own or as that of a build, so that the largest number of seats stands for all.
    ``builds_remember``: faces are told apart only because builds remember cards or suits."""

    classes: tuple[tuple[str, ...], ...]
    swaps: tuple[dict[str, str], ...]
    asked: Asked
    context: tuple[str, ...]
    seatless: bool
    builds_remember: bool

    @property
    def ordered(self) -> bool:
        """Whether the order of the loose cards matters."""
        return "loose" in self.asked.orders

    def each_by_itself(self) -> Alike:
        """The same with no two faces alike, for clauses that see the order of the pack."""
        faces = tuple((text,) for group in self.classes for text in group)
        return replace(self, classes=faces, swaps=self.swaps[:1])


def alike(
    a: Ruleset,
    b: Ruleset,
    faces: tuple[str, ...],
    renamed: Mapping[str, str] | None = None,
    builds_remember: bool = True,
) -> Alike:
    """What two rulesets together can tell apart, of the faces that both packs have. ``renamed``: how the second
    ruleset's memory and zones are called in the first. ``builds_remember``: whether faces that builds may remember are
    told apart."""
    memory = [(f"memory {m.name}", m) for m in a.memory]
    memory += [(f"memory {(renamed or {}).get(m.name, m.name)}", m) for m in b.memory]
    exprs_a, exprs_b = list(_legality(a)), list(_legality(b))
    exprs = [*exprs_a, *exprs_b]
    found = asked(exprs_a, exprs_b, renamed)
    if any(_in_pack_order(r, own, found) for r, own in ((a, exprs_a), (b, exprs_b))):
        found.orders.add("faces")
    calls = [e for expr in exprs for e in calls_in(expr)]
    literals = {e for expr in exprs for e in walk(expr) if isinstance(e, Literal)}
    named = {str(e.value) for e in literals if e.type is Type.CARD}
    suits = {str(e.value) for e in literals if e.type is Type.SUIT}
    colours = any(c.row is _COLOUR for c in calls)
    compared = any(_compares_suits(c) for c in calls) or any(c.row is _SUITS for c in calls)
    if a.pack.copies > 1 or b.pack.copies > 1:
        # of twins only those of one face are equal, which alike cards are not
        compared = compared or any(_compares_cards(c) for c in calls)
    remembered = any(m.of == "build" and m.type in _CARD_MEMORY for _, m in memory)
    builds_remember = builds_remember and remembered and not compared
    compared = compared or builds_remember

    def sign(text: str) -> Any:
        numbers = [(r, number) for r in (a, b) if (number := r.pack.number_of(text)) is not None]
        face = numbers[0][0].pack.faces[numbers[0][1]]
        colour = next((s.colour for s in a.pack.suits if s.letter == face.suit), "") if colours else ""
        values = tuple(r.values_of(number, p) for r, number in numbers for p in PLACES)
        suit = face.suit if face.suit in suits or (not face.suit) else ""
        return (face.rank, suit, colour, text if text in named else "", values)

    if not compared:
        groups: dict[Any, list[str]] = {}
        for text in faces:
            groups.setdefault(sign(text), []).append(text)
        classes = tuple(tuple(g) for g in groups.values())
        swaps: tuple[dict[str, str], ...] = ({t: t for t in faces},)
    else:
        classes = tuple((text,) for text in faces)
        swaps = tuple(_swaps(a, faces, sign))
    beside = found.parts - AT_HAND - {part for part, m in memory if m.of == "build"}
    context = {_said(p) for p in beside} | ({"other hands"} if "hands" in found.others else set())
    of_seats = {part for part, m in memory if m.of == "match" and m.type in _SEATED}
    seated = {p for p in beside if not p.startswith("memory ") or p in of_seats or p in found.others}
    seatless = not seated and "hands" not in found.others and "seats" not in found.orders
    return Alike(classes, swaps, found, tuple(sorted(context)), seatless, builds_remember)


def _in_pack_order(ruleset: Ruleset, exprs: Iterable[Expr], found: Asked) -> bool:
    """Whether the order of the pack decides what clauses see: which part of a play took what, where several have a
    choice; and how cards come to lie that are played together."""
    parts = any(len(a.take) > 1 for a in ruleset.actions) and any(e.row is PART for x in exprs for e in calls_in(x))
    together = any(a.played.source == "hand" and a.played.most != 1 for a in ruleset.actions)
    return parts or (together and "loose" in found.orders)


def _said(part: str) -> str:
    word, _, name = part.partition(" ")
    if word == "zones":
        return said_of_zone(name)
    return f"{word} `{name}`" if name else NAMES.get(part, part)


def _compares_cards(call: Call) -> bool:
    """Whether cards are compared with cards of the position, one by one or as sets."""
    if not call.row.sign:
        return False
    return sum(a.type in _CARDLIKE and not _written(a) for a in call.args) > 1


def _written(expr: Expr) -> bool:
    """Faces written out."""
    return isinstance(expr, Literal) or (
        isinstance(expr, Call) and expr.row is SET and all(_written(a) for a in expr.args)
    )


def _compares_suits(call: Call) -> bool:
    """Whether suits are compared with anything but suits that the clause names."""
    if call.row is _SUIT or not any(isinstance(a, Call) and a.row is _SUIT for a in call.args):
        return False
    others = [a for a in call.args if not (isinstance(a, Call) and a.row is _SUIT)]
    if not call.row.compares or len(others) != 1:
        return True
    other = others[0]
    members = other.args if isinstance(other, Call) and other.row is SET else (other,)
    return not all(isinstance(m, Literal) for m in members)


def _swaps(ruleset: Ruleset, faces: tuple[str, ...], sign: Any) -> Iterator[dict[str, str]]:
    """Renamings of suits that keep everything that is told of each face."""
    letters = [s.letter for s in ruleset.pack.suits]
    known, of = set(faces), {face.text: face for face in ruleset.pack.faces}
    for order in permutations(letters):
        to = dict(zip(letters, order, strict=True))
        swap = {t: of[t].rank + to[of[t].suit] if of[t].suit else t for t in faces}
        if all(new in known and sign(new) == sign(old) for old, new in swap.items()):
            yield swap


def unfolded(ruleset: Ruleset, exprs: Iterable[Expr]) -> Iterator[Expr]:
    """Expressions with their terms unfolded and options put in."""
    pack, terms = ruleset.pack, term_table(ruleset.terms)
    facts = Facts(pack, sizes={"ranks": len(pack.ranks), "suits": len(pack.suits)})
    return (simplify(Unfolder(terms).expr(expr), facts) for expr in exprs)


def differing(a: Ruleset, b: Ruleset, clauses: Callable[[Ruleset], Iterable[Asking]]) -> tuple[list[Expr], list[Expr]]:
    """The expressions of the clauses that only one of two rulesets has, as they are written."""
    mine, yours = ([tuple(unfolded(r, clause)) for clause in clauses(r)] for r in (a, b))
    only_a, only_b = ([c for c in own if c not in others] for own, others in ((mine, yours), (yours, mine)))
    return [e for c in only_a for e in c], [e for c in only_b for e in c]


def _legality(ruleset: Ruleset) -> Iterator[Expr]:
    """Every expression that can decide what is legal."""
    exprs = list(chain.from_iterable(legal_clauses(ruleset)))
    if any(a.owes for a in ruleset.actions):
        # whether a debt can be paid is found by making the play, with all it causes
        done = (*(a.effects for a in ruleset.actions), *(r.price for r in ruleset.rules))
        exprs += exprs_in((*ruleset.events, *done))
    return unfolded(ruleset, exprs)
