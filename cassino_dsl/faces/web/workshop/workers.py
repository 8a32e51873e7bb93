"""The processes that look at texts: so many at once, each killed when it takes too long, and started anew."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory, mkdtemp
from threading import Lock, Timer
from typing import Any

import cassino_dsl
from cassino_dsl.faces.web import limits
from cassino_dsl.faces.web.requests import BadRequest, Question
from cassino_dsl.faces.web.workshop.match import TextMatch, TextReplay

MODULE = "cassino_dsl.faces.web.workshop.worker"
NATIVE = "native"  # said to a process that may compile
START = 30.0  # seconds that a process may take to begin
LARGE = f"this takes more memory than a text may ask for here ({limits.MEMORY >> 20} MiB): make it smaller"
SLOW = (
    "this takes too long: it was stopped after {:g} seconds; make the text smaller, or run `cassino` on a machine of "
    "your own"
)
QUESTIONS = 200  # that one process answers: what it has remembered goes with it


class WorkerProcess:
    """One process, in a folder of its own."""

    def __init__(self, folder: str, native: bool) -> None:
        root = str(Path(cassino_dsl.__file__).parents[1])
        self.folder = mkdtemp(dir=folder)
        self.asked = 0
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", MODULE, self.folder, str(limits.MEMORY), *((NATIVE,) if native else ())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": root, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
        )
        try:
            self._line(START)
        except BadRequest:
            self.close()
            raise

    def ask(self, question: Question | TextMatch | TextReplay) -> dict[str, Any]:
        """What it says; raises ``BadRequest`` where the process has ended before."""
        assert self.process.stdin is not None
        self.asked += 1
        with suppress(OSError):  # of a process that has ended nothing is heard, either
            pickle.dump(question, self.process.stdin)
            self.process.stdin.flush()
        found: dict[str, Any] = json.loads(self._line(question.seconds))
        return found

    def _line(self, seconds: float) -> bytes:
        """What it says next, if it does so in time."""
        assert self.process.stdout is not None
        killed: list[bool] = []

        def kill() -> None:
            killed.append(True)
            self.process.kill()

        timer = Timer(seconds, kill)
        timer.start()
        try:
            line = self.process.stdout.readline(2 * limits.ANSWER)
        finally:
            timer.cancel()
        if not line.endswith(b"\n"):
            raise BadRequest(SLOW.format(seconds) if killed else LARGE)
        return line

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what was not written is not needed
                    pipe.close()
        rmtree(self.folder, ignore_errors=True)


class Workers:
    """All of them. ``threads`` ask about texts, ``tables`` for rooms in which texts are played: neither keeps the
    other waiting. ``native``: whether texts are trusted, and may be compiled."""

    def __init__(self, native: bool = False) -> None:
        self.native = native
        self.threads = ThreadPoolExecutor(limits.PROCESSES, "workshop")
        self.tables = ThreadPoolExecutor(limits.TABLES, "text-table")
        self.folder: TemporaryDirectory[str] | None = None
        self.free: list[WorkerProcess] = []
        self.all: set[WorkerProcess] = set()
        self.lock = Lock()
        self.closed = False

    def warm(self) -> None:
        """Have a process ready for the first question; where there can be none, who asks is told."""
        if not self.all:
            with suppress(BadRequest, RuntimeError):
                self._put_back(self._take())

    def ask(self, question: Question | TextMatch | TextReplay) -> dict[str, Any]:
        """The answer to a question, from a process that has nothing else to do; raises ``BadRequest``."""
        worker, found = self._take(), None
        try:
            found = worker.ask(question)
        finally:
            self._put_back(worker, whole=found is not None)
        if "error" in found:
            raise BadRequest(found["error"])
        if "fault" in found:
            raise RuntimeError(f"in the workshop, {question.do}: {found['fault']}")
        answer: dict[str, Any] = found["answer"]
        return answer

    def _take(self) -> WorkerProcess:
        with self.lock:
            if self.closed:
                raise BadRequest("the server is being stopped")
            self.folder = self.folder or TemporaryDirectory(prefix="cassino-workshop-", ignore_cleanup_errors=True)
            folder = self.folder.name
            while self.free:
                worker = self.free.pop()
                if worker.process.poll() is None:
                    return worker
                self.all.discard(worker)
                worker.close()
        try:
            worker = WorkerProcess(folder, self.native)
        except (BadRequest, OSError) as fault:
            raise RuntimeError("a process of the workshop cannot be started") from fault
        with self.lock:
            self.all.add(worker)
            if self.closed:
                worker.close()
        return worker

    def _put_back(self, worker: WorkerProcess, whole: bool = True) -> None:
        """Let a process answer others, or end it."""
        with self.lock:
            if whole and worker.asked < QUESTIONS:
                self.free.append(worker)
                return
            self.all.discard(worker)
        worker.close()

    def close(self) -> None:
        """End all processes; who waits for one hears that it has died."""
        with self.lock:
            self.closed = True
            left = [*self.all]
        for worker in left:
            worker.process.kill()
        for threads in (self.threads, self.tables):
            threads.shutdown(wait=True, cancel_futures=True)
        for worker in left:
            worker.close()
        if self.folder is not None:
            self.folder.cleanup()
