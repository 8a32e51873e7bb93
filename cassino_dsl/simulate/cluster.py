"""Work done on a Dask cluster (the extra ``dask``): the same pieces that processes of one machine do, in the same
order, so that no figure depends on where it was done.

What may go wrong is the cluster's nature: a worker that dies has its block played by another (Dask does that); a
scheduler that is started anew has forgotten everything, so that the client sends the blocks that are not back once
more; a worker with another version of the program, or one that makes another ruleset of what it is sent, is refused.
"""

from __future__ import annotations

import hashlib
import logging
import pickle
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cassino_dsl.simulate.wanted import NoEngine
from cassino_dsl.simulate.work import Block, Doing, Piece, Work
from cassino_dsl.units.record import fingerprint

if TYPE_CHECKING:
    from distributed import Client, Future

MISSING = "--dask needs Dask: `pip install 'cassino-dsl[dask]'`"
PATIENCE = 60.0  # seconds that a scheduler may be away
ALONE = 5.0  # seconds after which a scheduler without workers is remarked on
LONGER = 10  # times as long as here is a block on a cluster: what is sent costs more than what is handed over
LOGGING = ("distributed", "tornado", "asyncio")
AHEAD = 3  # blocks for each core that are asked for before the first is back: all stay busy, memory stays small


class NoCluster(Exception):
    """There is no cluster that could play; the message says why."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a worker answers that must not play; ``address`` is its own."""

    address: str
    reason: str


