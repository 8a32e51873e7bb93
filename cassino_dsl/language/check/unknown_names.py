"""Words that nothing is called: one finding for each, and where its declaration is misspelt, that is said there."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from cassino_dsl.language.check.structure import IDENTIFIER
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Remedy, Report, misspelt, nearest
from cassino_dsl.language.diagnostics.remedy import suggest
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax.tree import Mapping, Scalar

_DECLARING = ("options", "memory", "terms", "effects", "zones", "actions", "awards")
NEEDS = "a house rule says under `needs` what not every variant has, as in `needs: {memory.owner: why}`"
MOST_SHOWN = 3  # places beside the first


def join_unknown(own: Mapping, report: Report, laid: Collection[Source] = ()) -> None:
    """Put the findings about one word together: at its declaration, where that is written otherwise than all uses. In a
    house rule that is ``laid`` over the file a word may be missing because the variant beneath has no such thing."""
    found: dict[str, list[Diagnostic]] = {}
    for diagnostic in report.diagnostics:
        if (word := _word(diagnostic)) is not None:
            found.setdefault(word, []).append(diagnostic)
    declared = _declared(own)
    instead: dict[Diagnostic, Diagnostic] = {}
    gone: set[Diagnostic] = set()
    for word, uses in found.items():
        key = declared.get(misspelt(word, list(declared)) or "")
        places = tuple(dict.fromkeys(d.span for d in uses if d.span is not None))
        if (
            key is not None
            and key.text.lower() != word.lower()
            and _once(key.text.partition("(")[0].strip(), key.span.source, word)
        ):
            instead[uses[0]] = _misspelt(key, word, places)
        elif len(uses) > 1:
            others = tuple((place, "and here") for place in places[1 : MOST_SHOWN + 1])
            told = replace(uses[0], others=others, notes=_more(places[MOST_SHOWN + 1 :]))
            instead[uses[0]] = replace(told, remedies=_everywhere(uses))
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


def _declared(own: Mapping) -> dict[str, Scalar]:
    """What the file itself declares, by name; and the steps that its actions name."""
    found: dict[str, Scalar] = {}
    for section, body in own:
        for key, clause in body if section.text in _DECLARING and isinstance(body, Mapping) else ():
            found[key.text.partition("(")[0].strip()] = key
            step = clause.get("step") if isinstance(clause, Mapping) else None
            if isinstance(step, Scalar):
                found[step.text] = step
    return found


def _once(name: str, source: Source, word: str) -> bool:
    """Whether a file says a name once, where it is declared, and the other word several times."""
    said = re.findall(r"\w+", source.text)
    return said.count(name) == 1 and said.count(word) > 1


def _everywhere(uses: list[Diagnostic]) -> tuple[Remedy, ...]:
    """What mends the first of some findings, at all places of its file that are mended alike, and that by itself."""
    all_of_them = [remedy for use in uses for remedy in use.remedies[:1]]
    like = [r for r in all_of_them if (r.title, r.file) == (all_of_them[0].title, all_of_them[0].file)]
    edits = tuple(dict.fromkeys(edit for remedy in like for edit in remedy.edits))
    first = uses[0].remedies
    return (replace(first[0], edits=edits), *first) if first and len(edits) > 1 else first


def _misspelt(key: Scalar, word: str, uses: tuple[Span, ...]) -> Diagnostic:
    name = key.text.partition("(")[0].strip()
    others = tuple((use, "used here") for use in uses[:MOST_SHOWN])
    message = f"`{name}` is said once, and nothing is called `{word}`, which is used"
    return Diagnostic(
        Code.UNKNOWN_NAME,
        message,
        key.span.beginning(len(name)),
        suggest(word),
        others,
        _more(uses[MOST_SHOWN:]),
    )


def _more(places: tuple[Span, ...]) -> tuple[str, ...]:
    return (f"and in {len(places)} more place{'s' if len(places) > 1 else ''}",) if places else ()
