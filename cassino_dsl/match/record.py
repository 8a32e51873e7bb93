"""Records: one match (or single round) as a line of JSON, complete enough to be played again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cassino_dsl.engine.reference.scoring import Standing
from cassino_dsl.language.core.program import program_of
from cassino_dsl.language.ruleset.model import Ruleset

FORMAT = 3  # version 2 did not say which rounds were stuck; version 1 could hold points of the next deal in `scores`


@lru_cache(maxsize=64)
def fingerprint(ruleset: Ruleset, seats: int) -> str:
    """A short hash of what a ruleset means for a number of seats: of its program, and of what it promises."""
    program = program_of(ruleset, seats)
    return hashlib.sha256(f"{program.text}{program.beside}".encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Record:
    """What a record says, in the order of ``_PARTS``; the last of ``rounds`` may have ``plays`` alone."""

    variant: str
    with_rules: tuple[str, ...]
    settings: tuple[str, ...]
    ruleset: str
    seats: int
    unit: str
    players: tuple[str, ...]
    seed: int
    match: int
    rounds: tuple[Mapping[str, Any], ...]
    winner: int | None
    reason: str

    @property
    def plays(self) -> list[str]:
        """All plays, in order."""
        return [text for one in self.rounds for text in one["plays"]]


def _whole(low: int, high: int = 2**64) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and low <= value < high


def _several(is_one: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list | tuple) and all(map(is_one, value))


def _text(value: object) -> bool:
    return isinstance(value, str)


# what stands under each key
_PARTS: Mapping[str, Callable[[Any], bool]] = {
    "variant": _text,
    "with": _several(_text),
    "set": _several(_text),
    "ruleset": _text,
    "seats": _whole(1),
    "unit": ("match", "round").__contains__,
    "players": _several(_text),
    "seed": _whole(0),
    "match": _whole(0),
    "rounds": _several(lambda value: isinstance(value, Mapping)),
    "winner": lambda value: value is None or _whole(1)(value),
    "reason": _text,
}
_ROUND: Mapping[str, Callable[[Any], bool]] = {
    "plays": _several(_text),
    "leader": _whole(1),
    "stuck": lambda value: isinstance(value, bool),
    "awards": lambda value: isinstance(value, Mapping),
    "scores": _several(lambda value: type(value) in (int, float)),
}


def read_record(data: object) -> Record:
    """A record as `simulate --records` writes them, of whomever. Raises ``ValueError`` where it is none."""
    if not isinstance(data, Mapping):
        raise ValueError("this is no record of a match")
    if type(version := data.get("record")) is int and version != FORMAT:
        raise ValueError("this record was written by another version of the program")
    _read(data, {"record": _whole(FORMAT, FORMAT + 1), **_PARTS})
    rounds = data["rounds"]
    for number, one in enumerate(rounds, 1):
        broken_off = number == len(rounds) and one.keys() == {"plays"}
        _read(one, {"plays": _ROUND["plays"]} if broken_off else _ROUND, f"round {number}: ")
    said: list[Any] = [tuple(one) if isinstance(one := data[key], list) else one for key in _PARTS]
    record = Record(*said)
    if len(record.players) != record.seats:
        raise ValueError("this is no record of a match: `players` has a name for each seat")
    return record


def _read(data: Mapping[str, Any], parts: Mapping[str, Callable[[Any], bool]], where: str = "") -> None:
    for key, fits in parts.items():
        if key not in data:
            raise ValueError(f"this is no record of a match: {where}it has no `{key}`")
        if not fits(data[key]):
            said = json.dumps(value) if isinstance(value := data[key], str | int | float) else "this"
            raise ValueError(f"this is no record of a match: {where}`{key}` cannot be {said[:60]}")


class Recorder:
    """Writes down one unit: the ``match`` of that number among those of the ``seed``. ``record`` has the plays of each
    round as texts, with what the round brought."""

    def __init__(self, ruleset: Ruleset, seats: int, unit: str, players: Sequence[str], seed: int, match: int) -> None:
        self.plays: list[str] = []
        self.shown = ruleset.match.shown
        self.record: dict[str, Any] = {
            "record": FORMAT,
            "ruleset": fingerprint(ruleset, seats),
            "seats": seats,
            "unit": unit,
            "players": [*map(str, players)],  # of one's own, the names alone
            "seed": seed,
            "match": match,
            "rounds": [],
            "winner": None,
            "reason": "",
        }

    def play(self, text: str) -> None:
        self.plays.append(text)

    def round(self, leader: int, standing: Standing, stuck: bool) -> None:
        self.record["rounds"].append(
            {
                "leader": leader + 1,
                "plays": self.plays,
                "stuck": stuck,
                "awards": {name: [self.shown(n) for n in row] for name, row in standing.awards.items()},
                "scores": [self.shown(n) for n in standing.scores],
            }
        )
        self.plays = []

    def broken_off(self) -> dict[str, Any]:
        """The record where play cannot go on: what had been played of the round comes last."""
        self.record["rounds"].append({"plays": self.plays})
        return self.record

    def end(self, winner: int | None, reason: str) -> None:
        self.record["winner"] = None if winner is None else winner + 1
        self.record["reason"] = reason
