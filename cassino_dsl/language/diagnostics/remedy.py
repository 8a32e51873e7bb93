"""A remedy is a value: edits of a text. What a help tells to do with the marked text is made here, once, as an
`Advice`: the sentence for people, and what it does, for programs."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

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


Doing = Callable[[Span], TextEdit | None]


class Advice(str):
    """The help of a finding that tells what to do with the marked text, and does it; ``doing`` gives None for a text
    with which it cannot be done."""

    doing: Doing
    label: str
    safe: bool

    def __new__(cls, said: str, doing: Doing, label: str = "", safe: bool = True) -> Advice:
        made = super().__new__(cls, said)
        made.doing, made.label, made.safe = doing, label or said, safe
        return made

    def remedy(self, span: Span) -> Remedy | None:
        """What it does with a marked text."""
        edit = self.doing(span)
        return Remedy(self.label, (edit,), self.safe) if edit else None


def write(new: str, after: str = "", certain: bool = True) -> Advice:
    """Another text in the place of the marked one; ``after``: what is said behind it."""
    return Advice(f"write `{new}` instead{after}", partial(_written, new), f"write `{new}`", certain)


def suggest(new: str, after: str = "?") -> Advice:
    """A text that may have been meant."""
    return Advice(f"did you mean `{new}`{after}", partial(_meant, new), f"write `{new}`", safe=False)


def leave_out(why: str = "") -> Advice:
    """Without the marked text, and the blank after it."""
    return Advice(f"leave it out{': ' + why if why else ''}", _out)


def insert(said: str, at: int, new: str) -> Advice:
    """Something more, so many characters behind the beginning of the marked text."""
    return Advice(said, partial(_inserted, at, new))


def space_after_colon(span: Span) -> Advice:
    """A space behind the first colon of the marked text."""
    return insert("write a space after the colon of a key", span.text.find(":") + 1, " ")


def spaces(width: int) -> Advice:
    """In the place of tabs, so many of them."""
    return Advice("indent with spaces, two for each level", partial(_written, "  " * width))


def _written(new: str, span: Span) -> TextEdit:
    return TextEdit(span, new)


def _meant(new: str, span: Span) -> TextEdit | None:
    """A word for a word; what holds a value besides (`match_over:true`) would lose it."""
    return None if ":" in span.text and ":" not in new else TextEdit(span, new)


def _out(span: Span) -> TextEdit:
    blank = span.source.text[span.end : span.end + 1] == " "
    return TextEdit(Span(span.source, span.start, span.end + blank), "")


def _inserted(at: int, new: str, span: Span) -> TextEdit:
    return TextEdit(Span(span.source, span.start + at, span.start + at), new)


_VALUE = re.compile(r"[ \t]*(?:- +)*+(?:[\w() ]+: +)?+([^'\"\s#][^\n]*?)[ \t]*(?: #[^\n]*)?\r?(?=\n|\Z)")


def _quoted(span: Span) -> TextEdit | None:
    """The text that stands behind its key on a line, in quotes; none where it has some, or there is no text."""
    line_start = span.source.text.rfind("\n", 0, span.start) + 1
    value = _VALUE.match(span.source.text, line_start)
    if value is None:
        return None
    doubled = value[1].replace("'", "''")
    return TextEdit(Span(span.source, value.start(1), value.end(1)), f"'{doubled}'")


PLAIN_BLANK = Advice("write a plain blank instead", partial(_written, " "))
QUOTE = Advice(
    "quote the whole text, or write it as a block: `>` and the text on the lines below, indented",
    _quoted,
    "quote the whole text",
    safe=False,
)
