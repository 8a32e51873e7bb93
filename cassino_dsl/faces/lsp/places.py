"""Where the characters of a text stand, as an editor counts: lines, and units of its encoding in them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate

from lsprotocol.types import Position, Range

UTF8, UTF16, UTF32 = "utf-8", "utf-16", "utf-32"
MARK = "\ufeff"  # at the beginning of a text: whoever reads it as a file leaves it out
_LINE_END = re.compile(r"\r\n|\n|\r")  # these three alone, whatever else Python takes for one


@lru_cache(maxsize=64)
def places_of(text: str, encoding: str) -> Places:
    """The places of a text, which are asked for again and again."""
    return Places(text, encoding)


@dataclass(frozen=True)
class Places:
    """Offsets count characters from the first one after a byte order mark, as all spans do."""

    text: str
    encoding: str

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(end.end() for end in _LINE_END.finditer(self.text))]

    @cached_property
    def _ends(self) -> list[int]:
        return [*(end.start() for end in _LINE_END.finditer(self.text)), len(self.text)]

    @cached_property
    def _mark(self) -> int:
        return int(self.text.startswith(MARK))

    @cached_property
    def _counted(self) -> dict[int, list[int]]:
        return {}

    def _units(self, line: int) -> list[int] | None:
        """How many units stand before each character of a line; None where each has one."""
        if self.encoding == UTF32:
            return None
        if line not in self._counted:
            said = self.text[self._starts[line] : self._ends[line]]
            widths = () if said.isascii() else map(_WIDTHS[self.encoding], said)
            self._counted[line] = list(accumulate(widths, initial=0))
        units = self._counted[line]
        return units if len(units) > 1 else None

    def position(self, offset: int) -> Position:
        """The position of an offset; of one within the end of a line, that end."""
        index = max(0, min(offset + self._mark, len(self.text)))
        line = bisect_right(self._starts, index) - 1
        column = min(index, self._ends[line]) - self._starts[line]
        units = self._units(line)
        return Position(line, units[column] if units else column)

    def range(self, start: int, end: int) -> Range:
        """The range between two offsets."""
        return Range(self.position(start), self.position(end))

    def index(self, position: Position) -> int:
        """The index into the text of a position; of one beyond the end of a line, that end."""
        if position.line >= len(self._starts):
            return len(self.text)
        line = max(0, position.line)
        width, units = self._ends[line] - self._starts[line], self._units(line)
        column = bisect_left(units, position.character) if units else position.character
        return self._starts[line] + max(0, min(column, width))

    def offset(self, position: Position) -> int:
        """The offset of a position."""
        return max(0, self.index(position) - self._mark)


def _utf8(char: str) -> int:
    code = ord(char)
    return 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4


_WIDTHS = {UTF8: _utf8, UTF16: lambda char: 2 if ord(char) > 0xFFFF else 1}
