"""Ctrl-C: the first one stops a run after the block that is being played, so that what was played is kept whole."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any


class Interrupts:
    """Listens to Ctrl-C while it is entered; ``pressed`` says whether it came. A second one ends at once."""

    def __init__(self) -> None:
        self.pressed = False
        self.before: Any = None

    def __enter__(self) -> Interrupts:
        # only the main thread may listen to signals; a run in another thread is stopped by its caller
        if threading.current_thread() is threading.main_thread():
            self.before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)

    def _press(self, number: int, frame: FrameType | None) -> None:
        if self.pressed:
            raise KeyboardInterrupt
        self.pressed = True
