"""Conditions in normal form: negation pushed to the leaves, `and` and `or` flat, sorted and free of repeats.

What something *is one of* (a rank among ranks, a card among faces) is one leaf with the whole list it is chosen from,
so that `not` is the rest of the list and alternatives unite; what ranges a number lies in is another. No condition can
fail, so their order is free: they are written in the order in which what they wait for is known.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from cassino_dsl.language.core import constructors as make
from cassino_dsl.language.core.bounds import may_exceed
from cassino_dsl.language.core.clause_order import weight
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Quantified, print_expr
from cassino_dsl.language.ruleset.operators import EQ, HOW_MANY, HOW_MANY_GROUPS, LT, MINUS, MOD, PLUS
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.words import COUNT

Member = str | None  # of a whole: a word, or nothing
# ranges of numbers: (first, last), None where there is no end; in order, apart from each other, and they do not touch
Range = tuple[int | None, int | None]
Ranges = tuple[Range, ...]
EVERYTHING: Ranges = ((None, None),)
NONE: Ranges = ((0, 0),)
SOME: Ranges = ((1, None),)
MOST_RESTS = 128  # that are told apart


@dataclass(frozen=True, slots=True)
class Atom:
    """What cannot be taken apart, or its opposite."""

    expr: Expr
    holds: bool = True


@dataclass(frozen=True, slots=True)
class OneOf:
    """The subject is one of ``members``, chosen from ``whole``, which is all that it can be."""

    subject: Expr
    members: tuple[Member, ...]
    whole: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class Within:
    """A number lies in one of these ranges."""

    number: Expr
    ranges: Ranges


@dataclass(frozen=True, slots=True)
class AllOf:
    """All of these hold."""

    parts: tuple[Cond, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One of these holds."""

    parts: tuple[Cond, ...]


Cond = Atom | OneOf | Within | AllOf | AnyOf
TRUE, FALSE = AllOf(()), AnyOf(())


def both(parts: Iterable[Cond]) -> Cond:
    """All of these hold."""
    return _join(AllOf, parts)


def either(parts: Iterable[Cond]) -> Cond:
    """One of these holds."""
    return _join(AnyOf, parts)


def _join(kind: type[AllOf] | type[AnyOf], parts: Iterable[Cond]) -> Cond:
    strong: Cond = FALSE if kind is AllOf else TRUE
    flat: list[Cond] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, kind) else (part,))
    merged = _united(kind, flat)
    if strong in merged or any(opposite(p) in merged for p in merged):
        return strong
    return merged[0] if len(merged) == 1 else kind(tuple(merged))


def _united(kind: type[AllOf] | type[AnyOf], parts: list[Cond]) -> list[Cond]:
    """Each condition once, and what is said of one subject as one condition, in a fixed order."""
    found: dict[object, Cond] = {}
    for part in parts:
        if isinstance(part, OneOf):
            key: object = (OneOf, part.subject, part.whole)
            old = found.get(key)
            found[key] = _chosen(kind, old, part) if isinstance(old, OneOf) else old or part
        elif isinstance(part, Within):
            key = (Within, part.number)
            old = found.get(key)
            if isinstance(old, Within):
                old = within(
                    old.number, common(old.ranges, part.ranges) if kind is AllOf else (*old.ranges, *part.ranges)
                )
            found[key] = old or part
        else:
            found[part] = part
    neutral: Cond = TRUE if kind is AllOf else FALSE
    # what two names of one text mean may differ: a memory may be called like a variable of the core
    rest = {written(p): p for p in found.values() if p != neutral}
    return [rest[expr] for expr in sorted(rest, key=print_expr)]


def _chosen(kind: type[AllOf] | type[AnyOf], a: OneOf, b: OneOf) -> Cond:
    first, second = set(a.members), set(b.members)
    return one_of(a.subject, first & second if kind is AllOf else first | second, a.whole)


def one_of(subject: Expr, members: Iterable[Member], whole: tuple[Member, ...]) -> Cond:
    """The subject is among the members."""
    inside = set(members)
    chosen = tuple(w for w in whole if w in inside)
    if not chosen:
        return FALSE
    return TRUE if len(chosen) == len(whole) else OneOf(subject, chosen, whole)


def within(number: Expr, ranges: Ranges) -> Cond:
    """The number is in one of the ranges."""
    whole = EVERYTHING
    if never_negative(number):
        whole = ((0, None),)
    elif isinstance(number, Call) and number.row is MOD and isinstance(number.args[1], Literal):
        by = int(number.args[1].value or 0)
        whole = ((min(by + 1, 0), max(by - 1, 0)),)
        number, ranges = _shifted(number, by, common(ranges, whole))
    ranges = joined(common(ranges, whole))
    if not ranges:
        return FALSE
    return TRUE if ranges == whole else Within(number, ranges)


def _shifted(rest: Call, by: int, ranges: Ranges) -> tuple[Expr, Ranges]:
    """What a division by a small number leaves, without the constant that is added before: (n + 1) mod 2 is 0 where
    n mod 2 is 1. Not where the sum may meet the largest number."""
    divided = rest.args[0]
    constant = divided.args[1] if isinstance(divided, Call) and divided.row in (PLUS, MINUS) else None
    small = 0 < abs(by) <= MOST_RESTS and not may_exceed(divided)
    if not isinstance(divided, Call) or not isinstance(constant, Literal) or not small:
        return rest, ranges
    added = int(constant.value or 0) * (1 if divided.row is PLUS else -1)
    left = {(r - added) % by for low, high in ranges for r in range(low or 0, (high or 0) + 1)}
    return replace(rest, args=(divided.args[0], rest.args[1])), tuple((r, r) for r in sorted(left))


