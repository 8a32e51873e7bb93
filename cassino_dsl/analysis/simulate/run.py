"""One run: blocks are played and added up until all are done, the figure is narrow enough, or someone stops it."""

from __future__ import annotations

import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from types import FrameType
from typing import Any

from cassino_dsl.analysis.simulate.checkpoint import Checkpoint
from cassino_dsl.analysis.simulate.engines import make_runner
from cassino_dsl.analysis.simulate.spec import Spec, read_width, task_of
from cassino_dsl.analysis.simulate.statistics import exact
from cassino_dsl.analysis.simulate.sums import Sums
from cassino_dsl.analysis.simulate.work import LONGER, Jobs, at_hand, done, hands_for, playing
from cassino_dsl.analysis.units.runner import Fault
from cassino_dsl.engine.choice import EngineName
from cassino_dsl.engine.layout import Layout, Tally, empty, layout_of
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.players.own import PlayerFault

# told after every block: units done, units wanted (0: not known), units done in this process, its seconds
Progress = Callable[[int, int, int, float], None]


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """What came of a run. ``code``: whose played how many units; of whom none is played by, he would have played.
    ``interrupted``: someone stopped it before its end."""

    spec: Spec
    ruleset: Ruleset
    layout: Layout
    tally: Tally
    code: Mapping[str, int]
    seconds: float
    interrupted: bool = False

    @property
    def engine(self) -> str:
        played = [code for code, units in self.code.items() if units] or self.code
        names = {"reference" if code == "reference" else "native" for code in played}
        return names.pop() if len(names) == 1 else "mixed"


def nobody(*told: object) -> None:
    """Hears what nobody wants to know."""


def run(
    spec: Spec,
    ruleset: Ruleset,
    engine: EngineName = "auto",
    jobs: Jobs = None,
    checkpoint: Checkpoint | None = None,
    progress: Progress = nobody,
    remark: Callable[[str], None] = nobody,
) -> RunOutcome:
    """Play a run, or go on with one. Raises ``RunFault`` with how to reproduce it where play shows a fault."""
    layout = layout_of(make_plan(ruleset, spec.seats))
    before = checkpoint.load() if checkpoint else None
    tally = before.tally if before else empty(layout)
    first, wanted = spec.span
    if checkpoint and before and (before.stopped or tally.units >= wanted):
        checkpoint.close()
        return RunOutcome(spec, ruleset, layout, tally, before.code, before.seconds)
    task = task_of(spec, ruleset)
    runner, _, note = make_runner(task, engine)
    if note:
        remark(note)
    code = Counter(before.code if before else {runner.code: 0})
    done_before, stop = tally.units, False
    left, records = wanted - done_before, bool(checkpoint and checkpoint.records)
    threads = runner.threads and not records  # to write records down is Python's work
    hands = hands_for(left, 1, jobs) if threads else at_hand(hands_for(left, runner.most, jobs), jobs, task)
    most = runner.most * (1 if isinstance(hands, int) else LONGER)
    runner.expects(left)
    pieces = ((first + start, count) for start, count in blocks(wanted, most, done_before))
    started, earlier = time.perf_counter(), before.seconds if before else 0.0
    work = partial(playing, task, engine, records)
    played = done(work, partial(runner.block, records=records), pieces, hands, threads)
    with Interrupts() as interrupts, closing(played):
        try:
            for block in played:
                if block.fault is not None:
                    raise located(block.fault, spec)
                tally += block.tally
                code[block.code] += block.count
                stop = bool(spec.until) and is_look(tally.units) and narrow_enough(spec, tally, layout)
                here = time.perf_counter() - started
                if checkpoint:
                    checkpoint.add(block, tally, earlier + here, code)
                progress(tally.units, 0 if spec.until else wanted, tally.units - done_before, here)
                if stop or interrupts.pressed:
                    break
        except PlayerFault as fault:
            fault.help = f"`{spec.command(fault.unit, 1)}` plays it again"
            raise fault from fault.error or fault.__cause__  # one from another process has lost it on the way
        finally:
            seconds = earlier + time.perf_counter() - started
            if checkpoint:
                checkpoint.save(tally, seconds, stop, code)
                checkpoint.close()
    interrupted = interrupts.pressed and not stop and tally.units < wanted
    return RunOutcome(spec, ruleset, layout, tally, code, seconds, interrupted)


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

    def __exit__(self, *fault: object) -> None:
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


def is_look(units: int) -> bool:
    return units == next(look for look in looks() if look >= units)


def blocks(total: int, most: int, done: int = 0) -> Iterator[tuple[int, int]]:
    """Start and length for the units from ``done`` to ``total``: with each look a block is at its end."""
    for look in looks():
        while done < min(look, total):
            size = min(most, look - done, total - done)
            done += size
            yield done - size, size
        if done >= total:
            return


def narrow_enough(spec: Spec, tally: Tally, layout: Layout) -> bool:
    """Whether the interval of who wins, for every side and every player, is at most as wide as was asked."""
    sums, players = Sums(tally, layout), len(set(spec.players))
    won = (*sums.row("wins"), *(sums.row("player_wins")[:players] if players > 1 else ()))
    width = read_width(spec.until)
    return all(high - low <= width for low, high in (exact(wins, tally.units) for wins in won))