class Cluster:
    """``where``: the address of a scheduler, or ``local:N`` for N worker processes of this machine. ``remark`` hears of
    workers that were refused, and of a scheduler that went away."""

    def __init__(self, where: str, remark: Callable[[str], object] = lambda text: None) -> None:
        self.where, self.remark = where, remark
        self._client: Client | None = None
        self._local: Any = None
        self._refused: set[str] = set()

    def __enter__(self) -> Cluster:
        try:
            import distributed
        except ImportError as fault:
            raise NoCluster(MISSING) from fault
        _silence()
        kind, _, number = self.where.partition(":")
        if kind == "local":
            if not number.isdecimal() or not 1 <= int(number) <= 1_000:
                raise NoCluster(f"--dask local:N takes a number of workers, not {self.where!r}")
            self._local = distributed.LocalCluster(
                n_workers=int(number),
                threads_per_worker=1,
                dashboard_address="127.0.0.1:0",  # None would be a port that may be taken
                silence_logs=logging.CRITICAL,
            )
        else:
            _check_address(self.where)
        self._connect(5.0)
        return self

    def __exit__(self, *fault: object) -> None:
        for part in (self._client, self._local):
            if part is not None:
                part.close()

    def blocks(self, work: Work[Block], pieces: Iterable[Piece]) -> Generator[Block, None, None]:
        """What comes of every piece, in their order."""
        sent = (version(), fingerprint(work.ruleset, work.seats), pickle.dumps(work))
        todo = iter(pieces)
        waiting: deque[tuple[Piece, Future]] = deque()

        def send(piece: Piece) -> None:
            waiting.append((piece, self._submit(sent, piece)))

        try:
            for piece in islice(todo, AHEAD * self.cores()):
                send(piece)
            while waiting:
                piece, future = waiting[0]
                answer = self._answer(future)
                if answer is None:  # all that is not back is sent again
                    unfinished = [piece for piece, _ in waiting]
                    waiting.clear()
                    for piece in unfinished:
                        send(piece)
                    continue
                waiting.popleft()
                yield answer
                for piece in islice(todo, 1):
                    send(piece)
        finally:
            for _, future in waiting:
                future.cancel()

    def _submit(self, sent: tuple[str, str, bytes], piece: Piece) -> Future:
        assert self._client is not None
        others = [w for w in self._client.scheduler_info(n_workers=-1)["workers"] if w not in self._refused]
        if self._refused and not others:
            raise NoCluster("no worker is left that may play")
        some = {"workers": others} if self._refused else {}
        return self._client.submit(do_piece, *sent, *piece, pure=False, **some)

    def _answer(self, future: Future) -> Any:
        """The block; None where it has to be sent again."""
        from distributed import KilledWorker

        try:
            self._wait(future)
            answer = future.result()
        except KilledWorker as fault:
            raise NoCluster("a block was sent to four workers, and each of them ended while it played") from fault
        except (CancelledError, OSError, TimeoutError):
            self._connect_again()
            return None
        except ModuleNotFoundError as fault:
            raise NoCluster(f"a worker lacks a module: {fault}; install cassino-dsl there, too") from fault
        if isinstance(answer, Refusal):
            if answer.address not in self._refused:
                self._refused.add(answer.address)
                self.remark(f"worker {answer.address} is refused: {answer.reason}")
            return None
        return answer

    def _wait(self, future: Future) -> None:
        """Wait until it is done, but not for ever where nobody is there who could do it."""
        assert self._client is not None
        alone, told = time.monotonic(), False
        while not future.done():
            with suppress(TimeoutError):
                future.exception(timeout=1.0)
            if self._client.scheduler_info(n_workers=-1)["workers"]:
                alone, told = time.monotonic(), False
            elif time.monotonic() > alone + PATIENCE:
                raise NoCluster(f"the scheduler at {self.where} has no workers: start some, as docs/cluster.md says")
            elif time.monotonic() > alone + ALONE and not told:
                self.remark(f"the scheduler at {self.where} has no workers: waiting for one")
                told = True

    def cores(self) -> int:
        """How many processors it has."""
        assert self._client is not None
        return max(1, sum(map(int, self._client.ncores().values())))

    def _connect(self, seconds: float) -> None:
        from distributed import Client

        try:
            self._client = Client(self._local or self.where, timeout=seconds, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as fault:
            raise NoCluster(f"no Dask scheduler answers at `{self.where}`: {fault}") from fault

    def _connect_again(self) -> None:
        self.remark(f"the scheduler at {self.where} went away: waiting for it, and sending again what is not back")
        assert self._client is not None
        self._client.close(timeout=1)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return self._connect(2.0)
            except NoCluster:
                if time.monotonic() > end:
                    raise
                time.sleep(0.5)


def _check_address(where: str) -> None:
    """Raises ``NoCluster`` for what is none: a client that was made for it would never be rid of it."""
    from distributed.comm.addressing import parse_address, parse_host_port
    from distributed.comm.registry import get_backend

    try:
        scheme, place = parse_address(where)
        get_backend(scheme)
        parse_host_port(place)
    except ValueError as fault:
        raise NoCluster(f"`{where}` is no address of a Dask scheduler, tcp://HOST:PORT: {fault}") from fault


def _silence() -> None:
    """What matters is said by us, without the traceback of each connection that was lost. Dask gives a level to each of
    its loggers, so one for all of them would say nothing."""
    theirs = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in LOGGING]
    for name in (*LOGGING, *theirs):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


# ---- on the worker


def do_piece(wanted: str, ruleset: str, pickled: bytes, first: int, count: int) -> Any:
    """Do a piece, if this worker is of the same version and reads the same ruleset; else a ``Refusal``."""
    if version() != wanted:
        return Refusal(_address(), "it runs another version of cassino-dsl")
    try:
        do, found = _ready(pickled)
    except NoEngine as fault:
        return Refusal(_address(), str(fault))
    if found != ruleset:
        return Refusal(_address(), "it makes another ruleset of what it is sent")
    return do(first, count)


@lru_cache(maxsize=4)
def _ready(pickled: bytes) -> tuple[Doing[Any], str]:
    """What does a work, kept for its next piece, and the ruleset it is done with."""
    work = pickle.loads(pickled)
    return work.ready(), fingerprint(work.ruleset, work.seats)


def _address() -> str:
    from distributed import get_worker

    return str(get_worker().address)


@lru_cache(maxsize=1)
def version() -> str:
    """What this program is: a digest of its own files, since two states of one version number are not the same."""
    home = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for path in sorted((*home.rglob("*.py"), *home.rglob("*.h"))):
        digest.update(path.relative_to(home).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
