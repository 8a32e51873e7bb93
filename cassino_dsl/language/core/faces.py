"""What depends on one card alone, worked out for each face."""

from __future__ import annotations

from dataclasses import replace

from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, Quantified, walk
from cassino_dsl.language.ruleset.operators import ATTRIBUTES, EQ, IN, MEMORIES, NE, NOT_IN, TERMS
from cassino_dsl.language.ruleset.row import Nothing
from cassino_dsl.language.ruleset.simplify import Facts, simplify
from cassino_dsl.language.ruleset.types import CARDLIKE, Type
from cassino_dsl.language.ruleset.words import CARD, CARD_OR_NOTHING


def subject_of(expr: Expr) -> Expr | None:
    """The one card that an expression speaks of, if it speaks of nothing else: a name, or `card`."""
    found: list[Expr] = []
    if not _collect(expr, found) or not found:
        return None
    first = found[0]
    return first if expr is not first and all(f == first for f in found) else None


def _collect(expr: Expr, found: list[Expr]) -> bool:
    if isinstance(expr, Literal):
        return True
    if isinstance(expr, Name) or (isinstance(expr, Call) and expr.row in (CARD, CARD_OR_NOTHING)):
        found.append(expr)
        return expr.type in CARDLIKE
    if isinstance(expr, Quantified) or expr.row.reads or expr.row in MEMORIES or expr.row in TERMS:
        return False
    return all(_collect(a, found) for a in expr.args)


def by_face(expr: Expr, subject: Expr, facts: Facts, faces: tuple[str, ...]) -> dict[str | None, Literal] | None:
    """The value of an expression for each of these faces and (where the subject may be one) for no card; None where
    it cannot be worked out."""
    found: dict[str | None, Literal] = {}
    whole = _whole_of(subject, faces)
    if None in whole and not subject.maybe and not _like_nothing(expr, subject):
        return None
    for face in whole:
        value = simplify(expr, _with(facts, subject, Literal(Type.CARD, face, subject.span)))
        if not isinstance(value, Literal):
            return None
        found[face] = value
    return found


def _like_nothing(expr: Expr, subject: Expr) -> bool:
    """Whether a build may be taken for nothing: it is asked only for what is printed on cards, or compared with faces.
    A build is no card, yet it is itself."""
    if not isinstance(expr, Call):
        return expr != subject
    if subject not in expr.args:
        return all(_like_nothing(a, subject) for a in expr.args)
    if expr.row.nothing is Nothing.MAY or expr.row in ATTRIBUTES:
        return len(expr.args) == 1
    alone = sum(part == subject for a in expr.args for part in walk(a)) == 1
    return alone and expr.row in (EQ, NE, IN, NOT_IN)


def _whole_of(subject: Expr, faces: tuple[str, ...]) -> tuple[str | None, ...]:
    """All that a card can be: a face; and no card at all, where it may be nothing or a build."""
    if subject.type is Type.BUILD:
        return (None,)
    return (*faces, None) if subject.maybe or subject.type is not Type.CARD else faces


def _with(facts: Facts, subject: Expr, card: Literal) -> Facts:
    if isinstance(subject, Name):
        return replace(facts, names={**facts.names, subject.name: card})
    return replace(facts, standing={**facts.standing, "card": card})