def never_negative(number: Expr) -> bool:
    """Whether a number is one that counts something."""
    if isinstance(number, Call) and number.row.of_a_moment:
        return never_negative(number.args[0])
    return isinstance(number, Call | Quantified) and number.row.most is not None


def opposite(cond: Cond) -> Cond:
    """What holds where the condition does not."""
    if isinstance(cond, Atom):
        return Atom(cond.expr, not cond.holds)
    if isinstance(cond, OneOf):
        return one_of(cond.subject, (w for w in cond.whole if w not in cond.members), cond.whole)
    if isinstance(cond, Within):
        return within(cond.number, others(cond.ranges))
    return (either if isinstance(cond, AllOf) else both)(opposite(p) for p in cond.parts)


def choose(test: Cond, then: Cond, other: Cond) -> Cond:
    """``then`` if the test holds, else ``other``."""
    if test == TRUE or then == other:
        return then
    if test == FALSE:
        return other
    if FALSE in (then, other):
        return both((test, then) if other == FALSE else (opposite(test), other))
    return both((either((opposite(test), then)), either((test, other))))


def apart(cases: Iterable[tuple[int, Cond]], otherwise: int) -> list[tuple[int, Cond]]:
    """Numbers of which the first one counts whose condition holds, each with the condition under which it does."""
    found: list[tuple[int, Cond]] = []
    rest: Cond = TRUE
    for value, test in (*cases, (otherwise, TRUE)):
        found.append((value, both((rest, test))))
        rest = both((rest, opposite(test)))
    return found


def written(cond: Cond) -> Expr:
    """The condition as an expression."""
    if cond in (TRUE, FALSE):
        return make.truth(cond == TRUE, make.NOWHERE)
    if isinstance(cond, Atom):
        return cond.expr if cond.holds else make.negated(cond.expr)
    if isinstance(cond, OneOf):
        rest = tuple(w for w in cond.whole if w not in cond.members)
        turned = None in cond.members or (None not in cond.whole and len(rest) < len(cond.members))
        chosen = make.is_one_of(cond.subject, tuple(w for w in (rest if turned else cond.members) if w is not None))
        return make.negated(chosen) if turned else chosen
    if isinstance(cond, Within):
        return _in_ranges(cond)
    parts = sorted((written(p) for p in cond.parts), key=lambda e: (weight(e), print_expr(e)))
    return make.conjunction(parts) if isinstance(cond, AllOf) else make.disjunction(parts)


def _counts(number: Expr) -> bool:
    """Whether a number is a count, now or at another moment."""
    if isinstance(number, Call) and number.row.of_a_moment:
        return _counts(number.args[0])
    return isinstance(number, Call | Quantified) and number.row in (COUNT, HOW_MANY, HOW_MANY_GROUPS)


def _in_ranges(cond: Within) -> Expr:
    number, ranges = cond.number, cond.ranges
    if ranges in (SOME, NONE) and _counts(number):
        return make.any_of(number) if ranges == SOME else make.negated(make.any_of(number))
    rest = others(ranges)
    return make.negated(_lies_in(number, rest)) if len(rest) < len(ranges) else _lies_in(number, ranges)


def _lies_in(subject: Expr, ranges: Ranges) -> Expr:
    """The number lies in one of these ranges."""
    return make.disjunction([_between(subject, r) for r in ranges])


def _between(subject: Expr, span: Range) -> Expr:
    low, high = span
    if low is not None and low == high:
        return Call(Type.BOOL, EQ, (subject, make.number(low, subject.span)), subject.span)
    parts: list[Expr] = []
    if low is not None:
        parts.append(make.negated(Call(Type.BOOL, LT, (subject, make.number(low, subject.span)), subject.span)))
    if high is not None:
        parts.append(Call(Type.BOOL, LT, (subject, make.number(high + 1, subject.span)), subject.span))
    return make.conjunction(parts)


# ---- ranges of numbers


def joined(ranges: Ranges) -> Ranges:
    """Ranges in order, those that touch made one."""
    found: list[Range] = []
    for low, high in sorted(ranges, key=lambda r: (r[0] is not None, r[0] or 0)):
        if low is not None and high is not None and low > high:
            continue
        if found:
            before, end = found[-1]
            if end is None:
                break
            if low is None or low <= end + 1:
                found[-1] = (before, None if high is None else max(end, high))
                continue
        found.append((low, high))
    return tuple(found)


def common(a: Ranges, b: Ranges) -> Ranges:
    """What lies in a range of both."""
    found: list[Range] = []
    for low, high in a:
        for first, last in b:
            start = low if first is None else first if low is None else max(low, first)
            end = high if last is None else last if high is None else min(high, last)
            if start is None or end is None or start <= end:
                found.append((start, end))
    return tuple(found)


def others(ranges: Ranges) -> Ranges:
    """What lies in none of the ranges."""
    found = EVERYTHING
    for low, high in ranges:
        outside: list[Range] = []
        if low is not None:
            outside.append((None, low - 1))
        if high is not None:
            outside.append((high + 1, None))
        found = common(found, tuple(outside))
    return found
