"""What every command has: `--color`, and where it prints: stdout, or with `-o FILE` a file that appears whole and never
takes the place of another.

Everything that a command writes by the wish of its user goes through `new_file` or `refuse_overwriting`, so that there
is one meaning of `--force`.
"""

from __future__ import annotations

import codecs
import errno
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import IO, Any, TextIO

import click

from cassino_dsl.cli.terminal import COLOR, choose_colour

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
FORCE = "cassino.force"  # where the context of a command keeps whether --force was given
ELSEWHERE = "cassino.elsewhere"  # and, where -o sends the answer into a file, standard output as it was
STDOUT = Path("-")


class NewFile(click.Path):
    """A file that is written: `-` is standard output, for every option, and `./-` a file of that name."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, dir_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if str(value) in ("-", "/dev/stdout"):
            return STDOUT
        path = super().convert(value, param, ctx)
        return Path.cwd() / path if path == STDOUT else path


class ReadAgain(click.Path):
    """A file or folder that is written and read again, which standard output cannot be."""

    def __init__(self, folder: bool = False) -> None:
        super().__init__(path_type=Path, file_okay=not folder, dir_okay=folder)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if str(value) == "-":
            what = "folder" if self.dir_okay else "file"
            self.fail(f"`-` is standard output, and this {what} is read again: give it a name", param, ctx)
        return super().convert(value, param, ctx)


class Command(click.Command):
    """A command of `cassino`: it has `--color`, and if it ``answers`` also `-o FILE` and `--force`."""

    def __init__(self, *args: Any, answers: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for param in self.params:
            if isinstance(param.type, click.IntRange):
                param.type.name = "whole number"  # as click's messages call it
                param.metavar = param.metavar or "N"
        if answers:
            self.params += [
                click.Option(["-o", "--output"], type=NewFile(), metavar="FILE", help="Write to FILE, not to stdout."),
                click.Option(["--force"], is_flag=True, help="Write over files that exist already."),
            ]
        self.params.append(
            click.Option(["--color"], type=click.Choice(COLOR), default="auto", help="Colours: auto is for a terminal.")
        )

    def invoke(self, ctx: click.Context) -> Any:
        ctx.color = choose_colour(ctx.params.pop("color"))
        try:
            return self._answer(ctx, ctx.params.pop("output", None), ctx.params.pop("force", False))
        except (click.ClickException, click.Abort, click.exceptions.Exit):
            raise  # click's own ways out
        except Exception as fault:
            from cassino_dsl.cli.faults import report_fault

            return report_fault(fault)  # here, where the colours are known

    def _answer(self, ctx: click.Context, output: Path | None, force: bool) -> Any:
        ctx.meta[FORCE] = force
        ctx.meta[ELSEWHERE] = None if output in (None, STDOUT) else sys.stdout
        if output is None or output == STDOUT:
            return super().invoke(ctx)
        with new_file(output) as file, redirect_stdout(file):
            code = super().invoke(ctx)
        click.echo(f"wrote {output}", err=True)
        return code


def refuse_overwriting(path: Path) -> None:
    """A usage error where a file stands at ``path`` already and the running command has no `--force`."""
    context = click.get_current_context(silent=True)
    if path.exists() and not (context and context.meta.get(FORCE)):
        raise click.UsageError(f"{path} exists already: --force writes over it")


def clear_place(path: Path) -> None:
    """Make room for a file that is written bit by bit: as ``refuse_overwriting``, and with `--force` what stands there
    goes. A device stays."""
    if path.is_file():
        refuse_overwriting(path)
        path.unlink()


def bare_stdout() -> IO[bytes]:
    """Standard output for something beside the answer, which has to go elsewhere."""
    stream = click.get_current_context().meta.get(ELSEWHERE)
    if stream is None:
        raise click.UsageError("standard output takes the answer: with `-o FILE` it goes elsewhere")
    found: IO[bytes] = stream.buffer
    return found


@contextmanager
def new_file(path: Path) -> Iterator[TextIO]:
    """A file that stands at ``path`` once the block has ended; after a fault in it nothing has changed.

    Raises a usage error as ``refuse_overwriting`` does, and ``OSError`` where nothing can be written. What is no file,
    as /dev/null, is written to as it is.
    """
    if path.exists() and not path.is_file():
        with _named(path), path.open("w", encoding="utf-8") as file:
            yield file
        return
    refuse_overwriting(path)
    with _part_of(path) as part:
        with _named(path), _opened(part, path) as file:
            yield file
        refuse_overwriting(path)  # what came to stand there meanwhile is not ours either


def rewrite(path: Path, text: str) -> None:
    """Give the file at ``path`` another text, all at once; what else is true of it stays.

    A link is refused, since what it leads to was not named."""
    if path.is_symlink():
        raise click.UsageError(f"{path} is a link: name the file itself")
    mark = codecs.BOM_UTF8 if path.read_bytes().startswith(codecs.BOM_UTF8) else b""
    with _part_of(path) as part:
        part.write_bytes(mark + text.encode())
        shutil.copymode(path, part)


@contextmanager
def _part_of(path: Path) -> Iterator[Path]:
    """A file beside ``path`` that takes its place once the block has ended without a fault."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield part
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """A full disk, which names no file, is a fault of the file at ``path``."""
    try:
        yield
    except OSError as fault:
        if fault.errno in _FULL:
            fault.filename = fault.filename or str(path)
        raise


def _opened(part: Path, path: Path) -> TextIO:
    try:
        return part.open("x", encoding="utf-8", errors="replace")
    except FileNotFoundError:
        raise click.UsageError(f"there is no folder `{path.parent}`") from None
    except OSError as fault:
        fault.filename = str(path)  # the name that the user knows
        raise
