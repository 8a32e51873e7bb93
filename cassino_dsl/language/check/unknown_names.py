"""Words that nothing is called: one finding for each."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from cassino_dsl.language.check.structure import IDENTIFIER
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Remedy, Report, nearest
from cassino_dsl.language.ruleset.span import Source

NEEDS = "a house rule says under `needs` what not every variant has, as in `needs: {memory.owner: why}`"
MOST_SHOWN = 3  # places beside the first


def join_unknown(report: Report, laid: Collection[Source] = ()) -> None:
    """Put the findings about one word together. In a house rule that is ``laid`` over the file a word may be missing
    because the variant beneath has no such thing."""
    found: dict[str, list[Diagnostic]] = {}
    for diagnostic in report.diagnostics:
        if (word := _word(diagnostic)) is not None:
            found.setdefault(word, []).append(diagnostic)
    instead: dict[Diagnostic, Diagnostic] = {}
    gone: set[Diagnostic] = set()
    for word, uses in found.items():
        places = tuple(dict.fromkeys(d.span for d in uses if d.span is not None))
        if len(uses) > 1:
            others = tuple((place, "and here") for place in places[1 : MOST_SHOWN + 1])
            more = len(places) - MOST_SHOWN - 1
            notes = (f"and in {more} more place{'s' if more > 1 else ''}",) if more > 0 else ()
            instead[uses[0]] = replace(uses[0], others=others, notes=notes, remedies=_everywhere(uses))
        meant = [edit.text for remedy in uses[0].remedies for edit in remedy.edits]
        slip = nearest(word, meant, cutoff=0.7) is not None or uses[0].code is Code.UNKNOWN_STEP
        if places and places[0].source in laid and not slip:
            kept = instead.get(uses[0], uses[0])
            instead[uses[0]] = replace(kept, notes=(*kept.notes, NEEDS))
        gone |= set(uses[1:])
    report.revise([instead.get(d, d) for d in report.diagnostics if d not in gone])


def _word(diagnostic: Diagnostic) -> str | None:
    """The word that a finding says nothing is called."""
    if diagnostic.code not in (Code.UNKNOWN_NAME, Code.UNKNOWN_STEP) or diagnostic.span is None:
        return None
    word = diagnostic.span.text
    return word if IDENTIFIER.match(word) else None


def _everywhere(uses: list[Diagnostic]) -> tuple[Remedy, ...]:
    """What mends the first of some findings, at all places of its file that are mended alike, and that by itself."""
    first = uses[0].remedies
    like = (
        [r for d in uses for r in d.remedies[:1] if (r.title, r.file) == (first[0].title, first[0].file)]
        if first
        else []
    )
    edits = tuple(dict.fromkeys(edit for remedy in like for edit in remedy.edits))
    return (replace(first[0], edits=edits), *first) if len(edits) > 1 else first
