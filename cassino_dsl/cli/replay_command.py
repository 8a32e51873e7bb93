"""``cassino replay``: play recorded matches again and check them."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from cassino_dsl.cli.common import format_option, print_json
from cassino_dsl.cli.completion import complete_file
from cassino_dsl.cli.output import Command

MOST = 20  # differences that are shown
LONGEST = 20_000_000  # characters of a line

EPILOG = """\b
Examples:
  cassino simulate scopa --games 10 --records games.jsonl
  cassino replay games.jsonl
"""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("file", shell_complete=complete_file, metavar="FILE")
@format_option()
def command(file: str, format: str) -> int:
    """Play the matches of FILE again: every play must be legal, and every score must come out the same.

    FILE is what `simulate --records` has written, `-` standard input."""
    from cassino_dsl.simulate.replay import Different, Replayer

    replayer = Replayer(_load)
    played, found = 0, []
    with nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as lines:
        while line := lines.readline(LONGEST):
            played += 1
            try:
                replayer.replay(_record(line))
            except Different as fault:
                found.append({"line": played, "message": str(fault)})
    if format == "json":
        print_json({"played": played, "different": len(found), "differences": found})
        return 1 if found else 0
    for one in found[:MOST]:
        click.echo(f"{'standard input' if file == '-' else file}:{one['line']}: {one['message']}", err=True)
    if len(found) > MOST:
        click.echo(f"and {len(found) - MOST} more", err=True)
    click.echo(f"{played} played again, {len(found) or 'none'} different")
    return 1 if found else 0


def _load(variant: str, with_rules: tuple[str, ...], settings: tuple[str, ...]) -> Any:
    from cassino_dsl.cli.common import load_game
    from cassino_dsl.compose.library import NotFound
    from cassino_dsl.game import CassinoError
    from cassino_dsl.simulate.replay import Different

    try:
        return load_game(variant, with_rules, settings).ruleset
    except (NotFound, CassinoError, click.UsageError) as fault:
        raise Different(f"its variant cannot be loaded: {fault}") from fault


def _record(line: bytes) -> dict[str, Any]:
    from cassino_dsl.simulate.replay import Different

    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as fault:
        raise Different("this line is no JSON") from fault
    if not isinstance(record, dict):
        raise Different("this line is no record of a match")
    return record
