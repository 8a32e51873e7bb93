"""Where a command's words go: whether colours go there, and what happens when nobody reads them any more."""

from __future__ import annotations

import io
import os
import re
import select
import sys
from typing import Any, Literal, TextIO

import click

from cassino_dsl.book.pages.from_markdown import BARE

COLOUR = "cassino.colour"  # where the context of a command keeps what `--color` means
INTERRUPTED = 130  # the exit code after Ctrl-C, as shells say it: 128 and the number of the signal


def choose_colour(wish: str) -> bool | None:
    """What `--color` means here, as click understands it: True and False decide, None leaves it to the stream.

    Left alone (`auto`), the environment may say no: by NO_COLOR (https://no-color.org), or a terminal that is dumb.
    """
    if wish != "auto":
        return wish == "always"
    return False if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" else None


def escape_of(stream: TextIO) -> str:
    """With what the colours begin that the running command prints to a stream; nothing where it has none."""
    context = click.get_current_context(silent=True)
    wish = context.meta.get(COLOUR) if context else choose_colour("auto")
    return _escape(stream) if (stream.isatty() if wish is None else wish) else ""


def cleared(stream: TextIO) -> str:
    """What clears a line of a terminal."""
    return f"{_escape(stream)}[1G{_escape(stream)}[K"


def _escape(stream: TextIO) -> str:
    return _OWN if isinstance(stream, _Screen) else "\x1b"


class _Pipe(io.FileIO):
    """The end of a pipe that may be closed on the other side, as by `| head`: what nobody reads is dropped, and the
    command goes on, so that its exit code is what it would have been. Where nothing can be written for another reason,
    as on a full disk, that is said once."""

    closed_there = False

    def write(self, data: Any) -> int:
        if self.closed_there:
            return len(data)
        try:
            return super().write(data)
        except BrokenPipeError:
            self.closed_there = True
            return len(data)
        except OSError as fault:
            self.closed_there = True
            if self.fileno() == 2:  # nobody is there whom it could be said to
                return len(data)
            fault.filename = "standard output"
            raise


class _Screen(io.TextIOWrapper):
    """A terminal, and wherever messages go, since that may be one in the end. A terminal obeys what it is sent, so that
    only the program's own colours get there, which begin with what no file and no name can hold; whatever else of the
    kind stands in these is shown and not obeyed."""

    def write(self, text: str) -> int:
        from cassino_dsl.language.diagnostics.text import visible

        super().write(_OBEYED.sub(lambda found: "\x1b" if found[0] == _OWN else visible(found[0]), text))
        return len(text)


_OWN = f"\x1b{os.urandom(16).hex()}"  # the escape of our own colours, another in every run
# control characters but for ends of lines; marks that turn a line round
_OBEYED = re.compile(
    rf"{_OWN}|\r(?!\n)"
    r"|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]"
)


def nobody_reads() -> bool:
    """Whether the reader of stdout has gone away: what answers without end may stop then."""
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    if not isinstance(raw, _Pipe) or raw.closed_there or not hasattr(select, "poll"):
        return isinstance(raw, _Pipe) and raw.closed_there
    ends = select.poll()
    ends.register(raw, 0)
    gone = select.POLLERR | select.POLLHUP  # known before anything is written
    return any(event & gone for _, event in ends.poll(0))


def keep_pipes() -> None:
    """Let stdout and stderr survive readers that go away, and characters that their encoding lacks. From a stream that
    was closed before the program began (`>&-`) nothing comes; an answer cannot be written there, and messages are lost.
    """
    sys.stdin = sys.stdin or _nothing("r")
    sys.stdout = _kept(sys.stdout) if sys.stdout else _made(os.open(os.devnull, os.O_RDONLY))
    sys.stderr = _kept(sys.stderr or _nothing("w"))


def _nothing(mode: Literal["r", "w"]) -> TextIO:
    return open(os.devnull, mode, encoding="utf-8")


def _kept(stream: TextIO) -> TextIO:
    if not isinstance(stream, io.TextIOWrapper) or stream not in (sys.__stdout__, sys.__stderr__):
        return stream  # not that of the process: someone catches what is printed
    stream.flush()
    return _made(stream.fileno(), stream.encoding, stream.line_buffering)


def _made(number: int, encoding: str = "utf-8", by_lines: bool = False) -> TextIO:
    made = _Screen if number == 2 or os.isatty(number) else io.TextIOWrapper
    raw = _Pipe(number, "w", closefd=False)
    return made(io.BufferedWriter(raw), encoding, BARE, line_buffering=by_lines)
