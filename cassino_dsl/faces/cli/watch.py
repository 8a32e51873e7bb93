"""`--watch`: the answer is given again whenever a file has changed on which it may rest.

The files are looked at a few times a second. Folders of games are small; this needs no library, and works where a
system tells nobody of changes, as in containers and on network drives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from time import sleep

import click

from cassino_dsl.faces.cli.files import named_files
from cassino_dsl.faces.cli.output import ELSEWHERE
from cassino_dsl.faces.cli.printing import remark, report_fault
from cassino_dsl.language.project import NAMES, project_of
from cassino_dsl.language.syntax.given_texts import is_pipe, path_of

EVERY = 0.2  # seconds
State = dict[Path, tuple[int, int]]  # when a file was changed, and its size


def watch(files: tuple[str, ...], format: str, answer: Callable[[], int]) -> int:
    """Answer again and again, until Ctrl-C; the exit code of the last answer."""
    if format != "text":
        raise click.UsageError(f"--watch prints text for people, not {format}")
    if any(is_pipe(path_of(word)) for word in files):
        raise click.UsageError("--watch looks at files again: standard input and pipes can be read only once")
    if ELSEWHERE in click.get_current_context().meta:
        raise click.UsageError("--watch answers again and again: it takes no -o FILE")
    code = None
    try:
        while True:
            before = _state(named_files(files))
            click.clear()  # of a terminal
            code = _answered(answer)
            remark("waiting for a change; Ctrl-C ends")
            while _state(named_files(files)) == before:
                sleep(EVERY)
    except KeyboardInterrupt:
        if code is None:
            raise
        click.echo(err=True)
        return code


def _answered(answer: Callable[[], int]) -> int:
    """One answer; what would end a command, as a file that is just being written anew, is said, and waited over."""
    try:
        return answer()
    except click.ClickException as fault:
        fault.show()
        return 2
    except Exception as fault:
        return report_fault(fault)


def _state(files: tuple[str, ...]) -> State:
    found = {}
    for path in _around(files):
        with suppress(OSError):  # it has gone meanwhile
            said = path.stat()
            found[path] = (said.st_mtime_ns, said.st_size)
    return found


def _around(files: tuple[str, ...]) -> Iterator[Path]:
    """The variant files of the folders that are named, or in which files lie that are, and settings above them."""
    for path in map(Path, files):
        folder, inside = (path, "**/*.y*ml") if path.is_dir() else (path.parent, "*.y*ml")
        yield from folder.glob(inside)
        yield from (folder / "house").glob("*.y*ml")
        yield from (folder / name for name in NAMES)
        if above := project_of(path).file:
            yield Path(above)
