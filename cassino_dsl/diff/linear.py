"""Numbers in normal form: a constant and multiples of what cannot be worked out; comparisons as ranges.

`count(x) > 1`, `count(x) >= 2`, `not count(x) in {0, 1}` are one form; so are `2 * count(c in pile | c = 10d) +
count(c in pile | rank(c) = A)` and a sum over the pile of what each card is worth.
"""

from __future__ import annotations

from collections.abc import Mapping

from cassino_dsl.diff.logic import FALSE, TRUE, Form, both, either, opposite
from cassino_dsl.diff.ranges import Range, never_negative, within

Terms = dict[Form, int]
NONE: tuple[Range, ...] = ((0, 0),)
SOME: tuple[Range, ...] = ((1, None),)


def split(number: Form) -> tuple[int, Terms]:
    """The constant and the multiples of a number."""
    if number[0] == "lit" and type(number[1]) is int:
        return number[1], {}
    if number[0] == "linear":
        return number[1], dict(number[2])
    return 0, {number: 1}


def linear(constant: int, terms: Mapping[Form, int]) -> Form:
    """The number with this constant and these multiples."""
    kept = tuple(sorted(((t, n) for t, n in _by_faces(terms).items() if n), key=repr))
    if not kept:
        return ("lit", constant)
    if not constant and len(kept) == 1 and kept[0][1] == 1:
        return kept[0][0]
    return ("linear", constant, kept)


def _by_faces(terms: Mapping[Form, int]) -> Mapping[Form, int]:
    """Counts of faces in one place, put together by how much each face counts."""
    places: dict[tuple[Form, Form, tuple[str, ...]], dict[str, int]] = {}
    for term, number in terms.items():
        if _counts_faces(term):
            _, source, (_, variable, faces, whole) = term
            worth = places.setdefault((source, variable, whole), dict.fromkeys(whole, 0))
            for face in faces:
                worth[face] += number
    if not places:
        return terms
    found = {t: n for t, n in terms.items() if not _counts_faces(t)}
    for (source, variable, whole), worth in places.items():
        everything = found.pop(("count", source, TRUE), 0)
        by_worth: dict[int, list[str]] = {}
        for face, number in worth.items():
            by_worth.setdefault(number + everything, []).append(face)
        for number, faces in by_worth.items():
            condition = ("oneof", variable, tuple(faces), whole) if len(by_worth) > 1 else TRUE
            found[("count", source, condition)] = number
    return found


def _counts_faces(term: Form) -> bool:
    return bool(term[0] == "count" and term[2][0] == "oneof" and term[2][1][0] == "var")


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
    if len(terms) == 1:
        ((term, times),) = terms.items()
        # the whole numbers below -constant / times, or above it where the term counts against
        if times > 0:
            return within(term, ((None, -(constant // times) - 1),))
        return within(term, ((constant // -times + 1, None),))
    if all(never_negative(t) for t in terms):
        # there is none of any of these; there is one of some of these
        if constant == -1 and all(n > 0 for n in terms.values()):
            return both(within(t, NONE) for t in terms)
        if constant == 0 and all(n < 0 for n in terms.values()):
            return either(within(t, SOME) for t in terms)
    return ("below_zero", linear(constant, terms))


def zero(number: Form) -> Form:
    """The condition that a number is 0."""
    constant, terms = split(number)
    if not terms:
        return TRUE if constant == 0 else FALSE
    if len(terms) == 1:
        ((term, times),) = terms.items()
        return FALSE if constant % times else within(term, ((-constant // times, -constant // times),))
    if not constant and all(never_negative(t) for t in terms) and len({n > 0 for n in terms.values()}) == 1:
        return both(within(t, NONE) for t in terms)
    first = min(terms, key=repr)
    sign = 1 if terms[first] > 0 else -1
    return ("zero", plus(("lit", 0), number, sign))


opposite("below_zero", lambda form: below_zero(plus(("lit", -1), form[1], -1)))
opposite("zero", lambda form: ("not", form))
