"""Remedies are tried before they are said: with one in it the text can still be read, what was found is gone with all
else that was wrong with the same words, and nothing new is found there. What fails is not said; nor is a help that is
no more than a remedy that fails."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Remedy, Report, TextEdit
from cassino_dsl.language.diagnostics.edits import apart, edited, moved, placed
from cassino_dsl.language.diagnostics.remedy import Advice
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax.read_source import can_read, given, path_of, read_bytes, source_from_bytes

MOST_RUNS = 16  # times that the files are looked at with remedies in them
MOST_ROUNDS = 16  # times that a file is mended: what one remedy brings to light, the next one mends
_READ_ON = (Code.UNKNOWN_CARD, Code.DUPLICATE_KEY, Code.TEXT_CUT)
_UNREADABLE = [code for code in Code if code.number < 30 and code not in _READ_ON]

_ELSE = "`cassino explain {}` shows how it is written"
_KEY = re.compile(r":[ \t]+")
_HIDING = (*_UNREADABLE, Code.EXPRESSION_SYNTAX, Code.WRONG_WORD, Code.NOTHING_TO_REMOVE)
_OF_TYPES = (Code.WRONG_TYPE, Code.WRONG_ARGUMENTS)
_OF_NAMES = (Code.UNKNOWN_NAME, Code.UNKNOWN_CARD, Code.NAME_NOT_HERE, *_OF_TYPES)

Again = Callable[[], Report]  # what is found in the files as they now are
Proposal = tuple[Diagnostic, Remedy]
Place = tuple[int, int]  # in the edited text


def tried(report: Report, again: Again) -> None:
    """Keep of a report those remedies that do what they say. Many are tried at once; those that fail, alone."""
    before = report.diagnostics
    whole = {name: text for name in {r.file for d in before for r in d.remedies} if (text := _text(name)) is not None}
    waiting = [(d, r) for d in before for r in d.remedies if r.edits[0].span.source.text == whole.get(r.file)]
    good: list[Proposal] = []
    batches: list[list[Proposal]] = []
    runs = 0
    while (waiting or batches) and runs < MOST_RUNS:
        if not batches:
            batches.append([])
            for one in waiting:
                if apart(one[1], [r for _, r in batches[-1]]):
                    batches[-1].append(one)
            waiting = [one for one in waiting if one not in batches[-1]]
        batch = batches.pop()
        runs += 1
        bad, unsure = _failing(batch, before, whole, again)
        if not bad:
            good += [(d, replace(r, safe=False) if (d, r) in unsure else r) for d, r in batch]
        elif len(batch) > 1:
            rest = [one for one in batch if one not in bad]
            half = len(batch) // 2
            batches += [rest, *([one] for one in bad)] if rest else [batch[:half], batch[half:]]
    elsewhere = [d for d in before if any(r.file not in whole for r in d.remedies)]  # as on the command line
    known = ((d, tuple(r for e, r in good if e is d)) for d in before)
    report.revise([replace(d, remedies=()) if d in elsewhere else _said(d, remedies) for d, remedies in known])


def mended(name: str, look: Again, unsafe: bool) -> tuple[str, str, int, bool]:
    """The text of a file, that text with its remedies in it, how many those are, and whether there may be more than
    could be tried; nothing is written. ``unsafe``: also those that may not be what was meant."""
    before = text = _text(name) or ""
    number = 0
    for _ in range(MOST_ROUNDS):
        with given({path_of(name): text}):
            report = look()
            tried(report, look)
        chosen: list[Remedy] = []
        for found in report.diagnostics:
            for remedy in found.remedies[:1]:
                if remedy.file == name and (remedy.safe or unsafe) and apart(remedy, chosen):
                    chosen.append(remedy)
        if not chosen:
            break
        text = edited(text, [edit for remedy in chosen for edit in remedy.edits])
        number += len(chosen)
    return before, text, number, bool(chosen)


def _said(found: Diagnostic, remedies: tuple[Remedy, ...]) -> Diagnostic:
    """A finding with those of its remedies that do what they say."""
    if found.remedies == remedies:
        return found
    told = list(found.help.each(found.span)) if isinstance(found.help, Advice) and found.span else []
    told = [(advice, remedy) for advice, remedy in told if remedy in found.remedies]
    held = [advice for advice, remedy in told if remedy.edits in (kept.edits for kept in remedies)]
    lost = told and not held and told[0][0].alone
    help = held[0] if held else _ELSE.format(found.code.label) if lost else found.help
    return replace(found, remedies=remedies, help=help)


def _text(name: str) -> str | None:
    """The text of the file that messages call so; None where it is no file that is there."""
    path = path_of(name)
    source = source_from_bytes(name, read_bytes(path), Report()) if can_read(path) else None
    return source.text if source else None


def _failing(
    batch: Sequence[Proposal], before: Iterable[Diagnostic], whole: dict[str, str], again: Again
) -> tuple[list[Proposal], list[Proposal]]:
    """Those of some remedies that do not do what they say, where all are applied (all, where it can be read no further
    than before), and those that leave what they have written of the wrong type, so that something else may be meant."""
    edits = {name: [edit for _, r in batch if r.file == name for edit in r.edits] for name in whole}
    texts = {path_of(name): edited(text, edits[name]) for name, text in whole.items()}

    def at(offset: int, source: Source) -> int:
        return moved(offset, edits.get(source.name, ()))

    mended = {id(found) for found, _ in batch}
    known = {(d.code, d.message, d.span and at(d.span.start, d.span.source)) for d in before if id(d) not in mended}
    with given(texts):
        found = again().diagnostics
    still = {(d.code, d.message, d.span.start) for d in found if d.span and d.severity == "error"}
    new = [d for d in found if d.span and (d.code, d.message, d.span.start) not in known]
    twice = [d.span for d in before if d.span and (d.code, d.message, at(d.span.start, d.span.source)) in still]
    where = [_places(one, edits[one[1].file]) for one in batch]
    pairs = list(zip(batch, where, strict=True))
    if any(d.code in _UNREADABLE and not all(_lies_behind(d, *pair) for pair in pairs) for d in new):
        return list(batch), []
    bad = [one for one, places in pairs if any(_refutes(d, one, places) for d in new) or one[0].span in twice]
    spans = [d.span for d in new if d.span and (d.code in _OF_TYPES or d.severity == "warning")]
    # with the blanks beside them: what joins a place to another stands behind these
    odd = [Span(span.source, max(span.start - 1, 0), span.end + 1) for span in spans]
    return bad, [one for one, places in pairs if any(_concerns(span, one, places) for span in odd)]


def _places(proposal: Proposal, edits: Sequence[TextEdit]) -> list[Place]:
    """Where in the edited text that lies which a remedy has written, and last what it mends, where that is there."""
    found, remedy = proposal
    all_of_them = placed(edits)
    own = [all_of_them[edit] for edit in remedy.edits]
    if found.span and found.span.file == remedy.file:
        own.append((moved(found.span.start, edits), moved(found.span.end, edits)))
    return own


def _refutes(new: Diagnostic, proposal: Proposal, places: Sequence[Place]) -> bool:
    """Whether a finding in the edited text is one of what a remedy has written, or of what it mends."""
    shown = (new.span, *(span for span, _ in new.others))
    return not _was_hidden(new, proposal[0]) and any(_concerns(span, proposal, places) for span in shown)


def _was_hidden(new: Diagnostic, found: Diagnostic) -> bool:
    """Whether nothing could be said of it before: names and types in a text that could not be read, or in the brackets
    of what nothing is called; how many cards there are, and what is odd in a text that had an error."""
    if new.code is Code.DEAL_DOES_NOT_FIT or new.severity == "warning" != found.severity:
        return True
    if new.code is Code.EXPRESSION_SYNTAX:
        return found.code in _UNREADABLE
    own = new.span is not None and found.span is not None and new.span.text in found.span.text
    return new.code in _OF_NAMES and (found.code in _HIDING or (found.code is Code.UNKNOWN_NAME and own))


def _lies_behind(new: Diagnostic, proposal: Proposal, places: Sequence[Place]) -> bool:
    """Whether a text that can't be read can be read further than before, past what the remedy mends and has written."""
    found, remedy = proposal
    if found.code not in _UNREADABLE or found.span is None or new.span is None or new.span.file != remedy.file:
        return False
    return new.span.start > places[-1][1] and not _concerns(new.span, proposal, places)


def _concerns(new: Span | None, proposal: Proposal, places: Sequence[Place]) -> bool:
    """Whether a place of the edited text is one that a remedy has changed (with the key before it, where that is a
    value), or that of what it mends. What is said of a file as a whole has no place."""
    found, remedy = proposal
    if new is None or new.file != remedy.file or new == new.source.whole():
        return False
    key = _KEY.match(new.source.text, new.end) if found.code not in _UNREADABLE else None
    after = key.end() if key else new.end
    return any(
        (new.start < end and start < new.end) or start in (new.start, after) or end == new.end for start, end in places
    )
