"""Matches of texts in rooms: kept as all rooms are, played by the processes that look at texts."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from concurrent.futures import Executor
from dataclasses import replace
from itertools import takewhile
from operator import eq
from typing import Any

from cassino_dsl.faces.web.requests import BadRequest, Message, Question, TableRequest
from cassino_dsl.faces.web.session import Around, Keep, KeptMatch, Told, said
from cassino_dsl.faces.web.workshop.match import ABLE, TextMatch
from cassino_dsl.faces.web.workshop.workers import Workers
from cassino_dsl.table.opening import LEVELS
from cassino_dsl.table.table import PERSON


class TextSession:
    """A match of a text, where ``match`` has left it. What goes wrong in its process is the fault of the match, which
    asks no process any more."""

    def __init__(
        self, match: TextMatch, ask: Callable[[TextMatch], dict[str, Any]], keep: Keep, report: Callable[[str], object]
    ) -> None:
        self.match, self.ask, self.keep, self.report = match, ask, keep, report
        self.number = match.match.number
        self.over, self.rests, self.has_undo, self.fault = False, True, False, ""  # until it is looked at
        self.broken = False  # whether its process could not go on

    def hear(self, seat: int, message: Message) -> bytes | None:
        found = self._asked("hear", seat, message)
        if found is None:
            return said(self.fault)
        return None if found["done"] is None else str(found["done"]).encode()

    def undo(self) -> None:
        self._asked("undo")

    def answer(self) -> None:
        self._asked("answer")

    def shown(self, wanted: Collection[Told], around: Around) -> dict[Told, tuple[bytes, int]]:
        found = self._asked("shown", tuple(wanted), around)
        if found is None:
            return {one: (said(self.fault), one[1]) for one in wanted}
        return {(told[0], told[1]): (data.encode(), lines) for told, data, lines in found["done"]}

    def record(self) -> dict[str, Any]:
        """The record of a match that is over; raises ``BadRequest``."""
        found: dict[str, Any] = self.ask(replace(self.match, do="record"))["done"]
        return found

    def _asked(self, do: str, *args: Any) -> dict[str, Any] | None:
        """What a process answers; None where this match can't be gone on with."""
        if self.broken:
            return None
        try:
            found = self.ask(replace(self.match, do=do, args=args))
        except (BadRequest, RuntimeError) as fault:
            self.broken, self.rests, self.fault = True, True, f"Play can't go on: {fault}"
            if isinstance(fault, RuntimeError):  # one of the program: it is told to who runs the server
                self.fault = "Play can't go on, by a fault of the program."
                self.report(f"internal fault: {fault}")
            return None
        self._stands(found)
        return found

    def _stands(self, found: dict[str, Any]) -> None:
        """Keep what was played, before anybody is shown it."""
        plays, before, practice = tuple(found["plays"]), self.match.plays, found["practice"]
        same = sum(takewhile(bool, map(eq, plays, before)))
        if plays != before:
            self.keep(same, plays[same:], practice)
        self.match = replace(self.match, plays=plays, match=replace(self.match.match, practice=practice))
        self.over, self.rests, self.has_undo = found["over"], found["rests"], found["has_undo"]
        self.fault = found["fault"]


class TextGames:
    """Games of texts that somebody has written. ``report``: told in a line what went wrong within."""

    def __init__(self, processes: Workers, report: Callable[[str], object]) -> None:
        self.processes, self.report = processes, report

    @property
    def workers(self) -> Executor:
        return self.processes.tables

    def deal(self, wish: TableRequest, number: int) -> KeptMatch:
        """A new match; what is wrong with its text is said now."""
        able = LEVELS if self.processes.native else ABLE
        if any(who != PERSON and int(who) > len(able) for who in wish.sitting):
            raise BadRequest(f"in a text's game the program plays at levels from 1 to {len(able)}")
        match = KeptMatch(wish.sitting, secrets.randbits(64), "", number)
        self.processes.ask(TextMatch(wish, match, self.processes.native))
        return match

    def session(self, wish: TableRequest, match: KeptMatch, plays: tuple[str, ...], keep: Keep) -> TextSession:
        """A match where it stands; nothing is asked before somebody looks at it."""
        return TextSession(TextMatch(wish, match, self.processes.native, plays), self.processes.ask, keep, self.report)

    def title(self, wish: TableRequest) -> str:
        """What the game is called, if it can be played so."""
        self.deal(wish, 1)
        return str(self.about(wish)["title"])

    def about(self, wish: TableRequest) -> dict[str, Any]:
        return self.processes.ask(Question("table", wish.text, wish.settings))
