"""What a run plays, in words that can be written down, compared and given again on the command line."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Any

from cassino_dsl.analysis.units.runner import Task, Unit


@dataclass(frozen=True, slots=True)
class Spec:
    """``variant``, ``with_rules`` and ``settings`` as the command line gives them. The run plays ``games``
    units from number ``first`` on; of these, shard ``shard[0]`` of ``shard[1]`` is played here. ``until`` is
    the width at which the intervals of wins are narrow enough. With ``rotate`` the players move on by a seat from
    unit to unit."""

    variant: str
    with_rules: tuple[str, ...]
    settings: tuple[str, ...]
    seats: int
    unit: Unit
    players: tuple[str, ...]
    seed: int
    games: int
    first: int = 0
    shard: tuple[int, int] = (1, 1)
    until: str = ""
    rotate: bool = True

    @property
    def span(self) -> tuple[int, int]:
        """The first unit of the shard and how many there are: shards follow each other."""
        number, of = self.shard
        start, end = self.games * (number - 1) // of, self.games * number // of
        return self.first + start, end - start

    def same_play(self, other: Spec) -> bool:
        """Whether both play the same units of the same game, except for which and how many."""
        keys = ("variant", "with_rules", "settings", "seats", "unit", "players", "seed", "rotate")
        return all(getattr(self, key) == getattr(other, key) for key in keys)

    def command(self, first: int | None = None, games: int | None = None, extra: tuple[str, ...] = ()) -> str:
        """The command that plays this again."""
        first = self.first if first is None else first
        words = ["cassino", "simulate", self.variant]
        words += [w for name in self.with_rules for w in ("--with", name)]
        words += [w for text in self.settings for w in ("--set", text)]
        words += ["--games", str(self.games if games is None else games), "--seed", str(self.seed)]
        words += ["--seats", str(self.seats), "--unit", self.unit]
        players = self.players[:1] if len(set(self.players)) == 1 else self.players
        words += ["--players", ",".join(players)]
        words += ["--no-rotate"] if not self.rotate and len(set(self.players)) > 1 else []
        words += ["--first", str(first)] if first else []
        if games is None and self.shard != (1, 1):
            words += ["--shard", f"{self.shard[0]}/{self.shard[1]}"]
        if games is None and self.until:
            words += ["--until", self.until]
        return shlex.join([*words, *extra])


def spec_from_json(data: dict[str, Any]) -> Spec:
    """Read what ``asdict`` gives, from JSON."""
    lists = {key: tuple(data[key]) for key in ("with_rules", "settings", "players", "shard")}
    return Spec(**{**data, **lists})


def read_width(text: str) -> float:
    """The width that `--until` wishes; raises ``ValueError``."""
    percent = text.strip().endswith("%")
    width = float(text.strip().removesuffix("%"))
    if not width > 0:
        raise ValueError(text)
    return width / 100 if percent else width


def task_of(spec: Spec, ruleset: Any) -> Task:
    return Task(ruleset, spec.seats, spec.unit, spec.players, spec.seed, spec.rotate)
