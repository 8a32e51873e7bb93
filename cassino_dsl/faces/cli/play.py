"""`cassino play`: a game in the terminal, against the program or among people."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import Any

import click

from cassino_dsl.faces.cli.loading import load_game, read_player
from cassino_dsl.faces.cli.printing import remark


def play(o: Any) -> int:
    if o.level is not None and o.against is not None:
        raise click.UsageError("--level and --against both say who plays against you: give one of them")
    if o.resume and o.variant is not None:
        raise click.UsageError("--resume goes on with a match that has its variant already")
    from cassino_dsl.table.opening import Opening
    from cassino_dsl.table.table import NotPossible

    try:
        against = o.against and read_player(o.against)
    except ValueError as fault:
        raise click.UsageError(str(fault)) from fault
    opening = Opening(
        lambda source: load_game(source.variant, source.with_rules, source.settings),
        persons=o.seat or (1,),
        seats=o.seats,
        level=o.level or 2,
        against=against,
        seed=o.seed,
        file=o.file,
        with_rules=o.with_rules,
        settings=o.settings,
    )
    try:
        if o.plain or not _has_screen():
            return _in_lines(opening, o)
        from cassino_dsl.faces.terminal.app import PAUSE, TableApp

        app = TableApp(opening, o.variant, o.resume, o.rounds, o.guide, o.four_colours, pause=0 if o.still else PAUSE)
        said = app.run()
        if app.fault is not None:
            raise app.fault
        click.echo(said or "stopped")
        return 0
    except NotPossible as fault:
        raise click.UsageError(str(fault)) from fault


def _has_screen() -> bool:
    """Whether there is a terminal and the library that draws on it; where only that is missing, it is said."""
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        return False
    if find_spec("textual") is None:
        remark("for a table on the whole screen: pip install 'cassino-dsl[play]'; until then it is told in lines")
        return False
    return True


def _in_lines(opening: Any, o: Any) -> int:
    from cassino_dsl.faces.terminal.lines import Lines, choose_game

    variant = o.variant
    if variant is None and not o.resume:
        variant = choose_game(opening.saved())  # empty: the saved one
        if variant is None:
            return 0
    table = opening.table(variant, remark) if variant else opening.resumed(remark)
    return Lines(table, o.rounds, o.guide, opening.file).run()
