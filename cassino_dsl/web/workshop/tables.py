"""Matches of texts in rooms: kept as all rooms are, played by the processes that look at texts."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from concurrent.futures import Executor
from dataclasses import replace
from itertools import takewhile
from typing import Any

from cassino_dsl.table.opponents import LEVELS
from cassino_dsl.table.table import PERSON
from cassino_dsl.web.desk import Around, Keeper, Told, said
from cassino_dsl.web.messages import Message
from cassino_dsl.web.store import KeptMatch
from cassino_dsl.web.wish import BadRequest, Wish
from cassino_dsl.web.workshop.match import ABLE, TextMatch
from cassino_dsl.web.workshop.questions import Question
from cassino_dsl.web.workshop.workers import Workers


class TextDesk:
    """A match of a text. What goes wrong in its process is the fault of the match, which asks no process any more."""

    def __init__(
        self,
        match: TextMatch,
        ask: Callable[[TextMatch], dict[str, Any]],
        keeper: Keeper,
        report: Callable[[str], object],
    ) -> None:
        self.match, self.ask, self.keeper, self.report = match, ask, keeper, report
        self.over, self.rests, self.has_undo, self.fault = False, True, False, ""
        self.broken = False  # whether its process could not go on

    @property
    def number(self) -> int:
        return self.match.number

    def look(self) -> None:
        """See how the match stands; raises ``BadRequest``."""
        self._stands(self.ask(replace(self.match, do="look")))

    def hear(self, seat: int, message: Message) -> bytes | None:
        found = self._asked(do="hear", seat=seat, message=message)
        if found is None:
            return said(self.fault)
        return None if found["said"] is None else str(found["said"]).encode()

    def undo(self) -> None:
        self._asked(do="undo")

    def answer(self) -> None:
        self._asked(do="answer")

    def shown(self, wanted: Collection[Told], around: Around) -> dict[Told, tuple[bytes, int]]:
        found = self._asked(do="show", wanted=tuple(wanted), around=around)
        if found is None:
            return {one: (said(self.fault), one[1]) for one in wanted}
        return {(told[0], told[1]): (data.encode(), lines) for told, data, lines in found["shown"]}

    def record(self) -> dict[str, Any]:
        """The record of a match that is over; raises ``BadRequest``."""
        found: dict[str, Any] = self.ask(replace(self.match, do="record"))["record"]
        return found

    def _asked(self, **what: Any) -> dict[str, Any] | None:
        """What a process answers; None where this match can't be gone on with."""
        if self.broken:
            return None
        try:
            found = self.ask(replace(self.match, **what))
        except BadRequest as fault:
            self.broken, self.rests, self.fault = True, True, f"Play can't go on: {fault}"
            return None
        except RuntimeError as fault:  # one of the program: it is told to who runs the server
            self.broken, self.rests, self.fault = True, True, "Play can't go on, by a fault of the program."
            self.report(f"internal fault: {fault}")
            return None
        self._stands(found)
        return found

    def _stands(self, found: dict[str, Any]) -> None:
        """Keep what was played, before anybody is shown it."""
        plays, before = tuple(found["plays"]), self.match.plays
        same = sum(1 for _ in takewhile(lambda both: both[0] == both[1], zip(before, plays, strict=False)))
        if same < len(before):
            self.keeper.taken_back(same, found["practice"])
        for number, play in enumerate(plays[same:], same):
            self.keeper.played(number, play)
        self.match = replace(self.match, plays=plays, practice=found["practice"])
        self.over, self.rests, self.has_undo = found["over"], found["rests"], found["has_undo"]
        self.fault = found["fault"]


class TextGames:
    """Games of texts that somebody has written. ``report``: told in a line what went wrong within."""

    def __init__(self, processes: Workers, report: Callable[[str], object]) -> None:
        self.processes, self.native, self.report = processes, processes.native, report

    @property
    def workers(self) -> Executor:
        return self.processes.tables

    def begin(self, wish: Wish, number: int, keeper: Keeper) -> tuple[TextDesk, KeptMatch]:
        seed = secrets.randbits(64)
        desk = TextDesk(self._match(wish, seed, number), self.processes.ask, keeper, self.report)
        desk.look()  # what is wrong with it is said now
        return desk, KeptMatch(wish.sitting, seed, "", number, False)

    def again(self, wish: Wish, match: KeptMatch, plays: tuple[str, ...], keeper: Keeper) -> TextDesk:
        """A match that was kept; nothing is asked before somebody looks at it."""
        asked = replace(self._match(wish, match.seed, match.number), plays=plays, practice=match.practice)
        return TextDesk(asked, self.processes.ask, keeper, self.report)

    def _match(self, wish: Wish, seed: int, number: int) -> TextMatch:
        able = LEVELS if self.native else ABLE
        if any(who != PERSON and int(who) > len(able) for who in wish.sitting):
            raise BadRequest(f"in a text's game the program plays at levels from 1 to {len(able)}")
        hints = wish.hints or len(wish.persons) == 1
        return TextMatch(wish.text, wish.settings, wish.sitting, seed, number, hints, self.native)

    def title(self, wish: Wish) -> str:
        """What the game is called, if it can be played so."""
        self.processes.ask(self._match(wish, 0, 1))
        return str(self.about(wish)["title"])

    def about(self, wish: Wish) -> dict[str, Any]:
        return self.processes.ask(Question("table", wish.text, wish.settings))
