"""`cassino perft`: how many sequences of plays there are."""

from __future__ import annotations

from typing import Any

import click

from cassino_dsl.cli.common import (
    check_seats,
    engine_option,
    format_option,
    load_native_game,
    print_json,
    read_position_file,
    ruleset_options,
    seats_option,
)
from cassino_dsl.cli.completion import complete_file, complete_variant
from cassino_dsl.cli.limits import in_time, limit_options
from cassino_dsl.cli.output import Command
from cassino_dsl.cli.progress import StepLine

EPILOG = """\b
Examples:
  cassino perft traditional-cassino --seed 1 --depth 3
  cassino perft scopa whole-deal.yaml --depth 4 --format json
"""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("variant", shell_complete=complete_variant)
@click.argument("position", required=False, shell_complete=complete_file)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    help="Begin from its first deal, or chance in play from POSITION.  [default there: 1]",
)
@seats_option("Seats of the deal.  [default: the variant's fewest]")
@click.option("--depth", type=click.IntRange(0, 30), default=2, show_default=True, help="Plays in a sequence.")
@engine_option("auto: the native engine, where more than 1,000 positions have to be looked at.")
@limit_options
@ruleset_options
@format_option()
def command(
    variant: str,
    position: str | None,
    seed: int | None,
    seats: int | None,
    depth: int,
    engine: str,
    with_rules: tuple[str, ...],
    settings: tuple[str, ...],
    format: str,
) -> int:
    """Count the sequences of plays within the round, by their length up to the depth.

    They begin at POSITION, which must name every hand and the stock, or at the first deal of a seed. What chance
    decides on the way, it decides by the seed.
    """
    if position is None and seed is None:
        raise click.UsageError("give POSITION or --seed S")
    if position is not None and seats is not None:
        raise click.UsageError("--seats belongs to a deal; a position says its seats itself")
    game = load_native_game(variant, with_rules, settings, engine)
    start = _placed(game, position, 1 if seed is None else seed) if position else _dealt(game, seed or 0, seats)
    progress = StepLine()
    try:
        with in_time():
            nodes = game.perft(start, depth, progress)
    finally:
        progress.clear()
    if format == "json":
        print_json({"nodes": nodes})
        return 0
    from cassino_dsl.cli.tables import print_table

    print_table(("depth", "sequences"), list(enumerate(nodes)), right=(0, 1))
    return 0


def _placed(game: Any, file: str, seed: int) -> Any:
    """A position in which every card has its place: sequences go on through later deals."""
    from cassino_dsl.diagnostics.codes.play import BadPosition
    from cassino_dsl.diagnostics.diagnostic import Report
    from cassino_dsl.game import CassinoError

    document = read_position_file(file)
    position = game.position(document, seed)
    if not position.complete:
        report = Report()
        report.add(
            BadPosition,
            document.span(),
            "to count sequences of plays, the position must name every hand and the stock",
            help='name all `hands`, and the `stock` card by card (`stock: ""` where it is empty)',
        )
        raise CassinoError(report.diagnostics)
    return position


def _dealt(game: Any, seed: int, seats: int | None) -> Any:
    """The first deal of the first match of a seed."""
    from cassino_dsl.engine.mix import match_key
    from cassino_dsl.position.position import Position

    check_seats(seats, game.ruleset.seats, f"`{game.ruleset.name}`")
    engine = game.engine(seats)
    state = engine.new_match(match_key(seed, 0))
    return Position(engine, state, frozenset(range(engine.plan.seats)), "listed")
