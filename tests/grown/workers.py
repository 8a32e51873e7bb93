"""Work by number in processes of their own: what brings one down is an outcome, not the end of the run."""

from __future__ import annotations

import gc
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from cassino_dsl.language.cache import VARIABLE
from tests.grown.compare import Outcome

Job = Callable[[int], Outcome]
SHARE = 100  # numbers that one process works through


def outcomes(job: Job, numbers: range, jobs: int = 1, seconds: float | None = None) -> Iterator[tuple[int, Outcome]]:
    """The outcome of every number, as they come; until ``seconds`` are over, where they are given."""
    shares = [numbers[i : i + SHARE] for i in range(0, len(numbers), SHARE)]
    running: dict[Connection, tuple[BaseProcess, range]] = {}
    end = None if seconds is None else time.monotonic() + seconds
    while shares or running:
        if end is not None and time.monotonic() > end:
            shares.clear()
            for process, _ in running.values():
                process.terminate()
                process.join()
            return
        while shares and len(running) < jobs:
            receiver, process = _start(job, shares[0])
            running[receiver] = (process, shares.pop(0))
        for receiver in wait(list(running), 1.0):
            assert isinstance(receiver, Connection)
            process, share = running[receiver]
            try:
                outcome = receiver.recv()
                done = 1
            except EOFError:
                process.join()
                del running[receiver]
                if not share:
                    continue
                outcome, done = Outcome("crashes", _last_words(process)), 1
                if share[1:]:
                    shares.insert(0, share[1:])
            yield share[0], outcome
            if receiver in running:
                running[receiver] = (process, share[done:])


def _start(job: Job, numbers: range) -> tuple[Connection, BaseProcess]:
    context = get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(job, numbers, sender), daemon=True)
    process.start()
    sender.close()
    return receiver, process


def _work(job: Job, numbers: range, sender: Connection) -> None:
    """Each number in turn; what is compiled lies in a folder that goes when the work is done."""
    with tempfile.TemporaryDirectory(prefix="grown-") as folder:
        os.environ[VARIABLE] = folder
        gc.freeze()
        gc.set_threshold(100_000)
        for number in numbers:
            sender.send(job(number))
    sender.close()
    sys.stdout.flush()
    os._exit(0)  # nothing that the C did to memory is looked at again


def _last_words(process: BaseProcess) -> str:
    code = process.exitcode or 0
    name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
    return f"the process ended: {name}" + (" (it did not answer)" if name == "SIGVTALRM" else "")


def alone(job: Job, number: int) -> Outcome:
    """The outcome of one number, in a process of its own."""
    return next(iter(outcomes(job, range(number, number + 1))))[1]


def faults(job: Job, first: int, number: int) -> list[str]:
    """What is bad about so many numbers."""
    return [f"{n}: {outcome.text}" for n, outcome in outcomes(job, range(first, first + number)) if outcome.bad]


class Tally:
    """Counts outcomes and says on stderr how far the work is."""

    def __init__(self, what: str, whole: int) -> None:
        self.what, self.whole = what, whole
        self.words: Counter[str] = Counter()
        self.plays = self.faults = self.bad = 0
        self.began = self.said = time.monotonic()

    def add(self, outcome: Outcome) -> None:
        self.words[outcome.word] += 1
        self.bad += outcome.bad
        self.plays += outcome.plays
        self.faults += outcome.faults
        if time.monotonic() - self.said > 10:
            self.said = time.monotonic()
            print(self, file=sys.stderr, flush=True)

    def __str__(self) -> str:
        counts = ", ".join(f"{n} {word}" for word, n in self.words.most_common())
        seconds = time.monotonic() - self.began
        return (
            f"{sum(self.words.values())} of {self.whole} {self.what} in {seconds:.0f} s: {counts}; "
            f"{self.plays} plays compared, {self.faults} with faults of play"
        )
