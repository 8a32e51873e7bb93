"""Does work in this process or in several, or on a cluster, and gives back what comes of it in order."""

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
from typing import Any

from cassino_dsl.simulate.cluster import AHEAD, LONGER, Cluster
from cassino_dsl.simulate.work import Block, Doing, Piece, Work
from cassino_dsl.units.runner import Runner

_doing: Doing[Any] | None = None  # of a worker process


def length_of_blocks(runner: Runner, jobs: int | Cluster | None) -> int:
    """How many units a block has at most; no figure depends on it."""
    return runner.most * (LONGER if isinstance(jobs, Cluster) else 1)


def hands_for(units: int, block: int, jobs: int | Cluster | None) -> int | Cluster:
    """Who plays so many units: one process is enough for one block; who names a cluster means it."""
    if isinstance(jobs, Cluster):
        return jobs
    return 1 if units <= block else jobs or os.cpu_count() or 1


def done(
    work: Work[Block], here: Doing[Block], pieces: Iterable[Piece], jobs: int | Cluster
) -> Generator[Block, None, None]:
    """What comes of every piece, in their order, whatever the number of processes, and wherever they are. ``here``:
    what does it in this process."""
    if isinstance(jobs, Cluster):
        yield from jobs.blocks(work, pieces)
        return
    if jobs <= 1:
        for piece in pieces:
            yield here(*piece)
        return
    todo = iter(pieces)
    pool = ProcessPoolExecutor(jobs, initializer=_start, initargs=(work,))
    try:
        ahead: deque[Future[Block]] = deque(pool.submit(_do, *p) for p in islice(todo, AHEAD * jobs))
        while ahead:
            yield ahead.popleft().result()
            for piece in islice(todo, 1):
                ahead.append(pool.submit(_do, *piece))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _start(work: Work[Any]) -> None:
    global _doing
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent keeps what was played and ends the pool
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _doing = work.ready()


def _end_with_parent() -> None:
    """A parent that was killed cannot end its workers, and they would wait for it for ever."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _do(first: int, count: int) -> Any:
    assert _doing is not None
    return _doing(first, count)
