"""A remedy is a value, too: edits of a text. Most stand in the help of a finding, which says in fixed words what is to
be written; here they become edits, for all helps at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from cassino_dsl.language.ruleset.span import Span


@dataclass(frozen=True, slots=True)
class TextEdit:
    """What to write in place of the characters of ``span``; where it is empty, what to insert there."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Remedy:
    """One way to mend a finding, as edits of one file that do not overlap. ``safe``: it is what was meant, and the
    only thing that can have been meant; ``validate --fix`` applies such, ``--fix --unsafe`` the others, too."""

    title: str
    edits: tuple[TextEdit, ...]
    safe: bool

    @property
    def file(self) -> str:
        """The name of the file that it changes."""
        return self.edits[0].span.file


def said_remedy(help: str, span: Span) -> Remedy | None:
    """The remedy that a help stands for; ``span``: the marked text. That something is to be written is certain; whether
    it was meant is a question."""
    for words, safe, edit in _FORMS:
        if found := words.match(help):
            edits = edit(found, span)
            title = f"write `{found[1]}`" if len(found.groups()) == 1 else help
            return Remedy(title, (edits,), safe and ", or" not in help) if edits else None
    return None


Form = tuple[re.Pattern[str], bool, Callable[[re.Match[str], Span], TextEdit | None]]


def _meant(found: re.Match[str], span: Span) -> TextEdit | None:
    """A word for a word; what holds a value besides (`match_over:true`) would lose it."""
    return None if ":" in span.text and ":" not in found[1] else TextEdit(span, found[1])


def _out(found: re.Match[str], span: Span) -> TextEdit:
    """Without a word, and the blank after it."""
    blank = span.source.text[span.end : span.end + 1] == " "
    return TextEdit(Span(span.source, span.start, span.end + blank), "")


def _spaced(found: re.Match[str], span: Span) -> TextEdit:
    """A blank behind the first colon."""
    at = span.start + span.text.find(":") + 1
    return TextEdit(Span(span.source, at, at), " ")


def _closed(found: re.Match[str], span: Span) -> TextEdit | None:
    """A bracket that is closed before a text further on."""
    at = span.source.text.find(found[2].rstrip("…"), span.end)
    before = len(span.source.text[:at].rstrip())
    return TextEdit(Span(span.source, before, before), found[1]) if at >= 0 else None


_FORMS: tuple[Form, ...] = (
    (re.compile(r"write `([^`…]+)` instead\b"), True, lambda found, span: TextEdit(span, found[1])),
    (re.compile(r"did you mean `([^`…]+)`(?:\?|, which\b)"), False, _meant),
    (re.compile(r"leave it out(?:$|:)"), True, _out),
    (re.compile(r"write a plain blank instead"), True, lambda found, span: TextEdit(span, " ")),
    (re.compile(r"write a space after the colon"), True, _spaced),
    (re.compile(r"indent with spaces"), True, lambda found, span: TextEdit(span, "  " * len(span.text))),
    (re.compile(r"begin it with `dsl: 1`$"), True, lambda found, span: TextEdit(span.beginning(0), "dsl: 1\n")),
    (re.compile(r"write the closing `([)}]+)` before `([^`]+)`"), True, _closed),
)


_VALUE = re.compile(r"[ \t]*(?:- +)*+(?:[\w() ]+: +)?+([^'\"\s#][^\n]*?)[ \t]*(?: #[^\n]*)?\r?(?=\n|\Z)")


def quoted_value(span: Span) -> tuple[Remedy, ...]:
    """The text that stands behind its key on a line, in quotes; none where it has some, or there is no text."""
    line_start = span.source.text.rfind("\n", 0, span.start) + 1
    value = _VALUE.match(span.source.text, line_start)
    if value is None:
        return ()
    doubled = value[1].replace("'", "''")
    edit = TextEdit(Span(span.source, value.start(1), value.end(1)), f"'{doubled}'")
    return (Remedy("quote the whole text", (edit,), safe=False),)
