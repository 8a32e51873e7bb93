"""Files that commands write: they appear whole and never take the place of another.

Everything that a command writes by the wish of its user goes through `new_file` or `refuse_overwriting`, so that there
is one meaning of `--force`.
"""

from __future__ import annotations

import codecs
import errno
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, TextIO

import click
from click.core import ParameterSource

from cassino_dsl.language.syntax.read_source import read_bytes

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
FORCE = "cassino.force"  # where the context of a command keeps whether --force was given
ELSEWHERE = "cassino.elsewhere"  # and, where -o sends the answer into a file, standard output as it was
WRITTEN = "cassino.written"  # and, where a command answers again and again, the files to which it gave another text


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
    return stream.buffer  # type: ignore[no-any-return]


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


@contextmanager
def new_place(path: Path) -> Iterator[Path]:
    """Where to write a file that is no text, and that stands at ``path`` once the block has ended; as ``new_file``."""
    refuse_overwriting(path)
    if not path.parent.exists():
        raise click.UsageError(f"there is no folder `{path.parent}`")
    with _part_of(path) as part, _named(path):
        yield part
        refuse_overwriting(path)


def mark_of(path: Path) -> str:
    """The byte order mark with which a file begins, or nothing."""
    return "\ufeff" if read_bytes(path).startswith(codecs.BOM_UTF8) else ""


def rewrite(path: Path, text: str, folder: Path | None = None) -> None:
    """Give the file at ``path`` another text, all at once; what else is true of it stays.

    A link in the ``folder`` that was named is followed, since what it leads to lies there too; another is a usage
    error, since what it leads to was not named. Raises ``OSError``, with the name of the file, where it may not be
    written to, though another could take its place, or cannot be."""
    if path.is_symlink():
        if folder is None:
            raise click.UsageError(f"{path} is a link: name the file itself, {path.resolve()}")
        path = path.resolve()
    try:
        said = path.stat()
        if not said.st_mode & 0o222 or not os.access(path, os.W_OK):  # root may write to what it should not
            raise PermissionError(errno.EACCES, "it is only to be read, and stays as it is")
        data = (mark_of(path) + text).encode()
        if said.st_nlink > 1:  # another file in its place would leave the old text to its other names
            path.write_bytes(data)
        else:
            with _part_of(path) as part:
                part.write_bytes(data)
                with suppress(PermissionError, AttributeError):  # what only root may do, and not on every system
                    os.chown(part, said.st_uid, said.st_gid)
                shutil.copymode(path, part)
    except OSError as fault:
        fault.filename, fault.filename2 = str(path), None  # the name that the user knows
        raise
    click.get_current_context().meta.get(WRITTEN, set()).add(path.resolve())


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


# ---- what the ending of a file says: `-o dealer.html` is a page, and `--records rounds.csv` a table
ENDINGS = {
    "text": (".txt", ".text", ".log", ".out"),
    "json": (".json",),
    "csv": (".csv",),
    "markdown": (".md", ".markdown"),
    "html": (".html", ".htm"),
    "sarif": (".sarif", ".json"),
    "github": (".txt", ".log"),
    "junit": (".xml",),
}
OF_YAML = (".yaml", ".yml")
PRINT_YAML = ("show", "apply")  # rulesets and positions, as text
OF_LINES = (".jsonl", ".ndjson")  # answers to a batch, and records
TABLES = (".csv", ".parquet")  # of rounds
_KNOWN = {ending for endings in (*ENDINGS.values(), OF_YAML, OF_LINES, TABLES) for ending in endings}


def by_ending(context: click.Context, said: dict[str, Any], output: Path) -> None:
    """Choose the format of an answer by where it goes. A usage error where the command has no such format, or where
    another one was asked for in words; what no ending tells is as it was."""
    param = next((p for p in context.command.params if p.name == "format"), None)
    ending = output.suffix.lower()
    if param is None or not isinstance(param.type, click.Choice) or not ending or _is_device(output):
        return
    also = (OF_YAML if context.command.name in PRINT_YAML else ()) + (OF_LINES if said.get("batch") else ())
    made = {format: (*ENDINGS[format], *(also if format == "text" else ())) for format in param.type.choices}
    fitting = [format for format, endings in made.items() if ending in endings]
    if context.get_parameter_source("format") is not ParameterSource.DEFAULT:
        if said["format"] not in fitting and ending in _KNOWN and not (said.get("batch") and ending in OF_LINES):
            raise click.UsageError(
                f"--format {said['format']} and the ending of {output.name} contradict each other: leave --format out, "
                f"or call the file …{made[said['format']][0]}"
            )
    elif not fitting:
        endings = _listed([endings[0] for endings in made.values()])
        raise click.UsageError(f"{output.name}: `{context.command.name}` writes {endings}; --format goes with any name")
    elif said["format"] not in fitting:
        said["format"] = fitting[0]


def is_table(records: Path) -> bool:
    """Whether `--records` asks for a table of rounds; a usage error where its ending is another one, which a program
    that opens the file by it would be wrong about: no ``--format`` says here what is meant."""
    ending = records.suffix.lower()
    if ending and ending not in (*TABLES, *OF_LINES, *ENDINGS["text"]) and not _is_device(records):
        raise click.UsageError(f"{records.name}: records are written as {_listed([OF_LINES[0], *TABLES])}")
    return ending in TABLES


def _is_device(path: Path) -> bool:
    return path.exists() and not path.is_file()


def _listed(endings: Sequence[str]) -> str:
    return f"{', '.join(endings[:-1])} and {endings[-1]}"
