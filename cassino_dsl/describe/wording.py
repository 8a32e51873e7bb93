"""Sentences of a rulebook as its author would rather have them said: the file's ``wording``.

What is replaced is the text that the program wrote, to the letter. As soon as a clause means something else, it is told
by another text, for which the author has no words: so these can never outlive the rule that they tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from cassino_dsl.describe.english import plain
from cassino_dsl.ruleset.model import Wording

_MARK = re.compile(r"\s*(?:\* |\d+\. |#+ )?")  # of a bullet, a number in a list, a heading
_EMPTY = re.compile(r"\s*(?:\*|\d+\.)?\s*(?:\*\*[^*]*\*\*)?\s*")
_ROW = re.compile(r"\|.*\|(?=\n|\Z)")
_ENDS = ".!?:"


class Reworded:
    """A rulebook's lines in the author's words. ``used``: the texts that were there to be replaced."""

    def __init__(self, wordings: Iterable[Wording]) -> None:
        self.used: set[str] = set()
        self._words = {one_line(w.said): w.better for w in wordings if w.said.strip()}
        longest = sorted(self._words, key=len, reverse=True)  # of two that begin alike the longer is meant
        self._texts = re.compile(f"({'|'.join(map(re.escape, longest))})( *)") if longest else None

    def lines(self, lines: Iterable[str]) -> list[str]:
        """The lines; one of which nothing is left is left out, and so is a heading under which nothing stands."""
        if self._texts is None:
            return list(lines)
        return list(_with_something_under(list(self._lines(lines))))

    def _lines(self, lines: Iterable[str]) -> Iterator[str]:
        for line in lines:
            if line.startswith(">"):  # an example has words of its own
                yield line
                continue
            said = self.row(line) if line.startswith("| ") else self._said(line)
            if said == line or not _EMPTY.fullmatch(said):
                yield from map(str.rstrip, said.split("\n"))

    def row(self, row: str) -> str:
        """A row of a table: as a whole, or its cells."""
        if row in self._words:
            self.used.add(row)
            return "\n".join(map(_as_markdown, self._words[row]))
        cells = re.split(r"(?<!\\)\|", row)[1:-1]
        return f"| {' | '.join(self._said(cell.strip()).replace(chr(10), ' ') for cell in cells)} |"

    def heading(self, text: str) -> str:
        return self._said(text) if self._texts else text

    def _said(self, text: str) -> str:
        assert self._texts is not None
        mark = _MARK.match(text)
        start = mark.end() if mark else 0
        below = "\n" + " " * start  # further lines of the author's stand under the first

        def replaced(found: re.Match[str]) -> str:
            key, blank = found.groups()
            if not _is_whole(text, *found.span(1)):
                return found.group()
            self.used.add(key)
            lines = [_as_markdown(line) for line in self._words[key]]
            if lines[-1].startswith("* ") and text[found.end() :]:  # what follows is no part of the last bullet
                return below.join([*lines, "", ""])
            return below.join(lines) + (blank if any(lines) else "")

        said = self._texts.sub(replaced, text)
        if said != text and _ROW.match(said[start:]):  # a table stands by itself
            return "\n" + said[start:].replace(below, "\n") + "\n"
        return said.rstrip()


def one_line(text: str) -> str:
    return " ".join(text.split())


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether what stands there is whole sentences, or all that a line or a cell says."""
    before, after = text[:start].rstrip(), text[end:]
    begins = _MARK.fullmatch(text[:start]) or before.endswith((*_ENDS, ".**"))
    ends = not after.strip() or (after[0] == " " and text[end - 1] in (*_ENDS, "*"))
    return bool(begins and ends)


def _as_markdown(text: str) -> str:
    """An author's line: of what Markdown knows only *emphasis*, a bullet and a row of a table are more than text."""
    if _ROW.fullmatch(text.strip()):
        cells = (_as_markdown(cell) for cell in text.strip()[1:-1].split("|"))
        return f"| {' | '.join(cells)} |"
    said = text.strip().removeprefix("* ")
    return ("* " if text.strip() != said else "") + plain(said).replace("\\*", "*")


def _with_something_under(lines: Sequence[str]) -> Iterator[str]:
    """The lines without headings under which nothing stands."""
    for at, line in enumerate(lines):
        following = next((later for later in lines[at + 1 :] if later), "### ")
        if not (line.startswith("### ") and following.startswith("### ")):
            yield line
