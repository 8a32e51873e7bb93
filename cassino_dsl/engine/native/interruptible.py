"""Long calls of the C that do not hold up the program: a Ctrl-C comes through, and time runs out."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


def interruptible(call: Callable[[], T], seconds: float | None = None) -> T:
    """The result or the fault of a long call of the C, made in a thread of its own; ``TimeoutError`` where it takes
    longer than ``seconds``.

    Python handles signals between steps of the main thread, and a call of the C is one step. A thread that is left
    behind ends with the process, or at a limit of the engine.
    """
    results: list[T] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            results.append(call())
        except BaseException as fault:
            faults.append(fault)

    thread = Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if faults:
        raise faults[0]
    if not results:
        raise TimeoutError
    return results[0]
