"""Calls of the C that may take long, and a Ctrl-C that does not wait for them."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


def interruptible(call: Callable[[], T]) -> T:
    """The result or the fault of a call, made in a thread of its own.

    Python handles signals between steps of the main thread, and a call of the C is one step. A thread that is left
    behind ends with the process.
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
    thread.join()
    if faults:
        raise faults[0]
    return results[0]
