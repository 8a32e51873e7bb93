"""`cassino compile`: the C that a ruleset becomes."""

from __future__ import annotations

import click

from cassino_dsl.cli.common import check_seats, load_game, ruleset_options, seats_option
from cassino_dsl.cli.completion import complete_variant
from cassino_dsl.cli.output import Command

EPILOG = """\b
Examples:
  cassino compile traditional-cassino
  cassino compile scopa --seats 3 --set target=21 -o scopa.c
"""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("variant", shell_complete=complete_variant)
@seats_option()
@ruleset_options
def command(variant: str, seats: int | None, with_rules: tuple[str, ...], settings: tuple[str, ...]) -> int:
    """Print the C of a ruleset: the native engine compiles this text and keeps it in the user's cache.

    It holds numbers and names of its own only, no text of the variant file.
    """
    game = load_game(variant, with_rules, settings)
    ruleset = game.ruleset
    check_seats(seats, ruleset.seats, f"`{ruleset.name}`")
    number = seats or ruleset.seats[0]
    from cassino_dsl.core.passes import core_of
    from cassino_dsl.native.printer import Unsupported
    from cassino_dsl.native.unit import unit

    try:
        text = unit(core_of(ruleset, number))
    except Unsupported as construct:
        click.echo(
            f"cassino: the native engine cannot do {construct}; the reference engine plays this ruleset", err=True
        )
        return 1
    click.echo(text, nl=False)
    return 0
