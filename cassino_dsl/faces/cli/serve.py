"""`cassino serve`: the card table in the browser."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from typing import Any

import click

from cassino_dsl.faces.cli.loading import read_player
from cassino_dsl.faces.cli.printing import remark
from cassino_dsl.players.names import search_of

NEEDED = ("starlette", "uvicorn", "websockets", "segno")


def serve(o: Any) -> int:
    if o.lan and o.host is not None:
        raise click.UsageError("--lan and --host both say where to listen: give one of them")
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise click.UsageError(f"for `serve` install {', '.join(missing)}: pip install 'cassino-dsl[web]'")
    try:
        against = o.against and read_player(o.against)
        if against:
            search_of(against)
    except ValueError as fault:
        raise click.UsageError(str(fault)) from fault
    from cassino_dsl.faces.web import server
    from cassino_dsl.faces.web.store import NoStore

    try:
        at = server.listen(server.lan_address() if o.lan else o.host or server.LOCAL, o.port, o.address)
        click.echo(f"The table is set: {at.link}")
        if at.key is not None:
            click.echo("Whoever has this link may open tables; each seat has a link of its own. Keep it to yourselves.")
        if o.lan:
            _print_code(at.link)
        click.echo("Ctrl-C stops; tables are kept.")
        sys.stdout.flush()
        if o.open if o.open is not None else not (o.lan or o.host or o.address) and _somebody_looks():
            click.launch(at.link)
        server.serve(at, server.Serving(o.data or server.rooms_file(), o.pace, o.trust_native, against), remark)
    except (server.CannotServe, NoStore) as fault:
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
