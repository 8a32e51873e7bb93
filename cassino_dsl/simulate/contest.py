"""The runs of `cassino tune`: each candidate on its engine, what was played kept in a file as it comes.

The folder of ``--out`` holds ``tune.jsonl``: a line that says what is tuned, then a line for each heat of a candidate.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cassino_dsl.plan.make import make_plan
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.simulate.checkpoint import DAMAGED, FORMAT, MAX_LINE, BadResult, check_folder, check_version
from cassino_dsl.simulate.cluster import Cluster
from cassino_dsl.simulate.engines import make_runner
from cassino_dsl.simulate.events import Events
from cassino_dsl.simulate.figures import simulation
from cassino_dsl.simulate.goals import Goal, check_goals, figures_of, read_goal
from cassino_dsl.simulate.grid import Vary, combinations
from cassino_dsl.simulate.jackknife import GROUPS, Groups
from cassino_dsl.simulate.run import Interrupts, Progress, RunOutcome, located, no_progress, no_remark
from cassino_dsl.simulate.spec import VARY, Spec, spec_from_json, task_of, vary_from_json
from cassino_dsl.simulate.tune import Stopped, Tuned, pieces, race, schedule_for
from cassino_dsl.simulate.wanted import EngineName
from cassino_dsl.simulate.work import Units
from cassino_dsl.simulate.workers import done, hands_for, length_of_blocks
from cassino_dsl.units.form import Misfit, check_form, plainly
from cassino_dsl.units.layout import Layout, layout_of
from cassino_dsl.units.record import fingerprint
from cassino_dsl.units.runner import Runner
from cassino_dsl.units.tally import Tally, empty, tally_from_json, whole

FILE = "tune.jsonl"


@dataclass(frozen=True, slots=True)
class Contest:
    """``specs``: what each combination of ``vary`` plays; their ``games`` are those of all together."""

    specs: tuple[Spec, ...]
    vary: Vary
    goals: tuple[Goal, ...]

    @property
    def games(self) -> int:
        return self.specs[0].games

    def as_json(self) -> dict[str, Any]:
        return {
            "cassino": FORMAT,
            "tune": [goal.text for goal in self.goals],
            "specs": [spec.as_json() for spec in self.specs],
            "vary": [[key, list(values)] for key, values in self.vary],
        }


@dataclass(frozen=True, slots=True)
class Entered:
    """A candidate, ready to play."""

    spec: Spec
    ruleset: Ruleset
    layout: Layout

    def answer(self, tally: Tally, engine: str = "", seconds: float = 0.0) -> dict[str, Any]:
        """What `cassino simulate` would say of what was played."""
        return simulation(RunOutcome(self.spec, self.ruleset, self.layout, tally, engine, seconds))


def tune(
    contest: Contest,
    load: Callable[[Spec], Ruleset],
    folder: Path | None = None,
    engine: EngineName = "auto",
    jobs: int | Cluster | None = None,
    progress: Progress = no_progress,
    remark: Callable[[str], None] = no_remark,
) -> tuple[Tuned, tuple[Entered, ...]]:
    """Play the race, or go on with one. Raises ``ValueError`` where it cannot be played as wished, ``BadResult`` where
    the folder holds something else, ``Stopped`` where somebody stopped it, ``RunFault`` where play shows a fault."""
    schedule = schedule_for(len(contest.specs), contest.games)
    entered = tuple(enter(spec, load(spec)) for spec in contest.specs)
    known = [figures_of(one.answer(empty(one.layout))) for one in entered]
    check_goals(contest.goals, known, contest.specs[0].unit)
    memory = _Memory(contest, entered, folder)
    with closing(memory), Interrupts() as interrupts:
        field = _Field(entered, memory, engine, jobs, remark, interrupts, progress, schedule.units)
        return race(contest.goals, schedule, len(entered), field.play, Figures(entered, contest.goals)), entered


def enter(spec: Spec, ruleset: Ruleset) -> Entered:
    return Entered(spec, ruleset, layout_of(make_plan(ruleset, spec.seats)))


def known_figures(ruleset: Ruleset, seats: int) -> list[str]:
    """The figures that goals may name, as they are written."""
    none = enter(Spec(ruleset.name, (), (), seats, "match", ("random",) * seats, 0, 1), ruleset)
    return [".".join(path) for path in figures_of(none.answer(empty(none.layout)))]


class Figures:
    """Reads the figures of the goals, as `cassino simulate` would give them."""

    def __init__(self, entered: Sequence[Entered], goals: tuple[Goal, ...]) -> None:
        self.entered, self.paths = entered, tuple(goal.path for goal in goals)
        self._events: dict[Layout, Events] = {}

    def figures(self, number: int, tally: Tally) -> tuple[float, ...]:
        found = figures_of(self.entered[number].answer(tally))
        return tuple(found[path] for path in self.paths)

    def steps(self, number: int, tally: Tally) -> tuple[float, ...]:
        layout = self.entered[number].layout
        events = self._events.setdefault(layout, Events(layout))
        return events.steps(tally, lambda one: self.figures(number, one))


class _Field:
    """Where candidates play: a runner for each of those who are still in, and what came of them."""

    def __init__(
        self,
        entered: Sequence[Entered],
        memory: _Memory,
        engine: EngineName,
        jobs: int | Cluster | None,
        remark: Callable[[str], None],
        interrupts: Interrupts,
        progress: Progress,
        wanted: int,
    ) -> None:
        self.entered, self.memory, self.engine, self.interrupts = entered, memory, engine, interrupts
        self.jobs, self.progress, self.wanted = jobs, progress, wanted
        self.done = self.here = 0
        self.started = time.perf_counter()
        self._said: set[str] = set()
        self._remark = remark
        self._runners: dict[int, Runner] = {}

    def play(self, number: int, first: int, units: int) -> Groups:
        """The groups of one heat of a candidate; from the file, where they stand there."""
        known = self.memory.get(number, first, units)
        if known is None:
            known = self._played(number, first, units)
            self.memory.add(number, first, units, known)
            self.here += units
        self.done += units
        self.progress(self.done, self.wanted, self.here, time.perf_counter() - self.started)
        return known

    def _played(self, number: int, first: int, units: int) -> Groups:
        one, runner = self.entered[number], self._runner(number)
        most = length_of_blocks(runner, self.jobs)
        shares = list(pieces(first, units, most))
        groups = [empty(one.layout)] * GROUPS
        hands = hands_for(units, runner.most, self.jobs)
        work = Units(runner.task, self.engine)
        played = done(work, runner.block, ((start, n) for _, start, n in shares), hands)
        with closing(played):
            for (group, _, _), block in zip(shares, played, strict=True):
                if block.fault is not None:
                    raise located(block.fault, one.spec)
                groups[group] += block.tally
                if self.interrupts.pressed:
                    raise Stopped
        return tuple(groups)

    def _runner(self, number: int) -> Runner:
        if number not in self._runners:
            one = self.entered[number]
            self._runners[number], _, note = make_runner(task_of(one.spec, one.ruleset), self.engine)
            if note and note not in self._said:
                self._said.add(note)
                self._remark(note)
        return self._runners[number]


class _Memory:
    """What was played: in a file, where a folder was named. A line that was cut off is played again."""

    def __init__(self, contest: Contest, entered: Sequence[Entered], folder: Path | None) -> None:
        self.known: dict[tuple[int, int, int], Groups] = {}
        self.file = None
        if folder is None:
            return
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / FILE
        rulesets = [fingerprint(one.ruleset, one.spec.seats) for one in entered]
        head = json.dumps({**contest.as_json(), "rulesets": rulesets}, separators=(",", ":")).encode() + b"\n"
        kept = self._read(path, head, entered) if path.exists() else 0
        self.file = path.open("r+b" if kept else "xb")
        self.file.truncate(kept)
        self.file.seek(kept)
        if not kept:
            self.file.write(head)

    def _read(self, path: Path, head: bytes, entered: Sequence[Entered]) -> int:
        """Take in what a file holds; how many of its bytes are whole lines."""
        with path.open("rb") as file:
            if file.readline(MAX_LINE) != head:
                raise BadResult(f"{path}: holds the results of something else; choose a new folder")
            kept = file.tell()
            while line := file.readline(MAX_LINE):
                try:
                    data = json.loads(line)
                    number, first, units = (whole(n, 0) for n in data["heat"])
                    layout = entered[number].layout
                    groups = tuple(tally_from_json(tally, layout) for tally in data["groups"])
                    if len(groups) != GROUPS or sum(tally.units for tally in groups) != units:
                        raise ValueError("not the groups of a heat")
                except DAMAGED:
                    break
                self.known[number, first, units] = groups
                kept = file.tell()
        return kept

    def get(self, number: int, first: int, units: int) -> Groups | None:
        return self.known.get((number, first, units))

    def add(self, number: int, first: int, units: int, groups: Groups) -> None:
        if self.file is not None:
            data = {"heat": [number, first, units], "groups": [tally.as_json() for tally in groups]}
            self.file.write(json.dumps(data, separators=(",", ":")).encode() + b"\n")
            self.file.flush()

    def close(self) -> None:
        if self.file is not None:
            self.file.close()


def read_contest(folder: Path) -> Contest:
    """What a folder is for; raises ``BadResult`` where it is none of ours."""
    path = folder / FILE
    check_folder(folder)
    if not path.is_file():
        raise BadResult(f"{folder}: no results of `cassino tune --out`")
    try:
        with path.open("rb") as file:
            data = json.loads(file.readline(MAX_LINE))
        check_version(data, path)
        check_form(data, {"specs": [{}], "vary": VARY, "tune": [str]})
        vary = vary_from_json(data["vary"])
        specs = tuple(spec_from_json(spec) for spec in data["specs"])
        if not specs or len(specs) != len(combinations(vary)):
            raise Misfit("not a run for each combination")
        try:
            return Contest(specs, vary, tuple(map(read_goal, data["tune"])))
        except ValueError as fault:
            raise Misfit(str(fault)) from fault
    except DAMAGED as fault:
        raise BadResult(f"{path}: damaged ({plainly(fault)})") from fault
