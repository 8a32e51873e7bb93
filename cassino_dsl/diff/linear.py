"""Numbers in normal form: a constant and multiples of what cannot be worked out; comparisons against 0.

`count(x) > 1`, `count(x) >= 2` and `not count(x) <= 1` are one form.
"""

from __future__ import annotations

from collections.abc import Mapping

from cassino_dsl.diff.logic import FALSE, TRUE, Form, opposite

Terms = dict[Form, int]


def split(number: Form) -> tuple[int, Terms]:
    """The constant and the multiples of a number."""
    if number[0] == "lit" and type(number[1]) is int:
        return number[1], {}
    if number[0] == "linear":
        return number[1], dict(number[2])
    return 0, {number: 1}


def linear(constant: int, terms: Mapping[Form, int]) -> Form:
    """The number with this constant and these multiples."""
    kept = tuple(sorted(((t, n) for t, n in terms.items() if n), key=repr))
    if not kept:
        return ("lit", constant)
    if not constant and len(kept) == 1 and kept[0][1] == 1:
        return kept[0][0]
    return ("linear", constant, kept)


def plus(left: Form, right: Form, times: int = 1) -> Form:
    """``left + times * right``."""
    constant, terms = split(left)
    more, others = split(right)
    for term, number in others.items():
        terms[term] = terms.get(term, 0) + times * number
    return linear(constant + times * more, terms)


def multiply(left: Form, right: Form) -> Form:
    """The product; multiples stay linear where one side is a constant."""
    for one, other in ((left, right), (right, left)):
        constant, terms = split(one)
        if not terms:
            return plus(("lit", 0), other, constant)
    return ("times", *sorted((left, right), key=repr))


def below_zero(number: Form) -> Form:
    """The condition that a number is negative."""
    constant, terms = split(number)
    if not terms:
        return TRUE if constant < 0 else FALSE
    if all(_never_negative(t) for t in terms):
        if constant >= 0 and all(n > 0 for n in terms.values()):
            return FALSE
        if constant < 0 and all(n < 0 for n in terms.values()):
            return TRUE
    return ("below_zero", linear(constant, terms))


def zero(number: Form) -> Form:
    """The condition that a number is 0."""
    constant, terms = split(number)
    if not terms:
        return TRUE if constant == 0 else FALSE
    if constant == 0 and len(terms) == 1 and _never_negative(next(iter(terms))):
        return below_zero(plus(next(iter(terms)), ("lit", -1)))
    first = min(terms, key=repr)
    sign = 1 if terms[first] > 0 else -1
    return ("zero", plus(("lit", 0), number, sign))


def _never_negative(term: Form) -> bool:
    return bool(term[0] == "count")


opposite("below_zero", lambda form: below_zero(plus(("lit", -1), form[1], -1)))
opposite("zero", lambda form: ("not", form))
