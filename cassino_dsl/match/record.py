"""Records: one match (or single round) as a line of JSON, complete enough to be played again."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
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
