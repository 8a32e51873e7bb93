"""Where a piece of text stands: a source and two character offsets into it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from operator import is_
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Source:
    """A named text: a variant file, or a word of the command line.

    ``name`` is what messages show; ``text`` is the whole text, decoded.
    """

    name: str
    text: str

    def __getstate__(self) -> dict[str, Any]:
        """What was read from it is read again by whoever unpickles it."""
        return {"name": self.name, "text": self.text}

    @cached_property
    def kept(self) -> dict[Any, Any]:
        """What passes have read from the text; a base is read once for all that are laid over it."""
        return {}

    def once(self, key: object, given: tuple[object, ...], make: Callable[[], T]) -> T:
        """What was made last for a key, where it was made of these very things; else it is made."""
        last = self.kept.get(key)
        if last is None or not all(map(is_, last[0], given)):
            self.kept[key] = last = (given, make())
        found: T = last[1]
        return found

    @cached_property
    def line_starts(self) -> list[int]:
        """Offsets at which the lines begin."""
        return [0, *accumulate(len(line) + 1 for line in self.text.split("\n")[:-1])]

    def place(self, offset: int) -> tuple[int, int]:
        """The 1-based (line, column) of a character offset."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of the 1-based line, without its end."""
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else len(self.text)].rstrip("\r")

    @property
    def line_end(self) -> str:
        """How its lines end."""
        return "\r\n" if "\r\n" in self.text else "\n"

    def whole(self) -> Span:
        """A span at the very beginning, for faults of the file as a whole."""
        return Span(self, 0, 0)


@dataclass(frozen=True, slots=True)
class Span:
    """Characters ``start`` (inclusive) to ``end`` (exclusive) of a source."""

    source: Source = field(repr=False)
    start: int
    end: int

    def overlaps(self, other: Span) -> bool:
        """Whether the two have a place in common, in one text."""
        return self.source is other.source and self.start <= other.end and other.start <= self.end

    def within(self, other: Span) -> bool:
        """Whether all of it lies in the other."""
        return self.source is other.source and other.start <= self.start and self.end <= other.end

    @property
    def file(self) -> str:
        return self.source.name

    @property
    def line(self) -> int:
        return self.source.place(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.place(self.start)[1]

    @property
    def end_line(self) -> int:
        return self.source.place(self.end)[0]

    @property
    def end_column(self) -> int:
        return self.source.place(self.end)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def beginning(self, length: int) -> Span:
        """Its first characters, so many at most."""
        return Span(self.source, self.start, min(self.end, self.start + length))

    def to(self, other: Span) -> Span:
        """The span from the beginning of this one to the end of ``other``."""
        return Span(self.source, self.start, max(self.end, other.end))
