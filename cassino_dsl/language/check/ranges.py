"""Ranges in which nothing lies, and what to write instead."""

from __future__ import annotations

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.diagnostics.remedy import write
from cassino_dsl.language.ruleset.span import Span


def backwards(report: Report, span: Span, low: int, high: int) -> bool:
    """Whether a range of numbers ends before it begins; that is told."""
    if low > high:
        message = f"no number is in `{low}..{high}`: a range goes from the smaller to the larger"
        report.add(Code.NOTHING_FITS, span, message, help=write(f"{high}..{low}"))
    return low > high


def inside(
    report: Report, span: Span, ends: tuple[tuple[str, Span], ...], ranks: tuple[str, ...], bare: bool = False
) -> tuple[str, ...]:
    """The ranks of a range in the order of the pack; none, which is told, where an extra is an end of it, or it ends
    before it begins. ``bare``: it is the whole of a text without quotes, in which no comma may come to stand."""
    for word, place in ends:
        if word not in ranks:
            message = f"no range reaches `{word}`: an extra has no place among the ranks"
            help = f"name it beside a range, `7..10, {word}`, or give it a place under `ranks` of the pack"
            report.add(Code.NOTHING_FITS, place, message, help=help)
            return ()
    low, high = (word for word, _ in ends)
    first, last = ranks.index(low), ranks.index(high)
    if first > last:
        meant = f"{high}..{low}"
        if last == 0:  # up to an ace, as where it is the highest
            meant = f"{low}, {high}" if low == ranks[-1] else f"{low}..{ranks[-1]}, {high}"
            meant = f'"{meant}"' if bare else meant
        message = f"no rank is in `{low}..{high}`: in this pack {high} comes before {low}"
        report.add(Code.NOTHING_FITS, span, message, help=write(meant, f": the ranks go {' '.join(ranks)}"))
    return ranks[first : last + 1]
