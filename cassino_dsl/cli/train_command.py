"""``cassino train``: let the player `learned` learn a variant."""

from __future__ import annotations

import os
import secrets

import click

from cassino_dsl.cli.common import check_seats, hands_options, load_game, ruleset_options, seats_option
from cassino_dsl.cli.completion import complete_variant
from cassino_dsl.cli.output import Command

EPILOG = """\b
Examples:
  cassino train scopa --games 4 --seed 1
  cassino train ./mine.yaml --games 4 --seed 1 -o mine.json
"""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("variant", shell_complete=complete_variant)
@click.option("--games", type=click.IntRange(1, 10**6), help="Rounds to learn from.  [default: 300]")
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), help="The same seed, the same weights.  [default: a fresh one]"
)
@seats_option()
@hands_options
@ruleset_options
def command(
    variant: str,
    games: int | None,
    seed: int | None,
    seats: int | None,
    jobs: int | None,
    dask: str | None,
    with_rules: tuple[str, ...],
    settings: tuple[str, ...],
) -> int:
    """Play rounds of VARIANT, fit weights to what came of the plays, and print them for the player `learned`.

    It plays by the file `learned/NAME.json` in the folder of `NAME.yaml`.
    """
    from cassino_dsl.cli.progress import StatusLine
    from cassino_dsl.cli.simulation import hands
    from cassino_dsl.learned.weights import text_of
    from cassino_dsl.simulate.train import GAMES, Training, train

    ruleset = load_game(variant, with_rules, settings).ruleset
    check_seats(seats, ruleset.seats, f"`{ruleset.name}`")
    number = games or GAMES
    seed = secrets.randbits(64) if seed is None else seed
    line = StatusLine()

    def progress(done: int) -> None:
        if line.due():
            line.show(f"{done:,} of {number:,} rounds")

    try:
        with hands({"jobs": jobs, "dask": dask}, line.remark) as who:
            training = Training(ruleset, seats or ruleset.seats[0], number, seed)
            weights = train(training, who or os.cpu_count() or 1, progress)
    except ValueError as fault:
        raise click.UsageError(str(fault)) from fault
    finally:
        line.clear()
    click.echo(text_of(weights), nl=False)
    return 0
