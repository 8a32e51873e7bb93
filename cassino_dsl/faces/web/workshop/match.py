"""A match of a text that is being played, in the process that looks at texts.

The server keeps what was played; a process takes the match up where it stands, and remembers the last few.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, ClassVar

from cassino_dsl.engine.choice import EngineName
from cassino_dsl.faces.web import limits
from cassino_dsl.faces.web.requests import TableRequest, object_of
from cassino_dsl.faces.web.session import KeptMatch, TableSession, check_seats, taken_up
from cassino_dsl.faces.web.shipped_games import steps_json
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.match.basic_game import BasicGame
from cassino_dsl.table.opening import LEVELS, open_table, seated
from cassino_dsl.table.replayed import Replayed
from cassino_dsl.table.table import GameTable, TableSource

KEPT = 8  # matches that a process remembers
ABLE = LEVELS[:3]  # who need not search: that takes the native engine


@dataclass(frozen=True, slots=True)
class TextMatch:
    """What is asked: a wish whose text is played, the match and what was played so far; and what its session is to do,
    with these ``args``: hear, undo, answer, shown or record; `look`: nothing. ``native``: whether the text is trusted,
    and may be compiled."""

    wish: TableRequest
    match: KeptMatch
    native: bool = False
    plays: tuple[str, ...] = ()
    do: str = "look"
    args: tuple[Any, ...] = ()

    seconds: ClassVar[float] = 20.0


@dataclass(frozen=True, slots=True)
class TextReplay:
    """A match of a text again: all its steps, or what might have been played at the decision of a ``number``, looking
    one play ahead: to search takes the native engine."""

    wish: TableRequest
    record: str
    number: int | None = None
    do: str = "replay"

    seconds: ClassVar[float] = 20.0

    def answer(self, ruleset: Ruleset) -> dict[str, Any]:
        found = Replayed(BasicGame(ruleset, limits.STEPS), object_of(self.record), limits.REPLAY)
        return steps_json(found) if self.number is None else asdict(found.instead(self.number, None))


class Matches:
    """The matches that this process remembers, each with its plays."""

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[TableRequest, int], tuple[TableSession, list[str]]] = OrderedDict()

    def answer(self, asked: TextMatch, sound: Callable[[], Ruleset]) -> dict[str, Any]:
        """What comes of it, and how the match stands then. ``sound``: reads the text."""
        key = (asked.wish, asked.match.seed)
        found = self.kept.pop(key, None)
        if found is None or tuple(found[1]) != asked.plays:
            found = _taken_up(asked, sound())
        session, plays = found
        done = _do(session, asked)
        self.kept[key] = found
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)
        stands = {"over": session.over, "rests": session.rests, "has_undo": session.has_undo, "fault": session.fault}
        return {"done": done, **stands, "plays": plays, "practice": session.table.practice}


def _do(session: TableSession, asked: TextMatch) -> Any:
    """What the session answers, as JSON can hold it."""
    if asked.do == "look" or (asked.do == "answer" and session.rests):
        return None
    found = getattr(session, asked.do)(*asked.args)
    if asked.do == "shown":
        return [(told, data.decode(), lines) for told, (data, lines) in found.items()]
    return found.decode() if isinstance(found, bytes) else found


def _taken_up(asked: TextMatch, ruleset: Ruleset) -> tuple[TableSession, list[str]]:
    check_seats(ruleset, len(asked.wish.sitting))
    plays = [*asked.plays]

    def keep(number: int, made: Sequence[str], practice: bool) -> None:
        plays[number:] = made

    opened = partial(_table, asked, BasicGame(ruleset, limits.STEPS))
    return taken_up(opened, asked.match, asked.plays, asked.wish.hints, keep), plays


def _table(asked: TextMatch, game: BasicGame) -> GameTable:
    sitting, seed = asked.wish.sitting, asked.match.seed
    source = TableSource("yours", (), asked.wish.settings)
    engine: EngineName = "auto" if asked.native else "reference"
    return open_table(game, seated(sitting, game, engine=engine), seed, source, engine=engine)
