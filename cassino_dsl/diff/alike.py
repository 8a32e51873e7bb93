"""Which cards neither ruleset can tell apart when it decides what is legal.

Legality sees a card through its rank, its numbers, the literals that clauses name, and its suit or colour where
a clause asks for them. Cards that agree in all of that can change places in any position without changing its
plays: then only *how many* of each such class lie where matters. Where a clause compares the suits of cards
with each other, no two faces are alike; renaming whole suits that no clause names is what remains.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from cassino_dsl.diff.memory_use import all_effects, legal_exprs
from cassino_dsl.plan.unfold import Unfolder, term_table
from cassino_dsl.ruleset.cards import PLACES
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Type, walk
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.ruleset.simplify import Facts, simplify

# what legality may read beside the hand that plays, the table and the play itself
CONTEXT = {
    "pile": "piles",
    "tops": "piles",
    "stock": "the stock",
    "aside": "cards out of play",
    "score": "scores",
    "secured": "piles",
    "points": "points of the round",
    "earned": "points of the round",
    "round": "the number of the round",
    "deals": "the number of deals",
    "redeals": "the number of new deals",
    "turns": "the number of turns",
    "leader": "who leads",
    "dealer": "who deals",
}
_CARD_MEMORY = (Type.CARD, Type.CARDS, Type.SUIT)


@dataclass(frozen=True, slots=True)
class Alike:
    """``classes``: faces (by text) that are alike; ``swaps``: renamings of suits under which legality stays the
    same, the identity first (only it, unless suits are compared with each other). ``context``: what legality
    reads of a position beside the cards in hand and on the table. ``ordered``: the order of the table matters."""

    classes: tuple[tuple[str, ...], ...]
    swaps: tuple[dict[str, str], ...]
    context: tuple[str, ...]
    ordered: bool


def alike(a: Ruleset, b: Ruleset, faces: tuple[str, ...]) -> Alike:
    """What two rulesets together can tell apart, of the faces that both packs have."""
    exprs = [e for r in (a, b) for e in _unfolded(r)]
    calls = [e for expr in exprs for e in walk(expr) if isinstance(e, Call)]
    literals = {e for expr in exprs for e in walk(expr) if isinstance(e, Literal)}
    named = {str(e.value) for e in literals if e.type is Type.CARD}
    suits = {str(e.value) for e in literals if e.type is Type.SUIT}
    colours = any(c.function == "colour" for c in calls)
    compared = any(_compares_suits(c) for c in calls) or any(c.function == "suits" for c in calls)
    compared = compared or any(m.of == "build" and m.type in _CARD_MEMORY for r in (a, b) for m in r.memory)

    def sign(text: str) -> Any:
        faces_ = [r.pack.faces[number] for r in (a, b) if (number := r.pack.number_of(text)) is not None]
        face = faces_[0]
        colour = next((s.colour for s in a.pack.suits if s.letter == face.suit), "") if colours else ""
        values = tuple(
            r.values_of(number, p) for r in (a, b) for p in PLACES if (number := r.pack.number_of(text)) is not None
        )
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
    context = {CONTEXT[c.function] for c in calls if c.function in CONTEXT}
    context |= {"other hands" for c in calls if c.function == "hand" and c.args and not _is_me(c.args[0])}
    of_builds = {m.name for r in (a, b) for m in r.memory if m.of == "build"}
    context |= {f"memory `{c.name}`" for c in calls if c.function == "memory" and c.name not in of_builds}
    ordered = any(c.function in ("top", "bottom") for c in calls)
    return Alike(classes, swaps, tuple(sorted(context)), ordered)


def _is_me(expr: Expr) -> bool:
    return isinstance(expr, Call) and expr.function == "me"


def _compares_suits(call: Call) -> bool:
    """Whether suits are compared with anything but suits that the clause names."""
    if call.function == "suit" or not any(isinstance(a, Call) and a.function == "suit" for a in call.args):
        return False
    others = [a for a in call.args if not (isinstance(a, Call) and a.function == "suit")]
    if call.function not in ("eq", "ne", "in", "not_in") or len(others) != 1:
        return True
    other = others[0]
    members = other.args if isinstance(other, Call) and other.function == "set" else (other,)
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


def _unfolded(ruleset: Ruleset) -> Iterator[Expr]:
    """Every expression that can decide what is legal, terms unfolded and options put in."""
    unfold = Unfolder(term_table(ruleset.terms))
    facts = Facts(ruleset.pack)
    exprs = list(legal_exprs(ruleset))
    if any(a.owes for a in ruleset.actions):
        # whether a debt can be paid is found by making the play, with all it causes
        exprs += [e.when for e in ruleset.events]
        caused = [*(a.effects for a in ruleset.actions), *(e.effects for e in ruleset.events)]
        exprs += [expr for effects in caused for effect in all_effects(effects) for expr in effect.exprs]
    for expr in exprs:
        if expr is not None:
            yield simplify(unfold.expr(expr), facts)
