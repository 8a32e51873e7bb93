"""`cassino serve`: the card table in the browser."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from cassino_dsl.cli.completion import complete_file
from cassino_dsl.cli.output import Command, ReadAgain

NEEDED = ("starlette", "uvicorn", "websockets", "segno")
EPILOG = """\b
Examples:
  cassino serve
  cassino serve --port 9000 --no-open
  cassino serve --lan
  cassino serve --port 9000 --address https://cards.example.org
"""


@click.command(cls=Command, answers=False, epilog=EPILOG)
@click.option(
    "--port", type=click.IntRange(0, 65535), help="Listen there.  [default: 8417, or any free one if it is taken]"
)
@click.option("--host", metavar="ADDRESS", help="Listen on this address of the machine.  [default: 127.0.0.1]")
@click.option("--lan", is_flag=True, help="Listen in the local network, and print the link as a QR code.")
@click.option("--address", metavar="URL", help="What browsers call it, where a proxy stands before it.")
@click.option(
    "--data",
    type=ReadAgain(),
    shell_complete=complete_file,
    help="The file in which tables are kept (default: in your state folder).",
)
@click.option(
    "--pace",
    type=click.FloatRange(0, 60),
    default=0.8,
    show_default=True,
    metavar="SECONDS",
    help="How long the program waits before it plays.",
)
@click.option(
    "--trust-native",
    is_flag=True,
    help="Let games of texts that others write be compiled: for people you trust.",
)
@click.option(
    "--open/--no-open",
    "opens",
    default=None,
    help="Open the page in your browser.  [default: in a terminal, on a machine with a screen]",
)
def command(
    port: int | None,
    host: str | None,
    lan: bool,
    address: str | None,
    data: Path | None,
    pace: float,
    trust_native: bool,
    opens: bool | None,
) -> int:
    """Play in the browser: against the program, and with others by links. Ctrl-C stops; tables are kept."""
    if lan and host is not None:
        raise click.UsageError("--lan and --host both say where to listen: give one of them")
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise click.UsageError(f"for `serve` install {', '.join(missing)}: pip install 'cassino-dsl[web]'")
    from cassino_dsl.web.server import LOCAL, CannotServe, Serving, lan_address, listen, rooms_file, serve
    from cassino_dsl.web.store import NoStore

    try:
        at = listen(lan_address() if lan else host or LOCAL, port, address)
        click.echo(f"The table is set: {at.link}")
        if at.key is not None:
            click.echo("Whoever has this link may open tables; each seat has a link of its own. Keep it to yourselves.")
        if lan:
            _print_code(at.link)
        click.echo("Ctrl-C stops; tables are kept.")
        sys.stdout.flush()
        if opens if opens is not None else not (lan or host or address) and _somebody_looks():
            click.launch(at.link)
        how = Serving(data or rooms_file(), pace, trust_native)
        serve(at, how, lambda text: click.echo(f"cassino: {text}", err=True))
    except (CannotServe, NoStore) as fault:
        raise click.UsageError(str(fault)) from fault
    return 0


def _somebody_looks() -> bool:
    """Whether there is a screen before which somebody sits who has just typed the command."""
    screen = sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    return sys.stdout.isatty() and bool(screen)


def _print_code(link: str) -> None:
    """The link as a QR code, where the terminal can draw it."""
    import segno

    code: Any = segno.make(link, error="l", micro=False)
    try:
        "▀▄█".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return
    code.terminal(out=sys.stdout, compact=True)
