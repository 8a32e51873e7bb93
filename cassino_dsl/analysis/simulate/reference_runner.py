"""The reference engine as a runner."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from cassino_dsl.analysis.simulate.observe import UnitCounter
from cassino_dsl.analysis.units.runner import Fault, Task, UnitBlock
from cassino_dsl.engine.layout import empty, layout_of, tally_of
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.play import DONE, Play
from cassino_dsl.engine.reference.rng import lots_key, match_key
from cassino_dsl.engine.reference.scoring import Standing
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.text import play_text
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.match.record import Recorder
from cassino_dsl.players.agents import SeatedPlayers
from cassino_dsl.players.determinizations import Worlds
from cassino_dsl.players.names import acting, effort_of
from cassino_dsl.players.own import PlayerFault


class RoundPlayed(Exception):
    """The unit is a round, and it has been played: the match does not go on."""


Lists = Callable[[Plan, State], list[Play]]


class ListingEngine(Engine):
    """The engine for matches, or ``single_rounds`` which end in ``RoundPlayed``. ``lists``: who lists its plays
    faster."""

    single_rounds = False
    lists: Lists | None = None

    def _legal(self, state: State) -> list[Play]:
        if self.lists is not None:
            with suppress(RunFault):  # the reference says what is at fault
                return self.lists(self.plan, state)
        return super()._legal(state)

    def on_round(self, state: State, standing: Standing, stuck: bool) -> None:
        if self.single_rounds:
            raise RoundPlayed


class WatchedEngine(ListingEngine):
    """The engine with somebody looking on. ``passing``: who wants to see where a seat passes."""

    observer: UnitCounter
    recorder: Recorder | None = None
    passing: Callable[[State], None] | None = None

    def on_pass(self, state: State) -> None:
        if self.passing is not None:
            self.passing(state)

    def on_round(self, state: State, standing: Standing, stuck: bool) -> None:
        self.observer.round(state, standing, stuck)
        if self.recorder is not None:
            self.recorder.round(state.leader, standing, stuck)
        super().on_round(state, standing, stuck)


class ReferenceRunner:
    """Plays units on the reference engine: the plan as written, or another form of it (``plan``). Players that search
    do it in ``worlds`` of any engine, and any may list the plays."""

    threads = False

    def __init__(
        self, task: Task, plan: Plan | None = None, worlds: Worlds | None = None, lists: Lists | None = None
    ) -> None:
        self.task = task
        effort = max(map(effort_of, acting(task.players, task.weights)))
        self.most = max(1, (4 if task.unit == "match" else 16) * 100 // (100 + effort))
        self.engine = WatchedEngine(plan or make_plan(task.ruleset, task.seats))
        self.engine.lists = lists
        self.engine.single_rounds = task.unit == "round"
        self.layout = layout_of(self.engine.plan)
        self.worlds = worlds
        self.before_decision: Callable[[], None] = lambda: None  # for who may have to stop in the midst of a unit

    @property
    def code(self) -> str:
        return "reference" if self.worlds is None else self.worlds.code

    def expects(self, units: int) -> None:
        """It has no faster code."""

    def block(self, first: int, count: int, rows: bool = False, records: bool = False) -> UnitBlock:
        """Play ``count`` units from number ``first`` on."""
        histograms = [[0] * bins for _, bins in self.layout.histograms]
        played: list[list[int]] = []
        kept: list[dict[str, Any]] = []
        for unit in range(first, first + count):
            recorder = self.task.recorder(unit) if records else None
            try:
                played.append(self._play(unit, histograms, recorder))
            except PlayerFault as fault:
                fault.seed, fault.unit = self.task.seed, unit
                fault.where = f"seed {fault.seed}, {self.task.unit} {unit} of {self.task.ruleset.name}"
                raise
            except RunFault as fault:
                found = Fault(unit, fault.code, str(fault), fault.help)
                told = None if recorder is None else [*kept, recorder.broken_off()]
                return UnitBlock(first, count, empty(self.layout), self.code, None, told, found)
            if recorder is not None:
                kept.append(recorder.record)
        tally = tally_of(played, histograms, self.layout, first)
        return UnitBlock(first, count, tally, self.code, played if rows else None, kept if records else None)

    def _play(self, unit: int, histograms: list[list[int]], recorder: Recorder | None) -> list[int]:
        engine, key = self.engine, match_key(self.task.seed, unit)
        seated, different = self.task.seated(unit), self.task.different
        sitting = [different.index(name) for name in seated]
        observer = UnitCounter(engine.plan, self.layout, self.task.unit, histograms, sitting)
        engine.observer, engine.recorder = observer, recorder
        players = state = None
        try:
            state, lots = engine.new_match(key), lots_key(key, self.task.again)
            players = SeatedPlayers(engine, seated, lots, state, self.worlds, self.task.weights)
            while not state.match_over:
                self.before_decision()
                plays = engine.legal(state)
                play = players.choose(state, plays)
                observer.decision(len(plays), -1 if play is DONE else play.action.index)
                if recorder is not None:
                    recorder.play(play_text(engine.evaluate.tables, play))
                before, state = state, engine.play(state, play)
                players.played(before, play, state)
        except RoundPlayed:
            pass
        else:
            if recorder is not None:
                recorder.end(state.winner, state.reason)
        if players is not None and state is not None and observer.outcome is not None:
            players.ended(state, *observer.outcome)
        return observer.row
