"""A number is in one of several ranges: what comparisons of one number with constants come to.

A range is (first, last), None where it has no end. Ranges are in order, apart from each other, and do not touch.
"""

from __future__ import annotations

Range = tuple[int | None, int | None]
Ranges = tuple[Range, ...]
EVERYTHING: Ranges = ((None, None),)
NONE: Ranges = ((0, 0),)
SOME: Ranges = ((1, None),)


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
