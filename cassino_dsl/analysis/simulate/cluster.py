"""Work done on a Dask cluster (the extra ``dask``): the same pieces that processes of one machine do, in the same
order, so that no figure depends on where it was done.

A worker that dies has its block played by another (Dask does that). All else that may go wrong ends the run with a
message: a scheduler that went away, or a worker with another version of the program. What was kept with ``--out`` goes
on later.
"""

from __future__ import annotations

import hashlib
import logging
import pickle
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import CancelledError
from contextlib import redirect_stdout
from functools import lru_cache
from importlib.resources import files
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cassino_dsl.analysis.simulate.work import AHEAD, Block, Doing, Piece, Work
from cassino_dsl.engine.choice import NoEngine
from cassino_dsl.language.resources import folder
from cassino_dsl.players.own import NoPlayer

if TYPE_CHECKING:
    from distributed import Client, Future

MISSING = "--dask needs Dask: `pip install 'cassino-dsl[dask]'`"
PATIENCE = 60.0  # seconds that a scheduler may be without workers
PROGRAM = (".py", ".h", ".yaml")  # files that say what a ruleset means and how it is played
LOGGING = ("distributed", "tornado", "asyncio")


class NoCluster(Exception):
    """There is no cluster that could play; the message says why."""


class Cluster:
    """``where``: the address of a scheduler, or ``local:N`` for N worker processes of this machine."""

    def __init__(self, where: str) -> None:
        self.where = where
        self._client: Client | None = None
        self._local: Any = None

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
        try:
            self._client = distributed.Client(self._local or self.where, timeout=5.0, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as fault:
            raise NoCluster(f"no Dask scheduler answers at `{self.where}`: {fault}") from fault
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as fault:
            self.__exit__()
            said = f"the scheduler at {self.where} has no workers: start some, as docs/cluster.md says"
            raise NoCluster(said) from fault
        return self

    def __exit__(self, *fault: object) -> None:
        for part in (self._client, self._local):
            if part is not None:
                part.close(timeout=5)

    def blocks(self, work: Work[Block], pieces: Iterable[Piece]) -> Generator[Block, None, None]:
        """What comes of every piece, in their order."""
        client = self._client
        assert client is not None
        try:
            sent = (version(), pickle.dumps(work))
        except (pickle.PicklingError, AttributeError, TypeError) as fault:  # a player of one's own
            raise NoCluster(f"what plays cannot be sent to the cluster: {fault}") from fault
        cores = sum(map(int, client.ncores().values()))
        futures = (client.submit(do_piece, *sent, *piece, pure=False) for piece in pieces)
        waiting: deque[Future] = deque(islice(futures, AHEAD * max(1, cores)))  # Dask drops what nobody waits for
        while waiting:
            yield self._answer(waiting.popleft())
            waiting.extend(islice(futures, 1))

    def _answer(self, future: Future) -> Any:
        """The block; raises ``NoCluster`` where there will be none."""
        from distributed import KilledWorker

        try:
            return future.result()
        except KilledWorker as fault:
            raise NoCluster("a block was sent to four workers, and each of them ended while it played") from fault
        except (CancelledError, OSError, TimeoutError) as fault:
            raise NoCluster(f"the scheduler at {self.where} went away; what --out has kept can go on") from fault
        except ModuleNotFoundError as fault:
            raise NoCluster(f"a worker lacks a module: {fault}; what is imported here has to be there, too") from fault


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


def do_piece(wanted: str, pickled: bytes, first: int, count: int) -> Any:
    """Do a piece; raises ``NoCluster`` where this worker is of another version, or lacks the engine that is needed."""
    if version() != wanted:
        raise NoCluster(f"worker {_address()} cannot play: it runs another version of cassino-dsl")
    try:
        with redirect_stdout(StringIO()):  # what players of one's own print must not stand among answers
            return _ready(pickled)(first, count)
    except (NoEngine, NoPlayer) as fault:
        raise NoCluster(f"worker {_address()} cannot play: {fault}") from fault


@lru_cache(maxsize=4)
def _ready(pickled: bytes) -> Doing[Any]:
    """What does a work, kept for its next piece."""
    work: Work[Any] = pickle.loads(pickled)
    return work()


def _address() -> str:
    from distributed import get_worker

    return str(get_worker().address)


@lru_cache(maxsize=1)
def version() -> str:
    """What this program is: a digest of its own files, since two states of one version number are not the same."""
    digest = hashlib.sha256()
    for name, path in sorted(program_files().items()):
        digest.update(name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def program_files() -> dict[str, Path]:
    """The code of the program and its tables of data, by names that are the same in a checkout and in an install."""
    home, grammar = Path(str(files("cassino_dsl"))), folder("grammar")
    found = {path.relative_to(home).as_posix(): path for path in home.rglob("*") if path.suffix in PROGRAM}
    code = {name: path for name, path in found.items() if not name.startswith("_shipped/")}
    return {**code, **{f"grammar/{path.relative_to(grammar)}": path for path in grammar.rglob("*") if path.is_file()}}
