"""A match of a text that is being played, in the process that looks at texts.

The server keeps what was played; a process takes the match up where it stands, and remembers the last few.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from cassino_dsl.game import Game
from cassino_dsl.learned.weights import LEARNED
from cassino_dsl.ruleset.errors import RunFault
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.simulate.engines import weights_for
from cassino_dsl.table.opponents import LEVELS
from cassino_dsl.table.table import PERSON, GameTable, NotPossible, TableSource
from cassino_dsl.web import limits
from cassino_dsl.web.desk import Desk
from cassino_dsl.web.messages import Message

KEPT = 8  # matches that a process remembers
ABLE = LEVELS[:3]  # who need not search: that takes the native engine


class NoMatch(Exception):
    """It cannot be played; the message says why."""


@dataclass(frozen=True, slots=True)
class TextMatch:
    """What is asked: a text with its options, who sits where, the seed, what was played so far, and what the person
    says now (None: nothing, they only look), who was told so many lines of the log."""

    text: str
    settings: tuple[str, ...]
    sitting: tuple[str, ...]
    seed: int
    number: int
    plays: tuple[str, ...] = ()
    practice: bool = False
    told: int = 0
    message: Message | None = None
    do: str = "play"

    seconds = 20.0

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def seat(self) -> int:
        """Where the person sits."""
        return self.sitting.index(PERSON) + 1


def match_of_json(data: dict[str, Any]) -> TextMatch:
    """A match as ``as_json`` wrote it."""
    lists = {key: tuple(data[key]) for key in ("settings", "sitting", "plays")}
    message = None if data["message"] is None else Message(**data["message"])
    return TextMatch(**{**data, **lists, "message": message})


@dataclass
class _Plays:
    """Keeps the plays of a match while a process has it."""

    plays: list[str] = field(default_factory=list)

    def played(self, number: int, play: str) -> None:
        self.plays.append(play)

    def taken_back(self, number: int, practice: bool) -> None:
        del self.plays[number:]


class Matches:
    """The matches that this process remembers."""

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[Any, ...], tuple[Desk, _Plays]] = OrderedDict()

    def answer(self, match: TextMatch, sound: Callable[[], Ruleset]) -> dict[str, Any]:
        """What there is to be told, and what was played by then. ``sound``: reads the text."""
        key = (match.text, match.settings, match.sitting, match.seed)
        found = self.kept.pop(key, None)
        if found is None or tuple(found[1].plays) != match.plays:
            found = _taken_up(match, sound())
        desk, kept = found
        answered = desk.hear(match.seat, match.message) if match.message is not None else None
        while not desk.rests:
            desk.answer()
        told = 0 if desk.anew_told else match.told
        desk.anew_told = False
        if answered is None:
            answered, told = desk.shown(match.seat, told, desk.table.persons)
        self.kept[key] = found
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)
        over = desk.table.over or bool(desk.fault)
        practice = desk.table.practice
        return {"sent": json.loads(answered), "told": told, "plays": kept.plays, "practice": practice, "over": over}


def _taken_up(match: TextMatch, ruleset: Ruleset) -> tuple[Desk, _Plays]:
    seats = len(match.sitting)
    if seats not in ruleset.seats:
        raise NoMatch(f"this is played with {', '.join(map(str, ruleset.seats))} seats, not {seats}")
    weights, _ = weights_for(ruleset, seats)
    players = [who if who == PERSON else ABLE[int(who) - 1] for who in match.sitting]
    if weights is None:
        players = ["greedy" if who == LEARNED else who for who in players]
    game = Game(ruleset, limits.STEPS)
    try:
        table = GameTable(game, players, match.seed, TableSource("yours"), weights=weights)
        table.go_on(match.plays)
    except (NotPossible, RunFault) as fault:
        raise NoMatch(str(fault)) from fault
    table.practice = match.practice
    kept = _Plays([*match.plays])
    return Desk(table, match.number, True, kept, _no_other), kept


def _no_other(number: int) -> GameTable:
    raise NotPossible("another match is begun by the server")
