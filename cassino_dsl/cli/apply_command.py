"""`cassino apply`: make a play."""

from __future__ import annotations

import click

from cassino_dsl.cli.common import (
    format_option,
    load_game,
    print_json,
    print_remark,
    read_play_word,
    ruleset_options,
)
from cassino_dsl.cli.completion import complete_variant
from cassino_dsl.cli.given import Given, position_options
from cassino_dsl.cli.limits import in_time, limit_options
from cassino_dsl.cli.output import Command

EPILOG = """\b
Examples:
  cassino apply cassino "7c takes 3c 4d" --hand "7c 2s" --table "3c 4d Kh"
  cassino apply traditional-cassino position.yaml '7c takes 3c 4d'
  cassino apply cassino position.yaml 'Ac builds 7 with 6s' -o next.yaml
"""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("variant", shell_complete=complete_variant)
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True, help="Of what chance decides in play."
)
@limit_options
@ruleset_options
@format_option()
@position_options(play=True)
def command(
    variant: str,
    given: Given,
    play: str,
    seed: int,
    with_rules: tuple[str, ...],
    settings: tuple[str, ...],
    format: str,
) -> int:
    """Make PLAY in POSITION and print the position after it, and the events that it caused.

    PLAY is a text as `cassino moves` prints it, or the JSON object of a play. Where chance decides what follows, the
    seed by which it does is printed.
    """
    game = load_game(variant, with_rules, settings)
    with in_time():
        answer = game.apply(given.document(), read_play_word(play), seed)
    if format == "json":
        print_json(answer)
        return 0
    from cassino_dsl.position.text import position_text

    click.echo(position_text(answer["position"]))
    if answer["events"]:
        click.echo(f"# events: {', '.join(answer['events'])}")
    if "seed" in answer:
        click.echo(f"# chance by seed {answer['seed']}")
    print_remark(answer)
    return 0
