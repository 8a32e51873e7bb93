"""The table of values: the numbers that each card counts for in each place."""

from __future__ import annotations

from cassino_dsl.language.check.check_context import Draft
from cassino_dsl.language.check.expressions import check
from cassino_dsl.language.check.scope import STATIC, Scope
from cassino_dsl.language.check.selectors import Selected, read_selector
from cassino_dsl.language.check.types import shown
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.ruleset.expr import Expr, Type
from cassino_dsl.language.ruleset.model import ValueRow
from cassino_dsl.language.ruleset.simplify import Facts, numbers
from cassino_dsl.language.syntax.parser import parse
from cassino_dsl.language.syntax.tree import Scalar

LARGEST = 60


def read_values(draft: Draft) -> tuple[ValueRow, ...]:
    """The rows in order; a row that gives ``pips`` is one row for each rank it fits."""
    rows: list[ValueRow] = []
    for key, node in draft.section("values") or ():
        selected = read_selector(draft, key)
        if selected is None or not isinstance(node, Scalar):
            continue
        if node.text == "pips":
            rows.extend(_pips(draft, key, selected))
            continue
        found = _numbers(draft, node)
        if found is not None:
            rows.append(ValueRow(key.text, selected.faces, selected.places, found, node.text, key.span))
    return tuple(rows)


def _pips(draft: Draft, key: Scalar, selected: Selected) -> list[ValueRow]:
    by_number: dict[int, set[int]] = {}
    for face in selected.faces:
        by_number.setdefault(draft.pack.faces[face].pips, set()).add(face)
    if 0 in by_number:
        shown_cards = ", ".join(draft.pack.faces[f].text for f in sorted(by_number[0])[:4])
        help = "give these cards a row of their own, with a number or `none`"
        draft.report.add(Code.BAD_NUMBER, key.span, f"no number is printed on {shown_cards}", help=help)
    return [
        ValueRow(key.text, frozenset(faces), selected.places, (number,), "pips", key.span)
        for number, faces in sorted(by_number.items())
        if number
    ]


def _numbers(draft: Draft, node: Scalar) -> tuple[int, ...] | None:
    ast = parse("expression", node, draft.report)
    if ast is None:
        return None
    expr: Expr = check(draft, ast, Scope(STATIC))
    if expr.type is Type.POISON:
        return None
    if expr.type not in (Type.INT, Type.VALUES, Type.NONE):
        message = f"a card counts for numbers, and this is {shown(expr.type)}"
        help = "write a number, a set such as `{1, 14}`, `pips` or `none`"
        draft.report.add(Code.WRONG_TYPE, node.span, message, help=help)
        return None
    found = numbers(expr, Facts(draft.pack))
    if found is None:
        message = "the value of a card is fixed before the game"
        draft.report.add(Code.WRONG_TYPE, node.span, message, help="use only numbers and options here")
    elif any(not 0 <= n <= LARGEST for n in found):
        draft.report.add(Code.BAD_NUMBER, node.span, f"cards count for numbers from 0 to {LARGEST}")
        found = None
    return found
