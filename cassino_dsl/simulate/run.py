"""One run: blocks are played and added up until all are done, the figure is narrow enough, or someone stops it."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from types import FrameType, TracebackType
from typing import Any

from cassino_dsl.plan.make import make_plan
from cassino_dsl.ruleset.errors import RunFault
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.simulate.checkpoint import Checkpoint
from cassino_dsl.simulate.cluster import Cluster
from cassino_dsl.simulate.engines import make_runner
from cassino_dsl.simulate.spec import Spec, task_of
from cassino_dsl.simulate.until import narrow_enough
from cassino_dsl.simulate.wanted import EngineName
from cassino_dsl.simulate.work import Units
from cassino_dsl.simulate.workers import done, hands_for, length_of_blocks
from cassino_dsl.units.layout import Layout, layout_of
from cassino_dsl.units.runner import Fault
from cassino_dsl.units.tally import Tally, empty

# told after every block: units done, units wanted (0: not known), units done in this process, its seconds
Progress = Callable[[int, int, int, float], None]


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """What came of a run. ``interrupted``: someone stopped it before its end."""

    spec: Spec
    ruleset: Ruleset
    layout: Layout
    tally: Tally
    engine: str
    seconds: float
    interrupted: bool = False


def no_progress(done: int, wanted: int, here: int, seconds: float) -> None:
    """For callers who don't want to know."""


def no_remark(text: str) -> None:
    """For callers who don't want to know."""


def run(
    spec: Spec,
    ruleset: Ruleset,
    engine: EngineName = "auto",
    jobs: int | Cluster | None = None,
    checkpoint: Checkpoint | None = None,
    progress: Progress = no_progress,
    remark: Callable[[str], None] = no_remark,
) -> RunOutcome:
    """Play a run, or go on with one. Raises ``RunFault`` with how to reproduce it where play shows a fault."""
    layout = layout_of(make_plan(ruleset, spec.seats))
    before = checkpoint.load(layout) if checkpoint else None
    tally = before.tally if before else empty(layout)
    first, wanted = spec.span
    if checkpoint and before and (before.stopped or tally.units >= wanted):
        checkpoint.close()
        return RunOutcome(spec, ruleset, layout, tally, before.engine, before.seconds)
    task = task_of(spec, ruleset)
    runner, name, note = make_runner(task, engine)
    if note:
        remark(note)
    if before and tally.units and before.engine != name:
        name = "mixed"
    done_before, stop = tally.units, False
    looks: dict[int, bool] = {}  # by first unit: whether `--until` looks after that block

    def pieces() -> Iterator[tuple[int, int]]:
        for start, count, look in blocks(wanted, most, done_before):
            looks[start] = look
            yield first + start, count

    most, hands = length_of_blocks(runner, jobs), hands_for(wanted - done_before, runner.most, jobs)
    started, earlier = time.perf_counter(), before.seconds if before else 0.0
    records = bool(checkpoint and checkpoint.records)
    played = done(Units(task, engine, records), partial(runner.block, records=records), pieces(), hands)
    with Interrupts() as interrupts, closing(played):
        try:
            for block in played:
                if block.fault is not None:
                    raise located(block.fault, spec)
                tally += block.tally
                stop = looks.pop(block.first - first) and narrow_enough(spec, tally, layout)
                here = time.perf_counter() - started
                if checkpoint:
                    checkpoint.add(block, tally, earlier + here, name)
                progress(tally.units, 0 if spec.until else wanted, tally.units - done_before, here)
                if stop or interrupts.pressed:
                    break
        finally:
            seconds = earlier + time.perf_counter() - started
            if checkpoint:
                checkpoint.save(tally, seconds, stop, name)
                checkpoint.close()
    interrupted = interrupts.pressed and not stop and tally.units < wanted
    return RunOutcome(spec, ruleset, layout, tally, name, seconds, interrupted)


def located(fault: Fault, spec: Spec) -> RunFault:
    """The fault with what reproduces it."""
    where = f"{spec.variant}, seed {spec.seed}, {spec.unit} {fault.unit}"
    command = spec.command(fault.unit, 1)
    help = f"`{command}` plays it again" + (f"; {fault.help}" if fault.help else "")
    return RunFault(fault.code, f"{fault.message} ({where})", help)


class Interrupts:
    """Listens to Ctrl-C while it is entered; ``pressed`` says whether it came.

    The first one stops a run after the block that is being played, so that what was played is kept whole. A second
    one ends at once.
    """

    def __init__(self) -> None:
        self.pressed = False
        self.before: Any = None

    def __enter__(self) -> Interrupts:
        # only the main thread may listen to signals; a run in another thread is stopped by its caller
        if threading.current_thread() is threading.main_thread():
            self.before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)

    def _press(self, number: int, frame: FrameType | None) -> None:
        if self.pressed:
            raise KeyboardInterrupt
        self.pressed = True


SHORTEST = 100  # units before the first look of ``--until``


def looks() -> Iterator[int]:
    """The numbers of units after which ``--until`` looks: fixed ones, so that a run stops at the same one on every
    engine and with any number of processes. Each is a quarter further on than the one before: who looks often sees
    by chance what he hopes for."""
    units = SHORTEST
    while True:
        yield units
        units += units // 4


def blocks(total: int, most: int, done: int = 0) -> Iterator[tuple[int, int, bool]]:
    """Start, length, and whether there is a look at the end, for the units from ``done`` to ``total``."""
    for look in looks():
        while done < min(look, total):
            size = min(most, look - done, total - done)
            done += size
            yield done - size, size, done == look
        if done >= total:
            return
