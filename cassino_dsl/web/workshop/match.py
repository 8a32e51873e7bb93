"""A match of a text that is being played, in the process that looks at texts.

The server keeps what was played; a process takes the match up where it stands, and remembers the last few.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

from cassino_dsl.game import Game
from cassino_dsl.learned.weights import LEARNED
from cassino_dsl.ruleset.errors import RunFault
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.simulate.engines import weights_for
from cassino_dsl.table.opponents import LEVELS, open_table, seated
from cassino_dsl.table.table import PERSON, GameTable, NotPossible, TableSource
from cassino_dsl.web import limits
from cassino_dsl.web.desk import Around, Desk, Told
from cassino_dsl.web.messages import Message

KEPT = 8  # matches that a process remembers
ABLE = LEVELS[:3]  # who need not search: that takes the native engine
DOING = ("look", "hear", "undo", "answer", "show", "record")
NOTHING = Around()


class NoMatch(Exception):
    """It cannot be played; the message says why."""


@dataclass(frozen=True, slots=True)
class TextMatch:
    """What is asked: a text with its options, who sits where, the seed, and what was played so far; and what is to be
    done: one of ``DOING``. A ``seat`` says ``message``; ``wanted`` are shown, with what is ``around``. ``native``:
    whether the text is trusted, and may be compiled."""

    text: str
    settings: tuple[str, ...]
    sitting: tuple[str, ...]
    seed: int
    number: int
    hints: bool = False
    native: bool = False
    plays: tuple[str, ...] = ()
    practice: bool = False
    do: str = "look"
    seat: int = 0
    message: Message | None = None
    wanted: tuple[Told, ...] = ()
    around: Around = NOTHING

    seconds: ClassVar[float] = 20.0

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def match_of_json(data: dict[str, Any]) -> TextMatch:
    """A match as ``as_json`` wrote it."""
    lists = {key: tuple(data[key]) for key in ("settings", "sitting", "plays")}
    wanted = tuple((seat, told) for seat, told in data["wanted"])
    around = Around(**{**data["around"], "there": tuple(data["around"]["there"])})
    message = None if data["message"] is None else Message(**data["message"])
    return TextMatch(**{**data, **lists, "message": message, "wanted": wanted, "around": around})


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
        """What comes of it, and how the match stands then. ``sound``: reads the text."""
        key = (match.text, match.settings, match.sitting, match.seed)
        found = self.kept.pop(key, None)
        if found is None or tuple(found[1].plays) != match.plays:
            found = _taken_up(match, sound())
        desk, kept = found
        try:
            done = _do(desk, match)
        except NotPossible as reason:
            raise NoMatch(str(reason)) from reason
        self.kept[key] = found
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)
        stands = {"over": desk.over, "rests": desk.rests, "has_undo": desk.has_undo, "fault": desk.fault}
        return {**done, **stands, "plays": kept.plays, "practice": desk.table.practice}


def _do(desk: Desk, match: TextMatch) -> Mapping[str, Any]:
    if match.do == "hear" and match.message is not None:
        said = desk.hear(match.seat, match.message)
        return {"said": None if said is None else said.decode()}
    if match.do == "show":
        shown = desk.shown(match.wanted, match.around)
        return {"shown": [(told, data.decode(), lines) for told, (data, lines) in shown.items()]}
    if match.do == "record":
        return {"record": desk.record()}
    if match.do == "undo":
        desk.undo()
    elif match.do == "answer" and not desk.rests:
        desk.answer()
    return {}


def _taken_up(match: TextMatch, ruleset: Ruleset) -> tuple[Desk, _Plays]:
    seats = len(match.sitting)
    if seats not in ruleset.seats:
        raise NoMatch(f"this is played with {', '.join(map(str, ruleset.seats))} seats, not {seats}")
    game = Game(ruleset, limits.STEPS)
    try:
        table = _table(match, game)
        table.go_on(match.plays)
    except (NotPossible, RunFault, ValueError) as fault:
        raise NoMatch(str(fault)) from fault
    table.practice = match.practice
    kept = _Plays([*match.plays])
    return Desk(table, match.number, match.hints, kept), kept


def _table(match: TextMatch, game: Game) -> GameTable:
    source, seats = TableSource("yours", (), match.settings), len(match.sitting)
    if match.native:
        return open_table(game, seated(match.sitting, game), match.seed, source)
    weights, _ = weights_for(game.ruleset, seats)
    players = [who if who == PERSON else ABLE[int(who) - 1] for who in match.sitting]
    if weights is None:
        players = ["greedy" if who == LEARNED else who for who in players]
    return GameTable(game, players, match.seed, source, weights=weights)
