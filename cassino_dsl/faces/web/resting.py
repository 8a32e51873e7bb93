"""Matches that rest while nobody plays: a match keeps all its positions, some KiB for each play, so that it can be
told and taken back; the store keeps the plays alone, a few bytes each, and from these it is taken up again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

from cassino_dsl.faces.web import limits
from cassino_dsl.faces.web.requests import Message
from cassino_dsl.faces.web.session import Around, KeptMatch, TableSession, Told

Answer = TypeVar("Answer")
Wake = Callable[[KeptMatch, tuple[str, ...]], TableSession]  # takes a match up where it stands


class Awake:
    """The matches whose positions are in memory. Of more plays than ``limits.PLAYS`` together, those come to rest in
    which nothing was done for a while: where all play on, taking them up again and again would cost more than it saves,
    and what each takes is bounded by the length of its match."""

    def __init__(self) -> None:
        self.of: OrderedDict[object, tuple[TableSession, int, float]] = OrderedDict()
        self.plays, self.lock = 0, Lock()

    def take(self, whose: object) -> TableSession | None:
        """The match to be used, by one thread alone; None where it rests."""
        with self.lock:
            session, plays, _ = self.of.pop(whose, (None, 0, 0.0))
            self.plays -= plays
        return session

    def give(self, whose: RestingSession, session: TableSession) -> None:
        """Have it back; others come to rest."""
        with self.lock:
            plays = limits.TABLE + len(session.table.moments)
            now = monotonic()
            self.of[whose] = session, plays, now
            self.plays += plays
            while self.plays > limits.PLAYS and next(iter(self.of.values()))[2] < now - limits.RESTS:
                self.plays -= self.of.popitem(last=False)[1][1]


class RestingSession:
    """A match of a room. ``kept``: what the store has of it."""

    def __init__(
        self,
        wake: Wake,
        match: KeptMatch,
        plays: tuple[str, ...],
        kept: Callable[[], tuple[KeptMatch, tuple[str, ...]]],
        awake: Awake,
    ) -> None:
        self.wake, self.kept, self.awake, self.number = wake, kept, awake, match.number
        self._done(wake(match, plays))

    def _done(self, session: TableSession) -> None:
        """How it stands, which is asked for more often than it changes."""
        self.over, self.rests, self.has_undo = session.over, session.rests, session.has_undo
        self.fault = session.fault
        self.awake.give(self, session)

    def _asked(self, ask: Callable[[TableSession], Answer]) -> Answer:
        session = self.awake.take(self)
        if session is None:
            session = self.wake(*self.kept())
            session.fault = self.fault
        try:
            return ask(session)
        finally:
            self._done(session)

    def hear(self, seat: int, message: Message) -> bytes | None:
        return self._asked(lambda session: session.hear(seat, message))

    def undo(self) -> None:
        self._asked(lambda session: session.undo())

    def answer(self) -> None:
        self._asked(lambda session: session.answer())

    def shown(self, wanted: Collection[Told], around: Around) -> dict[Told, tuple[bytes, int]]:
        return self._asked(lambda session: session.shown(wanted, around))

    def record(self) -> dict[str, Any]:
        """The record of a match that is over; raises ``NotPossible``."""
        return self._asked(lambda session: session.record())
