"""Warnings that their author has seen and means: `# cassino: ignore CAS063 why`, at the end of the line that they are
about, or on a line of its own above it; where a key begins there, it holds for all that stands under the key. What is
ignored in vain, or without a reason, is a finding itself."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from cassino_dsl.language.diagnostics.codes import Code, by_label
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report, TextEdit
from cassino_dsl.language.diagnostics.remedy import there, whole_lines
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar

_COMMENT = re.compile(r"(?:^|(?<=\s))#[ \t]*cassino:[ \t]*ignore\b(?P<said>[^\n\r]*)", re.MULTILINE)
_LABEL = re.compile(r"[\s,]*\b([A-Z]{3}\d{1,4})\b")
_FORM = "it is written `# cassino: ignore CAS063 and why`, with one code or several"
PLAYED = (Code.STUCK_ROUNDS, Code.FAULT_IN_PLAY, Code.ACTION_NEVER_PLAYED, Code.NOTHING_PLAYED, Code.NEVER_REACHED)


@dataclass(frozen=True, slots=True)
class Ignore:
    """A comment: the ``line`` that it speaks of, and the ``last`` one where a key with more lines begins there; the
    codes, each with its place, and the reason."""

    span: Span
    line: int
    last: int
    labels: tuple[Span, ...]
    reason: str

    def covers(self, found: Diagnostic) -> bool:
        if found.severity == "error" or found.span is None or found.span.source is not self.span.source:
            return False
        here = self.line <= found.span.line <= self.last
        return here and any(by_label(label.text) is found.code for label in self.labels)


def ignores_of(source: Source, tree: Node | None = None) -> list[Ignore]:
    """The comments of a text; ``tree``: what has been read from it, whose texts hold none."""
    found = []
    for comment in _COMMENT.finditer(source.text):
        span = Span(source, comment.start(), comment.start() + len(comment[0].rstrip()))
        if tree is not None and any(text.start < span.start < text.end for text in _texts(tree)):
            continue
        labels, at = [], comment.start("said")
        while label := _LABEL.match(source.text, at, comment.end()):
            labels.append(Span(source, label.start(1), label.end()))
            at = label.end()
        reason = source.text[at : comment.end()].strip(" \t,:–—-")
        line = _line(span)
        found.append(Ignore(span, line, _last_line(line, tree), tuple(labels), reason))
    return found


def _line(comment: Span) -> int:
    """The line of a comment, or where it stands alone the next one that says something."""
    source, line = comment.source, comment.line
    if source.line(line).lstrip().startswith("#"):
        for number in range(line + 1, len(source.line_starts) + 1):
            text = source.line(number).lstrip()
            if text and not text.startswith("#"):
                return number
    return line


def _last_line(line: int, tree: Node | None) -> int:
    """The last line of what stands under the first key of a line."""
    last, nodes = line, [tree] if tree is not None else []
    while nodes:
        node = nodes.pop()
        if isinstance(node, Mapping):
            for key, value in node:
                if key.span.line == line:
                    last = max(last, _end(value))
                else:
                    nodes.append(value)
        elif not isinstance(node, Scalar):
            nodes += node.items
    return last


def _end(node: Node) -> int:
    return node.body.end_line if isinstance(node, Scalar) else node.span.end_line


def _texts(tree: Node) -> Iterator[Span]:
    """The characters of all texts, without the signs and comments that begin them."""
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, Scalar):
            yield node.body
        elif isinstance(node, Mapping):
            stack += [part for entry in node for part in entry]
        else:
            stack += node.items


def leave_out_ignored(report: Report, own: Mapping | None, looked_for: Collection[Code]) -> None:
    """Leave out of a report what comments ignore. In the file itself, ``own``, what is wrong with them is added, and
    which of them are in vain, of the codes that have been ``looked_for``: in a file without errors."""
    sources = {d.span.source for d in report.diagnostics if d.span} - {own.span.source if own else None}
    mine = ignores_of(own.span.source, own) if own else []
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
            message = f"nothing is ignored here: line {ignore.line} has no {label.text}"
            out = _without(ignore.span if len(vain) == len(ignore.labels) else label, ignore)
            report.add(Code.NOTHING_IGNORED, label, message, help=there("take it away", [TextEdit(out, "")]))


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
