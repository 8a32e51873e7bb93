"""Sentences of a rulebook as its author would rather have them said: the file's ``wording``.

What is replaced is the text that the program wrote, to the letter. As soon as a clause means something else, it is told
by another text, for which the author has no words: so these can never outlive the rule that they tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cassino_dsl.describe.english import plain
from cassino_dsl.ruleset.model import Wording

_MARK = re.compile(r"\s*(?:\* |\d+\. |#+ )?")  # of a bullet, a number in a list, a heading
_EMPTY = re.compile(r"\s*(?:\*|\d+\.)?\s*(?:\*\*[^*]*\*\*)?\s*")
_ROW = re.compile(r"\|.*\|(?=\n|\Z)")
_ENDS = ".!?:"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a line of the rulebook stands: the headings of its section and of its part of it."""

    section: str
    part: str = ""


Holds = Callable[[Wording, Spot, str], bool]


def _always(wording: Wording, spot: Spot, line: str) -> bool:
    return True


class Reworded:
    """A rulebook's lines in the author's words. ``holds``: whether some words may be used for a line at a place; of
    several for one text the first that may. ``used``: those that were."""

    def __init__(self, wordings: Iterable[Wording], holds: Holds = _always) -> None:
        self.used: set[Wording] = set()
        self._wordings = [(one_line(w.said), w) for w in wordings if w.said.strip()]
        self._holds = holds

    def lines(self, lines: Iterable[str], section: str = "") -> list[str]:
        """The lines; one of which nothing is left is left out, and so is a heading under which nothing stands."""
        if not self._wordings:
            return list(lines)
        return list(_with_something_under(list(self._lines(lines, section))))

    def _lines(self, lines: Iterable[str], section: str) -> Iterator[str]:
        spot = Spot(section)
        for line in lines:
            if line.startswith("### "):
                spot = Spot(section, line.removeprefix("### "))
            if line.startswith(">"):  # an example has words of its own
                yield line
                continue
            said = self._row(line, spot) if line.startswith("| ") else self._said(line, self._words(line, spot))
            if said == line or not _EMPTY.fullmatch(said):
                yield from map(str.rstrip, said.split("\n"))

    def _words(self, line: str, spot: Spot) -> dict[str, Wording]:
        """The words that hold for a line, by what they stand for. Those of a nearer file go before those of another
        for the same text, or for more that holds it."""
        found: dict[str, Wording] = {}
        for said, wording in self._wordings:
            if said in line and said not in found and self._holds(wording, spot, line):
                nearer = (key for key, w in found.items() if w.span.source is not wording.span.source)
                if not any(_holds_text(said, key) for key in nearer):
                    found[said] = wording
        return found

    def _row(self, row: str, spot: Spot) -> str:
        """A row of a table: as a whole, or its cells."""
        words = self._words(row, spot)
        if row in words:
            self.used.add(words[row])
            return "\n".join(map(_as_markdown, words[row].better))
        cells = re.split(r"(?<!\\)\|", row)[1:-1]
        return f"| {' | '.join(self._said(cell.strip(), words).replace(chr(10), ' ') for cell in cells)} |"

    def heading(self, text: str) -> str:
        return self._said(text, self._words(text, Spot(text)))

    def _said(self, text: str, words: Mapping[str, Wording]) -> str:
        if not words:
            return text
        mark = _MARK.match(text)
        start = mark.end() if mark else 0
        below = "\n" + " " * start  # further lines of the author's stand under the first

        def replaced(found: re.Match[str]) -> str:
            key, blank = found.groups()
            if not _is_whole(text, *found.span(1)):
                return found.group()
            self.used.add(words[key])
            lines = [_as_markdown(line) for line in words[key].better]
            if not start:  # a list under a paragraph
                lines = [text for line, last in zip(lines, ["* ", *lines], strict=False) for text in _apart(last, line)]
            if lines[-1].startswith("* ") and text[found.end() :]:  # what follows is no part of the last bullet
                return below.join([*lines, "", ""])
            return below.join(lines) + (blank if any(lines) else "")

        longest = sorted(words, key=len, reverse=True)  # of two that begin alike the longer is meant
        said = re.sub(f"({'|'.join(map(re.escape, longest))})( *)", replaced, text)
        if said != text and _ROW.match(said[start:]):  # a table stands by itself
            return "\n" + said[start:].replace(below, "\n") + "\n"
        return said.rstrip()


def _apart(last: str, line: str) -> list[str]:
    return ["", line] if line.startswith("* ") and last and not last.startswith("* ") else [line]


def one_line(text: str) -> str:
    return " ".join(text.split())


def _holds_text(text: str, part: str) -> bool:
    start = text.find(part)
    return start >= 0 and _is_whole(text, start, start + len(part))


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
