"""A process that answers questions about texts. It is killed when it takes too long, or when nobody wants to know any
more, and started anew for the next question."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import cassino_dsl
from cassino_dsl.faces.lsp.open_texts import OpenText

MODULE = "cassino_dsl.faces.lsp.worker"
START = 30.0  # seconds that a process may take to begin
LONGEST = 32 << 20  # bytes of an answer


@dataclass(frozen=True, slots=True)
class EditorSetting:
    """What an editor works with: how it counts, its folders, and whether it fills in ``snippets``."""

    encoding: str
    folders: tuple[Path, ...]
    snippets: bool = False


@dataclass(frozen=True, slots=True)
class Errand:
    """What is asked for. ``texts``: those that have changed since the last question, None for one that was closed."""

    do: str
    args: tuple[Any, ...]
    seconds: float
    setting: EditorSetting
    texts: Mapping[str, OpenText | None]


class Refused(Exception):
    """There is no answer, and this is why."""


class StoppedLooking(Refused):
    """It took too long, or the process was stopped."""


class Process:
    """Answers one question after the other, the more urgent first. ``nice``: by how much others go first; ``texts``:
    those that are open now."""

    def __init__(
        self, nice: int, setting: Callable[[], EditorSetting], texts: Callable[[], Mapping[str, OpenText]]
    ) -> None:
        self.nice, self.setting, self.texts = nice, setting, texts
        self.known: dict[str, OpenText] = {}
        self.process: asyncio.subprocess.Process | None = None
        self.numbers = count()
        self.waiting: asyncio.PriorityQueue[tuple[int, int, _Asked]] = asyncio.PriorityQueue()
        self.task: asyncio.Task[None] | None = None
        self.now: _Asked | None = None

    async def ask(self, do: str, *args: Any, seconds: float, urgency: int = 0) -> Any:
        """The answer to a question; raises ``StoppedLooking``. One that is cancelled before its turn is not asked."""
        asked = _Asked(do, args, seconds, asyncio.get_running_loop().create_future())
        self.waiting.put_nowait((urgency, next(self.numbers), asked))
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._answer_all())
        return await asked.answer

    def stop(self) -> None:
        """End what is being done, if anything is."""
        if self.now is not None:
            self._kill()

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            with suppress(asyncio.CancelledError):
                await self.task
        process = self.process
        self._kill()
        if process is not None:
            await process.wait()

    def _kill(self) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()
            self.process = None

    async def _answer_all(self) -> None:
        while not self.waiting.empty():
            _, _, asked = self.waiting.get_nowait()
            if asked.answer.done():
                continue
            self.now = asked
            try:
                found = await asyncio.wait_for(self._answer(asked), START + asked.seconds)
            except (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
                self._kill()
                found = {"fault": None}
            finally:
                self.now = None
            if asked.answer.done():
                continue
            if "answer" in found:
                asked.answer.set_result(found["answer"])
            elif "refused" in found:
                asked.answer.set_exception(Refused(found["refused"]))
            elif found["fault"] is None:
                asked.answer.set_exception(StoppedLooking(f"`{asked.do}` was stopped"))
            else:
                asked.answer.set_exception(RuntimeError(f"{asked.do}: {found['fault']}"))

    async def _answer(self, asked: _Asked) -> dict[str, Any]:
        process = self.process or await self._start()
        assert process.stdin is not None
        texts = self.texts()
        changed: dict[str, OpenText | None] = {u: t for u, t in texts.items() if self.known.get(u) is not t}
        changed |= {uri: None for uri in self.known if uri not in texts}
        self.known = dict(texts)
        errand = Errand(asked.do, asked.args, asked.seconds, self.setting(), changed)
        process.stdin.write(pickle.dumps(errand))
        await process.stdin.drain()
        line = await asyncio.wait_for(_line(process), asked.seconds)
        found: dict[str, Any] = json.loads(line)
        return found

    async def _start(self) -> asyncio.subprocess.Process:
        root = str(Path(cassino_dsl.__file__).parents[1])
        one = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", MODULE, str(self.nice)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": root, **one},
            limit=LONGEST,
        )
        self.process, self.known = process, {}
        await asyncio.wait_for(_line(process), START)
        return process


@dataclass(frozen=True, slots=True, order=False)
class _Asked:
    do: str
    args: tuple[Any, ...]
    seconds: float
    answer: asyncio.Future[Any]


async def _line(process: asyncio.subprocess.Process) -> bytes:
    assert process.stdout is not None
    return await process.stdout.readuntil(b"\n")
