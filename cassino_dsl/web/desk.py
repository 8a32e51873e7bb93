"""What is done at a table for who sits there and looks on: answers, plays, undo by consent, and what each is shown.

Nothing here waits, and nothing knows of browsers: a room works its desk in a thread, the workshop in another process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from cassino_dsl.ruleset.errors import RunFault
from cassino_dsl.table.onlooker import ONLOOKER
from cassino_dsl.table.table import GameTable, NotPossible
from cassino_dsl.web.messages import Message, bytes_of, lines_json, scores_json, view_json


class Keeper(Protocol):
    """Keeps plays before anybody sees them."""

    def played(self, number: int, play: str) -> None: ...

    def taken_back(self, number: int, practice: bool) -> None: ...


class Desk:
    """``anew`` opens the table of a match by its number; ``hints``: whether there are any for several persons."""

    def __init__(
        self, table: GameTable, number: int, hints: bool, keeper: Keeper | None, anew: Callable[[int], GameTable]
    ) -> None:
        self.table, self.number, self.keeper, self.anew = table, number, keeper, anew
        self.hints = hints or len(table.persons) == 1
        self.undo_by: int | None = None  # who asked for an undo, and who agrees
        self.agreed: set[int] = set()
        self.fault = ""  # why play can't go on
        self.anew_told = False  # whether all lines of the log are to be told again

    @property
    def rests(self) -> bool:
        """Whether the program has nothing to play."""
        return self.table.waits or self.table.over or bool(self.fault)

    # ---- what is asked

    def hear(self, seat: int, message: Message) -> bytes | None:
        """An answer for who asked; None where the table has changed."""
        try:
            return self._do(seat, message)
        except (NotPossible, RunFault) as reason:
            return said(str(reason))

    def _do(self, seat: int, message: Message) -> bytes | None:
        table = self.table
        if message.do == "scores":
            return bytes_of("scores", scores=scores_json(table.summary(seat)))
        if seat == ONLOOKER:
            return said("Who looks on does not play.")
        if message.do == "again":
            return self._again()
        if self.fault or table.over:
            return said(self.fault or "The match is over.")
        if message.do == "why":
            return said(table.why_not(seat, message.play))
        if message.do == "undo":
            return self._ask_undo(seat)
        if message.do == "agree":
            return self._agree(seat, message.yes)
        if table.decides != seat:
            return said("It is not your turn.")
        if message.do == "hint":
            return self._hint(seat)
        if message.at != len(table.moments):
            return said("The table had changed before your play came.")
        return self._play(seat, message)

    def _hint(self, seat: int) -> bytes:
        hint = self.table.hint(seat) if self.hints else None
        if hint is None:
            return said("This table is played without hints.")
        return bytes_of("hint", play=hint.play, text=hint.text)

    def _play(self, seat: int, message: Message) -> bytes | None:
        if message.do == "play":
            found = [c for c in self.table.view(seat).choices if c.text == message.play]
            if not found:
                return said("That play is not legal here.")
        else:
            found = self.table.find(seat, message.play)
        if len(found) > 1:
            return bytes_of("which", plays=[choice.text for choice in found])
        self._made(lambda: self.table.make(found[0]))
        return None

    def _made(self, make: Callable[[], object]) -> None:
        """Make a play, and keep it before anybody sees it."""
        make()
        self.undo_by, self.agreed = None, set()
        if self.keeper is not None:
            self.keeper.played(len(self.table.moments) - 1, self.table.last_text)

    def _again(self) -> bytes | None:
        if not self.table.over and not self.fault:
            return said("The match is not over.")
        self.number += 1
        self.table = self.anew(self.number)
        self.fault = ""
        self.anew_told = True
        return None

    def _ask_undo(self, seat: int) -> bytes | None:
        if not self.table.has_undo:
            return said("There is nothing to take back.")
        self.undo_by, self.agreed = seat, {seat}
        self._undo_if_agreed()
        return None

    def _agree(self, seat: int, yes: bool) -> bytes | None:
        if self.undo_by is None:
            return said("Nobody asks to take a play back.")
        if yes:
            self.agreed.add(seat)
            self._undo_if_agreed()
        else:
            self.undo_by, self.agreed = None, set()
        return None

    def _undo_if_agreed(self) -> None:
        if self.agreed >= set(self.table.persons):
            self.undo_by, self.agreed = None, set()
            self.table.undo()
            if self.keeper is not None:
                self.keeper.taken_back(len(self.table.moments), self.table.practice)
            self.anew_told = True

    # ---- the program plays

    def answer(self) -> None:
        """Let the program play once; what stops it is kept as the fault of this match."""
        try:
            self._made(self.table.answer)
        except RunFault as fault:
            self.fault = str(fault)
        except Exception as fault:  # told without its words: they may name what is hidden
            self.fault = f"Play can't go on, by a fault of the program ({type(fault).__name__})."

    # ---- what is shown

    def shown(self, seat: int, told: int, there: Sequence[int]) -> tuple[bytes, int]:
        """The table for a seat that has been sent so many lines of the log, and how many there are now. ``there``: the
        seats from which somebody looks."""
        table = self.table
        lines = table.log(seat)
        scores = [table.score_table(seat, end) for end in table.rounds]
        before = sum(line.kind == "scores" for line in lines[:told])
        data = {
            "at": len(table.moments),
            "match": self.number,
            "view": view_json(table.view(seat)),
            "log": {"from": told, "lines": lines_json(lines[told:], scores[before:])},
            "persons": table.persons,
            "there": there,
            "hints": self.hints,
            "undo": {"by": self.undo_by, "agreed": sorted(self.agreed)},
            "practice": table.practice,
            "fault": self.fault,
        }
        if table.over:
            data["summary"] = scores_json(table.summary(seat))
            data["seed"] = str(table.seed)  # known now, and only now: the match can be played again from it
        return bytes_of("table", **data), len(lines)


def said(text: str) -> bytes:
    return bytes_of("said", text=text[:1].upper() + text[1:])
