"""What a run plays, in words that can be written down, compared and given again on the command line."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, get_args

from cassino_dsl.players.names import seat_players
from cassino_dsl.units.form import Form, Misfit, check_form
from cassino_dsl.units.runner import Task, Unit
from cassino_dsl.units.tally import whole

SPEC: Form = {
    "variant": str,
    "with_rules": [str],
    "settings": [str],
    "seats": int,
    "unit": str,
    "players": [str],
    "seed": int,
    "games": int,
    "first?": int,
    "shard": [int],
    "until?": str,
    "figure?": str,
    "rotate?": bool,
}
VARY: Form = [list]  # [["target", ["5", "7"]], …]


@dataclass(frozen=True, slots=True)
class Spec:
    """``variant``, ``with_rules`` and ``settings`` as the command line gives them. The run plays ``games``
    units from number ``first`` on; of these, shard ``shard[0]`` of ``shard[1]`` is played here. ``until`` is
    the width at which the interval of ``figure`` is narrow enough. With ``rotate`` the players move on by a seat from
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
    figure: str = "win_rate"
    rotate: bool = True

    @property
    def span(self) -> tuple[int, int]:
        """The first unit of the shard and how many there are: shards follow each other."""
        number, of = self.shard
        start, end = self.games * (number - 1) // of, self.games * number // of
        return self.first + start, end - start

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

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
            words += ["--until", self.until, "--figure", self.figure]
        return shlex.join([*words, *extra])


def spec_from_json(data: dict[str, Any]) -> Spec:
    """Read what ``as_json`` wrote; raises ``Misfit`` where it is none."""
    check_form(data, SPEC, "spec")
    if strange := next((key for key in data if key not in SPEC and f"{key}?" not in SPEC), None):
        raise Misfit(f"no run has a `{strange[:40]}`")
    if len(data["shard"]) != 2:
        raise Misfit("`spec.shard` is a pair of numbers")
    lists = {key: tuple(data[key]) for key in ("with_rules", "settings", "players", "shard")}
    spec = Spec(**{**data, **lists})
    number, of = (whole(n, 1) for n in spec.shard)
    seats = whole(spec.seats, 1, 100)
    whole(spec.seed, 0, 2**64 - 1)
    whole(spec.games, 1)
    whole(spec.first, 0)
    if spec.unit not in get_args(Unit) or number > of:
        raise Misfit("no run that could be played")
    if spec.until:
        try:
            read_width(spec.until)
        except ValueError as fault:
            raise Misfit(f"`spec.until` is no width: {spec.until[:40]}") from fault
    try:
        return replace(spec, players=seat_players(spec.players, seats))
    except ValueError as fault:
        raise Misfit(str(fault)) from fault


def vary_from_json(data: Sequence[Sequence[Any]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The options that runs vary, of the form ``VARY``; raises ``Misfit`` where they are none."""
    for pair in data:
        if [type(part) for part in pair] != [str, list]:
            raise Misfit("`vary` holds pairs of an option and its values")
    return tuple((key, tuple(map(str, values))) for key, values in data)


def read_width(text: str) -> tuple[float, bool]:
    """The width that `--until` wishes and whether it is a percentage; raises ``ValueError``."""
    percent = text.strip().endswith("%")
    width = float(text.strip().removesuffix("%"))
    if not width > 0:
        raise ValueError(text)
    return (width / 100, True) if percent else (width, False)


def task_of(spec: Spec, ruleset: Any) -> Task:
    return Task(ruleset, spec.seats, spec.unit, spec.players, spec.seed, spec.rotate)
