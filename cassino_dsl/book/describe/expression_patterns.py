"""Shapes of expressions: a pattern is an expression with gaps, written as tuples.

``("=", ("count", "?set"), "?n")`` fits `count(x) = 3`: a word starting with ``?`` is a gap (the same gap twice must
hold the same), another word or number is a constant, a tuple is a call by its word or sign. In
``("any", "?x", "?set", body)`` the gap after the word of a quantifier is its variable.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, Quantified
from cassino_dsl.language.ruleset.operators import AS, EQ, NE
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.words import ROWS

Pattern = str | int | bool | tuple["Pattern", ...]
Found = dict[str, Expr]
_OF_GROUPS = " of groups"  # in a pattern, of a quantifier over groups: ``("any of groups", "?g", "?set", body)``


def like(expr: Expr, pattern: Pattern, known: Found | None = None) -> Found | None:
    """What stands in the gaps of the pattern, or None where the expression has another shape."""
    return next(fits(expr, pattern, known or {}), None)


def fits(expr: Expr, pattern: Pattern, found: Found) -> Iterator[Found]:
    """All ways in which it fits: what is equal is so both ways round."""
    if isinstance(expr, Call) and expr.row in AS.values():
        expr = expr.args[0]
    if isinstance(pattern, str) and pattern.startswith("?"):
        if pattern not in found or same(found[pattern], expr):
            yield {**found, pattern: expr}
    elif not isinstance(pattern, tuple):
        if (
            isinstance(expr, Literal)
            and expr.value == pattern
            and isinstance(expr.value, bool) == (pattern in (True, False) and isinstance(pattern, bool))
        ):
            yield found
    elif isinstance(expr, Quantified):
        yield from _quantified(expr, pattern, found)
    elif isinstance(expr, Call) and _is_call(expr, pattern):
        orders = [expr.args, expr.args[::-1]] if expr.row in (EQ, NE) else [expr.args]
        for args in orders:
            yield from _all(args, pattern[1:], found)


def _is_call(expr: Call, pattern: tuple[Pattern, ...]) -> bool:
    return expr.row in _rows(str(pattern[0])) and len(expr.args) == len(pattern) - 1


@cache
def _rows(word: str) -> frozenset[Row]:
    """The rows that a word or sign of a pattern means: all overloads."""
    over_groups = word.endswith(_OF_GROUPS)
    word = word.removesuffix(_OF_GROUPS)
    return frozenset(
        row
        for row in ROWS
        if word in (row.sign, row.word) and (not row.sign or word == row.sign) and row.groups == over_groups
    )


def _quantified(expr: Quantified, pattern: tuple[Pattern, ...], found: Found) -> Iterator[Found]:
    if len(pattern) != 4 or expr.row not in _rows(str(pattern[0])):
        return
    variable = Name(expr.variable, expr.name, expr.span)
    for one in fits(variable, pattern[1], found):
        yield from _all((expr.source, expr.body), pattern[2:], one)


def _all(args: tuple[Expr, ...], patterns: tuple[Pattern, ...], found: Found) -> Iterator[Found]:
    if not args:
        yield found
        return
    for one in fits(args[0], patterns[0], found):
        yield from _all(args[1:], patterns[1:], one)


def same(a: Expr, b: Expr) -> bool:
    """Whether two expressions say the same, whatever was known of names when they were read."""
    if isinstance(a, Name) and isinstance(b, Name):
        return a.name == b.name
    return a == b
