"""What is done piece by piece, always with the same outcome: in this process, in several, or on a cluster."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from cassino_dsl.analysis.simulate.engines import make_runner
from cassino_dsl.analysis.units.runner import Task, UnitBlock
from cassino_dsl.engine.choice import EngineName
from cassino_dsl.players.own import OwnPlayer

if TYPE_CHECKING:
    from concurrent.futures import Future

AHEAD = 3  # pieces for each core that are asked for before the first is back: all stay busy, memory stays small
THREADED = {"jax", "torch"}  # libraries that work in threads of their own, of which a forked process has none
LONGER = 10  # times as long as here is a block on a cluster: what is sent costs more than what is handed over

Piece = tuple[int, int]  # first unit, how many
Block = TypeVar("Block")
Doing = Callable[[int, int], Block]
Work = Callable[[], Doing[Block]]  # makes what does all pieces that come; can be sent to where nothing is known of it


class WorkerEnded(Exception):
    """A worker process was ended from outside."""


class Team(Protocol):
    """Who plays elsewhere: a cluster."""

    def blocks(self, work: Work[Block], pieces: Iterable[Piece]) -> Generator[Block, None, None]:
        """What comes of every piece, in their order."""
        ...


Jobs = int | Team | None  # so many processes of this machine, or a cluster; None: as many as there are processors


def playing(task: Task, engine: EngineName, records: bool = False, rows: bool = False) -> Doing[UnitBlock]:
    """What plays units of a task, and keeps their records and rows if they are wanted."""
    return partial(make_runner(task, engine)[0].block, rows=rows, records=records)


def hands_for(units: int, block: int, jobs: Jobs) -> int | Team:
    """Who plays so many units: no more processes than there are blocks; who names a cluster means it."""
    if jobs is None or isinstance(jobs, int):
        return max(1, min(jobs or os.cpu_count() or 1, -(-units // block)))
    return jobs


def at_hand(hands: int | Team, jobs: Jobs, task: Task) -> int | Team:
    """Who plays a task whose players cannot play in other processes: this one, where nobody asked for more. Raises
    ``ValueError`` where they cannot be sent, and somebody did."""
    if not isinstance(hands, int) or hands == 1:
        return hands
    from multiprocessing import get_start_method

    if get_start_method() == "fork":  # a fork has all that its parent has, but the threads, for which it might wait
        own = any(isinstance(player, OwnPlayer) for player in task.players)
        return 1 if jobs is None and own and THREADED & sys.modules.keys() else hands
    for player in task.players:
        try:
            if b"__main__" in pickle.dumps(player) and not hasattr(sys.modules["__main__"], "__file__"):
                raise pickle.PicklingError("it is defined in this session alone")
        except Exception as fault:
            if jobs is None:
                return 1
            how = "let it be defined in a module, or use jobs=1"
            raise ValueError(f"player `{player}` cannot be sent to other processes ({fault}): {how}") from fault
    return hands


def pieces_of(units: int, size: int) -> Iterator[Piece]:
    return ((first, min(size, units - first)) for first in range(0, units, size))


def done(
    work: Work[Block], here: Doing[Block], pieces: Iterable[Piece], jobs: int | Team, threads: bool = False
) -> Generator[Block, None, None]:
    """What comes of every piece, in their order, whatever the number of processes, and wherever they are. ``here``:
    what does it in this process; so many ``threads`` of it do as well as processes."""
    if not isinstance(jobs, int):
        yield from jobs.blocks(work, pieces)
        return
    if jobs <= 1:
        for piece in pieces:
            yield here(*piece)
        return
    # what plays in several processes takes longer to load than many a run in one takes to play
    from concurrent import futures

    pool = futures.ThreadPoolExecutor(jobs) if threads else futures.ProcessPoolExecutor(jobs, None, _start, (work,))
    do: Doing[Block] = here if threads else _do
    todo = iter(pieces)
    try:
        ahead: deque[Future[Block]] = deque(pool.submit(do, *p) for p in islice(todo, AHEAD * jobs))
        while ahead:
            yield ahead.popleft().result()
            ahead.extend(pool.submit(do, *piece) for piece in islice(todo, 1))
    except futures.BrokenExecutor as fault:
        raise WorkerEnded from fault
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


# ---- in a worker process

_doing: Doing[Any] | None = None


def _start(work: Work[Any]) -> None:
    global _doing
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent keeps what was played and ends the pool
    os.dup2(2, 1)  # players of one's own may print, and must not among answers
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _doing = work()


def _end_with_parent() -> None:
    """A parent that was killed cannot end its workers, and they would wait for it for ever."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _do(first: int, count: int) -> Any:
    assert _doing is not None
    return _doing(first, count)
