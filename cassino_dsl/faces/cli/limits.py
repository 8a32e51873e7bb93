"""How long an answer may take: `--steps`, which counts work and is the same on every machine, and `--timeout`."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
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

    over, lost = False, sys.unraisablehook

    def end(number: int, frame: FrameType | None) -> None:
        if not over:
            time = f"{Decimal(str(seconds)).normalize():f} second{'' if seconds == 1 else 's'}"
            raise TimedOut(f"this takes too long: it was stopped after {time}")

    def again(said: sys.UnraisableHookArgs) -> None:
        """What is raised where something is done away with is lost: in a finalizer, in what a weak reference calls."""
        if said.exc_type is TimedOut:
            signal.setitimer(signal.ITIMER_REAL, 0 if over else SOON)
        else:
            lost(said)

    before = signal.signal(signal.SIGALRM, end)
    sys.unraisablehook = again
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = lost
