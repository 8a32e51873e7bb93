"""How far long work has come: one line on stderr, where that is a terminal."""

from __future__ import annotations

import os
import sys
import time

import click

EVERY = 0.1  # seconds


class StatusLine:
    """A line that is written over, not too often, and cleared in the end."""

    def __init__(self) -> None:
        # a dumb terminal cannot write over a line
        self.shown = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self.last = 0.0

    def due(self) -> bool:
        """Whether it is time for another text."""
        return self.shown and time.monotonic() - self.last >= EVERY

    def show(self, text: str) -> None:
        self.last = time.monotonic()
        click.echo(f"\r\033[K{text}", err=True, nl=False)

    def remark(self, text: str) -> None:
        self.clear()
        click.echo(f"cassino: {text}", err=True)

    def clear(self) -> None:
        if self.shown and self.last:
            click.echo("\r\033[K", err=True, nl=False)
            self.last = 0.0


class StepLine(StatusLine):
    """What is being done, and how far it is."""

    def __call__(self, what: str, number: int, whole: int) -> None:
        if self.due():
            of = f" of {whole:,}" if whole else ""
            self.show(what + (f": {number:,}{of}" if number else " …"))
