"""How long hostile input may take: seconds of the processor that this thread works, without what Python does
meanwhile about all that a long test run has made."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def soon(seconds: float) -> Iterator[None]:
    """What is done within takes no longer. ``seconds`` is several times what it takes: machines differ, and what is
    looked for takes minutes."""
    collects = gc.isenabled()
    gc.disable()
    start = time.thread_time()
    try:
        yield
    finally:
        if collects:
            gc.enable()
    assert time.thread_time() - start < seconds
