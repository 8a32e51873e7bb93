"""Packs and tables over cards, in the words of variant files."""

from __future__ import annotations

from typing import Any

from cassino_dsl.ruleset.cards import PRESETS, Pack
from cassino_dsl.ruleset.expr import Call, Expr, Literal, print_expr
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


def table_rows(expr: Expr, pack: Pack) -> dict[str, str] | None:
    """The rows of a term that is a table over cards, or None where it is none."""
    rows: dict[str, str] = {}
    while isinstance(expr, Call) and expr.row is IF:
        test, number, expr = expr.args
        faces = _faces(test)
        if faces is None:
            return None
        rows[pack.in_words(faces)] = print_expr(number)
    return rows if rows and isinstance(expr, Literal) and expr.value == 0 else None


def _faces(test: Expr) -> list[str] | None:
    """The cards of `c in {…}`, where a table was unfolded to it."""
    if not isinstance(test, Call) or test.row is not IN:
        return None
    cards = test.args[1]
    if not isinstance(cards, Call) or cards.row is not SET or not all(isinstance(a, Literal) for a in cards.args):
        return None
    return [str(a.value) for a in cards.args if isinstance(a, Literal)]
