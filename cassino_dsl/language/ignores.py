"""Warnings that their author has seen and means: `# cassino: ignore CAS063 why`, beside the key or item that they are
about, or on a line of its own above it; it holds for all that stands under that, however its lines are laid out. What
is ignored in vain, or without a reason, is a finding itself."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from cassino_dsl.language.diagnostics.codes import Code, by_label
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report, TextEdit
from cassino_dsl.language.diagnostics.remedy import there, whole_lines
from cassino_dsl.language.formatter.comments import comments_of
from cassino_dsl.language.formatter.pieces import read_pieces
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax.tree import Mapping
from cassino_dsl.language.syntax.yaml_reader import read_yaml

_COMMENT = re.compile(r"(?:^|(?<=\s))#[ \t]*cassino:[ \t]*ignore\b(?P<said>[^\n\r]*)", re.MULTILINE)
_LABEL = re.compile(r"[\s,]*\b([A-Z]{3}\d{1,4})\b")
_FORM = "it is written `# cassino: ignore CAS063 and why`, with one code or several"
PLAYED = (Code.STUCK_ROUNDS, Code.FAULT_IN_PLAY, Code.ACTION_NEVER_PLAYED, Code.NOTHING_PLAYED, Code.NEVER_REACHED)


@dataclass(frozen=True, slots=True)
class Ignore:
    """A comment: the key or item that it speaks of, from which character to which; the codes, each with its place, and
    the reason. ``whole``: it stands at `dsl`, and so speaks of the file as a whole too."""

    span: Span
    about: Span
    whole: bool
    labels: tuple[Span, ...]
    reason: str

    def covers(self, found: Diagnostic) -> bool:
        if found.severity == "error" or found.span is None or found.span.source is not self.span.source:
            return False
        at = found.span
        here = self.whole if at == at.source.whole() else self.about.start <= at.start < self.about.end
        return here and any(by_label(label.text) is found.code for label in self.labels)


def ignores_of(source: Source) -> list[Ignore]:
    """The comments of a text that can be read."""
    tree = read_yaml(source, Report()) if _COMMENT.search(source.text) else None
    if not isinstance(tree, Mapping):
        return []
    found = []
    for at in comments_of(read_pieces(tree), source.text):
        comment = _COMMENT.search(at.text)
        if comment is None:
            continue
        labels, end = [], comment.start("said")
        while label := _LABEL.match(at.text, end):
            labels.append(Span(source, at.at + label.start(1), at.at + label.end()))
            end = label.end()
        span, piece = Span(source, at.at + comment.start(), at.at + len(at.text)), at.piece
        names = at.side != "below"  # else it stands at the end, and says nothing of anything
        about = piece.span if names and piece.parent else span.beginning(0)
        top = piece if piece.parent is None else piece.parent
        whole = names and top.parent is None and (piece.key is None or piece.key.text == "dsl")
        found.append(Ignore(span, about, whole, tuple(labels), at.text[end:].strip(" \t,:–—-")))
    return found


def leave_out_ignored(report: Report, own: Mapping | None, looked_for: Collection[Code]) -> None:
    """Leave out of a report what comments ignore. In the file itself, ``own``, what is wrong with them is added, and
    which of them are in vain, of the codes that have been ``looked_for``: in a file without errors."""
    sources = {d.span.source for d in report.diagnostics if d.span} - {own.span.source if own else None}
    mine = ignores_of(own.span.source) if own else []
    every = mine + [ignore for source in sources for ignore in ignores_of(source)]
    ignored = [d for d in report.diagnostics if any(ignore.covers(d) for ignore in every)]
    failed = report.failed
    report.revise([d for d in report.diagnostics if d not in ignored])
    for ignore in mine:
        _check(ignore, report)
        held = {d.code for d in ignored if ignore.covers(d)}
        missed = {code for code in looked_for if code.severity == "warning"} - held if not failed else set()
        vain = [label for label in ignore.labels if by_label(label.text) in missed]
        for label in vain:
            message = f"nothing is ignored here: {_place(ignore)} has no {label.text}"
            out = _without(ignore.span if len(vain) == len(ignore.labels) else label, ignore)
            report.add(Code.NOTHING_IGNORED, label, message, help=there("take it away", [TextEdit(out, "")]))


def _place(ignore: Ignore) -> str:
    return f"line {ignore.about.line}" if ignore.about.end > ignore.about.start else "what stands below it"


def _check(ignore: Ignore, report: Report) -> None:
    if not ignore.labels:
        report.add(Code.BAD_IGNORE, ignore.span, "this does not say which code is ignored", help=_FORM)
    elif not ignore.reason:
        help = "say why, after the code: who reads the file next wants to know"
        report.add(Code.BAD_IGNORE, ignore.span, "this does not say why it is ignored", help=help)
    for label in ignore.labels:
        code = by_label(label.text)
        if code is None:
            message, help = f"there is no code {label.text}", "write the code of the finding, as `validate` prints it"
            report.add(Code.BAD_IGNORE, label, message, help=help)
        elif code.severity == "error":
            message = f"{label.text} is an error: nothing can be played with it, so it cannot be ignored"
            report.add(Code.BAD_IGNORE, label, message, help="mend it, and take this away")


def _without(span: Span, ignore: Ignore) -> Span:
    """A place with the blanks before it, or the first of several codes with those behind it; the line with a comment
    that stands alone in it."""
    if span == ignore.labels[0] and len(ignore.labels) > 1:
        return Span(span.source, span.start, ignore.labels[1].start)
    whole = whole_lines(span)
    start = len(span.source.text[: span.start].rstrip(" \t,"))
    return whole if span == ignore.span and whole != span else Span(span.source, start, span.end)
