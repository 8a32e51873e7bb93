"""What a browser says on its socket, read strictly, and what it is told, as bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from cassino_dsl.describe.english import spoken
from cassino_dsl.table.told import LogLine, ScoreTable
from cassino_dsl.table.view import View

# what may be asked: the key that goes with it, and of which type
ASKED: dict[str, dict[str, type]] = {
    "play": {"play": str, "at": int},  # a play as it was listed, at a decision by its number
    "type": {"play": str, "at": int},  # a play as a person types it
    "why": {"play": str},
    "hint": {},
    "guide": {},  # what one can do, in the first deal
    "undo": {},
    "agree": {"yes": bool},  # to an undo that somebody asked for
    "scores": {},
    "again": {},  # another match, once one is over
}
LONGEST = 500  # characters of a play


class BadMessage(Exception):
    """What was said is nothing that can be asked; the message says why."""


@dataclass(frozen=True, slots=True)
class Message:
    """What is asked for."""

    do: str
    play: str = ""
    at: int = 0
    yes: bool = False


def read_message(text: str) -> Message:
    """Read what a browser said."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise BadMessage("a message is an object of JSON") from fault
    return message_of(data)


def message_of(data: Any) -> Message:
    """What a browser said, as data."""
    do = data.get("do") if isinstance(data, dict) else None
    if not isinstance(do, str) or do not in ASKED:
        raise BadMessage(f"a message says what to do: {', '.join(ASKED)}")
    wanted = ASKED[do]
    if set(data) != {"do", *wanted} or any(type(data[key]) is not kind for key, kind in wanted.items()):
        raise BadMessage(f"`{do}` goes with {' and '.join(wanted) or 'nothing else'}")
    if len(data.get("play", "")) > LONGEST:
        raise BadMessage(f"a play has at most {LONGEST} characters")
    return Message(**data)


def bytes_of(kind: str, **data: Any) -> bytes:
    """A message for browsers."""
    return json.dumps({"kind": kind, **data}, separators=(",", ":")).encode()


def view_json(view: View) -> dict[str, Any]:
    """What a seat sees, with the names of zones, counts and notes as people say them."""
    data = asdict(view)
    for zone in data["zones"]:
        zone["name"] = spoken(zone["name"])
    data["counts"] = [{"name": c.called, "what": c.what, "numbers": c.numbers} for c in view.counts]
    data["memory"] = [{"text": m.text, "full": m.with_about, "stands": m.stands} for m in view.memory]
    for build in data["builds"]:
        build["notes"] = [(spoken(name), value) for name, value in build["notes"]]
    return data


def scores_json(table: ScoreTable) -> dict[str, Any]:
    return asdict(table)


def lines_json(lines: Sequence[LogLine], scores: Sequence[ScoreTable]) -> list[Mapping[str, Any]]:
    """Lines of a log; those of ends of rounds with their points, in turn."""
    ends = iter(scores)
    return [
        {"kind": line.kind, "text": line.text, **({"scores": scores_json(next(ends))} if line.kind == "scores" else {})}
        for line in lines
    ]
