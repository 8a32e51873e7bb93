"""Numbers in normal form: a constant and multiples of what cannot be worked out; comparisons as ranges.

`count(x) > 1`, `count(x) >= 2`, `not count(x) in {0, 1}` are one condition; so are `2 * count(c in pile | c = 10d) +
count(c in pile | rank(c) = A)` and a sum over the pile of what each card is worth. These laws hold for whole numbers:
they are used only where the bounds of the parts show that no step can meet the largest number there is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cassino_dsl.language.core import logic
from cassino_dsl.language.core.bounds import bound
from cassino_dsl.language.core.constructors import how_many, number
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, Type, print_expr
from cassino_dsl.language.ruleset.span import Span


@dataclass(frozen=True, slots=True)
class Counted:
    """How many members of a set fit: a count whose condition is still in parts."""

    variable: Name
    source: Expr
    test: logic.Cond

    @property
    def expr(self) -> Expr:
        return how_many(self.variable.name, self.source, logic.written(self.test), self.source.span)


Term = Counted | Expr
Terms = dict[Term, int]


@dataclass(frozen=True, slots=True)
class Linear:
    """``constant`` and so many times each term."""

    constant: int
    terms: tuple[tuple[Term, int], ...] = ()


def expr_of(term: Term) -> Expr:
    return term.expr if isinstance(term, Counted) else term


def linear(constant: int, terms: Mapping[Term, int]) -> Linear:
    """The number with this constant and these multiples."""
    kept = [(t, n) for t, n in _by_faces(terms).items() if n]
    if len(kept) > 1:
        kept.sort(key=lambda entry: print_expr(expr_of(entry[0])))
    return Linear(constant, tuple(kept))


def _by_faces(terms: Mapping[Term, int]) -> Mapping[Term, int]:
    """Counts of faces in one place, put together by how much each face counts."""
    places: dict[tuple[Expr, Name, tuple[str | None, ...]], dict[str | None, int]] = {}
    for term, times in terms.items():
        faces = _faces_counted(term)
        if faces is not None and isinstance(term, Counted):
            worth = places.setdefault((term.source, term.variable, faces.whole), dict.fromkeys(faces.whole, 0))
            for face in faces.members:
                worth[face] += times
    if not places:
        return terms
    found = {t: n for t, n in terms.items() if _faces_counted(t) is None}
    for (source, variable, whole), worth in places.items():
        everything = found.pop(Counted(variable, source, logic.TRUE), 0)
        by_worth: dict[int, list[str | None]] = {}
        for face, times in worth.items():
            by_worth.setdefault(times + everything, []).append(face)
        for times, chosen in by_worth.items():
            test = logic.OneOf(variable, tuple(chosen), whole) if len(by_worth) > 1 else logic.TRUE
            found[Counted(variable, source, test)] = times
    return found


def _faces_counted(term: Term) -> logic.OneOf | None:
    whole = isinstance(term, Counted) and isinstance(term.test, logic.OneOf) and term.test.subject == term.variable
    return term.test if whole else None  # type: ignore[union-attr,return-value]


def plus(left: Linear, right: Linear, times: int = 1) -> Linear:
    """``left + times * right``."""
    terms: Terms = dict(left.terms)
    for term, n in right.terms:
        terms[term] = terms.get(term, 0) + times * n
    return linear(left.constant + times * right.constant, terms)


def of(term: Term) -> Linear:
    return Linear(0, ((term, 1),))


def most(value: Linear) -> int:
    """The most that a number can be, either way, at every step of working it out."""
    return abs(value.constant) + sum(abs(n) * bound(expr_of(t)) for t, n in value.terms)


# ---- comparisons


def below_zero(value: Linear) -> logic.Cond:
    """The condition that a number is negative."""
    if not value.terms:
        return logic.TRUE if value.constant < 0 else logic.FALSE
    if len(value.terms) == 1:
        ((term, times),) = value.terms
        # the whole numbers below -constant / times, or above it where the term counts against
        if times > 0:
            return logic.within(expr_of(term), ((None, -(value.constant // times) - 1),))
        return logic.within(expr_of(term), ((value.constant // -times + 1, None),))
    if all(logic.never_negative(expr_of(t)) for t, _ in value.terms):
        # there is none of any of these; there is one of some of these
        if value.constant == -1 and all(n > 0 for _, n in value.terms):
            return logic.both(logic.within(expr_of(t), logic.NONE) for t, _ in value.terms)
        if value.constant == 0 and all(n < 0 for _, n in value.terms):
            return logic.either(logic.within(expr_of(t), logic.SOME) for t, _ in value.terms)
    return _one_way(value)


def _one_way(value: Linear) -> logic.Cond:
    """A comparison of several terms with a constant, said in the one of its two ways in which the first term counts."""
    if value.terms[0][1] > 0:
        return logic.Atom(_below(value))
    # L < 0 is not -L - 1 < 0
    return logic.Atom(_below(plus(Linear(-1), value, -1)), holds=False)


def _below(value: Linear) -> Expr:
    left = emit(Linear(0, value.terms), expr_of(value.terms[0][0]).span)
    return Call(Type.BOOL, op.LT, (left, number(-value.constant, left.span)), left.span)


def zero(value: Linear) -> logic.Cond:
    """The condition that a number is 0."""
    if not value.terms:
        return logic.TRUE if value.constant == 0 else logic.FALSE
    if len(value.terms) == 1:
        ((term, times),) = value.terms
        if value.constant % times:
            return logic.FALSE
        result = -value.constant // times
        return logic.within(expr_of(term), ((result, result),))
    nonnegative = all(logic.never_negative(expr_of(t)) for t, _ in value.terms)
    if not value.constant and nonnegative and len({n > 0 for _, n in value.terms}) == 1:
        return logic.both(logic.within(expr_of(t), logic.NONE) for t, _ in value.terms)
    if value.terms[0][1] < 0:
        value = plus(Linear(0), value, -1)
    left = emit(Linear(0, value.terms), expr_of(value.terms[0][0]).span)
    return logic.Atom(Call(Type.BOOL, op.EQ, (left, number(-value.constant, left.span)), left.span))


# ---- back to expressions


def emit(value: Linear, span: Span) -> Expr:
    """The number as an expression: its terms in order, then the constant."""
    whole: Expr | None = None
    for term, times in value.terms:
        whole = _added(whole, expr_of(term), times)
    if whole is None:
        return number(value.constant, span)
    return _added(whole, number(1, span), value.constant) if value.constant else whole


def _added(whole: Expr | None, term: Expr, times: int) -> Expr:
    size = abs(times)
    if isinstance(term, Literal):
        part: Expr = number(size, term.span)
    else:
        part = term if size == 1 else Call(Type.INT, op.TIMES, (number(size, term.span), term), term.span)
    if whole is None:
        return part if times > 0 else Call(Type.INT, op.NEGATIVE, (part,), part.span)
    return Call(Type.INT, op.PLUS if times > 0 else op.MINUS, (whole, part), part.span)


def counted(variable: Name, source: Expr, test: logic.Cond) -> Linear:
    """How many members of a set fit."""
    return Linear(0) if test == logic.FALSE else of(Counted(variable, source, test))
