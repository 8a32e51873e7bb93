"""How long an answer may take: `--steps`, which counts work and is the same on every machine, and `--timeout`."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import click

_STEPS, _TIMEOUT = "cassino.steps", "cassino.timeout"  # where the context of a command keeps what was given


class TimedOut(BaseException):
    """The time of `--timeout` is up. No fault that anything on the way may catch: it ends the answer."""


def keep_steps(context: click.Context, option: click.Parameter, value: int | None) -> None:
    context.meta[_STEPS] = value


def keep_timeout(context: click.Context, option: click.Parameter, value: float | None) -> None:
    if value is not None and value != value:
        raise click.BadParameter("nan is no time", context, option)
    if value is not None and not hasattr(signal, "setitimer"):
        raise click.UsageError("this system has no clock for --timeout; --steps does without one")
    context.meta[_TIMEOUT] = value


def given_steps() -> int | None:
    """What `--steps` of the running command says."""
    context = click.get_current_context(silent=True)
    return context.meta.get(_STEPS) if context else None


SOON = 0.01  # seconds


@contextmanager
def in_time() -> Iterator[None]:
    """One answer, for which the running command's `--timeout` is enough. Raises ``TimedOut``."""
    context = click.get_current_context(silent=True)
    seconds: float | None = context.meta.get(_TIMEOUT) if context else None
    if seconds is None:
        yield
        return

    over = False

    def end(number: int, frame: FrameType | None) -> None:
        if over:
            return
        if _finalizing(frame):  # what is raised there is lost
            signal.setitimer(signal.ITIMER_REAL, SOON)
            return
        raise TimedOut(f"this takes too long: it was stopped after {seconds:g} second{'' if seconds == 1 else 's'}")

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _finalizing(frame: FrameType | None) -> bool:
    """Whether something is being done away with: a finalizer, what a weak reference calls, or who hears of that."""
    heard = {getattr(one, "__code__", None) for one in gc.callbacks}
    while frame is not None:
        code = frame.f_code
        if code.co_name == "__del__" or code in heard or code.co_filename.endswith(("weakref.py", "_weakrefset.py")):
            return True
        frame = frame.f_back
    return False
