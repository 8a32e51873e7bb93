"""Where PyYAML has stumbled, and what lies around that place."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from cassino_dsl.language.ruleset.span import Source, Span

_BEFORE_VALUE = re.compile(r"[ \t]*(?:-[ \t]+)*(?:[^\s:\"'{\[][^:\n]*:[ \t]+)?")
_BLANKS = re.compile(r" *")


@dataclass(frozen=True, slots=True)
class Stumble:
    """A syntax error of PyYAML, with offsets instead of marks."""

    source: Source
    problem: str
    context: str
    at: int  # where the problem was met
    since: int  # where what was being read began
    opened: Span | None  # the bracket that is open there

    @property
    def character(self) -> str:
        return self.source.text[self.at : self.at + 1]

    @property
    def line_start(self) -> int:
        return self.source.text.rfind("\n", 0, self.at) + 1

    @property
    def begins_line(self) -> bool:
        return not self.source.text[self.line_start : self.at].strip()

    @property
    def at_end(self) -> bool:
        return not self.source.text[self.at :].strip()

    @property
    def starter(self) -> str:
        """The first character of the value that stands on this line."""
        return self.source.text[self.value : self.value + 1] if self.value < self.at else ""

    @property
    def value(self) -> int:
        """Where the value of this line begins."""
        found = _BEFORE_VALUE.match(self.source.text, self.line_start)
        return found.end() if found else self.at

    @property
    def key(self) -> str:
        """The key that has this value, where it is a plain one."""
        found = re.search(r"(\w+):[ \t]+\Z", self.source.text[self.line_start : self.value])
        return found[1] if found else ""

    @property
    def above(self) -> int:
        """The first character of the line above that says something; of this line where there is none."""
        start = self.line_start
        while start:
            start = self.source.text.rfind("\n", 0, start - 1) + 1
            line = self.rest(start).text.lstrip()
            if line and not line.startswith("#"):
                return start + _indent(self.source.text, start)
        return self.line_start + _indent(self.source.text, self.line_start)

    def outside(self, opened: Span) -> bool:
        """Whether this line cannot belong to a bracket: one further down, indented no deeper than the bracket's."""
        text = self.source.text
        start = text.rfind("\n", 0, opened.start) + 1
        return start < self.line_start and _indent(text, self.line_start) <= _indent(text, start)

    @property
    def odd_above(self) -> bool:
        """Whether the line above, and not this one, is indented as few lines of the file are."""
        text = self.source.text
        depths = Counter(_indent(text, at) for at in self.source.line_starts)
        start = text.rfind("\n", 0, self.above) + 1
        deep = _indent(text, start)
        return deep > 0 and depths[deep] < depths[_indent(text, self.line_start)]

    def point(self, at: int | None = None) -> Span:
        """One character; at the end of the file, the place just after its last text."""
        at = self.at if at is None else at
        text = self.source.text
        if at < len(text) and text[at] not in "\r\n":
            return Span(self.source, at, at + 1)
        last = len(text[:at].rstrip())
        return Span(self.source, last, last)

    def rest(self, at: int | None = None) -> Span:
        """From a place to the end of its line."""
        at = self.at if at is None else at
        end = self.source.text.find("\n", at)
        text = self.source.text[at : end if end >= 0 else len(self.source.text)].rstrip()
        return Span(self.source, at, at + len(text)) if text else self.point(at)


def _indent(text: str, start: int) -> int:
    """How many blanks begin a line."""
    found = _BLANKS.match(text, start)
    return len(found[0]) if found else 0
