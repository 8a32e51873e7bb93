"""`--watch`: the answer is given again whenever a file has changed on which it may rest.

The files are looked at a few times a second. Folders of games are small; this needs no library, and works where a
system tells nobody of changes, as in containers and on network drives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import Any

import click

from cassino_dsl.faces.cli.files import named_files
from cassino_dsl.faces.cli.output import ELSEWHERE, WRITTEN
from cassino_dsl.faces.cli.printing import remark, report_fault
from cassino_dsl.faces.cli.terminal import nobody_reads
from cassino_dsl.language.compose.library import is_path
from cassino_dsl.language.project import NAMES, project_of
from cassino_dsl.language.syntax.read_source import is_pipe, path_of

EVERY = 0.2  # seconds
State = dict[Path, tuple[int, int]]  # when a file was changed, and its size


def watch(o: Any, answer: Callable[[], int]) -> int:
    """Answer again and again what the options ``o`` ask, until Ctrl-C or nobody reads it any more; the exit code of
    the last answer."""
    if o.format != "text":
        raise click.UsageError(f"--watch prints text for people, not {o.format}")
    if any(is_pipe(path_of(word)) for word in _words(o)):
        raise click.UsageError("--watch looks at files again: standard input and pipes can be read only once")
    meta = click.get_current_context().meta
    if ELSEWHERE in meta:
        raise click.UsageError("--watch answers again and again: it takes no -o FILE")
    code = None
    try:
        while True:
            before = _state(_words(o))
            click.clear()  # of a terminal
            meta[WRITTEN] = set()
            code = _answered(answer)
            before |= _looked_at(before.keys() & meta[WRITTEN])  # what we change ourselves is answered
            remark("waiting for a change; Ctrl-C ends")
            while _state(_words(o)) == before:
                if nobody_reads():
                    return code
                sleep(EVERY)
    except KeyboardInterrupt:
        if code is None:
            raise
        click.echo(err=True)
        return code


def _words(o: Any) -> list[str]:
    """The words of the command line that name files of the user."""
    return [*named_files(o.files), *(word for word in (o.over or "", *o.with_rules) if is_path(word))]


def _answered(answer: Callable[[], int]) -> int:
    """One answer; what would end a command, as a file that is just being written anew, is said, and waited over."""
    try:
        return answer()
    except click.ClickException as fault:
        fault.show()
        return 2
    except Exception as fault:
        return report_fault(fault)


def _state(words: Iterable[str]) -> State:
    return _looked_at(_around(words))


def _looked_at(paths: Iterable[Path]) -> State:
    found = {}
    for path in paths:
        with suppress(OSError):  # it has gone meanwhile
            said = path.stat()
            found[path.resolve()] = (said.st_mtime_ns, said.st_size)
    return found


def _around(words: Iterable[str]) -> Iterator[Path]:
    """The variant files of the folders that are named, or in which files lie that are, and settings above them."""
    for path in map(Path, words):
        folder, inside = (path, "**/*.y*ml") if path.is_dir() else (path.parent, "*.y*ml")
        yield from folder.glob(inside)
        yield from (folder / "house").glob("*.y*ml")
        yield from (folder / name for name in NAMES)
        if above := project_of(path).file:
            yield Path(above)
