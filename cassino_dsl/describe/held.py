"""Whether an author's words that say more than their sentence hold at this table.

"Six deals with two players" was written for the game of a file. Where another file extends that game, an option is
chosen or a house rule is laid over it, such words hold as long as the program tells what they may speak of as it tells
it of that game: the cards (where they name some, with what each counts), the players and the deal; the part of the book
in which they stand; the actions that they name; and about what comes after a play, all that comes after.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from cassino_dsl.describe.wording import Spot, one_line
from cassino_dsl.ruleset.cards import Pack
from cassino_dsl.ruleset.model import Wording
from cassino_dsl.ruleset.wording import emphasised, names_cards

Lines = Mapping[str, Sequence[str]]  # the lines of each section, in the program's own words

TURN = "A turn"
_SETTING = ("The cards", "The players", "The deal")
_AFTER = ("What to keep in mind", "What happens in play", "The end of a round", "Scoring", "The match")


class Held:
    """``here``: the rulebook of this table; ``of_file``: that of a file's own game, None where it cannot be told."""

    def __init__(
        self, wordings: Sequence[Wording], here: Lines, of_file: Callable[[str], Lines | None], pack: Pack
    ) -> None:
        self._wordings, self._here, self._of_file, self._pack = wordings, here, cache(of_file), pack

    def holds(self, wording: Wording, spot: Spot, line: str) -> bool:
        if not wording.of:
            return True
        there = self._of_file(wording.of)
        alike = self._same if names_cards(wording.better, self._pack) else self._alike
        if there is None or not all(alike(there, section) for section in _SETTING):
            return False
        if spot.section in _AFTER and not all(self._same(there, section) for section in _AFTER):
            return False
        if any(wording.better):
            named = {name for better in wording.better for name in emphasised(better)}
            parts = [part for part in _parts(self._here.get(TURN, ())) if part.lower() in named]
            return self._line_stands(there, spot, line) and all(self._part_same(there, TURN, part) for part in parts)
        # a sentence that is left out: what says it instead stands beside it, or in the same section
        beside = (w for w in self._wordings if any(w.better) and w.of in ("", wording.of) and one_line(w.said) in line)
        by_line = any(beside) and self._line_stands(there, spot, line)
        return by_line or self._same(there, spot.section)

    def _alike(self, there: Lines, section: str) -> bool:
        """Whether a section is the same but for tables: what a card counts tells nothing of what names no card."""
        mine, theirs = (_said(told.get(section, ())) for told in (self._here, there))
        return [line for line in mine if line[0] != "|"] == [line for line in theirs if line[0] != "|"]

    def _same(self, there: Lines, section: str) -> bool:
        return _said(self._here.get(section, ())) == _said(there.get(section, ()))

    def _part_same(self, there: Lines, section: str, part: str) -> bool:
        return _parts(self._here.get(section, ())).get(part) == _parts(there.get(section, ())).get(part)

    def _line_stands(self, there: Lines, spot: Spot, line: str) -> bool:
        """Whether the part of a turn, or elsewhere the line, is told of the other game, too."""
        if spot.section == TURN:
            return self._part_same(there, TURN, spot.part)
        return line in there.get(spot.section, ()) or line == spot.section


def _said(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if line]


def _parts(lines: Sequence[str]) -> dict[str, list[str]]:
    """The lines under each heading of a section; those under none come under the empty one."""
    parts: dict[str, list[str]] = {"": []}
    part = ""
    for line in _said(lines):
        if line.startswith("### "):
            part = line.removeprefix("### ")
        parts.setdefault(part, []).append(line)
    return parts
