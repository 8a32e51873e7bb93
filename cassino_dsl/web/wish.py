"""What is asked for when a room is opened: which game, who sits where. Read from what a stranger sends."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from cassino_dsl.compose.options import setting
from cassino_dsl.table.table import PERSON, TableSource
from cassino_dsl.web import limits

LEVELS = ("1", "2", "3", "4", "5")
MOST = 32  # house rules, options, seats
LONGEST = 100  # characters of a name or a value


class BadRequest(Exception):
    """What was asked for can't be; the message says why."""


@dataclass(frozen=True, slots=True)
class Wish:
    """``sitting``: who sits at each seat, a person or the program at a level; ``hints``: whether there are hints where
    several persons play; ``text``: what is played in place of a shipped game, a variant or a house rule that somebody
    has written."""

    variant: str
    with_rules: tuple[str, ...]
    settings: tuple[str, ...]
    sitting: tuple[str, ...]
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


def wish_of_json(data: Any) -> Wish:
    """A wish as it was sent or kept."""
    if not isinstance(data, Mapping):
        raise BadRequest("a table is asked for by an object")
    if set(data) - {"variant", "with_rules", "settings", "sitting", "hints", "text"}:
        raise BadRequest("a table is asked for by variant or text, with_rules, settings, sitting and hints")
    sitting = texts_of(data, "sitting")
    if PERSON not in sitting or any(who != PERSON and who not in LEVELS for who in sitting):
        raise BadRequest("at each seat sits `person` or a level from 1 to 5, and at one at least a person")
    hints = data.get("hints", False)
    if not isinstance(hints, bool):
        raise BadRequest("hints are allowed or not")
    with_rules, settings = source_of(data)
    if not data.get("text"):
        return Wish(text_of(data.get("variant")), with_rules, settings, sitting, hints)
    if data.get("variant") or with_rules:
        raise BadRequest(
            "a text names what it extends and what is laid over it itself: leave variant and with_rules out"
        )
    return Wish("", (), settings_of(settings), sitting, hints, file_text_of(data["text"]))


def source_of(data: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """House rules and options as they were sent."""
    return texts_of(data, "with_rules"), texts_of(data, "settings")


def settings_of(settings: tuple[str, ...]) -> tuple[str, ...]:
    """Options of a text as they were sent."""
    if any(setting(one) is None for one in settings):
        raise BadRequest("an option is chosen by NAME=VALUE")
    return settings


def texts_of(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """A list of texts as it was sent."""
    found = data.get(key, [])
    if not isinstance(found, list) or len(found) > MOST:
        raise BadRequest(f"`{key}` is a list of at most {MOST} texts")
    return tuple(map(text_of, found))


def text_of(found: Any) -> str:
    """A name or a value as it was sent."""
    if not isinstance(found, str) or not 0 < len(found) <= LONGEST or not found.isprintable():
        raise BadRequest(f"names and values are texts of 1 to {LONGEST} characters")
    return found


def file_text_of(found: Any) -> str:
    """The text of a variant or a house rule as it was sent."""
    if not isinstance(found, str):
        raise BadRequest("`text` is the text of a variant or a house rule")
    try:
        size = len(found.encode())
    except UnicodeEncodeError as fault:
        raise BadRequest("the text has characters that are none (halves of pairs)") from fault
    if size > limits.TEXT:
        raise BadRequest(f"a text here has at most {limits.TEXT // 1024} KiB; this one has {size:,} bytes")
    return found
