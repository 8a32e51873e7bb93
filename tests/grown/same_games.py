"""Whether two rulesets play the same games, as cheaply as it can be told for certain.

Nobody can tell rulesets apart that say the same but for words. What is printed as the same C is played alike by it, and
is played by the reference as it is written: the C is made from the core, which might be wrong of both. All else is
played by both."""

from __future__ import annotations

import hashlib
from array import array
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from cassino_dsl.analysis.simulate.reference_runner import ReferenceRunner
from cassino_dsl.analysis.units.native_runner import NativeRunner
from cassino_dsl.analysis.units.runner import Runner, Task, UnitBlock
from cassino_dsl.engine.native.engine import NativeEngine
from cassino_dsl.engine.native.translation_unit import unit
from cassino_dsl.language.core.passes import core_of
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.model import Ruleset
from tests.grown.compare import Games, Slow, first_difference, patience
from tests.native.compare import new_engine

COURSE = (Games("round", "random", 0, 2_000), Games("match", "random", 0, 40), Games("round", "greedy", 0, 20))
WRITTEN = (Games("round", "random", 0, 2), Games("round", "greedy", 0, 1))
ENOUGH = 1.0  # seconds of the processor that the reference may take for each of these
KEPT = ("plays", "leader", "awards", "scores", "winner", "reason")  # of records: what is played, not of which file


def without_words(ruleset: Ruleset) -> Ruleset:
    """The ruleset without what its file is called and what is only said in the rulebook."""
    return replace(ruleset, name="", title="", about="", source="", file="", files=(), texts=(), laid=())


@dataclass
class Seated:
    """A ruleset for one number of seats, with what has been found out of its games."""

    ruleset: Ruleset
    seats: int
    logs: dict[Games, bytes] = field(default_factory=dict)
    written: dict[Games, list[dict[str, Any]] | None] = field(default_factory=dict)

    @cached_property
    def plan(self) -> Plan:
        return core_of(self.ruleset, self.seats)

    @cached_property
    def code(self) -> str:
        return unit(self.plan)

    @cached_property
    def called(self) -> tuple[object, ...]:
        """What the numbers in the log of the C stand for."""
        plan, match = self.plan, self.plan.ruleset.match
        faces = tuple(f.text for f in plan.ruleset.pack.faces)
        actions = tuple((a.kind, a.name) for a in plan.declared)
        return faces, actions, plan.ruleset.award_names(), match.half_points, plan.rounds

    @cached_property
    def engine(self) -> NativeEngine:
        return new_engine(self.ruleset, self.seats)

    def task(self, games: Games) -> Task:
        return Task(self.ruleset, self.seats, games.unit, (games.player,) * self.seats, 1)

    def log(self, games: Games) -> bytes:
        """A hash of all that the C writes down of games; what ends them is part of it."""
        if games not in self.logs:
            single = games.unit == "round"
            players = (games.player,) * self.seats
            played = self.engine.play(1, games.first, games.count, players, single, log=True)
            words = array("Q", played.log or ()).tobytes()
            self.logs[games] = hashlib.sha256(words + repr((played.done, played.fault)).encode()).digest()
        return self.logs[games]

    def records(self, games: Games) -> list[dict[str, Any]]:
        """The records that the C makes, which say in words what the log holds."""
        return _records(NativeRunner(self.task(games), self.engine), games)

    def as_written(self, games: Games) -> list[dict[str, Any]] | None:
        """The records that the reference makes of the ruleset as it is written; None where it takes too long."""
        if games not in self.written:
            self.written[games] = None
            with suppress(Slow), patience(ENOUGH):
                self.written[games] = _records(ReferenceRunner(self.task(games)), games)
        return self.written[games]


def _records(runner: Runner, games: Games) -> list[dict[str, Any]]:
    """Records without what names the file; or the fault that ends them."""
    block: UnitBlock = runner.block(games.first, games.count, records=True)
    if block.fault is not None:
        return [{"fault": block.fault.code, "unit": block.fault.unit}]
    for record in block.records or ():
        for played in record["rounds"]:  # an award that gives no point is only a name in them
            played["awards"] = {name: row for name, row in played.get("awards", {}).items() if any(row)}
    return [{k: v for k, v in record.items() if k in (*KEPT, "rounds")} for record in block.records or ()]


def parted(a: Seated, b: Seated) -> str:
    """Where the games of two rulesets first part; empty where they do not."""
    if without_words(a.ruleset) == without_words(b.ruleset):
        return ""
    if a.code != b.code or a.called != b.called:
        for games in COURSE:
            if a.called != b.called or a.log(games) != b.log(games):
                text = differing(a.records(games), b.records(games))
                if text:
                    return f"{games}: {text}"
    for games in WRITTEN:
        one = a.as_written(games)
        other = b.as_written(games) if one is not None else None
        if one is not None and other is not None and (text := differing(one, other)):
            return f"as written, {games}: {text}"
    return ""


def differing(a: list[dict[str, Any]], b: list[dict[str, Any]]) -> str:
    """Where two lists of records first differ."""
    found = (f"record {i}{first_difference(x, y)}" for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y)
    return next(found, "" if len(a) == len(b) else f"{len(a)} records | {len(b)}")
