"""Packs and tables over cards, in the words of variant files."""

from __future__ import annotations

from typing import Any

from cassino_dsl.ruleset.cards import PRESETS, Pack
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, print_expr
from cassino_dsl.ruleset.model import Term
from cassino_dsl.ruleset.operators import IF, IN, SET


def pack_data(pack: Pack) -> dict[str, Any] | str:
    """A pack by its base and what differs from it."""
    base = next((name for name, preset in PRESETS.items() if preset[1:] == (pack.suits, pack.rank_names)), "french")
    data: dict[str, Any] = {"base": base}
    if pack.ranks != PRESETS[base][0]:
        data["ranks"] = " ".join(pack.ranks)
    if pack.copies != 1:
        data["copies"] = str(pack.copies)
    if pack.removed:
        data["remove"] = " ".join(pack.removed)
    extras = [f.text for f in pack.faces if not f.suit]
    if extras:
        data["extras"] = ", ".join(extras)
    return base if len(data) == 1 else data


def table_rows(term: Term, pack: Pack) -> dict[str, str] | None:
    """The rows of a term that says, as a table over cards does, one number for each of some sets of cards; None where
    it says anything else."""
    rows: dict[str, str] = {}
    expr = term.body
    while isinstance(expr, Call) and expr.row is IF:
        test, number, expr = expr.args
        faces = _faces(test, term)
        if faces is None or not isinstance(number, Literal):
            return None
        key = pack.in_words(faces)
        if key in rows:
            return None
        rows[key] = print_expr(number)
    return rows if rows and isinstance(expr, Literal) and expr.value == 0 else None


def _faces(test: Expr, term: Term) -> list[str] | None:
    """The cards of `c in {…}`, where `c` is the one parameter of the term."""
    if not isinstance(test, Call) or test.row is not IN or len(term.params) != 1:
        return None
    subject, cards = test.args
    if not isinstance(subject, Name) or subject.name != term.params[0][0]:
        return None
    if not isinstance(cards, Call) or cards.row is not SET or not cards.args:
        return None
    faces = [str(a.value) for a in cards.args if isinstance(a, Literal)]
    return faces if len(faces) == len(cards.args) else None
