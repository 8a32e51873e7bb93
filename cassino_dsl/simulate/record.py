"""Records: one match (or single round) as a line of JSON, complete enough to be played again."""

from __future__ import annotations

import hashlib
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any

from cassino_dsl.engine.scoring import Standing
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.simulate.runner import Task

FORMAT = 1


@lru_cache(maxsize=64)
def fingerprint(ruleset: Ruleset) -> str:
    """A short hash of what a ruleset means, whatever the file it came from and what its remarks say."""
    return hashlib.sha256(repr(_meaning(replace(ruleset, name=""))).encode()).hexdigest()[:16]


REMARKS = frozenset(("about", "title", "source", "file", "span"))


def _meaning(part: Any) -> Any:
    if is_dataclass(part):
        kept = [_meaning(getattr(part, f.name)) for f in fields(part) if f.repr and f.name not in REMARKS]
        return (type(part).__name__, kept)
    if isinstance(part, frozenset | set):
        return sorted(map(_meaning, part), key=repr)
    if isinstance(part, list | tuple):
        return [_meaning(p) for p in part]
    return part


class Recorder:
    """Writes down one unit. ``record`` has the plays of each round as texts, with what the round brought."""

    def __init__(self, task: Task, unit: int) -> None:
        self.plays: list[str] = []
        self.record: dict[str, Any] = {
            "record": FORMAT,
            "ruleset": fingerprint(task.ruleset),
            "seats": task.seats,
            "unit": task.unit,
            "players": list(task.players),
            "seed": task.seed,
            "match": unit,
            "rounds": [],
            "winner": None,
            "reason": "",
        }

    def play(self, text: str) -> None:
        self.plays.append(text)

    def round(self, leader: int, standing: Standing) -> None:
        self.record["rounds"].append(
            {"leader": leader + 1, "plays": self.plays, "awards": standing.awards, "scores": standing.scores}
        )
        self.plays = []

    def end(self, winner: int | None, reason: str) -> None:
        self.record["winner"] = None if winner is None else winner + 1
        self.record["reason"] = reason
