"""What can be asked about a text, read strictly from what a stranger sends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from cassino_dsl.web import limits
from cassino_dsl.web.wish import BadRequest, file_text_of, settings_of, texts_of

PLAYERS = ("random", "greedy")  # who need not search, which is slow on the reference engine

# what may be asked: what goes with it beside the text and its options, and how many seconds the answer may take
ASKED_OF_TEXTS: dict[str, tuple[dict[str, type], float]] = {
    "check": ({"whole": bool}, 12.0),  # whole: with all choices of its options, and random rounds
    "examples": ({}, 15.0),
    "rulebook": ({}, 15.0),
    "table": ({}, 15.0),  # what does not change where it is played: title, cards, rules
    "simulate": ({"rounds": int, "seats": int, "players": str}, 25.0),
    "diff": ({"play": bool}, 25.0),  # play: matches of both, for the effect
}


@dataclass(frozen=True, slots=True)
class Question:
    """``do``: what is asked; ``text``: of which variant or house rule; ``settings``: options that are chosen;
    ``seats`` 0: the fewest."""

    do: str
    text: str
    settings: tuple[str, ...] = ()
    whole: bool = False
    play: bool = False
    rounds: int = 100
    seats: int = 0
    players: str = PLAYERS[0]

    @property
    def seconds(self) -> float:
        return ASKED_OF_TEXTS[self.do][1]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def question_of_json(data: dict[str, Any]) -> Question:
    """A question as ``as_json`` wrote it."""
    return Question(**{**data, "settings": tuple(data["settings"])})


def question_of(do: str, data: Mapping[str, Any]) -> Question:
    """A question as it was sent; raises ``BadRequest`` with what is wrong."""
    known = ASKED_OF_TEXTS[do][0]
    if set(data) - {"text", "settings", *known}:
        raise BadRequest(f"`{do}` goes with {', '.join(('text', 'settings', *known))}")
    if any(type(data[key]) is not kind for key, kind in known.items() if key in data):
        raise BadRequest(f"`{do}` goes with {', '.join(f'{key}, {_CALLED[kind]}' for key, kind in known.items())}")
    settings = settings_of(texts_of(data, "settings"))
    asked = Question(do, file_text_of(data.get("text")), settings, **{k: data[k] for k in known if k in data})
    if not 1 <= asked.rounds <= limits.ROUNDS:
        raise BadRequest(f"from 1 to {limits.ROUNDS} rounds are played")
    if asked.players not in PLAYERS:
        raise BadRequest(f"who plays is {' or '.join(PLAYERS)}")
    return asked


_CALLED = {bool: "yes or no", int: "a whole number", str: "a text"}
