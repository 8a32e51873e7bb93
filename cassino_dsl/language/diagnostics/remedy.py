"""A remedy is a value: edits of a text. What a help tells to do with the marked text is made here, once, as an
`Advice`: the sentence for people, and what it does, for programs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice

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


MOST_EDITS = 1_000  # of one remedy; what is left is found again
Doing = Callable[[Span], Iterable[TextEdit]]


class Advice(str):
    """The help of a finding that tells what to do with the marked text, and does it: ``doing`` gives the edits, none
    for a text with which it cannot be done. ``alone``: nothing is left of the sentence where that mends nothing;
    ``otherwise``: what is told then."""

    doing: Doing
    label: str
    safe: bool
    alone: bool
    otherwise: Advice | None

    def __new__(
        cls,
        said: str,
        doing: Doing,
        label: str = "",
        safe: bool = True,
        alone: bool = False,
        otherwise: Advice | None = None,
    ) -> Advice:
        made = super().__new__(cls, said)
        made.doing, made.label, made.safe = doing, label or said, safe
        made.alone, made.otherwise = alone, otherwise
        return made

    def __reduce__(self) -> tuple[type[Advice], tuple[object, ...]]:
        return Advice, (str(self), self.doing, self.label, self.safe, self.alone, self.otherwise)

    def each(self, span: Span) -> Iterator[tuple[Advice, Remedy]]:
        """What it does with a marked text, and then what is told otherwise does."""
        if edits := tuple(self.doing(span)):
            yield self, Remedy(self.label, edits, self.safe)
        if self.otherwise:
            yield from self.otherwise.each(span)


def write(new: str, after: str = "", certain: bool = True, said: str = "", otherwise: Advice | None = None) -> Advice:
    """Another text in the place of the marked one; ``after``: what is said behind it. ``said``: all that is said, in
    other words."""
    label = f"write `{' '.join(new.split())}`" if new.strip() else said
    return Advice(said or f"{label} instead{after}", partial(_written, new), label, certain, not said, otherwise)


def suggest(new: str, after: str = "?") -> Advice:
    """A text that may have been meant."""
    return Advice(f"did you mean `{new}`{after}", partial(_meant, new), f"write `{new}`", safe=False, alone=True)


def leave_out(why: str = "", said: str = "", certain: bool = True) -> Advice:
    """Without the marked text, and the blank after it. ``said``: all that is said, where more may be meant."""
    told = f"leave it out{': ' + why if why else ''}"
    return Advice(said or told, _out, "leave it out" if said else told, safe=certain and not said, alone=not said)


def insert(said: str, at: int, new: str, certain: bool = True) -> Advice:
    """Something more, so many characters behind the beginning of the marked text."""
    return Advice(said, partial(_inserted, at, new), safe=certain)


def everywhere(said: str, places: re.Pattern[str], new: str, certain: bool = True) -> Advice:
    """One sign for each of those that are found so in the whole text: the reader stops at the first."""
    return Advice(said, partial(_each_written, places, new), safe=certain)


def _written(new: str, span: Span) -> Iterator[TextEdit]:
    yield TextEdit(span, new)


def _meant(new: str, span: Span) -> Iterator[TextEdit]:
    """A word for a word; what holds a value besides (`match_over:true`) would lose it."""
    if ":" not in span.text or ":" in new:
        yield TextEdit(span, new)


def _out(span: Span) -> Iterator[TextEdit]:
    blank = span.source.text[span.end : span.end + 1] == " "
    yield TextEdit(Span(span.source, span.start, span.end + blank), "")


def _there(edits: tuple[TextEdit, ...], span: Span) -> tuple[TextEdit, ...]:
    return edits


def _inserted(at: int, new: str, span: Span) -> Iterator[TextEdit]:
    yield TextEdit(Span(span.source, span.start + at, span.start + at), new)


def _each_written(places: re.Pattern[str], new: str, span: Span) -> Iterator[TextEdit]:
    for found in islice(places.finditer(span.source.text), MOST_EDITS):
        start, end = found.span(found.lastindex or 0)
        yield TextEdit(Span(span.source, start, end), new * max(1, end - start))


def there(said: str, edits: Iterable[TextEdit], label: str = "", safe: bool = True) -> Advice:
    """Edits of other places than the marked text."""
    return Advice(said, partial(_there, tuple(edits)), label, safe)


def quote(said: str, value: Span) -> Advice:
    """A text in quotes."""
    return there(said, [TextEdit(value, in_quotes(value.text))], "quote the whole text", safe=False)


def without_entry(entry: Span, flow: bool) -> TextEdit:
    """The text without a key and what stands under it: with a comma beside it (``flow``: in brackets), or its lines."""
    text, start, end = entry.source.text, entry.start, entry.end
    before = text[:start].rstrip()
    if before[-1:] == ",":
        start = len(before) - 1
    elif comma := re.compile(r"\s*,\s*").match(text, end):
        end = comma.end()
    return TextEdit(Span(entry.source, start, end) if flow else whole_lines(entry), "")


def whole_lines(span: Span) -> Span:
    """A place with its lines, where nothing stands before it."""
    text = span.source.text
    start, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end) + 1 or len(text)
    return Span(span.source, start, end) if not text[start : span.start].strip() else span


_VALUE = re.compile(r"[ \t]*(?:- +)*+(?:[\w() ]+: +)?+([^'\"\s#][^\n]*?)[ \t]*(?: #[^\n]*)?\r?(?=\n|\Z)")


def _quoted(span: Span) -> Iterator[TextEdit]:
    """The text that stands behind its key on a line, in quotes; none where it has some, or there is no text."""
    line_start = span.source.text.rfind("\n", 0, span.start) + 1
    value = _VALUE.match(span.source.text, line_start)
    if value is not None:
        yield from _written(in_quotes(value[1]), Span(span.source, value.start(1), value.end(1)))


def in_quotes(text: str) -> str:
    """A text as YAML reads it whatever stands in it."""
    return "'" + text.replace("'", "''") + "'"


PLAIN_BLANK = "write a plain blank instead"
QUOTE = Advice(
    "quote the whole text, or write it as a block: `>` and the text on the lines below, indented",
    _quoted,
    "quote the whole text",
    safe=False,
)
