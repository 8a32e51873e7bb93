"""What strangers ask for, read strictly: messages on a socket, tables to be opened, questions about texts."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from cassino_dsl.faces.web import limits
from cassino_dsl.language.compose.options import setting
from cassino_dsl.table.table import PERSON, TableSource

LEVELS = ("1", "2", "3", "4", "5")
PLAYERS = ("random", "greedy")  # who need not search, which is slow on the reference engine
MOST = 32  # house rules, options, seats
LONGEST = 500  # characters of a play, a name, a value

Fields = Mapping[str, type]  # what goes with something that is asked: keys, and the types of their values
CALLED = {str: "a text", int: "a whole number", bool: "yes or no", list: "a list of texts"}

SOURCE: Fields = {"variant": str, "with_rules": list, "settings": list}
RECORDED: Fields = {"variant": str, "with": list, "set": list}  # the same, as a record has it
TABLE: Fields = {**SOURCE, "text": str, "sitting": list, "hints": bool}
MESSAGES: Mapping[str, Fields] = {
    "play": {"play": str, "at": int},  # a play as it was listed, at a decision by its number
    "type": {"play": str, "at": int},  # a play as a person types it
    "why": {"play": str},
    "hint": {},
    "undo": {},
    "agree": {"yes": bool},  # to what somebody asked the others for
    "scores": {},
    "again": {},  # another match, once one is over
    "swap": {},  # the same, and everybody sits one seat further, if all agree
}
# questions about a text: what goes with them beside it and its options, and how many seconds the answer may take
QUESTIONS: dict[str, tuple[Fields, float]] = {
    "complete": ({"at": int}, 5.0),  # what may stand at an offset, in characters
    "hover": ({"at": int}, 5.0),  # what stands there
    "check": ({"whole": bool}, 12.0),  # whole: with all choices of its options, and random rounds
    "examples": ({}, 15.0),
    "rulebook": ({}, 15.0),
    "table": ({}, 15.0),  # what does not change where it is played: title, cards, rules
    "simulate": ({"rounds": int, "seats": int, "players": str}, 25.0),
    "diff": ({"play": bool}, 25.0),  # play: matches of both, for the effect
}


class BadRequest(Exception):
    """What was asked for can't be; the message says why."""


def object_of(content: str | bytes) -> dict[str, Any]:
    """The object of JSON that was sent."""
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as fault:
        raise BadRequest("what was sent is no JSON") from fault
    if not isinstance(data, dict):
        raise BadRequest("what is sent is an object of JSON")
    return data


def fields_of(what: str, data: Mapping[str, Any], known: Fields, wanted: Collection[str] = ()) -> dict[str, Any]:
    """What was sent, which has these keys at most, and those that are ``wanted``; lists as tuples."""
    typed = all(type(value) is known.get(key) for key, value in data.items())
    if not typed or set(wanted) - set(data):
        goes = ", ".join(f"{key}: {CALLED[kind]}" for key, kind in known.items())
        raise BadRequest(f"{what} goes with {goes or 'nothing else'}")
    for key, value in data.items():
        if isinstance(value, str):
            _bound(value, limits.TEXT if key == "text" else LONGEST)
        elif isinstance(value, list):
            if not all(isinstance(one, str) and one.isprintable() for one in value) or len({*value}) > MOST:
                raise BadRequest(f"`{key}` is a list of at most {MOST} texts")
            for one in value:
                _bound(one, LONGEST)
            if key in ("settings", "set") and not all(map(setting, value)):
                raise BadRequest("an option is chosen by NAME=VALUE")
    return {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}


def _bound(text: str, most: int) -> None:
    """Refuse a text of more bytes, or one that has none."""
    try:
        size = len(text.encode())
    except UnicodeEncodeError as fault:
        raise BadRequest("a text has characters that are none (halves of pairs)") from fault
    if size > most:
        raise BadRequest(f"a text here has at most {most:,} bytes; this one has {size:,}")


@dataclass(frozen=True, slots=True)
class Message:
    """What a browser says on its socket."""

    do: str
    play: str = ""
    at: int = 0
    yes: bool = False


def message_of(content: str) -> Message:
    """A message as it was sent."""
    data = object_of(content)
    do = data.pop("do", None)
    if not isinstance(do, str) or do not in MESSAGES:
        raise BadRequest(f"a message says what to do: {', '.join(MESSAGES)}")
    return Message(do, **fields_of(f"`{do}`", data, MESSAGES[do], MESSAGES[do]))


@dataclass(frozen=True, slots=True)
class TableRequest:
    """``sitting``: who sits at each seat, a person or the program at a level; ``hints``: whether there are hints where
    several persons play; ``text``: what is played in place of a shipped game, a variant or a house rule that somebody
    has written."""

    variant: str = ""
    with_rules: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    sitting: tuple[str, ...] = ()
    hints: bool = False
    text: str = ""

    @property
    def source(self) -> TableSource:
        return TableSource(self.variant, self.with_rules, self.settings)

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats (from 1) of persons."""
        return tuple(seat for seat, who in enumerate(self.sitting, 1) if who == PERSON)

    @property
    def kept(self) -> str:
        """The wish as JSON, to be kept."""
        return json.dumps(asdict(self))


def table_request(data: Mapping[str, Any]) -> TableRequest:
    """A wish for a table as it was sent or kept."""
    wish = TableRequest(**fields_of("a table", data, TABLE))
    if not wish.persons or any(who != PERSON and who not in LEVELS for who in wish.sitting):
        raise BadRequest("at each seat sits `person` or a level from 1 to 5, and at one at least a person")
    if wish.text and (wish.variant or wish.with_rules):
        raise BadRequest(
            "a text names what it extends and what is laid over it itself: leave variant and with_rules out"
        )
    return wish


@dataclass(frozen=True, slots=True)
class Question:
    """``do``: what is asked; ``text``: of which variant or house rule; ``settings``: options that are chosen;
    ``at``: a place in it; ``seats`` 0: the fewest."""

    do: str
    text: str
    settings: tuple[str, ...] = ()
    at: int = 0
    whole: bool = False
    play: bool = False
    rounds: int = 100
    seats: int = 0
    players: str = PLAYERS[0]

    @property
    def seconds(self) -> float:
        return QUESTIONS[self.do][1]


def question_of(do: str, data: Mapping[str, Any]) -> Question:
    """A question about a text as it was sent."""
    known = {"text": str, "settings": list, **QUESTIONS[do][0]}
    asked = Question(do, **fields_of(f"`{do}`", data, known, ("text",)))
    if not 0 <= asked.at <= len(asked.text):
        raise BadRequest("there is no such place in the text")
    if not 1 <= asked.rounds <= limits.ROUNDS:
        raise BadRequest(f"from 1 to {limits.ROUNDS} rounds are played")
    if asked.players not in PLAYERS:
        raise BadRequest(f"who plays is {' or '.join(PLAYERS)}")
    return asked
