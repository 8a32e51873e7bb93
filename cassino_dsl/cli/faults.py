"""How faults end a command: never with a traceback."""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path

import click

from cassino_dsl.cli.limits import TimedOut
from cassino_dsl.cli.terminal import coloured
from cassino_dsl.diagnostics.diagnostic import Diagnostic


def report_fault(fault: BaseException) -> int:
    """Say what went wrong on stderr; the exit code. 1 for faults of files and plays, 2 for all others."""
    from cassino_dsl.compose.library import NotFound
    from cassino_dsl.diagnostics.text import safe
    from cassino_dsl.game import CassinoError
    from cassino_dsl.learned.weights import BadWeights
    from cassino_dsl.ruleset.errors import RunFault
    from cassino_dsl.simulate.wanted import NoEngine

    if isinstance(fault, CassinoError):
        show_diagnostics(fault.diagnostics)
        return 1
    if isinstance(fault, RunFault):
        click.echo(click.style(f"error[{fault.code}]", fg="red", bold=True) + f": {safe(str(fault))}", err=True)
        if fault.help:
            click.echo(f"  = help: {safe(fault.help)}", err=True)
        return 1
    if isinstance(fault, TimedOut):
        click.echo(click.style("error[takes-too-long]", fg="red", bold=True) + f": {fault}", err=True)
        return 1
    if isinstance(fault, NotFound):
        click.echo(f"cassino: {safe(str(fault))}", err=True)
        if fault.help:
            click.echo(f"  = help: {safe(fault.help)}", err=True)
        return 2
    if isinstance(fault, NoEngine | BadWeights):
        click.echo(f"cassino: {safe(str(fault))}", err=True)
        return 2
    if isinstance(fault, OSError):
        click.echo(f"cassino: {safe(_about_file(fault))}", err=True)
        return 2
    if os.environ.get("CASSINO_DEBUG"):
        traceback.print_exc()
    click.echo(f"cassino: internal error: {type(fault).__name__}: {safe(str(fault))}", err=True)
    click.echo("  = help: this is a fault of the program; CASSINO_DEBUG=1 shows where", err=True)
    return 2


def _about_file(fault: OSError) -> str:
    name = f"`{fault.filename}`" if fault.filename else "a file"
    if isinstance(fault, FileNotFoundError):
        if not fault.filename:
            return "a file, or the folder in which it should lie, is not there"
        folder = Path(fault.filename).parent
        return f"there is no file {name}" if folder.exists() else f"there is no folder `{folder}`"
    if isinstance(fault, IsADirectoryError):
        return f"{name} is a folder, not a file"
    return f"{name}: {fault.strerror or fault}"


def show_diagnostics(diagnostics: list[Diagnostic]) -> None:
    """Print diagnostics as text to stderr."""
    from cassino_dsl.diagnostics.text import render

    for diagnostic in diagnostics:
        click.echo(render(diagnostic, coloured(sys.stderr)), err=True)
