"""Plays blocks in this process or in several, and gives them back in order."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import parent_process
from multiprocessing.connection import wait

from cassino_dsl.simulate.cluster import AHEAD, LONGER, Cluster, Piece
from cassino_dsl.simulate.engines import make_runner
from cassino_dsl.simulate.wanted import EngineName
from cassino_dsl.units.runner import Runner, Task, UnitBlock

_runner: Runner | None = None  # of a worker process


def length_of_blocks(runner: Runner, jobs: int | Cluster | None) -> int:
    """How many units a block has at most; no figure depends on it."""
    return runner.most * (LONGER if isinstance(jobs, Cluster) else 1)


def hands_for(units: int, runner: Runner, jobs: int | Cluster | None) -> int | Cluster:
    """Who plays so many units: one process is enough for one block; who names a cluster means it."""
    if isinstance(jobs, Cluster):
        return jobs
    return 1 if units <= runner.most else jobs or os.cpu_count() or 1


def play_blocks(
    runner: Runner, engine: EngineName, pieces: Iterable[Piece], jobs: int | Cluster, records: bool
) -> Generator[UnitBlock, None, None]:
    """The block of every piece, in their order, whatever the number of processes, and wherever they are."""
    if isinstance(jobs, Cluster):
        yield from jobs.blocks(runner.task, engine, pieces, records)
        return
    if jobs <= 1:
        for first, count in pieces:
            yield runner.block(first, count, records=records)
        return
    todo = iter(pieces)
    pool = ProcessPoolExecutor(jobs, initializer=_start, initargs=(runner.task, engine))
    try:
        ahead: deque[Future[UnitBlock]] = deque(pool.submit(_play, *p, records) for p in islice(todo, AHEAD * jobs))
        while ahead:
            yield ahead.popleft().result()
            for piece in islice(todo, 1):
                ahead.append(pool.submit(_play, *piece, records))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _start(task: Task, engine: EngineName) -> None:
    global _runner
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent keeps what was played and ends the pool
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _runner = make_runner(task, engine)[0]


def _end_with_parent() -> None:
    """A parent that was killed cannot end its workers, and they would wait for it for ever."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _play(first: int, count: int, records: bool) -> UnitBlock:
    assert _runner is not None
    return _runner.block(first, count, records=records)
