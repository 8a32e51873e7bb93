"""Diagnostics for people: the message, the line it is about, and a caret under the fault.

Whatever comes from a file is shown with its control characters made visible, so that no file can send
escape sequences to the terminal or turn the direction of a line.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from cassino_dsl.language.diagnostics.diagnostic import Diagnostic
from cassino_dsl.language.ruleset.span import Span

WIDTH = 100  # columns of a source line that are shown
TAB = 4
_MOST_TEXT = 1_000  # characters of one message
_STYLES = {"error": "1;31", "warning": "1;33", "good": "1;32", "frame": "1;34", "help": "1;36", "bold": "1"}
_STYLES |= {"dim": "2", "refused": "31", "allowed": "32", "not reached": "90"}


Paint = Callable[[str, str], str]


def render(diagnostic: Diagnostic, escape: str = "") -> str:
    """One diagnostic as text, without a line end after it; ``escape``: with what ANSI colours begin, if any do."""
    paint = partial(painted, escape)
    head = paint(f"{diagnostic.severity}[{diagnostic.code.label}]", diagnostic.severity)
    lines = [f"{head} {paint(diagnostic.code.slug, 'bold')}: {safe(diagnostic.message)}"]
    spans = [(diagnostic.span, "")] if diagnostic.span else []
    spans += diagnostic.others
    gutter = max([len(str(span.line)) for span, _ in spans if span.source.text], default=1)
    for i, (span, label) in enumerate(spans):
        mark = ("^", diagnostic.severity) if i == 0 and diagnostic.span else ("-", "frame")
        lines += _place(span, label, mark, gutter, paint)
    for kind, texts in (("note", diagnostic.notes), ("help", (diagnostic.help,) if diagnostic.help else ())):
        for text in texts:
            first, *more = text.split("\n")
            lines.append(f"{' ' * gutter} {paint('=', 'frame')} {paint(kind, 'help')}: {safe(first)}")
            lines += [f"{' ' * gutter}   {' ' * len(kind)}  {safe(line)}".rstrip() for line in more]
    return "\n".join(lines)


def safe(text: str) -> str:
    """A text in one line that a terminal shows as it is."""
    cut = text if len(text) <= _MOST_TEXT else text[:_MOST_TEXT] + "…"
    return "".join(visible(ch) for ch in cut)


def painted(escape: str, text: str, style: str) -> str:
    """A text in a style, if there is an escape with which colours begin."""
    return f"{escape}[{_STYLES[style]}m{text}{escape}[0m" if escape else text


def _place(span: Span, label: str, mark: tuple[str, str], gutter: int, paint: Paint) -> list[str]:
    """Where a span is, its line, and the marks under it. A source without text is only named."""
    arrow = paint("-->", "frame")
    if not span.source.text:
        return [f"{' ' * gutter}{arrow} {safe(span.file)}" + (f": {safe(label)}" if label else "")]
    bar = paint("|", "frame")
    snippet = _snippet(span)
    number = paint(str(span.line).rjust(gutter), "frame")
    under = mark[0] * snippet.marks
    if span.end_line > span.line and span.end_column > 1:
        label = f"(to line {span.end_line}) {label}".rstrip()
    words = f"{under} {safe(label)}".rstrip()
    return [
        f"{' ' * gutter}{arrow} {safe(span.file)}:{span.line}:{span.column}",
        f"{' ' * gutter} {bar}",
        f"{number} {bar} {snippet.line}".rstrip(),
        f"{' ' * gutter} {bar} {' ' * snippet.indent}{paint(words, mark[1])}",
    ]


@dataclass(frozen=True, slots=True)
class _Snippet:
    """A source line as it is shown: where the marks begin and how many there are, in columns."""

    line: str
    indent: int
    marks: int


def _snippet(span: Span) -> _Snippet:
    """The line of a span, cut around the span's beginning where it is long."""
    line = span.source.line(span.line)
    start = min(span.column - 1, len(line))
    end = min(span.end_column - 1, len(line)) if span.end_line == span.line else len(line)
    # Only the characters near the span can be shown: a line of a megabyte costs no more than this.
    offset = max(0, start - WIDTH)
    cells = _cells(line[offset : start + WIDTH])
    start, end = start - offset, min(end - offset, len(cells))
    first, last = _window([width for _, width in cells], start)
    before = "…" if first or offset else ""
    after = "…" if last < len(cells) or offset + len(cells) < len(line) else ""
    text = before + "".join(shown for shown, _ in cells[first:last]) + after
    indent = len(before) + sum(width for _, width in cells[first:start])
    marks = sum(width for _, width in cells[start : min(end, last)])
    return _Snippet(text, indent, max(1, marks))


def _window(widths: list[int], start: int) -> tuple[int, int]:
    """Which cells to show: most of the room after the start of the fault, the rest before it."""
    room = WIDTH
    last = start
    while last < len(widths) and room - widths[last] >= WIDTH // 3:
        room -= widths[last]
        last += 1
    first = start
    while first > 0 and room - widths[first - 1] >= 0:
        first -= 1
        room -= widths[first]
    while last < len(widths) and room - widths[last] >= 0:
        room -= widths[last]
        last += 1
    return first, last


def _cells(text: str) -> list[tuple[str, int]]:
    """Each character as it is shown, with its width in columns."""
    cells = []
    column = 0
    for ch in text:
        if ch == "\t":
            shown = " " * (TAB - column % TAB)
            width = len(shown)
        else:
            shown = visible(ch)
            width = _width(shown) if shown == ch else len(shown)
        cells.append((shown, width))
        column += width
    return cells


def visible(ch: str) -> str:
    """A character, or a visible stand-in for one that a terminal would obey or not show."""
    if ch in " \u3000\u200c\u200d":  # also the wide space of Chinese, and joiners in words and emoji
        return ch
    category = unicodedata.category(ch)
    if category[0] in "CZ":
        return chr(0x2400 + ord(ch)) if ord(ch) < 0x20 else f"\\u{{{ord(ch):x}}}"
    return ch


def _width(ch: str) -> int:
    if ch in "\u200c\u200d" or unicodedata.category(ch) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(ch) in {"W", "F"} else 1
