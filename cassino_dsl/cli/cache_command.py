"""`cassino cache`: what the program keeps for itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from cassino_dsl.cache import NoCache, cache_folder, clear, contents, private_folder

EPILOG = """\b
Examples:
  cassino cache show
"""


@click.group(epilog=EPILOG)
def command() -> None:
    """Show or delete what the program keeps: tables of its parser, and rulesets compiled for the native engine.

    The folder is CASSINO_CACHE_DIR if that is set, else the place where this system keeps such things. It is used
    only where nobody but you can write to it. Whatever is missing is made anew.
    """


@command.command("show")
def show_command() -> int:
    """Print the folder and what lies there; exit code 2 where nothing can be kept."""
    with _said():
        folder = private_folder()
    click.echo(f"{folder}: {_told([file.lstat().st_size for file in contents()])}")
    return 0


@command.command("clear")
def clear_command() -> int:
    """Delete what the program has kept, and nothing else that lies in the folder."""
    with _said():
        folder = cache_folder()
    click.echo(f"{folder}: deleted {_told(clear())}")
    return 0


@contextmanager
def _said() -> Iterator[None]:
    """Where nothing can be kept, that is the answer."""
    try:
        yield
    except NoCache as fault:
        raise click.ClickException(f"nothing is kept: {fault}") from fault


def _told(sizes: list[int]) -> str:
    files = f"{len(sizes)} file{'' if len(sizes) == 1 else 's'}"
    return f"{files}, {sum(sizes) / 1e6:.1f} MB" if sizes else "no files"
