"""`cassino solve`: the best play of an ending."""

from __future__ import annotations

import click

from cassino_dsl.cli.common import engine_option, format_option, load_native_game, print_json, ruleset_options
from cassino_dsl.cli.completion import complete_variant
from cassino_dsl.cli.given import Given, position_options
from cassino_dsl.cli.limits import in_time, limit_options
from cassino_dsl.cli.output import Command

EPILOG = """\b
Examples:
  cassino solve traditional-cassino whole-deal.yaml
  cassino solve scopa --hand "7c 2s" --table "3c 4d" --also "hands: {2: 5c Kd}" --also 'stock: ""'
  cassino solve cassino whole-deal.yaml --steps 1000000 --format json
"""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("variant", shell_complete=complete_variant)
@engine_option("auto: the native engine, where more than 1,000 positions have to be looked at.")
@limit_options
@ruleset_options
@format_option()
@position_options()
def command(
    variant: str,
    given: Given,
    with_rules: tuple[str, ...],
    settings: tuple[str, ...],
    format: str,
    engine: str,
) -> int:
    """Find the best play in POSITION, and how far it leads, where two sides see all cards.

    POSITION names the stock (`stock: ""` where it is empty) and all hands but one at most: that holds the cards which
    are named nowhere. Both sides play for points of this round. Each position that is looked at is a step.
    """
    game = load_native_game(variant, with_rules, settings, engine)
    document = given.document()
    with in_time():
        answer = game.solve(document)
    if format == "json":
        print_json(answer)
        return 0
    from cassino_dsl.cli.tables import heading, print_table

    lead = answer["value"]
    standing = f"ahead by {lead}" if lead > 0 else f"behind by {-lead}" if lead < 0 else "level"
    points = " : ".join(str(n) for n in answer["points"].values())
    heading(f"seat {answer['turn']} to move: side {answer['side']} ends this round {standing} ({points})")
    for seat, cards in answer["hands"].items():
        click.echo(f"seat {seat} holds {cards or 'no card'}")
    print_table(
        ("", "play", "ahead"), [(i, p["text"], p["value"]) for i, p in enumerate(answer["plays"], 1)], right=(0, 2)
    )
    heading("best line")
    print_table(("seat", "play"), [(step["seat"], step["text"]) for step in answer["line"]], right=(0,))
    return 0
