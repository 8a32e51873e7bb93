"""`cassino play`: a game in the terminal, against the program or among people."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from cassino_dsl.cli.common import load_game, ruleset_options, seats_option
from cassino_dsl.cli.completion import complete_file, complete_player, complete_variant
from cassino_dsl.cli.output import Command, ReadAgain

DEFAULT_LEVEL = 2
EPILOG = """\b
Examples:
  cassino play
  cassino play scopa --level 4
  cassino play cassino --seat 1 --seat 2 --guide
  yes 1 | cassino play traditional-cassino --plain --seed 1 --rounds 1
"""


@click.command(cls=Command, answers=False, epilog=EPILOG)
@click.argument("variant", required=False, shell_complete=complete_variant)
@click.option(
    "--seat",
    "sitting",
    type=click.IntRange(1),
    multiple=True,
    help="Where you sit; again for each further person at this screen.  [default: 1]",
)
@seats_option()
@click.option("--level", type=click.IntRange(1, 5), help="How well the program plays, from 1 to 5.  [default: 2]")
@click.option(
    "--against",
    metavar="PLAYER",
    shell_complete=complete_player,
    help="Who sits at the other seats, in place of a level: random, greedy, learned, flat:N, search:N, search:50ms, "
    "cheat:N, solve.",
)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="The same seed, the same cards.")
@click.option("--rounds", type=click.IntRange(1), help="Stop after so many rounds (default: a whole match).")
@click.option("--guide", is_flag=True, help="With somebody at your side in the first deal, who says what you can do.")
@click.option("--resume", is_flag=True, help="Go on with the match that was stopped last, or with that of --file.")
@click.option(
    "--file",
    type=ReadAgain(),
    shell_complete=complete_file,
    help="Where the match is kept when you stop.",
)
@click.option("--four-colours", is_flag=True, help="A colour for each suit.")
@click.option("--plain", is_flag=True, help="Lines in, lines out: for pipes and screen readers.")
@ruleset_options
def command(
    variant: str | None,
    sitting: tuple[int, ...],
    seats: int | None,
    level: int | None,
    against: str | None,
    seed: int | None,
    rounds: int | None,
    guide: bool,
    resume: bool,
    file: Path | None,
    four_colours: bool,
    plain: bool,
    with_rules: tuple[str, ...],
    settings: tuple[str, ...],
) -> int:
    """Play a game: choose a card and what it does, or type a play (`7c takes 3c 4d`, or shorter `7 takes 3 4`). Without
    VARIANT you choose one. ? helps, q stops and keeps the match."""
    if level is not None and against is not None:
        raise click.UsageError("--level and --against both say who plays against you: give one of them")
    if resume and variant is not None:
        raise click.UsageError("--resume goes on with a match that has its variant already")
    from cassino_dsl.table.opening import Opening
    from cassino_dsl.table.table import NotPossible

    opening = Opening(_load, sitting or (1,), seats, level or DEFAULT_LEVEL, against, seed, file, with_rules, settings)
    try:
        if plain or not _has_screen():
            return _in_lines(opening, variant, resume, rounds, guide)
        from cassino_dsl.app.app import TableApp

        app = TableApp(opening, variant, resume, rounds, guide, four_colours)
        said = app.run()
        if app.fault is not None:
            raise app.fault
        click.echo(said or "stopped")
        return 0
    except NotPossible as fault:
        raise click.UsageError(str(fault)) from fault


def _load(source: Any) -> Any:
    return load_game(source.variant, source.with_rules, source.settings)


def _has_screen() -> bool:
    """Whether there is a terminal and the library that draws on it; where only that is missing, it is said."""
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        return False
    if find_spec("textual") is None:
        _remark("for a table on the whole screen: pip install 'cassino-dsl[play]'; until then it is told in lines")
        return False
    return True


def _in_lines(opening: Any, variant: str | None, resume: bool, rounds: int | None, guide: bool) -> int:
    from cassino_dsl.cli.play_lines import Lines, choose_game

    if variant is None and not resume:
        variant = choose_game(opening.saved())
        if variant is None:
            return 0
        resume = not variant
    table = opening.resumed(_remark) if resume else opening.table(variant or "", _remark)
    return Lines(table, rounds, guide, opening.file).run()


def _remark(text: str) -> None:
    click.echo(f"cassino: {text}", err=True)
