"""A number is in one of several ranges: what comparisons of one number with constants come to.

``("within", number, ranges)``; a range is (first, last), None where it has no end. Ranges are in order, apart
from each other, and do not touch.
"""

from __future__ import annotations

from cassino_dsl.diff.logic import FALSE, TRUE, Form, mergeable, opposite

Range = tuple[int | None, int | None]
_NOT_NEGATIVE = ("count", "groups", "pips", "order", "announced")


def within(number: Form, ranges: tuple[Range, ...]) -> Form:
    """The condition that a number is in one of these ranges."""
    if never_negative(number):
        ranges = _common(ranges, ((0, None),))
        whole: tuple[Range, ...] = ((0, None),)
    else:
        whole = ((None, None),)
    joined = _joined(ranges)
    if not joined:
        return FALSE
    return TRUE if joined == whole else ("within", number, joined)


def never_negative(number: Form) -> bool:
    """Whether a number is one that counts something."""
    return number[0] in _NOT_NEGATIVE or (number[0] in ("after", "before") and never_negative(number[1]))


def _joined(ranges: tuple[Range, ...]) -> tuple[Range, ...]:
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


def _common(a: tuple[Range, ...], b: tuple[Range, ...]) -> tuple[Range, ...]:
    found: list[Range] = []
    for low, high in a:
        for first, last in b:
            start = low if first is None else first if low is None else max(low, first)
            end = high if last is None else last if high is None else min(high, last)
            if start is None or end is None or start <= end:
                found.append((start, end))
    return tuple(found)


def _others(ranges: tuple[Range, ...]) -> tuple[Range, ...]:
    """What lies in none of the ranges."""
    found: tuple[Range, ...] = ((None, None),)
    for low, high in ranges:
        outside: list[Range] = []
        if low is not None:
            outside.append((None, low - 1))
        if high is not None:
            outside.append((high + 1, None))
        found = _common(found, tuple(outside))
    return found


def _merge(op: str, a: Form, b: Form) -> Form:
    return within(a[1], _common(a[2], b[2]) if op == "and" else _joined((*a[2], *b[2])))


opposite("within", lambda form: within(form[1], _others(form[2])))
mergeable("within", lambda form: form[1], _merge)
