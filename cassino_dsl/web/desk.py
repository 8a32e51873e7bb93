"""What is done at a table for who sits there and looks on: answers, plays, and what each is shown.

Nothing here waits, and nothing knows of browsers: a room works its desk in a thread, or, where a text of a stranger is
played, in another process.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from cassino_dsl.ruleset.errors import RunFault
from cassino_dsl.table.guide import advice
from cassino_dsl.table.onlooker import ONLOOKER
from cassino_dsl.table.table import GameTable, NotPossible
from cassino_dsl.web.messages import Message, bytes_of, lines_json, scores_json, view_json

Told = tuple[int, int]  # a seat, and how many lines of the log somebody there was sent


class Keeper(Protocol):
    """Keeps plays before anybody sees them."""

    def played(self, number: int, play: str) -> None: ...

    def taken_back(self, number: int, practice: bool) -> None: ...


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around a table. ``there``: the seats from which somebody looks; ``asked``: what somebody asks the
    others for; ``game``: the match with which this game began, which tells it from others in the room."""

    there: tuple[int, ...] = ()
    asked: Mapping[str, Any] = field(default_factory=dict)
    game: int = 1


class Desk:
    """``hints``: whether there are any for several persons."""

    def __init__(self, table: GameTable, number: int, hints: bool, keeper: Keeper | None = None) -> None:
        self.table, self.number, self.keeper = table, number, keeper
        self.hints = hints or len(table.persons) == 1
        self.fault = ""  # why play can't go on

    @property
    def over(self) -> bool:
        return self.table.over

    @property
    def rests(self) -> bool:
        """Whether the program has nothing to play."""
        return self.table.waits or self.table.over or bool(self.fault)

    @property
    def has_undo(self) -> bool:
        return self.table.has_undo

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
            return said(ONLOOKERS)
        if self.fault or table.over:
            return said(self.fault or OVER)
        if message.do == "why":
            return said(table.why_not(seat, message.play))
        if table.decides != seat:
            return said("It is not your turn.")
        if message.do == "hint":
            return self._hint(seat)
        if message.do == "guide":
            return bytes_of("guide", lines=[*advice(table, table.view(seat), self.hints)])
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
            found = [c for c in self.table.choices(seat) if c.text == message.play]
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
        if self.keeper is not None:
            self.keeper.played(len(self.table.moments) - 1, self.table.last_text)

    def undo(self) -> None:
        """Take the last play of a person back, as all have agreed."""
        if self.table.undo() and self.keeper is not None:
            self.keeper.taken_back(len(self.table.moments), self.table.practice)

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

    def shown(self, wanted: Collection[Told], around: Around) -> dict[Told, tuple[bytes, int]]:
        """The table for seats that have been sent so many lines of the log, and how many there are now."""
        return {(seat, told): self.shown_to(seat, told, around) for seat, told in wanted}

    def shown_to(self, seat: int, told: int, around: Around) -> tuple[bytes, int]:
        table = self.table
        lines = table.log(seat)
        scores = [table.score_table(seat, end) for end in table.rounds]
        before = sum(line.kind == "scores" for line in lines[:told])
        data = {
            "at": len(table.moments),
            "match": self.number,
            "game": around.game,
            "view": view_json(table.view(seat)),
            "log": {"from": told, "lines": lines_json(lines[told:], scores[before:])},
            "persons": table.persons,
            "there": around.there,
            "hints": self.hints,
            "asked": around.asked,
            "practice": table.practice,
            "fault": self.fault,
        }
        if table.over:
            data["summary"] = scores_json(table.summary(seat))
            data["seed"] = str(table.seed)  # known now, and only now: the match can be played again from it
        return bytes_of("table", **data), len(lines)

    def record(self) -> dict[str, Any]:
        """The record of a match that is over; raises ``NotPossible``."""
        if not self.table.over:
            raise NotPossible("the match is not over")
        return self.table.record()


ONLOOKERS = "Who looks on does not play."
OVER = "The match is over."


def said(text: str) -> bytes:
    return bytes_of("said", text=text[:1].upper() + text[1:])
